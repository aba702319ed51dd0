"""The low-level API, and the examples of the document that it comes from."""

from typing import Any

import pytest

from shortlex import lowlevel
from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.lowlevel import Case, Outcome


def found_by(function: Any, **options: Any) -> lowlevel.Trace:
    trace = lowlevel.run(function, **{"seed": 0, **options})
    assert trace is not None
    return trace


# What a case can do


def test_bits_reduce_to_small_numbers() -> None:
    def function(case: Case) -> None:
        if lowlevel.draw_bits(case, 16) >= 1000:
            lowlevel.mark_interesting(case)

    for seed in range(5):
        assert found_by(function, seed=seed).choices == (1000,)


def test_bytes_reduce_to_zeros_from_the_left() -> None:
    def function(case: Case) -> None:
        if len(set(lowlevel.draw_bytes(case, 4))) >= 2:
            lowlevel.mark_interesting(case)

    for seed in range(5):
        assert found_by(function, seed=seed).choices == (b"\0\0\0\1",)


def test_no_bytes_and_no_bits_are_one_value() -> None:
    def function(case: Case) -> None:
        assert lowlevel.draw_bytes(case, 0) == b""
        assert lowlevel.draw_bits(case, 0) == 0

    assert lowlevel.run(function) is None


def test_the_example_at_the_top_of_the_module_is_true() -> None:
    def has_two_ones(case: Case) -> None:
        bits = [lowlevel.draw_bits(case, 1) for _ in range(8)]
        lowlevel.write(case, repr(bits))
        if sum(bits) >= 2:
            lowlevel.mark_interesting(case)

    assert found_by(has_two_ones).output == "[0, 0, 0, 0, 0, 0, 1, 1]"


def test_spans_are_recorded_and_deleted_together() -> None:
    def function(case: Case) -> None:
        total = 0
        while True:
            lowlevel.start_span(case, "element")
            if not lowlevel.draw_bits(case, 1):
                lowlevel.stop_span(case, discard=True)
                break
            total += lowlevel.draw_bits(case, 8) + lowlevel.draw_bits(case, 8)
            lowlevel.stop_span(case)
        if total >= 300:
            lowlevel.mark_interesting(case)

    for seed in range(5):
        trace = found_by(function, seed=seed, max_examples=1000)
        assert trace.size == 4
        assert [span.label for span in trace.spans] == ["element"] * 2
        assert trace.spans[1].is_discarded


def test_invalid_cases_are_not_counted() -> None:
    calls = []

    def function(case: Case) -> None:
        value = lowlevel.draw_bits(case, 20)
        if value % 2:
            lowlevel.mark_invalid(case, "odd")
        calls.append(value)

    assert lowlevel.run(function, seed=0, max_examples=50) is None
    # A function of a case is run to its end before it is known to be a duplicate.
    assert len(set(calls)) == 50


def test_origins_tell_what_is_looked_for_apart() -> None:
    def function(case: Case) -> None:
        value = lowlevel.draw_bits(case, 8)
        if value:
            lowlevel.mark_interesting(case, "odd" if value % 2 else "even")

    trace = found_by(function)
    assert (trace.origin, trace.choices) in [("odd", (1,)), ("even", (2,))]


def test_an_error_is_interesting_too() -> None:
    def function(case: Case) -> None:
        assert case.draw(st.integers()) < 100

    trace = found_by(function)
    assert isinstance(trace.error, AssertionError)
    assert trace.choices == (100,)


# Costs and outputs


def test_what_costs_loses_to_what_is_larger_but_free() -> None:
    """nan is shorter than 10000.0, and yet 10000.0 is what a person wants to see."""

    def function(case: Case) -> None:
        if lowlevel.draw_bits(case, 1):
            value = float(lowlevel.draw_bits(case, 24))
        else:
            value = float("nan")
            lowlevel.incur_cost(case, 1)
        lowlevel.write(case, repr(value))
        if not value < 10000.0:
            lowlevel.mark_interesting(case)

    nan = lowlevel.replay(function, [0])
    large = lowlevel.replay(function, [1, 10000])
    assert (nan.output, large.output) == ("nan", "10000.0")
    assert (nan.cost, large.cost) == (1, 0)
    assert nan.size < large.size
    for order in ("choices", "output"):
        outputs = {found_by(function, seed=seed, order=order).output for seed in range(10)}
        assert outputs == {"10000.0"}


def test_the_shorter_output_wins_before_the_simpler_choices() -> None:
    def function(case: Case) -> None:
        values = case.draw(st.booleans().flatmap(lambda x: st.lists(st.just(x))))
        lowlevel.write(case, repr(values))
        if len(values) >= 10:
            lowlevel.mark_interesting(case)

    by_choices = {found_by(function, seed=seed).output for seed in range(10)}
    assert by_choices == {repr([False] * 10)}
    # Ten times True is ten letters less. A reduction that begins with True stays there.
    by_output = {found_by(function, seed=seed, order="output").output for seed in range(10)}
    assert repr([True] * 10) in by_output


def test_a_cost_outweighs_any_output() -> None:
    def function(case: Case) -> None:
        is_short = lowlevel.draw_bits(case, 1)
        lowlevel.write(case, "x" if is_short else 20 * "x")
        lowlevel.incur_cost(case, is_short)
        lowlevel.mark_interesting(case)

    for seed in range(5):
        assert found_by(function, seed=seed, order="output").output == 20 * "x"


def test_equal_outputs_are_told_apart_by_choices() -> None:
    def function(case: Case) -> None:
        value = lowlevel.draw_bits(case, 8)
        lowlevel.write(case, "always this")
        if value > 3:
            lowlevel.mark_interesting(case)

    assert found_by(function, order="output").choices == (4,)


# Options


def test_options_are_those_of_settings() -> None:
    calls = []

    def function(case: Case) -> None:
        calls.append(lowlevel.draw_bits(case, 32))

    assert lowlevel.run(function, max_examples=7) is None
    assert len(set(calls)) == 7
    trace = found_by(lambda case: case.mark_interesting(), phases=["generate"])
    assert trace.is_interesting
    with pytest.raises(TypeError, match="settings\\(\\) has no 'maximum'"):
        lowlevel.run(function, maximum=7)


def test_without_options_200_cases_are_run() -> None:
    calls = []
    lowlevel.run(lambda case: calls.append(lowlevel.draw_bits(case, 32)))
    assert len(set(calls)) == 200


def test_a_seed_decides() -> None:
    def cases(seed: int) -> list[int]:
        calls: list[int] = []
        lowlevel.run(lambda case: calls.append(lowlevel.draw_bits(case, 32)), seed=seed)
        return calls

    assert cases(1) == cases(1) != cases(2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda case: lowlevel.draw_bits(case, -1), r"draw_bits\(n=-1\): must be a whole number"),
        (lambda case: lowlevel.draw_bytes(case, 1.0), r"draw_bytes\(n=1.0\): must be a whole"),
        (lambda case: lowlevel.draw_bytes(case, True), r"draw_bytes\(n=True\): must be a whole"),
        (lambda case: lowlevel.incur_cost(case, -3), r"incur_cost\(cost=-3\): must be a whole"),
    ],
)
def test_amounts_are_whole_numbers(call: Any, message: str) -> None:
    trace = lowlevel.replay(call, [])
    assert isinstance(trace.error, InvalidArgument)
    with pytest.raises(InvalidArgument, match=message):
        raise trace.error


def test_an_unknown_order_is_an_error() -> None:
    with pytest.raises(InvalidArgument, match='must be "choices" or "output"'):
        lowlevel.run(lambda case: None, order="size")  # type: ignore[arg-type]  # under test


# Replays


def two_numbers(case: Case) -> None:
    x, y = lowlevel.draw_bits(case, 8), lowlevel.draw_bits(case, 16)
    lowlevel.write(case, f"{x} {y}")
    if x > y:
        lowlevel.mark_interesting(case)


def test_choices_are_replayed_and_made_to_fit() -> None:
    assert lowlevel.replay(two_numbers, [3, 2]).output == "3 2"
    assert lowlevel.replay(two_numbers, [3, 2]).outcome is Outcome.INTERESTING
    assert lowlevel.replay(two_numbers, [2, 3]).outcome is Outcome.VALID
    assert lowlevel.replay(two_numbers, [1000]).output == "255 0"


def test_bytes_decide_and_overrun_at_their_end() -> None:
    assert lowlevel.replay_bytes(two_numbers, b"\x03\x00\x02").output == "3 2"
    assert lowlevel.replay_bytes(two_numbers, b"\x03\x00\x02 and more").output == "3 2"
    short = lowlevel.replay_bytes(two_numbers, b"\x03\x00")
    assert short.outcome is Outcome.OVERRUN
    assert short.choices == (3,)
    assert lowlevel.replay_bytes(two_numbers, b"").outcome is Outcome.OVERRUN


# Reductions of a case that was found elsewhere


def test_a_given_case_is_reduced() -> None:
    trace = lowlevel.reduce(two_numbers, [200, 150])
    assert trace.choices == (1, 0)
    assert trace.is_interesting
    assert trace.output == "1 0"


def test_a_case_stays_interesting_for_the_same_reason() -> None:
    def function(case: Case) -> None:
        number = lowlevel.draw_bits(case, 16)
        if number >= 10:
            lowlevel.mark_interesting(case, "large" if number >= 1000 else "small")

    assert lowlevel.reduce(function, [5000]).choices == (1000,)
    assert lowlevel.reduce(function, [500]).choices == (10,)


def test_a_case_that_raises_is_reduced_too() -> None:
    def function(case: Case) -> None:
        if lowlevel.draw_bits(case, 16) >= 7:
            raise ValueError("seven or more")

    trace = lowlevel.reduce(function, [5000])
    assert trace.choices == (7,)
    assert isinstance(trace.error, ValueError)


def test_a_given_case_need_not_be_of_a_size_that_is_generated() -> None:
    numbers = st.lists(st.integers(0, 100))
    choices = [x for number in range(3000) for x in (True, number % 100)]

    def function(case: Case) -> None:
        if 77 in case.draw(numbers):
            lowlevel.mark_interesting(case)

    assert lowlevel.reduce(function, choices).choices == (True, 77, False)


def test_a_case_that_cannot_be_simpler_is_left_as_it_is() -> None:
    assert lowlevel.reduce(two_numbers, [1, 0]).choices == (1, 0)


def test_the_same_seed_reduces_in_the_same_way() -> None:
    def reduced(seed: int) -> list[str]:
        outputs: list[str] = []

        def function(case: Case) -> None:
            numbers = case.draw(st.lists(st.integers(0, 50)))
            outputs.append(repr(numbers))
            if sum(numbers) >= 120:
                lowlevel.mark_interesting(case)

        lowlevel.reduce(function, [x for n in range(30) for x in (True, n)], seed=seed)
        return outputs

    for seed in range(3):
        assert reduced(seed) == reduced(seed)


@pytest.mark.parametrize(
    ("choices", "outcome"), [([2, 3], "valid"), ([0, 0], "valid"), ([9, 0], "invalid")]
)
def test_a_case_that_is_not_interesting_cannot_be_reduced(choices: list[int], outcome: str) -> None:
    def function(case: Case) -> None:
        if lowlevel.draw_bits(case, 8) == 9:
            lowlevel.mark_invalid(case)

    with pytest.raises(
        InvalidArgument, match=rf"reduce\(choices=\.\.\.\): the case is {outcome}, not interesting"
    ):
        lowlevel.reduce(function, choices)
