"""Each: a row for every strategy that the other rows leave out.

Where people would make the value with a line of their own, ``bare`` has that line.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from bench import bare, shapes
from bench.row import Row, Strategies

PATTERN = r"[a-z]{2,8}(-[0-9]+)?@[a-z]{3,9}\.(com|org)"


def _row(
    name: str,
    describe: str,
    make: Callable[[Strategies], Any],
    by_hand: Callable[[Random], Any] | None = None,
    *,
    most_cases: int | None = None,
) -> Row:
    """A row of one argument, of any kind."""
    return Row(
        name,
        describe,
        lambda st: (make(st),),
        by_hand,
        shapes.ANY,
        most_cases=most_cases,
    )


def _provisional(st: Strategies) -> Any:
    return import_module(f"{st.__name__.partition('.')[0]}.provisional")


def _trees(st: Strategies) -> Any:
    trees = st.deferred(lambda: st.booleans() | st.tuples(trees, trees))
    return trees


def _one_twice(st: Strategies) -> Any:
    one = st.shared(st.integers())
    return st.tuples(one, one)


def _pick(data: Any, st: Strategies) -> tuple[list[int], int]:
    numbers = data.draw(st.lists(st.integers(0, 9), min_size=1, max_size=5))
    return numbers, data.draw(st.sampled_from(numbers))


EACH = (
    _row(
        "constants",
        "tuples(none(), just(0), integers())",
        lambda st: st.tuples(st.none(), st.just(0), st.integers()),
        lambda random: (None, 0, bare.integer(random)),
    ),
    _row(
        "tuples",
        "tuples(integers(), booleans(), text())",
        lambda st: st.tuples(st.integers(), st.booleans(), st.text()),
        lambda random: (bare.integer(random), random.random() < 0.5, bare.text(random)),
    ),
    _row("map", "integers().map(str)", lambda st: st.integers().map(str), bare.digits),
    _row("characters", "characters()", lambda st: st.characters(), bare.character),
    _row("binary", "binary()", lambda st: st.binary(), bare.binary),
    _row("sets", "sets(integers())", lambda st: st.sets(st.integers()), bare.integer_set),
    _row(
        "frozensets",
        "frozensets(text())",
        lambda st: st.frozensets(st.text()),
        lambda random: frozenset([bare.text(random) for _ in range(bare.size(random))]),
    ),
    _row(
        "iterables",
        "iterables(integers())",
        lambda st: st.iterables(st.integers()),
        lambda random: iter(bare.integer_list(random)),
    ),
    _row(
        "permutations",
        "permutations(range(10))",
        lambda st: st.permutations(range(10)),
        lambda random: random.sample(range(10), 10),
    ),
    _row(
        "fixed_dictionaries",
        "fixed_dictionaries(two keys, optional=one)",
        lambda st: st.fixed_dictionaries(
            {"id": st.integers(), "name": st.text()}, optional={"is_admin": st.booleans()}
        ),
        bare.record,
    ),
    _row("deferred", "deferred(booleans, or two of the same)", _trees),
    _row("shared", "tuples of one shared(integers()) twice", _one_twice),
    _row("data", "two draws from data()", lambda st: st.builds(_pick, st.data(), st.just(st))),
    _row("fractions", "fractions()", lambda st: st.fractions(), bare.fraction),
    _row("decimals", "decimals()", lambda st: st.decimals(), bare.decimal),
    _row("complex_numbers", "complex_numbers()", lambda st: st.complex_numbers(), bare.complexed),
    _row("dates", "dates()", lambda st: st.dates(), bare.date),
    _row("times", "times()", lambda st: st.times(), bare.time),
    _row("datetimes", "datetimes()", lambda st: st.datetimes(), bare.moment),
    _row("timedeltas", "timedeltas()", lambda st: st.timedeltas(), bare.timedelta),
    _row(
        "datetimes in zones",
        "datetimes(timezones=timezones())",
        lambda st: st.datetimes(timezones=st.timezones()),
    ),
    _row("from_type", "from_type(list[int])", lambda st: st.from_type(list[int])),
    _row(
        "functions",
        "functions(like=..., returns=integers()), called once",
        lambda st: st.functions(like=lambda x: None, returns=st.integers()).map(lambda f: f(1)),
    ),
    _row(
        "randoms",
        "randoms(), asked for a number and a shuffle",
        lambda st: st.randoms().map(lambda r: (r.randint(0, 9), r.sample(range(5), 5))),
    ),
    _row("timezones", "timezones()", lambda st: st.timezones(), most_cases=200),
    _row("timezone_keys", "timezone_keys()", lambda st: st.timezone_keys(), most_cases=200),
    _row("uuids", "uuids()", lambda st: st.uuids(), bare.uuid),
    _row("ip_addresses", "ip_addresses()", lambda st: st.ip_addresses(), bare.address),
    _row("slices", "slices(1000)", lambda st: st.slices(1000), bare.sliced),
    _row(
        "from_regex",
        f"from_regex({PATTERN!r}, fullmatch=True)",
        lambda st: st.from_regex(PATTERN, fullmatch=True),
    ),
    _row("emails", "emails()", lambda st: st.emails()),
    _row("domains", "provisional.domains()", lambda st: _provisional(st).domains()),
    _row("urls", "provisional.urls()", lambda st: _provisional(st).urls()),
)
