"""Peers: more cases from the suites of Hypothesis, Exhaust, Hegel, falsify and qcheck, and from
what their users asked for.

Size: a list of cases, each short.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf, isnan, pi
from typing import Any
from unicodedata import normalize

from bench.reduction.case import Strategies, add


def _ints(st: Strategies) -> Any:
    return st.lists(st.integers())


def _always(value: Any) -> bool:
    return True


def _digits(value: float) -> int:
    return len(repr(value))


# Numbers

add(
    "int_not_zero",
    lambda st: st.integers(-10, 10).filter(lambda x: x != 0),
    _always,
    ideal=1,
    size=abs,
)
for _bound in (5001, 209609):
    add(
        f"int_below_{_bound}",
        lambda st: st.integers(0, 2**30),
        lambda x, bound=_bound: x >= bound,
        ideal=_bound,
        size=abs,
    )
add(
    "lowering_together_negative",
    lambda st: st.tuples(st.integers(-20, 0), st.integers(-20, 0)),
    lambda v: v[0] - 5 == v[1],
    ideal=(0, -5),
    size=lambda v: -sum(v),
)
add(
    "lowering_together_mixed",
    lambda st: st.tuples(st.integers(-20, 20), st.integers(-20, 20)),
    lambda v: v[0] + 5 == v[1],
    ideal=(0, 5),
    size=lambda v: abs(v[0]) + abs(v[1]),
)
add(
    "lowering_together_separated",
    lambda st: st.tuples(
        st.integers(0, 20), st.text(), st.floats(allow_nan=False), st.integers(0, 20)
    ),
    lambda v: v[0] + 5 == v[3],
    ideal=(0, "", 0.0, 5),
    size=lambda v: v[0] + v[3],
)
add(
    "two_copies",
    lambda st: st.tuples(st.integers(0, 100), st.integers(0, 100)),
    lambda v: v[0] == v[1] > 0,
    ideal=(1, 1),
    size=sum,
)
add(
    "three_copies",
    lambda st: st.tuples(*[st.integers(0, 10)] * 3),
    lambda v: v[0] == v[1] == v[2] > 0,
    ideal=(1, 1, 1),
    size=sum,
)
add(
    "subtraction_commutes",
    lambda st: st.tuples(st.integers(0, 99), st.integers(0, 99)),
    lambda v: v[0] - v[1] != v[1] - v[0],
    ideal=(0, 1),
    size=sum,
)
for _n in (2, 5, 9):
    add(
        f"tuple_not_ordered_{_n}",
        lambda st, n=_n: st.tuples(*[st.integers(0, 10**6)] * n),
        lambda v: any(a >= b for a, b in pairwise(v)),
        ideal=(0,) * _n,
        size=sum,
    )
    add(
        f"tuple_not_same_{_n}",
        lambda st, n=_n: st.tuples(*[st.integers(0, 10**6)] * n),
        lambda v: len(set(v)) > 1,
        ideal=(0,) * (_n - 1) + (1,),
        size=sum,
    )
    add(
        f"tuple_not_different_{_n}",
        lambda st, n=_n: st.tuples(*[st.integers(0, 20)] * n),
        lambda v: len(set(v)) < len(v),
        ideal=(0,) * _n,
        size=sum,
    )


def _unbounded_invoice_fails(value: tuple[int, int, int]) -> bool:
    price, quantity, discount = value
    if not (1 <= price <= 1000 and 1 <= quantity <= 100 and 0 <= discount <= 50):
        return False
    per_unit = (price - price * discount // 100) * quantity
    total = price * quantity - price * quantity * discount // 100
    return price * quantity >= 1000 and per_unit != total


add(
    "invoice_derived",
    lambda st: st.tuples(st.integers(), st.integers(), st.integers()),
    _unbounded_invoice_fails,
    ideal=(10, 100, 1),
    size=sum,
)

# Floats

add("float_positive", lambda st: st.floats(), lambda x: x > 0, ideal=1.0, size=_digits)
add("float_above_one", lambda st: st.floats(), lambda x: x > 1, ideal=2.0, size=_digits)
add("float_above_pi", lambda st: st.floats(), lambda x: x > pi, ideal=4.0, size=_digits)
for _name, _least in (("2_54", 2.0**54), ("3_57", 1.5 * 2.0**58)):
    add(
        f"float_grid_{_name}",
        lambda st: st.floats(),
        lambda x, least=_least: least <= x < inf,
        ideal=_least,
        size=_digits,
    )
add(
    "float_list_any",
    lambda st: st.lists(st.floats()),
    lambda xs: any(x > 1 for x in xs),
    ideal=[2.0],
    size=len,
)
add(
    "float_sum_is_nan",
    lambda st: st.lists(st.floats()),
    lambda xs: isnan(sum(xs)),
    accepts=lambda xs: len(xs) == 1,
    size=len,
)

# One of several

add(
    "one_of_slip",
    lambda st: st.one_of(st.integers(101, 200), st.integers(0, 100)),
    _always,
    ideal=101,
    size=abs,
)
add(
    "one_of_mixed",
    lambda st: st.one_of(st.integers(), st.text(), st.booleans()),
    _always,
    ideal=0,
    size=_digits,
)
# A value moves from a list of constants to the wider strategy that stands before it.
add(
    "widen_integers",
    lambda st: st.one_of(st.integers(), st.sampled_from([5000, 5003, 5009])),
    lambda n: 4990 <= n <= 5010,
    ideal=4990,
    size=abs,
)
add(
    "widen_floats",
    lambda st: st.one_of(st.floats(), st.sampled_from([10.25, 10.5, 11.75])),
    lambda x: 10 <= x < 12,
    ideal=10.0,
    size=_digits,
)
# No ideal: the constant is one choice, and the shorter text more than one by our measure.
add(
    "widen_text",
    lambda st: st.one_of(
        st.text(), st.sampled_from(["the temple of quetzalcoatl", "quetzalcoatl returns"])
    ),
    lambda s: "quetzalcoatl" in s,
    size=len,
)


def _rendered(st: Strategies) -> Any:
    terms = st.deferred(
        lambda: st.one_of(
            st.integers(0, 9).map(str),
            st.tuples(terms, st.sampled_from("-+"), terms).map(lambda v: f"({''.join(v)})"),
        )
    )
    return st.one_of(st.text(), terms)


add("text_or_grammar", _rendered, lambda s: "+" in s, ideal="+", size=len)

# Sets and permutations

add(
    "set_of_tuples",
    lambda st: st.sets(st.tuples(st.integers(), st.integers())),
    lambda xs: len(xs) >= 3,
    ideal={(0, 0), (0, 1), (0, -1)},
    size=len,
)
add(
    "set_of_sampled",
    lambda st: st.sets(st.sampled_from(range(100))),
    lambda xs: len(xs) >= 3,
    ideal={0, 1, 2},
    size=len,
)
add(
    "unique_by_max",
    lambda st: st.lists(st.tuples(st.integers(), st.integers()), unique_by=max),
    lambda xs: len(xs) >= 5,
    size=lambda xs: sum(abs(a) + abs(b) for a, b in xs),
)
add(
    "permutation_of_ten",
    lambda st: st.permutations(range(10)),
    lambda p: list(p) != list(range(10)),
    # Any two neighbours, for a library may put the first or the last place first.
    accepts=lambda p: [i for i in range(10) if p[i] != i] in [[k, k + 1] for k in range(9)],
    size=lambda p: sum(a != b for a, b in enumerate(p)),
)
for _name, _elements in (
    ("integers", lambda st: st.integers()),
    ("texts", lambda st: st.text()),
    ("floats", lambda st: st.floats()),
    ("lists", lambda st: st.lists(st.booleans())),
    ("tuples", lambda st: st.tuples(st.booleans(), st.integers())),
):
    add(
        f"collective_{_name}",
        lambda st, elements=_elements: st.lists(elements(st), min_size=10, max_size=10),
        lambda xs: len(set(map(repr, xs))) >= 2,
        size=lambda xs: len(set(map(repr, xs))),
    )

# Texts and bytes


def _plain(text: str) -> str:
    """Without accents, ligatures and other forms, in lower case."""
    return normalize("NFKD", text).casefold()


for _letter in "ETF":
    add(
        f"text_any_{_letter}",
        lambda st: st.text(),
        lambda s, letter=_letter: letter.lower() in _plain(s),
        ideal=_letter,
        size=len,
    )
add(
    "text_surrogates",
    lambda st: st.text(),
    lambda s: any(c >= "\udfff" for c in s),
    ideal="\ue000",
    size=len,
)
add("char_at_least_b", lambda st: st.characters(), lambda c: c >= "b", ideal="b", size=ord)
add(
    "bound_string",
    lambda st: st.integers(0, 10).flatmap(lambda n: st.text(min_size=n, max_size=n)),
    lambda s: 4 <= len(s) <= 5,
    ideal="0000",
    size=len,
)
add(
    "bytes_sort",
    lambda st: st.binary(min_size=3, max_size=3),
    lambda b: 1 in b and list(b) != sorted(b),
    ideal=b"\x00\x01\x00",
    size=sum,
)
for _most, _total, _first in ((8, 15, 7), (7, 10, 3)):
    add(
        f"bytes_redistribute_{_total}",
        lambda st, most=_most: st.tuples(st.binary(max_size=most), st.binary(max_size=most)),
        lambda v, total=_total: len(v[0]) + len(v[1]) >= total,
        ideal=(bytes(_first), bytes(_most)),
        size=lambda v: len(v[0]) + len(v[1]),
    )


# Binds


def _nested_2(st: Strategies) -> Any:
    @st.composite
    def values(draw: Any) -> tuple[int, int, int]:
        a = draw(st.integers(0, 10))
        b = draw(st.integers(0, a))
        return a, b, draw(st.integers(0, a * b))

    return values()


def _nested_3(st: Strategies) -> Any:
    @st.composite
    def values(draw: Any) -> tuple[int, int, int, int]:
        a = draw(st.integers(0, 10))
        b = draw(st.integers(0, a))
        c = draw(st.integers(0, b))
        return a, b, c, draw(st.integers(0, a + b + c))

    return values()


add("nested_bind_2", _nested_2, lambda v: v[-1] >= 6, ideal=(3, 2, 6), size=sum)
add("nested_bind_3", _nested_3, lambda v: v[-1] >= 8, ideal=(3, 3, 2, 8), size=sum)


def _sampled_from_list(st: Strategies) -> Any:
    return st.lists(st.integers(), min_size=1).flatmap(
        lambda xs: st.tuples(st.just(xs), st.sampled_from(xs))
    )


add(
    "sampled_from_list",
    _sampled_from_list,
    lambda v: v[1] > 0,
    ideal=([1], 1),
    size=lambda v: len(v[0]),
)


def _matrices(st: Strategies) -> Any:
    return st.tuples(st.integers(1, 10), st.integers(1, 10)).flatmap(
        lambda shape: st.lists(
            st.lists(st.integers(0, 9), min_size=shape[1], max_size=shape[1]),
            min_size=shape[0],
            max_size=shape[0],
        )
    )


add(
    "matrix",
    _matrices,
    lambda rows: any(x >= 5 for row in rows for x in row),
    ideal=[[5]],
    size=lambda rows: sum(map(len, rows)),
)
add(
    "matrix_two_rows",
    _matrices,
    lambda rows: sum(any(x >= 5 for x in row) for row in rows) >= 2,
    ideal=[[5], [5]],
    size=lambda rows: sum(map(len, rows)),
)


def _small_poison(st: Strategies) -> Any:
    @st.composite
    def lists(draw: Any) -> list[Any]:
        def element() -> Any:
            if draw(st.integers(0, 9)) == 9:
                return "poison"
            return tuple(draw(st.integers(0, 100)) for _ in range(4))

        return [element() for _ in range(draw(st.integers(0, 20)))]

    return lists()


add("small_poison", _small_poison, lambda xs: "poison" in xs, ideal=["poison"], size=len)

# Trees


def _pairs(st: Strategies) -> Any:
    trees = st.deferred(lambda: st.one_of(st.integers(), st.tuples(trees, trees)))
    return trees


def _leaves(tree: Any) -> list[int]:
    return [tree] if isinstance(tree, int) else _leaves(tree[0]) + _leaves(tree[1])


add(
    "tree2",
    _pairs,
    lambda t: isinstance(t, tuple),
    ideal=(0, 0),
    size=lambda t: len(_leaves(t)),
)
add(
    "subtree",
    _pairs,
    lambda t: max(_leaves(t)) >= 100,
    ideal=100,
    size=lambda t: len(_leaves(t)),
    is_big=lambda t: len(_leaves(t)) >= 6,
)


def _mutual(st: Strategies) -> Any:
    # The tags are in this order, so that the simplest has another tag than what is looked for.
    first = st.deferred(lambda: st.one_of(st.none(), st.tuples(st.just("b"), second)))
    second = st.deferred(lambda: st.one_of(st.none(), st.tuples(st.just("c"), first)))
    return st.one_of(first, second)


add(
    "mutual_recursion",
    _mutual,
    lambda t: t is not None and t[0] == "c",
    ideal=("c", None),
    size=_digits,
)


def _self_lists(st: Strategies) -> Any:
    lists = st.deferred(lambda: st.lists(lists))
    return lists


add("self_recursive_nonempty", _self_lists, bool, ideal=[[]], size=_digits)
add("self_recursive_two", _self_lists, lambda t: len(t) > 1, ideal=[[], []], size=_digits)


def _count_leaves(tree: Any) -> int:
    return sum(map(_count_leaves, tree)) if isinstance(tree, list) else 1


def _recursive(st: Strategies) -> Any:
    return st.recursive(st.booleans(), st.lists, max_leaves=60)


add(
    "recursive_20_leaves",
    _recursive,
    lambda t: _count_leaves(t) >= 20,
    size=_count_leaves,
)
add(
    "recursive_breadth_10",
    _recursive,
    lambda t: isinstance(t, list) and len(t) >= 10,
    ideal=[False] * 10,
    size=_count_leaves,
)
add(
    "five_distinct_trees",
    lambda st: st.lists(st.recursive(st.booleans(), st.lists, max_leaves=10)),
    lambda ts: len(set(map(repr, ts))) >= 5,
    size=lambda ts: sum(map(_count_leaves, ts)),
)
