"""Any object as a text, whatever its own methods do and however long its numbers are."""

import os
import signal
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from threading import Timer
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.core.shown import MAX_CHARACTERS, cut, escaped, message_of, shown, text_of
from shortlex.errors import InvalidArgument
from shortlex.settings import settings

HUGE = 2**16384

NUMBERS = [
    10**599,
    10**600,
    HUGE,
    HUGE + 1,
    HUGE - 1,
    -HUGE,
    -HUGE + 7,
    -HUGE - 7,
    10**5000,
    3 - 10**5000,
    3**9000,
]


@pytest.mark.parametrize("number", NUMBERS, ids=range(len(NUMBERS)))
def test_an_integer_of_any_length_is_shown_as_code(number: int) -> None:
    assert eval(shown(number)) == number  # noqa: S307  # code is what it should be
    assert len(shown(number)) < 6000


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([1, HUGE], "[1, 2**16384]"),
        ((HUGE,), "(2**16384,)"),
        ({HUGE: {HUGE}}, "{2**16384: {2**16384}}"),
        (frozenset([HUGE]), "frozenset({2**16384})"),
        (range(HUGE), "range(0, 2**16384, 1)"),
        (slice(HUGE), "slice(None, 2**16384, None)"),
        (Fraction(HUGE, 3), "Fraction(2**16384, 3)"),
        (Decimal("1e99999"), "Decimal('1E+99999')"),
    ],
    ids=["list", "tuple", "dict", "frozenset", "range", "slice", "Fraction", "Decimal"],
)
def test_a_container_of_long_integers_is_shown_as_code(value: object, text: str) -> None:
    assert shown(value) == text


def test_a_container_too_deep_to_be_written_is_replaced() -> None:
    deep: Any = HUGE
    for _ in range(10_000):
        deep = [deep]
    assert shown(deep).startswith("<list: its repr raised ")


def test_an_integer_of_millions_of_bits_is_not_written_in_full() -> None:
    assert shown(-(2**5_000_000)) == (
        "<an integer of 5,000,001 bits, beginning with -0x8000000000000000>"
    )


def test_a_text_of_a_long_integer_is_the_same_code() -> None:
    assert [text_of(HUGE), text_of([HUGE]), text_of(5)] == ["2**16384", "[2**16384]", "5"]


def test_what_a_terminal_does_not_show_is_escaped() -> None:
    assert escaped("a\x1b[1m\ud800\u202e\u200b\x00é\n\tz") == (
        "a\\x1b[1m\\ud800\\u202e\\u200b\\x00é\n\tz"
    )


def test_a_long_text_is_cut_and_says_how_long_it_was() -> None:
    text = cut("x" * 10**6)
    assert text.endswith("x... (the first 100,000 of 1,000,000 characters)")
    assert len(text) < MAX_CHARACTERS + 100


def test_a_message_that_raises_is_replaced() -> None:
    class OddError(Exception):
        def __str__(self) -> str:
            raise SystemExit

    assert message_of(OddError()) == "<its __str__ raised SystemExit>"


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_a_real_interrupt_in_a_repr_is_raised() -> None:
    class Slow:
        def __repr__(self) -> str:
            Timer(0.05, interrupt).start()
            while True:
                pass

    with pytest.raises(KeyboardInterrupt):
        shown(Slow())


def test_a_time_limit_in_a_repr_is_raised() -> None:
    class Slow:
        def __repr__(self) -> str:
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            while True:
                pass

    def handle(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, handle)
    try:
        with pytest.raises(TimeoutError):
            shown(Slow())
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    "make",
    [
        lambda: st.integers(HUGE, 5),
        lambda: st.floats(HUGE),
        lambda: st.floats(width=HUGE),  # type: ignore[arg-type]  # on purpose
        lambda: st.lists(st.none(), max_size=-HUGE),
        lambda: st.lists(st.none(), min_size=HUGE),
        lambda: st.text(min_size=HUGE),
        lambda: st.text(HUGE),  # type: ignore[call-overload]  # on purpose
        lambda: st.binary(min_size=HUGE, max_size=1),
        lambda: st.fractions(HUGE, 1),
        lambda: st.fractions(max_denominator=-HUGE),
        lambda: st.fractions(Fraction(1, HUGE), max_denominator=3),
        lambda: st.decimals(HUGE, 1),
        lambda: st.decimals(HUGE, 2 * HUGE, allow_infinity=True),
        lambda: st.decimals(places=-HUGE),
        lambda: st.decimals(places=HUGE),
        lambda: st.decimals(min_value=Decimal("1e999999999")),
        lambda: st.sampled_from(HUGE),  # type: ignore[call-overload]  # on purpose
        lambda: st.sampled_from([1, 2], weights=[-HUGE, 1]),
        lambda: st.one_of(HUGE),  # type: ignore[call-overload]  # on purpose
        lambda: st.characters(min_codepoint=HUGE),
        lambda: st.slices(-HUGE),
        lambda: st.uuids(version=HUGE),  # type: ignore[arg-type]  # on purpose
        lambda: st.booleans(p=HUGE),
        lambda: st.builds(HUGE),  # type: ignore[arg-type]  # on purpose
        lambda: st.tuples(HUGE),  # type: ignore[arg-type]  # on purpose
        lambda: st.recursive(st.none(), st.lists, max_leaves=-HUGE),
        lambda: st.timedeltas(HUGE),  # type: ignore[arg-type]  # on purpose
        lambda: settings(max_examples=-HUGE),
        lambda: settings(deadline=HUGE),
        lambda: settings(verbosity=HUGE),  # type: ignore[arg-type]  # on purpose
        lambda: settings(phases=[HUGE]),  # type: ignore[list-item]  # on purpose
        lambda: settings(min_failure_rate=HUGE),
        lambda: settings(database=HUGE),  # type: ignore[arg-type]  # on purpose
    ],
)
def test_a_long_integer_where_it_cannot_be_used_is_named(make: Callable[[], Any]) -> None:
    with pytest.raises(InvalidArgument, match=r"2\*\*16384|1E\+999999999"):
        make().validate()


@pytest.mark.parametrize(
    "strategy",
    [
        st.integers(-HUGE, HUGE),
        st.just([HUGE]),
        st.sampled_from([HUGE, {HUGE}]),
        st.fractions(HUGE, 2 * HUGE),
        st.decimals(10**5000, 10**5001),
        st.decimals(0, 1, places=5000),
        st.shared(st.none(), key=HUGE),
    ],
)
def test_a_strategy_of_long_integers_has_a_repr(strategy: st.SearchStrategy[Any]) -> None:
    strategy.validate()
    assert "raised" not in repr(strategy)


def test_seconds_beyond_any_float_are_no_limit() -> None:
    assert settings(shrink_seconds=HUGE).shrink_seconds > 1e300
