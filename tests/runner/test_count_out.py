"""Where there are few cases, every one of them is run, once."""

from collections import Counter
from itertools import product

from shortlex import assume, settings
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.runner.health import examine
from shortlex.runner.run import run


def test_every_case_of_a_small_domain_is_run_once() -> None:
    seen: Counter[tuple[int, bool]] = Counter()

    def test(case: Case) -> None:
        values = case.draw(st.integers(0, 4)), case.draw(st.booleans())
        case.arguments_drawn(values)  # a case that was run ends here, before its body
        seen[values] += 1

    result = run(test, settings(max_examples=1000), seed=1)
    assert seen == dict.fromkeys(product(range(5), [False, True]), 1)
    assert result.statistics.is_exhausted


def test_a_bug_in_the_one_case_that_is_valid_is_found() -> None:
    def test(case: Case) -> None:
        number = case.draw(st.integers(0, 299))
        assume(number == 217)
        case.mark_interesting()

    (failure,) = run(test, settings(max_examples=100), seed=1).failures
    assert failure.trace.choices == (217,)


def test_a_domain_without_end_is_not_exhausted() -> None:
    def test(case: Case) -> None:
        case.draw(st.integers())

    assert not run(test, settings(max_examples=50), seed=1).statistics.is_exhausted


def test_every_list_up_to_a_size_is_run_once() -> None:
    seen: list[list[bool]] = []

    def test(case: Case) -> None:
        values = case.draw(st.lists(st.booleans(), max_size=3))
        case.arguments_drawn([values])
        seen.append(values)

    assert run(test, settings(max_examples=1000), seed=1).statistics.is_exhausted
    assert len(seen) == 1 + 2 + 4 + 8
    assert len({tuple(each) for each in seen}) == len(seen)


def test_what_a_strategy_refuses_while_cases_are_counted_out_is_no_invalid_case() -> None:
    # A random case would have drawn again, so no case is lost.
    def test(case: Case) -> None:
        case.arguments_wanted()
        values = [case.draw(st.integers(0, 200).filter(lambda n: n % 7 == 0))]
        case.arguments_drawn(values)

    result = run(test, settings(max_examples=100), seed=1)
    assert result.statistics.is_exhausted
    assert result.statistics.valid == 29
    assert result.statistics.invalid == 0
    assert not examine(test, settings(), result).problems
