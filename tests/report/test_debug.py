"""The debug view: a line for every offer, and a failure as soon as it is found."""

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.core.boolean import Boolean
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import InvalidArgument
from shortlex.reducer.history import Offer
from shortlex.report.debug import ending_of, offer_line, short


def trace_of(choices: list[Any], outcome: Outcome = Outcome.INTERESTING, **more: Any) -> Trace:
    domains = [Boolean()] * len(choices)
    return Trace(
        choices=choices, domains=domains, raw_spans=[], outcome=outcome, size=len(choices), **more
    )


BEST = trace_of([True, 7, True, 9, False])


@pytest.mark.parametrize(
    ("trace", "is_accepted", "words"),
    [
        (trace_of([]), True, "ACCEPTED"),
        (trace_of([], was_run=False), True, "ACCEPTED, foreseen"),
        (trace_of([]), False, "no simpler"),
        (trace_of([], origin="other"), False, "another bug"),
        (trace_of([], Outcome.VALID), False, "valid"),
        (trace_of([], Outcome.INVALID, was_run=False), False, "invalid, foreseen"),
        (trace_of([], Outcome.OVERRUN), False, "overrun"),
    ],
)
def test_an_ending_is_said_in_a_few_words(trace: Trace, is_accepted: bool, words: str) -> None:
    offer = Offer("a_pass", [], trace, BEST, is_accepted)
    assert ending_of(offer) == words


def test_a_line_says_what_was_changed_and_what_is_best_now() -> None:
    candidate = (*BEST.choices[:2], *BEST.choices[4:])
    offer = Offer("delete_spans", candidate, trace_of([True, 7, False]), BEST, True)
    assert offer_line(offer) == (
        "delete_spans         ACCEPTED            at 2: True, 9 -> nothing; best: size 3"
    )
    refused = Offer("delete_spans", candidate, trace_of([True], Outcome.VALID), BEST, False)
    assert offer_line(refused).split(maxsplit=2)[1:] == [
        "valid",
        "at 2: True, 9 -> nothing; best: size 5",
    ]


def test_choices_are_shown_on_one_short_line() -> None:
    assert short([]) == "nothing"
    assert short([1, "a\n"]) == "1, 'a\\n'"
    assert short(list(range(100_000))) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10... (100,000)"


def make(verbosity: str) -> Any:
    @settings(verbosity=verbosity, max_examples=50, report_multiple_bugs=False)
    @given(st.lists(st.integers(0, 1000)))
    def test(xs: list[int]) -> None:
        if sum(xs) > 1000:
            raise ValueError("too much")

    return test


def printed_by(test: Any, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(ValueError, match="too much"):
        test()
    return capsys.readouterr().out


LINE = re.compile(r"^[a-z_]+ +(ACCEPTED|[a-z ]+)(, foreseen)? +at \d+: .+ -> .+; best: size \d+$")


def test_debug_prints_a_line_for_every_offer(capsys: pytest.CaptureFixture[str]) -> None:
    before, _, lines = printed_by(make("debug"), capsys).partition("\nReducing from size ")
    assert "Test case (valid): test(" in before
    assert before.count("Found a failure: ValueError: too much\ntest(\n    xs=[") == 1
    _, *lines = lines.splitlines()
    assert all(LINE.match(line) for line in lines)
    assert sum("ACCEPTED" in line for line in lines) > 3
    sizes = [int(line.rpartition(" ")[2]) for line in lines]
    assert sizes == sorted(sizes, reverse=True)


def test_verbose_shows_a_failure_once_and_no_offers(capsys: pytest.CaptureFixture[str]) -> None:
    printed = printed_by(make("verbose"), capsys)
    assert printed.count("Found a failure: ValueError: too much") == 1
    assert not any(map(LINE.match, printed.splitlines()))


def test_the_environment_decides(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHORTLEX_VERBOSITY", "debug")
    assert "Reducing from size" in printed_by(make("normal"), capsys)
    monkeypatch.setenv("SHORTLEX_VERBOSITY", "normal")
    assert printed_by(make("debug"), capsys) == ""
    monkeypatch.setenv("SHORTLEX_VERBOSITY", "")
    assert printed_by(make("normal"), capsys) == ""


def test_a_verbosity_that_there_is_not_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHORTLEX_VERBOSITY", "loud")
    with pytest.raises(
        InvalidArgument,
        match=r"SHORTLEX_VERBOSITY='loud' in the environment: must be one of quiet, normal, ",
    ):
        make("normal")()


def test_offers_are_seen_while_the_reduction_runs(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(
        textwrap.dedent(
            """
            import time
            from shortlex import given, settings, strategies as st

            @settings(derandomize=True, report_multiple_bugs=False)
            @given(st.integers(0, 10**6))
            def test(x):
                if x > 1000:
                    time.sleep(0.2)
                    raise ValueError

            test()
            """
        )
    )
    process = subprocess.Popen(
        [sys.executable, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "SHORTLEX_VERBOSITY": "debug",
        },
    )
    try:
        assert process.stdout is not None
        seen = next(line for line in process.stdout if LINE.match(line))
        assert "best: size 1" in seen
        # Much of the reduction is still to come: this was not in a buffer till its end.
        assert process.poll() is None
    finally:
        process.kill()
        process.communicate()
