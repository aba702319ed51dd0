"""Foresight: the body is not run where its ending is known, or does not matter."""

import gc
import math
from array import array
from random import Random
from typing import Any

import pytest

from shortlex import Phase, assume, find, given, lowlevel, seed, settings
from shortlex import strategies as st
from shortlex.core.case import Case, RecordedCase
from shortlex.core.order import simpler, simpler_output
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.core.trial_case import TrialCase
from shortlex.reducer.progress import Progress
from shortlex.runner.execute import execute
from shortlex.runner.foresight import Foresight
from shortlex.runner.result import Result
from shortlex.runner.run import run

FIRST, SECOND = ValueError("first"), TypeError("second")


class Body:
    """The body of a test: what it was called with, and what it makes of that."""

    def __init__(self, fails: Any) -> None:
        self.fails = fails
        self.met: list[str] = []

    def __call__(self, *values: Any) -> None:
        self.met.append(repr(values))
        if self.fails(*values):
            raise ValueError


def test_of(body: Any, *strategies: Any) -> Any:
    """A test function as ``given`` makes it, without what it adds around it."""

    def function(case: Case) -> None:
        values = [case.draw(strategy) for strategy in strategies]
        case.arguments_drawn(list(values))
        body(*values)

    return function


test_of.__test__ = False  # type: ignore[attr-defined]  # pytest would take it for a test


def started(function: Any, seed: int) -> Trace:
    """A failing case, as it was found."""
    options = settings(max_examples=1000, phases=[Phase.generate])
    return run(function, options, seed=seed).failures[0].trace


def reduced(body: Any, *strategies: Any, seed: int = 0) -> Result:
    options = settings(max_examples=1000, report_multiple_bugs=False)
    result = run(test_of(body, *strategies), options, seed=seed)
    assert result.failures
    return result


WAYS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "filtered": (
        lambda xs: sum(xs) >= 100,
        (st.lists(st.integers(0, 50).filter(lambda n: n % 3)),),
    ),
    "mapped to few": (lambda n: n >= 3, (st.integers(0, 10**6).map(lambda n: n % 10),)),
    "tuples": (lambda xs: len(xs) >= 3, (st.lists(st.integers(0, 5)).map(sorted).map(tuple),)),
    "two arguments": (
        lambda xs, n: n in xs and n > 7,
        (st.lists(st.integers(0, 20)), st.integers(0, 20)),
    ),
    "floats": (lambda x: x > 10.5, (st.floats(),)),
    "nested": (
        lambda d: sum(map(len, d.values())) > 3,
        (st.dictionaries(st.text(), st.lists(st.booleans())),),
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_body_is_not_called_twice_for_equal_arguments(way: str) -> None:
    fails, strategies = WAYS[way]
    for number in range(5):
        body = Body(fails)
        function = test_of(body, *strategies)
        start = started(function, number)
        body.met.clear()
        lowlevel.reduce(function, start.choices)
        # The first is the start.
        met = body.met[1:]
        assert met
        assert len(met) == len(set(met))


@pytest.mark.usefixtures("one_last_run")
def test_the_body_is_not_called_for_what_is_no_simpler() -> None:
    for number in range(10):
        bests: list[Trace] = []
        asked: list[tuple[int, Any]] = []

        def function(case: Case, bests: Any = bests, asked: Any = asked) -> None:
            value = case.draw(st.lists(st.integers(), max_size=6))
            case.arguments_drawn([value])
            if bests:
                asked.append((len(bests), case.trace(Outcome.VALID)))  # type: ignore[attr-defined]  # recorded
            if sum(value) > 500:
                case.mark_interesting()

        run(
            function,
            settings(max_examples=1000),
            seed=number,
            on_step=lambda name, trace, bests=bests: bests.append(trace),
        )
        *tried, last = asked
        assert tried
        for count, trace in tried:
            assert simpler(trace, bests[count - 1])
        assert last[1].choices == bests[-1].choices


class Box:
    """Not plain data."""

    def __init__(self, number: int) -> None:
        self.number = number


def test_arguments_that_are_not_plain_data_are_always_run() -> None:
    body = Body(lambda box: box.number >= 3)
    foresight = Foresight(simpler)
    for _ in range(2):
        trace = foreseeing(foresight, test_of(body, st.builds(Box, st.integers())), [5])
        assert trace.was_run


def test_interactive_data_is_always_run() -> None:
    drawn: list[int] = []

    def body(data: Any) -> None:
        drawn.append(data.draw(st.integers(0, 10)))

    function = test_of(body, st.data())
    foresight = Foresight(simpler)
    for _ in range(3):
        assert foreseeing(foresight, function, [7]).was_run
    assert drawn == [7, 7, 7]


def foreseeing(
    foresight: Foresight, function: Any, choices: list[Any], best: Trace | None = None
) -> Trace:
    """Run one case as a hunt does."""
    case = RecordedCase(ReplaySource(choices))
    foresight.watch(case, best)
    trace = execute(function, case)
    foresight.learn(trace)
    return trace


def test_a_foreseen_failure_keeps_its_error_and_its_origin() -> None:
    body = Body(lambda n: n == 3)
    function = test_of(body, st.integers(0, 1000).map(lambda n: n % 10))
    foresight = Foresight(simpler)
    first, second = (foreseeing(foresight, function, [n]) for n in (13, 3))
    assert first.was_run
    assert not second.was_run
    assert second.outcome is Outcome.INTERESTING
    assert second.error is first.error
    assert second.origin == first.origin is not None
    assert (first.choices, second.choices) == ((13,), (3,))
    assert len(body.met) == 1


def test_a_foreseen_case_can_be_foreseen_from() -> None:
    body = Body(lambda n: False)
    function = test_of(body, st.integers(0, 1000).map(lambda n: n % 10))
    foresight = Foresight(simpler)
    assert [foreseeing(foresight, function, [n]).was_run for n in (13, 3, 23)] == [True] + [
        False
    ] * 2


def test_a_rejection_is_foreseen_with_its_reason() -> None:
    def body(n: int) -> None:
        assume(n > 5)

    function = test_of(body, st.integers(0, 1000).map(lambda n: n % 10))
    foresight = Foresight(simpler)
    first, second = (foreseeing(foresight, function, [n]) for n in (13, 3))
    assert (second.outcome, second.was_run) == (Outcome.INVALID, False)
    assert second.reason == first.reason != ""


def test_a_case_that_ends_before_its_arguments_teaches_nothing() -> None:
    nothing = st.integers(0, 9).filter(lambda n: False)
    foresight = Foresight(simpler)
    for _ in range(2):
        trace = foreseeing(foresight, test_of(Body(lambda n: True), nothing), [1])
        assert trace.outcome is Outcome.INVALID
        assert trace.was_run


def test_what_is_no_simpler_than_the_best_is_invalid() -> None:
    body = Body(lambda n: True)
    function = test_of(body, st.integers(0, 9))
    best = execute(function, RecordedCase(ReplaySource([4])))
    foresight = Foresight(simpler)
    for number in (4, 5):
        trace = foreseeing(foresight, function, [number], best)
        assert (trace.outcome, trace.was_run) == (Outcome.INVALID, False)
        assert trace.reason == "not simpler than the best case"
    assert foreseeing(foresight, function, [3], best).was_run


def test_under_another_order_nothing_is_compared_before_the_body() -> None:
    body = Body(lambda n: True)
    function = test_of(body, st.integers(0, 9))
    best = execute(function, RecordedCase(ReplaySource([4])))
    foresight = Foresight(simpler_output)
    assert foreseeing(foresight, function, [5], best).was_run
    # Known endings are still known.
    assert not foreseeing(foresight, function, [5], best).was_run


def test_the_output_order_reduces_by_what_the_body_writes() -> None:
    def function(case: Case) -> None:
        number = case.draw(st.integers(0, 1000))
        case.arguments_drawn([number])
        lowlevel.write(case, "x" * (1000 - number))
        case.mark_interesting()

    for number in range(10):
        result = run(function, settings(max_examples=50), seed=number, order=simpler_output)
        (failure,) = result.failures
        assert failure.history is not None
        assert len(failure.trace.output) <= len(failure.history.start.output)


def test_what_the_body_writes_or_costs_is_not_forgotten() -> None:
    for speak in (
        lambda case: lowlevel.write(case, "word"),
        lambda case: lowlevel.incur_cost(case, 5),
    ):

        def function(case: Case, speak: Any = speak) -> None:
            case.arguments_drawn([case.draw(st.integers(0, 9))])
            speak(case)

        foresight = Foresight(simpler_output)
        traces = [foreseeing(foresight, function, [3]) for _ in range(2)]
        assert [trace.was_run for trace in traces] == [True, True]
        assert traces[0].output == traces[1].output
        assert traces[0].cost == traces[1].cost


@pytest.mark.usefixtures("one_last_run")
def test_calls_are_runs_of_the_body_and_offers_are_replays() -> None:
    for number in range(5):
        body = Body(lambda n, m: n + m >= 8)
        replays: list[int] = []

        def tenth(n: int, replays: list[int] = replays) -> int:
            replays.append(n)
            return n % 10

        result = reduced(body, st.integers(0, 10**6).map(tenth), st.integers(0, 9), seed=number)
        history = result.failures[0].history
        assert history is not None
        generated = result.statistics.valid
        # The bug was recorded before its reduction, and confirmed after it.
        assert len(body.met) == generated + history.calls + 1
        assert len(replays) == generated + result.statistics.duplicates + history.offers + 2
        assert sum(tally.calls for tally in history.tallies.values()) == history.calls


def test_a_reduction_offers_more_than_it_runs() -> None:
    body = Body(lambda n: n >= 3)
    result = reduced(body, st.integers(0, 10**6).map(lambda n: n % 10), seed=3)
    history = result.failures[0].history
    assert history is not None
    assert history.calls < history.offers


def test_several_bugs_are_told_apart() -> None:
    def body(n: int) -> None:
        if n >= 1000:
            raise FIRST
        if n >= 10:
            raise SECOND

    for number in range(5):
        result = run(
            test_of(body, st.integers(0, 10**6)),
            settings(max_examples=500, report_multiple_bugs=True),
            seed=number,
        )
        found = {type(failure.error): failure.trace.choices for failure in result.failures}
        assert found == {ValueError: (1000,), TypeError: (10,)}


def test_a_bug_that_is_first_met_as_foreseen_is_reduced_too() -> None:
    # The same arguments come of different choices, so known endings are met again.
    def body(n: int) -> None:
        if n == 7:
            raise ValueError("seven")
        if n >= 4:
            raise TypeError("four")

    for number in range(5):
        result = run(
            test_of(body, st.integers(0, 10**6).map(lambda n: n % 10)),
            settings(max_examples=500, report_multiple_bugs=True),
            seed=number,
        )
        found = {type(failure.error): failure.trace.choices for failure in result.failures}
        assert found == {ValueError: (7,), TypeError: (4,)}


@pytest.mark.usefixtures("one_last_run")
def test_find_does_not_ask_twice_either() -> None:
    for number in range(5):
        asked: list[int] = []

        def condition(n: int, asked: list[int] = asked) -> bool:
            asked.append(n)
            return n >= 3

        strategy = st.integers(0, 10**6).map(lambda n: n % 10)
        assert find(strategy, condition, random=Random(number)) == 3
        first = next(i for i, n in enumerate(asked) if n >= 3)
        # The first is confirmed, and the last is run for its value.
        tried = asked[first + 2 : -1]
        assert len(tried) == len(set(tried))


@pytest.mark.usefixtures("one_last_run")
def test_given_does_not_call_twice_either() -> None:
    met: list[tuple[int, bool]] = []

    @settings(max_examples=500, report_multiple_bugs=False)
    @given(st.integers(0, 10**6).map(lambda n: n % 10), st.booleans())
    def test(n: int, flag: bool) -> None:
        met.append((n, flag))
        assert n < 3

    for number in range(5):
        met.clear()
        with pytest.raises(AssertionError):
            seed(number)(test)()
        first = next(i for i, (n, _) in enumerate(met) if n >= 3)
        tried = met[first + 2 : -1]
        assert len(tried) == len(set(tried))
        assert met[-1] == (3, False)


def test_a_body_that_changes_its_arguments_confuses_nothing() -> None:
    def body(xs: list[int]) -> None:
        total = sum(xs)
        xs.clear()
        if total >= 60:
            raise ValueError

    for number in range(10):
        result = reduced(body, st.lists(st.integers(0, 50)), seed=number)
        assert result.failures[0].trace.choices == (True, 10, True, 50, False)


def test_negative_zero_and_true_are_told_apart() -> None:
    kinds = [0.0, -0.0, 0, False, 1.0, 1, True]
    body = Body(lambda value: False)
    function = test_of(body, st.sampled_from(kinds))
    foresight = Foresight(simpler)
    for _ in range(2):
        for position in range(len(kinds)):
            foreseeing(foresight, function, [position])
    assert body.met == [repr((each,)) for each in kinds]


SHARED: list[Any] = [[1], [1]]
"""Two equal lists, which a body can tell apart."""

EITHER = st.sampled_from([False, True])

TOLD_APART: dict[str, tuple[st.SearchStrategy[Any], Any]] = {
    "aliases": (
        EITHER.map(lambda b: [["a"]] * 2 if b else [["a"], ["a"]]),
        lambda pair: pair[0] is pair[1],
    ),
    "sets in another order": (
        EITHER.map(lambda b: {8, 0} if b else {0, 8}),
        lambda numbers: list(numbers) == [8, 0],
    ),
    "sets inside": (
        EITHER.map(lambda b: [({8, 0} if b else {0, 8},)]),
        lambda outer: list(outer[0][0]) == [8, 0],
    ),
    "frozensets": (
        EITHER.map(lambda b: frozenset([8, 0] if b else [0, 8])),
        lambda numbers: list(numbers) == [8, 0],
    ),
    "dicts in another order": (
        EITHER.map(lambda b: {8: 0, 0: 0} if b else {0: 0, 8: 0}),
        lambda numbers: list(numbers) == [8, 0],
    ),
    "lists that others know": (st.sampled_from(SHARED), lambda one: one is SHARED[1]),
    "lists within that others know": (
        st.sampled_from(SHARED).map(lambda one: (0, [one])),
        lambda outer: outer[1][0] is SHARED[1],
    ),
    "dict values that others know": (
        st.sampled_from(SHARED).map(lambda one: {0: one}),
        lambda outer: outer[0] is SHARED[1],
    ),
    "NaN": (
        EITHER.map(lambda b: math.nan if b else float("nan")),
        lambda number: number in [math.nan],
    ),
    "strings that are the same": (
        EITHER.map(lambda b: ["abcd"] * 2 if b else ["abcd", "".join("abcd")]),
        lambda texts: texts[0] is texts[1],
    ),
}


@pytest.mark.parametrize("what", TOLD_APART)
def test_equal_arguments_that_a_body_can_tell_apart_are_run(what: str) -> None:
    strategy, fails = TOLD_APART[what]
    for order in ([0, 1], [1, 0]):
        function = test_of(Body(fails), strategy)
        foresight = Foresight(simpler)
        traces = [foreseeing(foresight, function, [number]) for number in order]
        assert [trace.was_run for trace in traces] == [True, True]
        assert [trace.is_interesting for trace in traces] == [number == 1 for number in order]


class HostileClass(type):
    def __hash__(cls) -> int:
        raise ValueError("a class without a hash")

    def __eq__(cls, other: object) -> bool:
        raise ValueError("a class without ==")


class WithHostileClass(metaclass=HostileClass):
    def __init__(self, number: int) -> None:
        self.number = number

    def __repr__(self) -> str:
        return f"WithHostileClass({self.number})"


def test_a_class_is_not_asked_for_its_hash_or_whether_it_equals_another() -> None:
    @settings(database=None)
    @given(st.integers(0, 100).map(WithHostileClass), st.lists(st.integers()))
    def test(value: Any, numbers: list[int]) -> None:
        assert value.number < 50

    with pytest.raises(AssertionError) as caught:
        test()
    note = "\n".join(caught.value.__notes__)
    assert "    value=WithHostileClass(50),\n    numbers=[],\n" in note


@pytest.mark.parametrize("what", TOLD_APART)
def test_a_failure_by_identity_or_order_is_not_called_flaky(what: str) -> None:
    strategy, fails = TOLD_APART[what]
    for number in range(10):

        @settings(database=None)
        @seed(number)
        @given(st.integers(0, 5), strategy)
        def test(_: int, value: object) -> None:
            if fails(value):
                raise ValueError("told apart")

        with pytest.raises(ValueError, match="told apart"):
            test()


def test_a_failing_order_of_a_set_is_reported_by_a_set_that_has_it() -> None:
    for number in range(40):

        @settings(database=None)
        @seed(number)
        @given(st.sets(st.integers(0, 100)))
        def test(numbers: set[int]) -> None:
            assert list(numbers) == sorted(numbers)

        with pytest.raises(AssertionError):
            test()


def test_lists_that_were_made_for_a_case_are_known_again() -> None:
    body = Body(lambda *values: False)
    lists = st.lists(st.lists(st.integers(0, 9)))
    function = test_of(body, lists, st.dictionaries(st.integers(0, 9), lists))
    foresight = Foresight(simpler)
    choices = [True, True, 1, False, False, True, 2, True, True, 3, False, False, False]
    runs = [foreseeing(foresight, function, choices).was_run for _ in range(2)]
    assert body.met == ["([[1]], {2: [[3]]})"]
    assert runs == [True, False]


@pytest.mark.parametrize(
    "wrap", [lambda b: b, lambda b: [b], lambda b: {1: (b,)}, lambda b: [{0: "s"}, ("s",), (b,)]]
)
def test_buffers_are_not_mistaken_for_bytes(wrap: Any) -> None:
    kinds = st.sampled_from([bytes, bytearray, lambda b: array("B", b), memoryview])
    body = Body(lambda value: False)
    function = test_of(body, kinds.map(lambda kind: wrap(kind(b"ab"))))
    foresight = Foresight(simpler)
    assert [foreseeing(foresight, function, [n]).was_run for n in range(4)] == [True] * 4
    # Bytes themselves are plain.
    assert [foreseeing(foresight, function, [n]).was_run for n in range(2)] == [False, True]


def test_a_bug_of_byte_arrays_is_not_made_one_of_bytes() -> None:
    strategy = st.one_of(st.binary(), st.binary().map(bytearray))
    for number in range(5):
        value = find(
            strategy, lambda b: isinstance(b, bytearray) and len(b) > 0, random=Random(number)
        )
        assert repr(value) == repr(bytearray(1))


# What is kept


def test_errors_that_are_kept_hold_no_old_cases() -> None:
    alive: list[int] = []

    def fails(xs: list[int]) -> bool:
        alive.append(sum(type(each) in (RecordedCase, TrialCase) for each in gc.get_objects()))
        return sum(x >= 100 for x in xs) >= 3

    start = [each for number in range(50, 300, 10) for each in (True, number)] + [False]
    function = test_of(Body(fails), st.lists(st.integers(0, 1000)))
    gc.freeze()  # or all objects of this process would be looked at again and again
    try:
        lowlevel.reduce(function, start)
    finally:
        gc.unfreeze()
    assert len(alive) > 20
    assert max(alive) <= 6
    assert min(alive) > 0


def test_an_error_raised_again_and_again_keeps_its_traceback() -> None:
    foresight = Foresight(simpler)

    def function(case: Case) -> None:
        number = case.draw(st.integers(0, 9))
        case.arguments_drawn([number])
        raise FIRST if number < 5 else SECOND

    for number in (1, 2, 7, 8):
        case = RecordedCase(ReplaySource([number]))
        foresight.watch(case)
        trace = execute(function, case)
        foresight.learn(trace)
        assert trace.error is not None
        assert trace.error.__traceback__ is not None
    # Of two errors, the last alone can be looked into.
    assert FIRST.__traceback__ is None


def test_what_an_error_follows_is_let_go_too() -> None:
    foresight = Foresight(simpler)

    def function(case: Case) -> None:
        number = case.draw(st.integers(0, 9))
        case.arguments_drawn([number])
        try:
            raise KeyError(number)
        except KeyError as cause:
            raise ValueError(number) from cause

    errors = []
    for number in (1, 2):
        case = RecordedCase(ReplaySource([number]))
        foresight.watch(case)
        trace = execute(function, case)
        foresight.learn(trace)
        errors.append(trace.error)
    first, second = errors
    assert first is not None
    assert second is not None
    assert first.__cause__ is not None
    assert second.__cause__ is not None
    assert (first.__traceback__, first.__cause__.__traceback__) == (None, None)
    assert second.__cause__.__traceback__ is not None


# What outlives the process


def learnt(progress: Progress, numbers: list[int], origin: int) -> list[bool]:
    """Whether the body was run on each number; it fails with the remainder by three."""
    foresight = Foresight(simpler, progress)
    runs = []

    def function(case: Case) -> None:
        number = case.draw(st.integers(0, 9))
        case.arguments_drawn([number])
        if number % 3:
            case.mark_interesting(number % 3)

    start = RecordedCase(ReplaySource([origin]))
    foresight.watch(start)
    trace = execute(function, start)
    foresight.learn(trace)
    foresight.resume(trace)
    for number in numbers:
        case = RecordedCase(ReplaySource([number]))
        foresight.watch(case)
        trace = execute(function, case)
        foresight.learn(trace)
        runs.append(trace.was_run)
        assert trace.is_interesting == (trace.origin is not None)
        assert (trace.origin == origin) == (number % 3 == origin)
    return runs


def test_arguments_of_before_are_known_after() -> None:
    progress = Progress()
    assert learnt(progress, [0, 1, 4, 5], origin=1) == [True, False, True, True]
    again = Progress.from_bytes(progress.to_bytes())
    assert again.arguments == progress.arguments
    assert sorted(again.arguments.values()) == [False, False, True, True]
    assert learnt(again, [0, 1, 4, 5, 7], origin=1) == [False, False, False, False, True]
