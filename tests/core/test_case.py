"""Cases: the two speeds agree, and both say when they are over."""

from random import Random
from time import process_time

import pytest

from shortlex import strategies as st
from shortlex.core.alphabet import UNICODE
from shortlex.core.boolean import Boolean
from shortlex.core.case import (
    CHOICES_PER_LOOK,
    MAX_CAUGHT,
    Case,
    RandomCase,
    RecordedCase,
    check_drawable,
    key_of,
)
from shortlex.core.integer import Integer
from shortlex.core.mood import MOODS
from shortlex.core.sizes import Sizes
from shortlex.core.source import (
    TRIES,
    TRIES_WITHOUT_CHOICES,
    BytesSource,
    EnumerationSource,
    RandomSource,
    ReplaySource,
    SimplestSource,
)
from shortlex.core.string import String
from shortlex.core.trace import DUPLICATE, Foreseen, Outcome
from shortlex.errors import (
    Interesting,
    InvalidArgument,
    InvalidState,
    Overrun,
    Rejected,
)

CASES = [RandomCase(Random(0), 1.0, 100), RecordedCase(SimplestSource())]
each_speed = pytest.mark.parametrize("case", CASES, ids=["light", "recorded"])


@each_speed
def test_whatever_says_how_to_draw_can_be_drawn_from(case):
    recipe = Recipe(lambda case: [case.choose(Integer(5, 5))])
    check_drawable(recipe)
    assert case.draw(recipe) == [5]
    assert case.draw(st.just("value")) == "value"


@each_speed
@pytest.mark.parametrize(
    ("what", "hint"),
    [
        (3, r"Cannot draw from 3: it is not a strategy\.$"),
        ([1, 2], r"draw from sampled_from\(\[1, 2\]\)"),
        ((1, 2), r"draw from sampled_from\(\(1, 2\)\)"),
        (range(3), r"draw from sampled_from\(range\(0, 3\)\)"),
        (int, r"Did you forget to call it\?"),
        (st.integers, r"Did you forget to call it\?"),
    ],
)
def test_what_is_no_strategy_cannot_be_drawn_from(case, what, hint):
    with pytest.raises(InvalidArgument, match=hint) as caught:
        case.draw(what)
    assert caught.value.__suppress_context__


def test_a_class_of_strategies_is_no_strategy():
    with pytest.raises(InvalidArgument, match=r"Did you forget to call it"):
        check_drawable(st.SearchStrategy)


@each_speed
def test_an_error_of_a_strategy_is_its_own(case):
    with pytest.raises(AttributeError, match=r"no_such_name"):
        case.draw(Recipe(lambda case: case.no_such_name))


BIT, DIGIT, WHOLE = Boolean(), Integer(0, 9), Integer()
TEXT = String(UNICODE, Sizes())


class Recipe:
    """A strategy made of a function."""

    def __init__(self, do_draw, label="recipe"):
        self.do_draw = do_draw
        self.label = label


def random_case(seed=0, *, scale=1.0, limit=1 << 40):
    return RandomCase(Random(seed), scale, limit)


def replayed(*choices, fill=None, limit=None):
    return RecordedCase(ReplaySource(choices, fill), limit)


def both():
    return [random_case(), RecordedCase(RandomSource(Random(0)))]


# The same values at both speeds.


@st.composite
def with_shared(draw):
    """Refuses elements that were the first to draw a value shared with others."""
    shared = st.shared(st.integers(0, 100), key="shared")
    element = st.one_of(st.just(0), shared.map(lambda n: n % 2), shared)
    return draw(st.lists(element, unique=True)), draw(shared)


STRATEGIES = [
    st.integers(),
    st.tuples(st.booleans(), st.integers(0, 9), st.text(), st.binary(), st.floats()),
    st.lists(st.integers()),
    st.lists(st.integers(0, 9), unique=True),
    st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, unique=True),
    st.sets(st.integers(0, 20), min_size=5, max_size=5),
    st.dictionaries(st.integers(0, 5), st.lists(st.booleans())),
    st.integers().filter(lambda n: n % 3 == 0),
    st.lists(st.integers(0, 9).filter(lambda n: n % 2), unique=True),
    st.recursive(st.integers(0, 3), lambda inner: st.lists(inner, max_size=3, unique_by=repr)),
    st.integers(0, 5).flatmap(lambda n: st.lists(st.booleans(), min_size=n, max_size=n)),
    with_shared(),
]


@pytest.mark.parametrize("repeats_itself", [False, True])
@pytest.mark.parametrize("strategy", STRATEGIES, ids=repr)
def test_the_same_choices_give_the_same_values_at_both_speeds(strategy, repeats_itself):
    for seed in range(100):
        light = random_case(seed)
        light.mood = MOODS[-1 - seed].special if repeats_itself else None
        value = light.draw(strategy)
        recorded = RecordedCase(ReplaySource(light.choices))
        assert repr(recorded.draw(strategy)) == repr(value)
        assert key_of(recorded.choices) == key_of(light.choices)


@pytest.mark.parametrize("strategy", STRATEGIES, ids=repr)
def test_what_is_recorded_is_replayed(strategy):
    for source in (SimplestSource(), *(RandomSource(Random(seed)) for seed in range(30))):
        first = RecordedCase(source)
        value = first.draw(strategy)
        second = RecordedCase(ReplaySource(first.choices))
        assert repr(second.draw(strategy)) == repr(value)
        assert key_of(second.choices) == key_of(first.choices)
        assert second.domains == first.domains
        assert second.trace(Outcome.VALID).spans == first.trace(Outcome.VALID).spans


def test_the_speeds_tell_what_they_are():
    light, recorded = both()
    assert isinstance(light, Case)
    assert isinstance(recorded, Case)
    assert not light.is_recorded
    assert recorded.is_recorded


def test_a_light_case_keeps_the_samples():
    random = Random(7)
    case = random_case(7, scale=0.5)
    domains = [BIT, DIGIT, WHOLE, TEXT] * 5
    values = [case.choose(domain) for domain in domains]
    assert case.choices == values == [domain.sample(random, 0.5) for domain in domains]


def test_a_recorded_case_keeps_domains_and_size_too():
    case = replayed(True, 7, "abc")
    assert [case.choose(BIT), case.choose(DIGIT), case.choose(TEXT)] == [True, 7, "abc"]
    assert case.choices == [True, 7, "abc"]
    assert case.domains == [BIT, DIGIT, TEXT]
    assert case.size == 1 + 1 + 4


def test_a_case_keeps_what_was_really_used():
    case = replayed(99, "no number")
    assert [case.choose(DIGIT), case.choose(DIGIT)] == [9, 0]
    assert case.trace(Outcome.VALID).choices == (9, 0)


# Limits.


def test_a_light_case_overruns_past_its_limit():
    case = random_case(limit=3)
    for _ in range(3):
        case.choose(BIT)
    with pytest.raises(Overrun):
        case.choose(BIT)


def test_a_recorded_case_overruns_past_its_limit():
    case = replayed(limit=3)
    for _ in range(3):
        case.choose(BIT)
    with pytest.raises(Overrun):
        case.choose(BIT)


@pytest.mark.parametrize(
    "case",
    [random_case(limit=3), replayed(limit=3), RecordedCase(BytesSource(b""))],
    ids=["light", "recorded", "without more bytes"],
)
def test_a_test_that_catches_its_end_again_and_again_gets_values_but_stays_ended(
    case,
):
    ends = 0
    met = set()
    while len(met) < 10:
        try:
            met.add(case.choose(Integer(0, 9)))
        except Overrun:
            ends += 1
    assert ends == MAX_CAUGHT
    assert isinstance(case.stopped_by, Overrun)


def test_the_length_of_texts_counts_towards_the_limit():
    assert replayed("ab", limit=3).choose(TEXT) == "ab"
    with pytest.raises(Overrun):
        replayed("abc", limit=3).choose(TEXT)


def test_the_choice_that_did_not_fit_is_the_last_of_the_trace():
    case = replayed(1, 2, 3, limit=2)
    with pytest.raises(Overrun):
        [case.choose(DIGIT) for _ in range(9)]
    assert case.trace(Outcome.OVERRUN).choices == (1, 2, 3)


def test_without_a_limit_there_is_none():
    case = replayed()
    for _ in range(10_000):
        case.choose(BIT)
    assert case.size == 10_000


def assert_linear(seconds, count):
    """100 times as much takes about 100 times as long; quadratic would be 10,000 times.

    It is CPU time, and ten times as much is allowed: a busy machine makes no difference.
    """
    small = min(seconds(count) for _ in range(5))
    assert seconds(100 * count) < 1000 * small


@pytest.mark.parametrize("make", [random_case, lambda: RecordedCase(RandomSource(Random(0)))])
def test_the_time_of_a_case_grows_as_its_choices_do(make):
    def seconds(count):
        case = make()
        start = process_time()
        for _ in range(count):
            case.choose(BIT)
            case.write("x")
        assert len(case.choices) == len(case.output) == count
        return process_time() - start

    assert_linear(seconds, 5_000)


def test_a_recorded_list_of_many_elements_is_linear_too():
    def seconds(count):
        case = replayed(*[True, 5] * count)
        start = process_time()
        for _ in case.repeat(Sizes(), "element"):
            case.choose(DIGIT)
        trace = case.trace(Outcome.VALID)
        assert len(trace.spans) == count
        return process_time() - start

    assert_linear(seconds, 2_000)


# The end.


def test_nothing_is_drawn_from_a_light_case_that_is_over():
    case = random_case()
    case.choose(BIT)
    case.finish()
    for _ in range(2):
        with pytest.raises(InvalidState, match=r"This case is over.*do not keep `data`"):
            case.choose(BIT)
    with pytest.raises(InvalidState):
        list(case.repeat(Sizes(), "element"))


def test_nothing_is_drawn_from_a_recorded_case_that_is_over():
    case = replayed(1)
    trace = case.trace(Outcome.VALID)
    for late in (
        lambda: case.choose(BIT),
        lambda: case.draw(Recipe(lambda case: None)),
        lambda: case.start_span("late"),
        lambda: list(case.repeat(Sizes(), "element")),
        lambda: list(case.repeat(Sizes(2, 2), "element")),
    ):
        with pytest.raises(InvalidState, match=r"This case is over"):
            late()
    assert (trace.choices, trace.spans) == ((), ())


def test_a_finished_case_does_not_spoil_the_next():
    old, new = random_case(), random_case()
    old.finish()
    with pytest.raises(InvalidState):
        old.choose(BIT)
    new.choose(BIT)
    assert len(new.choices) == 1


@pytest.mark.parametrize("case", both(), ids=["light", "recorded"])
def test_a_case_can_end_itself(case):
    with pytest.raises(Rejected) as rejected:
        case.reject("no use")
    assert rejected.value.reason == "no use"
    with pytest.raises(Interesting) as interesting:
        case.mark_interesting("this one")
    assert interesting.value.origin == "this one"


def test_a_trace_says_how_the_case_ended():
    case = replayed(4)
    case.choose(DIGIT)
    trace = case.trace(Outcome.INTERESTING, origin="here", reason="why")
    assert (trace.outcome, trace.origin, trace.reason) == (Outcome.INTERESTING, "here", "why")
    assert (trace.choices, trace.domains, trace.size) == ((4,), (DIGIT,), 1)


# Duplicates.


@pytest.mark.parametrize("make", [random_case, lambda: RecordedCase(RandomSource(Random(0)))])
def test_a_case_that_was_run_before_ends_once_its_arguments_are_there(make):
    explored = set()
    first = make()
    first.explored = explored
    first.choose(WHOLE)
    first.arguments_drawn()
    assert first.drawn == 1
    assert first.key == key_of(first.choices)
    explored.add(first.key)
    second = make()
    second.explored = explored
    second.choose(WHOLE)
    with pytest.raises(Foreseen) as caught:
        second.arguments_drawn()
    assert caught.value.ending is DUPLICATE


@pytest.mark.parametrize("case", both(), ids=["light", "recorded"])
def test_where_nothing_is_remembered_nothing_is_a_duplicate(case):
    case.choose(WHOLE)
    case.arguments_drawn()
    case.arguments_drawn()
    assert case.key == 0


def test_a_recorded_case_knows_how_much_was_drawn_before_its_body():
    case = RecordedCase(SimplestSource())
    assert case.drawn == -1
    case.choose(WHOLE)
    case.arguments_drawn()
    case.choose(WHOLE)
    assert case.drawn == 1


# Going back.


def test_a_retry_forgets_what_was_drawn():
    case = random_case()
    case.choose(BIT)
    mark = case.checkpoint()
    case.choose(WHOLE)
    case.choose(WHOLE)
    assert case.retry(mark, 1)
    assert len(case.choices) == 1
    case.choose(WHOLE)
    assert case.retry(mark, TRIES - 1)
    case.choose(WHOLE)
    assert not case.retry(mark, TRIES)


@pytest.mark.parametrize("make", [random_case, lambda: RecordedCase(RandomSource(Random(0)))])
def test_a_draw_without_choices_is_repeated_less_often(make):
    case = make()
    case.choose(BIT)
    mark = case.checkpoint()
    assert case.retry(mark, TRIES_WITHOUT_CHOICES - 1)
    assert not case.retry(mark, TRIES_WITHOUT_CHOICES)
    case = make()
    mark = case.checkpoint()
    case.choose(BIT)
    assert case.retry(mark, TRIES_WITHOUT_CHOICES)


def test_a_recorded_retry_forgets_domains_spans_and_size_too():
    case = RecordedCase(RandomSource(Random(0)))
    case.choose(BIT)
    case.start_span("outer")
    mark = case.checkpoint()
    case.start_span("inner")
    case.start_span("innermost")
    case.choose(TEXT)
    assert case.retry(mark, 1)
    assert (len(case.choices), case.domains, case.size) == (1, [BIT], 1)
    case.choose(DIGIT)
    case.stop_span()
    (span,) = case.trace(Outcome.VALID).spans
    assert (span.label, span.start, span.end) == ("outer", 1, 2)


@pytest.mark.parametrize(
    ("source", "may_retry"),
    [
        (RandomSource(Random(0)), True),
        (SimplestSource(), True),
        (ReplaySource([1, 2]), False),
        (ReplaySource([]), True),
        (EnumerationSource(), False),
        (BytesSource(bytes(10)), True),
    ],
)
def test_a_recorded_case_goes_back_if_its_source_does(source, may_retry):
    case = RecordedCase(source)
    mark = case.checkpoint()
    case.choose(DIGIT)
    assert case.retry(mark, 1) == may_retry
    assert len(case.choices) == (0 if may_retry else 1)
    assert not case.retry(mark, TRIES)


def test_a_filter_finds_the_simplest_value_that_it_accepts():
    pair = st.tuples(st.booleans(), st.integers()).filter(lambda pair: pair[1] < 0)
    assert RecordedCase(SimplestSource()).draw(pair) == (False, -1)


# Calls.


def test_calls_are_recorded_where_notes_are_kept():
    value = object()
    light, recorded = random_case(), replayed()
    for case in (light, recorded):
        case.record_call(value, object, (), {})
    assert recorded.calls == {}
    recorded.keeps_notes = True
    recorded.record_call(value, object, (1,), {"key": 2})
    assert recorded.calls == {id(value): (value, object, (1,), {"key": 2})}


def test_a_case_that_is_timed_looks_at_the_clock_every_few_choices() -> None:
    looks = []
    case = RecordedCase(SimplestSource())
    case.keep_time(lambda: looks.append(len(case.choices)))
    for _ in range(5 * CHOICES_PER_LOOK):
        case.choose(Integer(0, 9))
    assert len(looks) == 4
    assert looks[0] == CHOICES_PER_LOOK + 1


def test_what_the_clock_raises_ends_the_case() -> None:
    def check() -> None:
        raise TimeoutError

    case = RecordedCase(SimplestSource())
    case.keep_time(check)
    for _ in range(CHOICES_PER_LOOK):
        case.choose(Integer(0, 9))
    with pytest.raises(TimeoutError):
        case.choose(Integer(0, 9))


@pytest.mark.parametrize("limit", [0, 1, CHOICES_PER_LOOK, CHOICES_PER_LOOK + 1, 100])
def test_a_case_that_is_timed_overruns_where_others_do(limit: int) -> None:
    case = RecordedCase(SimplestSource(), limit)
    case.keep_time(lambda: None)
    for _ in range(limit):
        case.choose(Integer(0, 9))
    with pytest.raises(Overrun):
        case.choose(Integer(0, 9))
