"""Classics: the cases of SmartCheck, of the ECOOP 2020 paper and of the shrinking challenge.

Size: a list of cases, each short.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from bench.reduction.case import Strategies, add


def wrapped(number: int) -> int:
    """As a signed 16-bit integer."""
    number &= 0xFFFF
    return number - 0x10000 if number >= 0x8000 else number


# bound5


def _bound5_fails(lists: tuple[list[int], ...]) -> bool:
    return wrapped(sum(chain.from_iterable(lists))) >= 5 * 256


def _bound5(st: Strategies) -> Any:
    one = st.lists(st.integers(-32768, 32767), max_size=1).filter(lambda xs: sum(xs) < 256)
    return st.tuples(one, one, one, one, one)


def _bound5_full(st: Strategies) -> Any:
    one = st.lists(st.integers(-32768, 32767)).filter(lambda xs: wrapped(sum(xs)) < 256)
    return st.tuples(one, one, one, one, one)


def _numbers(lists: Any) -> int:
    return sum(map(len, lists))


BOUND5 = ([], [], [], [-1], [-32768])
add("bound5", _bound5, _bound5_fails, ideal=BOUND5, size=_numbers)
add("bound5_full", _bound5_full, _bound5_fails, ideal=BOUND5, size=_numbers)
add(
    "big_bound5_full",
    _bound5_full,
    _bound5_fails,
    ideal=BOUND5,
    size=_numbers,
    is_big=lambda lists: _numbers(lists) >= 30,
)


def _bound5_small(st: Strategies) -> Any:
    one = st.lists(st.integers(-100, 0), max_size=1)
    return st.tuples(one, one, one, one, one)


add(
    "bound5_small",
    _bound5_small,
    lambda lists: sum(chain.from_iterable(lists)) < -150,
    ideal=([], [], [], [-51], [-100]),
    size=_numbers,
)


# binheap: heaps are None or (key, left, right)


def _heap(st: Strategies, *, is_bounded: bool) -> Any:
    @st.composite
    def heaps(draw: Any) -> Any:
        def node(budget: int, least: int | None) -> Any:
            branch = draw(st.integers(1, 6 if is_bounded else 8))
            if branch == 1 or budget == 0:
                return None
            if is_bounded:
                key = draw(st.integers(0 if least is None else least, 2**63 - 1))
            elif least is None:
                key = draw(st.integers())
            else:
                key = draw(st.integers().filter(lambda k: k >= least))
            return key, node(budget // 2, key), node(budget // 2, key)

        return node(draw(st.integers(0, 20)), None)

    return heaps()


def _to_list(heap: Any) -> list[int]:
    if heap is None:
        return []
    return [heap[0], *_to_list(heap[1]), *_to_list(heap[2])]


def _merge(a: Any, b: Any) -> Any:
    if a is None:
        return b
    if b is None:
        return a
    if a[0] <= b[0]:
        return a[0], _merge(a[2], b), a[1]
    return b[0], _merge(b[2], a), b[1]


def _wrong_sorted_list(heap: Any) -> list[int]:
    """Pops the root once and then only lists the rest, right child first."""
    if heap is None:
        return []

    def listed(rest: Any) -> list[int]:
        if rest is None:
            return []
        return [rest[0], *listed(rest[2]), *listed(rest[1])]

    return [heap[0], *listed(_merge(heap[1], heap[2]))]


def _heap_fails(heap: Any) -> bool:
    found = _wrong_sorted_list(heap)
    return found != sorted(found) or sorted(found) != sorted(_to_list(heap))


def _constructors(heap: Any) -> int:
    return 1 if heap is None else 1 + _constructors(heap[1]) + _constructors(heap[2])


HEAP = (0, None, (0, (0, None, None), (1, None, None)))
for _name, _bounded in (("binheap", False), ("binheap_bounded", True)):
    add(
        _name,
        lambda st, b=_bounded: _heap(st, is_bounded=b),
        _heap_fails,
        ideal=HEAP,
        size=_constructors,
    )
    add(
        f"big_{_name}",
        lambda st, b=_bounded: _heap(st, is_bounded=b),
        _heap_fails,
        ideal=HEAP,
        size=_constructors,
        is_big=lambda heap: _constructors(heap) >= 25,
    )


# calculator


def _expressions(st: Strategies) -> Any:
    expressions = st.deferred(
        lambda: st.one_of(
            st.integers(),
            st.tuples(st.just("+"), expressions, expressions),
            st.tuples(st.just("/"), expressions, expressions),
        )
    )
    return expressions


def _has_literal_division(e: Any) -> bool:
    if isinstance(e, int):
        return False
    if e[0] == "/" and e[2] == 0:
        return True
    return _has_literal_division(e[1]) or _has_literal_division(e[2])


def _evaluate(e: Any) -> int:
    if isinstance(e, int):
        return e
    left, right = _evaluate(e[1]), _evaluate(e[2])
    return left + right if e[0] == "+" else left // right


def _calculator_fails(e: Any) -> bool:
    if _has_literal_division(e):
        return False
    try:
        _evaluate(e)
    except ZeroDivisionError:
        return True
    return False


def _nodes(e: Any) -> int:
    return 1 if isinstance(e, int) else 1 + _nodes(e[1]) + _nodes(e[2])


CALCULATOR = ("/", 0, ("+", 0, 0))
add("calculator", _expressions, _calculator_fails, ideal=CALCULATOR, size=_nodes)
add(
    "big_calculator",
    _expressions,
    _calculator_fails,
    ideal=CALCULATOR,
    size=_nodes,
    is_big=lambda e: _nodes(e) >= 25,
)


# parser: a language of modules and functions that is shown and read back wrongly


def _language(st: Strategies) -> Any:
    names = st.text(
        alphabet="0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", min_size=1
    )

    @st.composite
    def expressions(draw: Any) -> Any:
        def node(depth: int) -> Any:
            if depth == 0:
                if draw(st.booleans()):
                    return "Int", draw(st.integers())
                return "Bool", draw(st.booleans())
            weight = draw(st.integers(0, 60))
            below = draw(st.integers(0, depth - 1))
            if weight == 0:
                return "Not", node(below)
            operator = ("And", "Or", "Add", "Sub", "Mul", "Div")[(weight - 1) // 10]
            return operator, node(below), node(below)

        # Depths are kept small enough for a case to end: the children of a node share one depth.
        return node(draw(st.integers(0, 6)))

    expression = expressions()
    statement = st.one_of(
        st.tuples(st.just("Return"), expression),
        st.tuples(st.just("Assign"), names, expression),
        st.tuples(st.just("Alloc"), names, expression),
    )
    function = st.tuples(names, st.lists(expression), st.lists(statement))
    module = st.tuples(st.lists(names), st.lists(names))
    return st.tuples(st.lists(module), st.lists(function))


def _read_back(e: Any) -> Any:
    """What the parser makes of a shown expression."""
    if not isinstance(e, tuple):
        return e
    if e[0] == "And":
        return "And", _read_back(e[2]), _read_back(e[1])
    if e[0] == "Or":
        return "And", _read_back(e[2]), _read_back(e[1])
    return (e[0], *map(_read_back, e[1:]))


def _parser_fails(language: Any) -> bool:
    for _, arguments, statements in language[1]:
        if any(_read_back(e) != e for e in arguments):
            return True
        if any(_read_back(s[-1]) != s[-1] for s in statements):
            return True
    return False


def _language_size(language: Any) -> int:
    def expression(e: Any) -> int:
        return 1 + sum(expression(child) for child in e[1:] if isinstance(child, tuple))

    modules, functions = language
    size = sum(len(a) + len(b) for a, b in modules)
    for _, arguments, statements in functions:
        size += sum(map(expression, arguments)) + sum(expression(s[-1]) for s in statements)
    return size


PARSER = ([], [("0", [("And", ("Bool", False), ("Bool", True))], [])])
add("parser", _language, _parser_fails, ideal=PARSER, size=_language_size)
add(
    "big_parser",
    _language,
    _parser_fails,
    ideal=PARSER,
    size=_language_size,
    is_big=lambda language: _language_size(language) >= 60,
)


# Lists


def _ints(st: Strategies) -> Any:
    return st.lists(st.integers())


def _long(n: int) -> Any:
    return lambda xs: len(xs) >= n


add("reverse", _ints, lambda xs: xs != xs[::-1], ideal=[0, 1], size=len)
add("big_reverse", _ints, lambda xs: xs != xs[::-1], ideal=[0, 1], size=len, is_big=_long(20))


def _coupling_fails(xs: list[int]) -> bool:
    if any(x >= len(xs) for x in xs):
        return False
    return any(j != i and xs[j] == i for i, j in enumerate(xs))


add(
    "coupling",
    lambda st: st.lists(st.integers(0, 10)),
    _coupling_fails,
    ideal=[1, 0],
    size=len,
)
add(
    "big_coupling",
    lambda st: st.lists(st.integers(0, 10)),
    _coupling_fails,
    ideal=[1, 0],
    size=len,
    is_big=_long(8),
)


def _deletion_fails(pair: tuple[list[int], int]) -> bool:
    xs, i = pair
    if i >= len(xs):
        return False
    left = list(xs)
    left.remove(xs[i])
    return xs[i] in left


add(
    "deletion",
    lambda st: st.tuples(st.lists(st.integers()), st.integers(0, 10)),
    _deletion_fails,
    ideal=([0, 0], 0),
    size=lambda pair: len(pair[0]),
)
add("distinct", _ints, lambda xs: len(set(xs)) >= 3, ideal=[0, 1, -1], size=len)
add(
    "big_distinct",
    _ints,
    lambda xs: len(set(xs)) >= 3,
    ideal=[0, 1, -1],
    size=len,
    is_big=_long(20),
)


def _lists(st: Strategies) -> Any:
    return st.lists(st.lists(st.integers()))


add("nestedlists", _lists, lambda ls: _numbers(ls) > 10, ideal=[[0] * 11], size=len)
add(
    "big_nestedlists",
    _lists,
    lambda ls: _numbers(ls) > 10,
    ideal=[[0] * 11],
    size=len,
    is_big=lambda ls: _numbers(ls) >= 60,
)


def _product(pair: tuple[int, list[int]]) -> int:
    result, factors = pair
    for factor in factors:
        result *= factor
    return result


def _replacement(st: Strategies) -> Any:
    return st.tuples(st.integers(0, 10**6), st.lists(st.integers(2, 10)))


add(
    "replacement",
    _replacement,
    lambda pair: _product(pair) >= 10**6,
    ideal=(1_000_000, []),
    size=lambda pair: 1 + len(pair[1]),
)
add(
    "big_replacement",
    _replacement,
    lambda pair: _product(pair) >= 10**6,
    ideal=(1_000_000, []),
    size=lambda pair: 1 + len(pair[1]),
    is_big=lambda pair: len(pair[1]) >= 10,
)


def _degenerate(st: Strategies) -> Any:
    @st.composite
    def words(draw: Any) -> str:
        length = draw(st.integers(0, 60))
        word = ""
        for _ in range(length):
            if word and draw(st.integers(0, 9)):
                word += word[-1]
            else:
                word += draw(st.sampled_from("ABC"))
        return word

    return words()


def _degenerate_fails(word: str) -> bool:
    return (len(word) > 4 and len(set(word)) == 1) or sorted(word) == ["A", "B", "C"]


add("degenerate", _degenerate, _degenerate_fails, ideal="ABC", size=len)


# jlink/shrinking-challenge

UNION = [[0, 1, -1, 2, -2]]
add(
    "large_union_list",
    _lists,
    lambda ls: len(set(chain.from_iterable(ls))) >= 5,
    ideal=UNION,
    size=lambda ls: len(ls) + _numbers(ls),
)
add(
    "big_large_union_list",
    _lists,
    lambda ls: len(set(chain.from_iterable(ls))) >= 5,
    ideal=UNION,
    size=lambda ls: len(ls) + _numbers(ls),
    is_big=lambda ls: _numbers(ls) >= 40,
)


def _lengthlist(st: Strategies) -> Any:
    return st.integers(1, 100).flatmap(
        lambda n: st.lists(st.integers(0, 1000), min_size=n, max_size=n)
    )


add("lengthlist", _lengthlist, lambda xs: max(xs) >= 900, ideal=[900], size=len)
add(
    "big_lengthlist",
    _lengthlist,
    lambda xs: max(xs) >= 900,
    ideal=[900],
    size=len,
    is_big=_long(50),
)


def _pair(st: Strategies) -> Any:
    return st.tuples(st.integers(1, 1000), st.integers(1, 1000))


add("difference_zero", _pair, lambda p: p[0] >= 10 and p[0] == p[1], ideal=(10, 10), size=sum)
add(
    "difference_small",
    _pair,
    lambda p: p[0] >= 10 and 1 <= abs(p[0] - p[1]) <= 4,
    ideal=(10, 6),
    size=sum,
)
add(
    "difference_one",
    _pair,
    lambda p: p[0] >= 10 and abs(p[0] - p[1]) == 1,
    ideal=(10, 9),
    size=sum,
)
