"""Suites: cases from the test suites of minithesis, Hypothesis, Hegel, Exhaust, fast-check.

Size: a list of cases, each short.
"""

from __future__ import annotations

from itertools import chain, pairwise
from typing import Any

from bench.reduction.case import Strategies, add


def _ints(st: Strategies) -> Any:
    return st.lists(st.integers())


def _sized(st: Strategies, sizes: Any, elements: Any) -> Any:
    """As many elements as a number drawn before says, without help for the reducer."""

    @st.composite
    def lists(draw: Any) -> list[Any]:
        return [draw(elements) for _ in range(draw(sizes))]

    return lists()


def _always(value: Any) -> bool:
    return True


# Sums

add(
    "sum_list",
    lambda st: st.lists(st.integers(0, 10000)),
    lambda xs: sum(xs) > 1000,
    ideal=[1001],
    size=len,
)
add(
    "big_sum_list",
    lambda st: st.lists(st.integers(0, 10000)),
    lambda xs: sum(xs) > 1000,
    ideal=[1001],
    size=len,
    is_big=lambda xs: len(xs) >= 20,
)
add(
    "sum_bad_list",
    lambda st: _sized(st, st.integers(0, 10), st.integers(0, 10000)),
    lambda xs: sum(xs) > 1000,
    ideal=[1001],
    size=len,
)
add(
    "sum_pair",
    lambda st: st.tuples(st.integers(0, 1000), st.integers(0, 1000)),
    lambda p: sum(p) > 1000,
    ideal=(1, 1000),
    size=sum,
)
add(
    "sum_pair_separated",
    lambda st: st.tuples(
        st.integers(0, 1000), st.text(), st.booleans(), st.integers(), st.integers(0, 1000)
    ),
    lambda v: v[0] + v[4] > 1000,
    ideal=(1, "", False, 0, 1000),
    size=lambda v: v[0] + v[4],
)
add(
    "sum_pair_float",
    lambda st: st.tuples(st.floats(0, 1000), st.floats(0, 1000)),
    lambda p: sum(p) > 1000,
    ideal=(1.0, 1000.0),
    size=sum,
)
add("sorted_sum", _ints, lambda xs: sum(xs) >= 10 and len(xs) >= 3, ideal=[0, 0, 10], size=len)
add(
    "big_sorted_sum",
    _ints,
    lambda xs: sum(xs) >= 10 and len(xs) >= 3,
    ideal=[0, 0, 10],
    size=len,
    is_big=lambda xs: len(xs) >= 20,
)
add(
    "sum_bytes_list",
    lambda st: _sized(st, st.integers(0, 15), st.integers(0, 255)),
    lambda xs: sum(xs) >= 1000,
    ideal=[235, 255, 255, 255],
    size=len,
)
add(
    "big_sum_bytes_list",
    lambda st: _sized(st, st.integers(0, 15), st.integers(0, 255)),
    lambda xs: sum(xs) >= 1000,
    ideal=[235, 255, 255, 255],
    size=len,
    is_big=lambda xs: len(xs) >= 12,
)

# Integers

for _n in (10, 1000, 2**32):
    add(f"int_at_least_{_n}", lambda st: st.integers(), lambda x, n=_n: x >= n, ideal=_n, size=abs)
    add(
        f"int_at_most_minus_{_n}",
        lambda st: st.integers(),
        lambda x, n=_n: x <= -n,
        ideal=-_n,
        size=abs,
    )
add(
    "int_large_range",
    lambda st: st.integers(-(2**256), 2**256),
    lambda x: x >= -(2**255),
    ideal=0,
    size=abs,
)
add(
    "huge_range_list",
    lambda st: st.lists(st.integers(0, 2**256)),
    lambda xs: len(xs) >= 20 and all(xs[i] >= i for i in range(20)),
    ideal=list(range(20)),
    size=len,
)
add(
    "huge_range_zeros",
    lambda st: st.lists(st.integers(-(2**256), 2**256)),
    lambda xs: len(xs) >= 20,
    ideal=[0] * 20,
    size=len,
)
add(
    "containment",
    lambda st: st.tuples(_ints(st), st.integers()),
    lambda v: v[1] in v[0] and v[1] >= 1000,
    ideal=([1000], 1000),
    size=lambda v: len(v[0]),
)
add(
    "duplicate_containment",
    lambda st: st.tuples(_ints(st), st.integers()),
    lambda v: v[0].count(v[1]) > 1,
    ideal=([0, 0], 0),
    size=lambda v: len(v[0]),
)
add("duplicates", _ints, lambda xs: len(set(xs)) < len(xs), ideal=[0, 0], size=len)
add("wide_gap", _ints, lambda xs: bool(xs) and max(xs) > min(xs) + 10 > 0, ideal=[0, 11], size=len)
for _gap in (0, 1, 10):
    add(
        f"lowering_together_{_gap}",
        lambda st: st.tuples(st.integers(0, 20), st.integers(0, 20)),
        lambda p, gap=_gap: p[0] + gap == p[1],
        ideal=(0, _gap),
        size=sum,
    )
add(
    "ordered_pair",
    lambda st: st.tuples(st.integers(), st.integers()),
    lambda p: p[0] < p[1],
    ideal=(0, 1),
    size=lambda p: abs(p[0]) + abs(p[1]),
)
add(
    "ratio_coupling",
    lambda st: st.tuples(st.integers(1, 200), st.integers(1, 200)),
    lambda p: p[0] == 2 * p[1] and p[0] >= 20,
    ideal=(20, 10),
    size=sum,
)
add(
    "dichotomy",
    lambda st: st.tuples(st.integers(0, 10**5), st.integers(0, 10**5)),
    lambda p: min(p) >= 1000 and 10 <= p[1] - p[0] < 1000,
    ideal=(1000, 1010),
    size=sum,
)
add(
    "zigzag_bind",
    lambda st: st.integers(0, 10000).flatmap(lambda m: st.integers(0, 10000).map(lambda n: (m, n))),
    lambda p: abs(p[0] - p[1]) <= 1 and p[0] >= 10,
    ideal=(10, 9),
    size=sum,
)


def _wide_binds(st: Strategies) -> Any:
    one = st.integers(1, 8).flatmap(lambda a: st.integers(0, a).map(lambda x: (a, x)))
    return st.tuples(one, one)


add(
    "wide_binds",
    _wide_binds,
    lambda v: v[0][1] + v[1][1] >= 10,
    ideal=((2, 2), (8, 8)),
    size=lambda v: sum(v[0]) + sum(v[1]),
)


def _fibre(st: Strategies) -> Any:
    return st.integers(1, 8).flatmap(
        lambda n: st.tuples(st.just(n), st.tuples(*[st.integers(0, n)] * 3))
    )


add(
    "fibre_threshold",
    _fibre,
    lambda v: max(v[1]) >= 5 and sum(v[1]) >= 10,
    ideal=(5, (0, 5, 5)),
    size=lambda v: v[0] + sum(v[1]),
)
add(
    "increasing_subsequence",
    lambda st: st.lists(st.integers(), max_size=30),
    lambda xs: _longest_increasing(xs) >= 6,
    ideal=[0, 1, 2, 3, 4, 5],
    size=len,
)


def _longest_increasing(xs: list[int]) -> int:
    from bisect import bisect_left

    tails: list[int] = []
    for x in xs:
        place = bisect_left(tails, x)
        tails[place : place + 1] = [x]
    return len(tails)


add("many_large", _ints, lambda xs: sum(x >= 10 for x in xs) >= 15, ideal=[10] * 15, size=len)

# Lists of lists and sets


def _bool_lists(st: Strategies) -> Any:
    return st.lists(st.lists(st.booleans()))


add(
    "longish_lists",
    _bool_lists,
    lambda ls: sum(len(xs) >= 2 and True in xs for xs in ls) >= 5,
    ideal=[[False, True]] * 5,
    size=lambda ls: sum(map(len, ls)),
)
add(
    "big_longish_lists",
    _bool_lists,
    lambda ls: sum(len(xs) >= 2 and True in xs for xs in ls) >= 5,
    ideal=[[False, True]] * 5,
    size=lambda ls: sum(map(len, ls)),
    is_big=lambda ls: len(ls) >= 15,
)
add(
    "reversed_sublists",
    _bool_lists,
    lambda ls: len(ls) > 3 and ls < [xs[::-1] for xs in ls],
    ideal=[[], [], [], [False, True]],
    size=lambda ls: len(ls) + sum(map(len, ls)),
)
add(
    "three_nonempty_lists",
    lambda st: st.lists(st.lists(st.integers())),
    lambda ls: sum(map(bool, ls)) >= 3,
    ideal=[[0]] * 3,
    size=len,
)
add(
    "three_nonempty_sets",
    lambda st: st.lists(st.sets(st.booleans())),
    lambda ls: sum(map(bool, ls)) >= 3,
    ideal=[{False}] * 3,
    size=len,
)
add(
    "set_of_three",
    lambda st: st.sets(st.integers()),
    lambda xs: len(xs) >= 3,
    ideal={0, 1, -1},
    size=len,
)
add(
    "sets_of_sets",
    lambda st: st.sets(st.frozensets(st.integers(1, 100)), min_size=8),
    _always,
    size=lambda v: sum(map(len, v)),
)
add(
    "dictionary3",
    lambda st: st.dictionaries(st.integers(), st.text()),
    lambda d: len(d) >= 3,
    ideal={0: "", 1: "", -1: ""},
    size=len,
)
add(
    "long_list",
    lambda st: st.lists(st.booleans(), min_size=50),
    lambda xs: len(xs) >= 70,
    ideal=[False] * 70,
    size=len,
)
add(
    "unique_by_length",
    lambda st: st.lists(st.text(), unique_by=len, min_size=5),
    _always,
    ideal=["", "0", "00", "000", "0000"],
    size=lambda v: sum(map(len, v)),
)

# Binds

add(
    "flatmap_left_ignored",
    lambda st: st.integers().flatmap(lambda _: _ints(st)),
    lambda xs: len(xs) >= 10,
    ideal=[0] * 10,
    size=len,
)
add(
    "flatmap_both_sides",
    lambda st: st.integers().flatmap(lambda n: st.lists(st.just(n))),
    lambda xs: len(xs) >= 10,
    ideal=[0] * 10,
    size=len,
)
add(
    "bind_rectangles",
    lambda st: st.integers(0, 10).flatmap(
        lambda w: st.lists(st.lists(st.sampled_from("ab"), min_size=w, max_size=w))
    ),
    lambda rows: ["a", "b"] in rows,
    ideal=[["a", "b"]],
    size=lambda rows: sum(map(len, rows)),
)
for _n in (1, 5, 9):
    add(
        f"bind_keep_true_{_n}",
        lambda st: _sized(st, st.integers(0, 100), st.booleans()),
        lambda xs, n=_n: sum(xs) >= n,
        ideal=[True] * _n,
        size=len,
    )
    add(
        f"bind_delete_middle_{_n}",
        lambda st: _sized(st, st.integers(1, 100), st.booleans()),
        lambda xs, n=_n: xs[0] and xs[-1] and xs.count(False) >= n,
        ideal=[True, *[False] * _n, True],
        size=len,
    )
add(
    "big_bind_keep_true",
    lambda st: _sized(st, st.integers(0, 100), st.booleans()),
    lambda xs: sum(xs) >= 5,
    ideal=[True] * 5,
    size=len,
    is_big=lambda xs: len(xs) >= 60,
)
add(
    "resampling",
    lambda st: st.lists(st.integers(), min_size=1).flatmap(
        lambda xs: st.lists(st.sampled_from(xs))
    ),
    lambda ys: any(ys.count(y) >= 10 for y in ys),
    ideal=[0] * 10,
    size=len,
)

add(
    "string_len_bind",
    lambda st: st.integers(0, 20).flatmap(
        lambda n: st.text(st.characters(max_codepoint=127), min_size=n, max_size=n)
    ),
    lambda s: len(s) >= 10 and "a" in s,
    ideal="000000000a",
    size=len,
)
add(
    "string_len_inverse",
    lambda st: st.integers(0, 10).flatmap(
        lambda n: st.text(st.characters(max_codepoint=127), min_size=10 - n, max_size=10 - n)
    ),
    lambda s: len(s) >= 5 and "a" in s,
    size=len,
)


def _poisoned_list(st: Strategies) -> Any:
    @st.composite
    def lists(draw: Any) -> list[Any]:
        return [
            "poison" if draw(st.integers(0, 9)) == 9 else draw(st.integers(0, 100))
            for _ in range(draw(st.integers(0, 20)))
        ]

    return lists()


add("poisoned_list", _poisoned_list, lambda xs: "poison" in xs, ideal=["poison"], size=len)
add(
    "big_poisoned_list",
    _poisoned_list,
    lambda xs: "poison" in xs,
    ideal=["poison"],
    size=len,
    is_big=lambda xs: len(xs) >= 15,
)
add(
    "falsify_not_all_equal",
    lambda st: _sized(st, st.integers(0, 10), st.integers(0, 1)),
    lambda xs: any(a != b for a, b in pairwise(xs)),
    ideal=[0, 1],
    size=len,
)

# Trees


def _tree5(st: Strategies) -> Any:
    trees = st.deferred(lambda: st.integers() | st.tuples(trees, trees, trees, trees, trees))
    return trees


def _leaves(tree: Any) -> int:
    return sum(map(_leaves, tree)) if isinstance(tree, (tuple, list)) else 1


add("tree5", _tree5, lambda t: isinstance(t, tuple), ideal=(0, 0, 0, 0, 0), size=_leaves)


def _poisoned_tree(st: Strategies) -> Any:
    half = st.integers(0, 255)

    @st.composite
    def trees(draw: Any) -> Any:
        def node(depth: int) -> list[Any]:
            if depth < 8 and draw(st.integers(0, 3)) == 3:
                return node(depth + 1) + node(depth + 1)
            pair = draw(half), draw(half)
            return ["poison" if min(pair) >= 200 else 0]

        tree = node(0)
        return tree, draw(st.binary(min_size=4, max_size=4))

    return trees()


add(
    "poisoned_tree",
    _poisoned_tree,
    lambda v: "poison" in v[0],
    ideal=(["poison"], b"\0\0\0\0"),
    size=lambda v: len(v[0]),
    is_big=lambda v: len(v[0]) >= 4,
)


def binary_trees(st: Strategies) -> Any:
    trees = st.deferred(lambda: st.none() | st.tuples(trees, trees))
    return trees


def _height(t: Any) -> int:
    return 0 if t is None else 1 + max(_height(t[0]), _height(t[1]))


def is_balanced(t: Any) -> bool:
    return t is None or (
        abs(_height(t[0]) - _height(t[1])) <= 1 and is_balanced(t[0]) and is_balanced(t[1])
    )


def branches(t: Any) -> int:
    return 0 if t is None else 1 + branches(t[0]) + branches(t[1])


UNBALANCED = (None, (None, (None, None)))
add("unbalanced_tree", binary_trees, lambda t: not is_balanced(t), ideal=UNBALANCED, size=branches)


def _recursive_lists(st: Strategies) -> Any:
    return st.recursive(st.booleans(), st.lists)


add("recursive_deep", _recursive_lists, lambda t: _depth(t) > 2, ideal=[[[]]], size=_leaves)


def _depth(t: Any) -> int:
    return 1 + max(map(_depth, t), default=0) if isinstance(t, list) else 0


# Text

add("text10", lambda st: st.text(), lambda s: len(s) >= 10, ideal="0" * 10, size=len)
add(
    "ten_texts", lambda st: st.lists(st.text()), lambda xs: len(xs) >= 10, ideal=[""] * 10, size=len
)
add(
    "dup_chars",
    lambda st: st.text(),
    lambda s: len(set(s)) >= 2 and any(s.count(c) >= 3 for c in s),
    ideal="0001",
    size=len,
)
add("text_cased", lambda st: st.text(), lambda s: s != s.lower(), ideal="A", size=len)
add(
    "text_mixed_ascii",
    lambda st: st.text(),
    lambda s: any(c >= "\u2603" for c in s) and any(c < "\x80" for c in s),
    ideal="0\u2603",
    size=len,
)
add(
    "run_length",
    lambda st: st.text(),
    lambda s: any(a == b for a, b in pairwise(s)),
    ideal="00",
    size=len,
)
add(
    "permutation",
    lambda st: st.permutations(range(5)),
    lambda p: p[0] != 0,
    ideal=[1, 0, 2, 3, 4],
    size=lambda p: sum(a != b for a, b in enumerate(p)),
)

# Floats

add(
    "float_above",
    lambda st: st.floats(),
    lambda x: x > 100.5,
    ideal=101.0,
    size=lambda x: len(repr(x)),
)
add(
    "float_fraction",
    lambda st: st.floats(0, 1e9),
    lambda x: x > 1000 and not x.is_integer(),
    ideal=1000.5,
    size=lambda x: len(repr(x)),
)
add(
    "float_list_sum",
    lambda st: st.lists(st.floats(0, 1e9)),
    lambda xs: sum(xs) >= 1000,
    ideal=[1000.0],
    size=len,
)
add(
    "float_sum_order",
    lambda st: st.lists(st.floats(allow_nan=False, allow_infinity=False)),
    lambda xs: sum(xs) != sum(reversed(xs)),
    size=len,
)
add(
    "float_huge",
    lambda st: st.floats(),
    lambda x: x >= 1e300,
    ideal=1e300,
    size=lambda x: len(repr(x)),
)
add("float_narrow", lambda st: st.floats(1.1, 1.6), _always, ideal=1.5, size=lambda x: len(repr(x)))

# Uphill


def _early_exit(st: Strategies) -> Any:
    @st.composite
    def flags(draw: Any) -> list[bool]:
        result = []
        for _ in range(4):
            result.append(draw(st.booleans()))
            if result[-1]:
                break
        return result

    return flags()


add("early_exit", _early_exit, lambda xs: True in xs, ideal=[True], size=len)
add(
    "raise_to_shorten",
    lambda st: st.tuples(st.integers(0, 3), st.booleans(), _ints(st)),
    lambda v: v[0] > 0 or len(v[2]) >= 3,
    ideal=(1, False, []),
    size=lambda v: len(v[2]),
)
add(
    "raise_to_shorten_rare",
    lambda st: st.tuples(st.integers(0, 15), _ints(st)),
    lambda v: v[0] == 1 or len(v[1]) >= 5,
    ideal=(1, []),
    size=lambda v: len(v[1]),
)


def _gate(st: Strategies) -> Any:
    @st.composite
    def gates(draw: Any) -> Any:
        n = draw(st.integers(0, 99))
        extra = [draw(st.integers(0, 9)) for _ in range(3)] if n < 50 else []
        return n, extra, draw(st.integers(0, 100))

    return gates()


add("gate", _gate, lambda v: v[2] >= 30, ideal=(50, [], 30), size=lambda v: len(v[1]))

# Dependence the other way round: what speaks of the list is drawn after it


def _index_after(st: Strategies) -> Any:
    @st.composite
    def lists(draw: Any) -> Any:
        xs = draw(_ints(st))
        return xs, draw(st.integers(0, max(0, len(xs) - 1)))

    return lists()


add(
    "index_after",
    _index_after,
    lambda v: bool(v[0]) and v[0][v[1]] >= 100,
    ideal=([100], 0),
    size=lambda v: len(v[0]),
)


def _length_after(st: Strategies) -> Any:
    return st.tuples(st.lists(st.integers(0, 100)), st.integers(0, 50))


add(
    "length_after",
    _length_after,
    lambda v: len(v[0]) == v[1] and 50 in v[0],
    ideal=([50], 1),
    size=lambda v: len(v[0]),
)
add(
    "parity_after",
    lambda st: st.tuples(st.lists(st.integers(0, 100)), st.booleans()),
    lambda v: len(v[0]) % 2 == v[1] and any(x >= 50 for x in v[0]),
    ideal=([50], True),
    size=lambda v: len(v[0]),
)


def _wide_elements(st: Strategies) -> Any:
    @st.composite
    def rows(draw: Any) -> Any:
        result = []
        while draw(st.integers(0, 4)):
            result.append(tuple(draw(st.integers(0, 100)) for _ in range(10)))
        return result

    return rows()


add(
    "wide_elements",
    _wide_elements,
    lambda rows: any(row[7] >= 90 for row in rows),
    ideal=[(0, 0, 0, 0, 0, 0, 0, 90, 0, 0)],
    size=len,
)
add(
    "seeded_filter",
    lambda st: (
        st.integers(0, 100)
        .flatmap(lambda n: st.text(alphabet="ab").map(lambda s: f"{n}{s}"))
        .filter(lambda s: s != "0")
    ),
    lambda s: True,
    ideal="1",
    size=len,
)


def _matched_labels(st: Strategies) -> Any:
    return st.tuples(st.integers(0, 50), st.lists(st.integers(0, 50)), st.integers(0, 50))


add(
    "matched_labels",
    _matched_labels,
    lambda v: v[0] == v[2] and v[0] in v[1] and v[0] >= 7,
    ideal=(7, [7], 7),
    size=lambda v: len(v[1]),
)
add(
    "shared_ten",
    lambda st: st.lists(st.shared(st.integers(), key="n")),
    lambda xs: len(xs) >= 10 and xs[0] != 0,
    ideal=[1] * 10,
    size=len,
)
add(
    "concatenation",
    lambda st: st.tuples(_ints(st), _ints(st)),
    lambda v: (v[0] + v[1])[::-1] != v[0][::-1] + v[1][::-1],
    ideal=([0], [1]),
    size=lambda v: len(v[0]) + len(v[1]),
)
add(
    "overlap",
    lambda st: st.tuples(_ints(st), _ints(st)),
    lambda v: bool(set(v[0]) & set(v[1])),
    ideal=([0], [0]),
    size=lambda v: len(v[0]) + len(v[1]),
)
add(
    "flattened_sum",
    lambda st: st.lists(st.lists(st.integers(0, 50))),
    lambda ls: sum(chain.from_iterable(ls)) >= 200,
    ideal=[[50, 50, 50, 50]],
    size=lambda ls: len(ls) + sum(map(len, ls)),
)
