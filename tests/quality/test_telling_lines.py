"""The lines that a report names are executed by failing runs alone.

Each planted bug has a truth: the lines that a passing run can never execute, marked ``# bug``. The
report may name fewer lines than these, but no others.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

from shortlex import Phase, given, seed, settings
from shortlex import strategies as st

pytestmark = pytest.mark.usefixtures("unhurried")

PLANTED: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], None]]] = {}


def planted(strategy: st.SearchStrategy[Any]) -> Callable[[Callable[[Any], None]], None]:
    def add(body: Callable[[Any], None]) -> None:
        PLANTED[body.__name__] = strategy, body

    return add


# fmt: off


@planted(st.text("ab", max_size=60))
def run_lengths(text: str) -> None:
    """The decoder breaks at counts of ten or more. No line of its own is to blame."""
    runs: list[tuple[str, int]] = []
    for character in text:
        if runs and runs[-1][0] == character:
            runs[-1] = (character, runs[-1][1] + 1)
        else:
            runs.append((character, 1))
    encoded = "".join(f"{count}{character}" for character, count in runs)
    decoded = ""
    for i, character in enumerate(encoded):
        if character.isalpha():
            count = int(encoded[i - 1])
            decoded += count * character
    if decoded != text:
        raise AssertionError  # bug


@planted(st.lists(st.integers(0, 100)))
def repeated_element(numbers: list[int]) -> None:
    """A list with equal neighbours fails if it is long enough."""
    repeats = 0
    for left, right in zip(numbers, numbers[1:]):  # noqa: RUF007
        if left == right:
            repeats += 1
    if repeats and len(numbers) > 3:
        raise AssertionError  # bug


@planted(st.integers(0, 10_000))
def rare_branch(number: int) -> None:
    """One branch is wrong, and only that."""
    if number % 2:
        half = number // 2
    elif number > 1000:
        half = number  # bug
    else:
        half = number // 2
    if half != number // 2:
        raise AssertionError  # bug


@planted(st.lists(st.integers(-50, 50), max_size=20))
def wrong_helper(numbers: list[int]) -> None:
    """A helper that only failing runs call."""
    def repair(value: int) -> int:
        broken = value + 1  # bug
        return broken  # bug

    total = 0
    for number in numbers:
        if number > 40:
            number = repair(number)  # bug
        total += number
    if total != sum(numbers):
        raise AssertionError  # bug


@planted(st.tuples(st.booleans(), st.integers(0, 9), st.text(max_size=5)))
def three_conditions(value: tuple[bool, int, str]) -> None:
    """Each condition holds in passing runs, too; all of them together do not."""
    flag, number, text = value
    score = 0
    if flag:
        score += 1
    if number > 4:
        score += 1
    if text:
        score += 1
    if score == 3:
        raise AssertionError  # bug


@planted(st.dictionaries(st.text("abc", max_size=2), st.integers(0, 20)))
def a_key_and_its_value(table: dict[str, int]) -> None:
    """A loop with branches that most passing runs take."""
    seen = []
    for key, value in table.items():
        if value > 10:
            seen.append(key)
        elif not key:
            seen.append("empty")
        else:
            continue
    if len(seen) > 2:
        raise AssertionError  # bug


# fmt: on


def named_lines(body: Callable[[Any], None], strategy: st.SearchStrategy[Any], n: int) -> set[int]:
    """The lines that the report of a planted bug names."""

    @seed(n)
    @settings(database=None, max_examples=1000, phases=list(Phase))
    @given(strategy)
    def test(value: Any) -> None:
        body(value)

    with pytest.raises(AssertionError) as caught:
        test()
    report = "\n".join(caught.value.__notes__)
    found = re.search(r"Only failing runs executed (.*)\.$", report, re.MULTILINE)
    lines: set[int] = set()
    for first, last in re.findall(r":(\d+)(?:-(\d+))?", found[1] if found else ""):
        lines.update(range(int(first), int(last or first) + 1))
    return lines


def lines_of_bug(body: Callable[[Any], None]) -> set[int]:
    import inspect

    source, start = inspect.getsourcelines(body)
    return {start + i for i, line in enumerate(source) if line.endswith("# bug\n")}


@pytest.mark.parametrize("name", PLANTED)
def test_no_line_that_passing_runs_execute_is_named(name: str) -> None:
    strategy, body = PLANTED[name]
    truth = lines_of_bug(body)
    named = [named_lines(body, strategy, n) for n in range(5)]
    assert [lines - truth for lines in named] == [set()] * 5
    # It is no answer to say nothing: the line that raises is always told.
    assert sum(map(bool, named)) >= 4
