"""Starts: failures that are given, not found, most of them large or of a special form.

Size: a list of cases, each short.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any
from unicodedata import category, normalize

from bench.reduction.case import Strategies, add, listed
from bench.reduction.suites import UNBALANCED, binary_trees, branches, is_balanced


def _list_of(numbers: Any) -> list[Any]:
    return listed(*[[number] for number in numbers])


# Texts

SPEECH = """\
The lamps go out along the harbour wall,
And one by one the quiet houses creep
Behind the fog, as if the town itself
Had grown ashamed of every word it said.
What did we promise when the tide was high?
That salt would keep what memory lets fall,
That rope would hold. No idiot with a lantern
Believes it now, and yet he trims the wick
And walks the mole, and counts the boats again,
And names them softly, though the moorings hang
As empty as the pockets of the drowned,
And nothing answers him except the bell.
"""

add(
    "fx_haystack",
    lambda st: st.text(),
    lambda s: "creep" in s.lower() and "idiot" in s.lower(),
    ideal="CREEPIDIOT",
    size=len,
    start=lambda random: [SPEECH],
)

MARKS = [chr(point) for point in (*range(0x300, 0x340), 0x200B, 0x200D, 0x2060)]
NEEDLE = "the tide remembers"


def _haunted(random: Random) -> list[Any]:
    """The speech and the needle, with marks over, under and between the letters."""
    lines = SPEECH.replace("\n", " ") + NEEDLE
    text = ""
    for character in lines:
        text += character + "".join(random.choices(MARKS, k=random.randrange(11)))
    return [text]


def _is_haunted(text: str) -> bool:
    bare = [c for c in normalize("NFD", text) if category(c) not in ("Mn", "Me", "Cf")]
    return NEEDLE in "".join(bare).lower()


add(
    "fx_zalgo",
    lambda st: st.text(),
    _is_haunted,
    ideal=NEEDLE.upper(),
    size=len,
    start=_haunted,
)


def _shuffled(random: Random) -> list[Any]:
    letters = list("a slow green lantern at sea")
    first = "".join(letters)
    random.shuffle(letters)
    return [first, "".join(letters)]


add(
    "fx_anagram",
    lambda st: st.tuples(st.text(), st.text()),
    lambda v: v[0] != v[1] and sorted(v[0]) == sorted(v[1]),
    ideal=("01", "10"),
    size=lambda v: len(v[0]),
    start=_shuffled,
)
add(
    "fx_dup_text",
    lambda st: st.tuples(*[st.text(min_size=8, max_size=8)] * 2),
    lambda v: v[0] == v[1] and len(set(v[0])) == 3,
    ideal=("00000012", "00000012"),
    size=lambda v: len(set(v)),
    start=lambda random: ["q7zq7zq7", "q7zq7zq7"],
)
LETTERS = (
    "\N{MATHEMATICAL BOLD CAPITAL A}\N{MATHEMATICAL BOLD SMALL B}\N{MATHEMATICAL ITALIC CAPITAL C}"
)
add(
    "fx_needle",
    lambda st: st.text(),
    lambda s: LETTERS in s,
    ideal=LETTERS,
    size=len,
    start=lambda random: [
        "".join(map(chr, random.choices(range(0x21, 0x2FF), k=20)))
        + LETTERS
        + "".join(map(chr, random.choices(range(0x21, 0x2FF), k=20)))
    ],
)
add(
    "fx_branch_switch",
    lambda st: st.one_of(st.integers(), st.text()),
    lambda v: v > 1000 if isinstance(v, int) else len(v) >= 4,
    ideal=1001,
    size=lambda v: len(str(v)),
    start=lambda random: [1, "a branch switch"],
)

# Lists

add(
    "fx_unique_sum",
    lambda st: st.lists(st.integers(), unique=True),
    lambda xs: len(xs) >= 5 and sum(xs) > 50,
    ideal=[0, 1, -1, 2, 49],
    size=len,
    start=lambda random: _list_of([17, 5, 99, -3, 40, 8, 61]),
)
add(
    "fx_zigzag",
    lambda st: st.tuples(st.integers(), st.integers()),
    lambda v: abs(v[0] - v[1]) == 1 and v[0] >= 12345,
    ideal=(12345, 12344),
    size=sum,
    start=lambda random: [2**64, 2**64 + 1],
)


def _is_consecutive(xs: list[int], least: int) -> bool:
    return len(xs) >= least and all(b == a + 1 for a, b in pairwise(xs))


add(
    "fx_consecutive",
    lambda st: st.lists(st.integers(0, 500), max_size=300),
    lambda xs: _is_consecutive(xs, 10),
    ideal=list(range(10)),
    size=len,
    start=lambda random: _list_of(range(300)),
)


def _run(random: Random) -> list[Any]:
    first = random.randrange(400)
    return _list_of(range(first, first + random.randrange(10, 60)))


add(
    "consecutive",
    lambda st: st.lists(st.integers(0, 500)),
    lambda xs: _is_consecutive(xs, 4),
    ideal=[0, 1, 2, 3],
    size=len,
    start=_run,
)
add(
    "fx_wide_list",
    lambda st: st.lists(st.integers(0, 10000), max_size=5000),
    lambda xs: len(xs) >= 10 and sum(xs) >= 100,
    ideal=[0] * 9 + [100],
    size=len,
    start=lambda random: _list_of(range(1000)),
)
add(
    "fx_wide_array",
    lambda st: st.lists(st.integers(-100, 100), min_size=1000, max_size=1000),
    lambda xs: sum(x > 0 for x in xs) >= 3 and sum(xs) != 0,
    ideal=[0] * 997 + [1, 1, 1],
    size=lambda xs: sum(map(bool, xs)),
    # An array of one length is drawn without asking for more.
    start=lambda random: [random.randrange(-100, 101) for _ in range(1000)],
)
for _n, _longest in ((432, 1000), (4332, 10000)):
    add(
        f"fx_list_of_{_n}",
        lambda st: st.lists(st.integers()),
        lambda xs, n=_n: len(xs) >= n,
        ideal=[0] * _n,
        size=len,
        start=lambda random, n=_longest: _list_of([random.randrange(100) for _ in range(n)]),
    )
add(
    "fx_long_shrink",
    lambda st: st.tuples(st.lists(st.integers()), st.lists(st.integers())),
    lambda v: (v[0] + v[1])[::-1] != v[0][::-1] + v[1][::-1],
    ideal=([0], [1]),
    size=lambda v: len(v[0]) + len(v[1]),
    start=lambda random: (
        _list_of([random.randrange(100) for _ in range(500)])
        + _list_of([random.randrange(100) for _ in range(500)])
    ),
)
add(
    "fx_overlap",
    lambda st: st.tuples(st.lists(st.integers()), st.lists(st.integers())),
    lambda v: bool(set(v[0]) & set(v[1])),
    ideal=([0], [0]),
    size=lambda v: len(v[0]) + len(v[1]),
    # They share one number only.
    start=lambda random: (
        _list_of(sorted(range(0, 400, 2), key=lambda _: random.random()))
        + _list_of(sorted([200, *range(1, 399, 2)], key=lambda _: random.random()))
    ),
)


def _until_true(st: Strategies) -> Any:
    @st.composite
    def flags(draw: Any) -> list[bool]:
        result = [draw(st.booleans())]
        while not result[-1]:
            result.append(draw(st.booleans()))
        return result

    return flags()


add(
    "fx_thousand_false",
    _until_true,
    lambda flags: True,
    ideal=[True],
    size=len,
    start=lambda random: [False] * 1000 + [True],
)

# Something large, and after it a number that must stay: what stands behind must not be disturbed

LAST = 54321


def _precise(name: str, make: Any, simplest: Any, start: Any) -> None:
    add(
        f"fx_precise_{name}",
        lambda st: st.tuples(make(st), st.integers()),
        lambda v: v[1] == LAST,
        ideal=(simplest, LAST),
        size=lambda v: len(repr(v[0])),
        start=lambda random: [*start(random), LAST],
    )


def _many(random: Random) -> list[Any]:
    return _list_of([random.randrange(-1000, 1000) for _ in range(20)])


_precise("integers", lambda st: st.integers(), 0, lambda random: [random.randrange(10**9)])
_precise("floats", lambda st: st.floats(), 0.0, lambda random: [random.random()])
_precise("texts", lambda st: st.text(), "", lambda random: [SPEECH[: random.randrange(1, 99)]])
_precise("lists", lambda st: st.lists(st.integers()), [], _many)
_precise(
    "unions",
    lambda st: st.one_of(st.none(), st.lists(st.integers())),
    None,
    lambda r: [1, *_many(r)],
)
_precise(
    "binds",
    lambda st: st.integers(0, 20).flatmap(
        lambda n: st.lists(st.integers(), min_size=n, max_size=n)
    ),
    [],
    lambda random: [20, *[random.randrange(1000) for _ in range(20)]],
)

# Trees


def _random_tree(random: Random, nodes: int) -> list[Any]:
    """The choices of a binary tree of so many branches."""
    if not nodes:
        return [0]
    left = random.randrange(nodes)
    return [1, *_random_tree(random, left), *_random_tree(random, nodes - 1 - left)]


def _unbalanced(random: Random) -> list[Any]:
    # A long chain on one side, whatever hangs on it.
    chain = [choice for _ in range(6) for choice in (1, *_random_tree(random, random.randrange(6)))]
    return [1, *_random_tree(random, 15), *chain, 0]


add(
    "big_unbalanced_tree",
    binary_trees,
    lambda t: not is_balanced(t),
    ideal=UNBALANCED,
    size=branches,
    start=_unbalanced,
)


def _nats(st: Strategies) -> Any:
    nats = st.deferred(lambda: st.one_of(st.none(), st.tuples(nats)))
    return nats


def _nat(nested: Any) -> int:
    return 0 if nested is None else 1 + _nat(nested[0])


add(
    "fx_deep_nat",
    _nats,
    lambda nat: _nat(nat) > 0,
    ideal=(None,),
    size=_nat,
    start=lambda random: [1] * 20 + [0],
)

# A grammar whose smallest failure is large

BINARY = ("Add", "Sub", "Mul", "Div")


def _terms(st: Strategies) -> Any:
    terms = st.deferred(
        lambda: st.one_of(
            st.tuples(st.just("Lit"), st.integers(0, 100)),
            *[st.tuples(st.just(name), terms, terms) for name in BINARY],
            st.tuples(st.just("If"), terms, terms, terms),
            st.tuples(st.just("Call"), st.sampled_from("fgh"), terms),
        )
    )
    return terms


def _operators(term: Any) -> int:
    return sum(_operators(part) for part in term[1:] if isinstance(part, tuple)) + (
        term[0] != "Lit"
    )


def _divides_by_zero(term: Any) -> bool:
    return (term[0] == "Div" and term[2] == ("Lit", 0)) or any(
        _divides_by_zero(part) for part in term[1:] if isinstance(part, tuple)
    )


def _random_term(random: Random, operators: int) -> list[Any]:
    if not operators:
        return [0, random.randrange(101)]
    kind = random.randrange(1, 7)
    left = random.randrange(operators)
    if kind == 6:
        return [6, random.randrange(3), *_random_term(random, operators - 1)]
    parts = [_random_term(random, left), _random_term(random, operators - 1 - left)]
    if kind == 5:
        parts.append([0, 1])
    return [kind, *parts[0], *parts[1], *(parts[2] if kind == 5 else [])]


add(
    "fx_grammar",
    _terms,
    lambda term: _operators(term) >= 30 and _divides_by_zero(term),
    size=_operators,
    # A division by zero on top of eighty other operators.
    start=lambda random: [4, *_random_term(random, 80), 0, 0],
)
