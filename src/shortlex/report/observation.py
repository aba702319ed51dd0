"""Observation: every case of a run as a record, in the format that Tyche reads.

A record is plain data that can be written as JSON. There are two kinds: one for each case, and,
at the end of each test, one with its statistics and one for each piece of advice.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Mapping
from time import perf_counter, time
from traceback import format_exception
from typing import Any

from shortlex.core.case import Case
from shortlex.core.outcome import Outcome
from shortlex.report.jsonable import to_jsonable
from shortlex.report.statistics import statistics_lines
from shortlex.report.terminal import token_of
from shortlex.report.verdict import without_our_frames
from shortlex.runner.observer import Observer
from shortlex.runner.origin import origin_of, place_of
from shortlex.runner.result import Failure, Result
from shortlex.settings import settings

Record = dict[str, Any]
Tell = Callable[[Record], None]

IMPORTED_AT = time()

STATUS = {
    Outcome.OVERRUN: "gave_up",
    Outcome.INVALID: "gave_up",
    Outcome.VALID: "passed",
    Outcome.INTERESTING: "failed",
}


class Stopwatch:
    """Times one case, and keeps its arguments as they were before the body could change them."""

    def __init__(self, collecting: Collecting) -> None:
        self.timing: dict[str, float] = {}
        self.arguments: dict[str, Any] = {}
        self._collecting = collecting
        self._collected = collecting.seconds
        self._body_since: float | None = None

    def draw_arguments(self, case: Any, strategies: Mapping[str, Any]) -> dict[str, Any]:
        drawn = {}
        for name, strategy in strategies.items():
            started = perf_counter()
            try:
                drawn[name] = case.draw(strategy)
            finally:
                self.timing[f"generate:{name}"] = perf_counter() - started
        self.see_arguments(drawn)
        return drawn

    def see_arguments(self, arguments: Mapping[str, Any]) -> None:
        self.arguments = {name: to_jsonable(value) for name, value in arguments.items()}

    def begin_body(self) -> None:
        self._body_since = perf_counter()

    def stop(self) -> None:
        """The case is over."""
        since = self._body_since
        self.timing["execute:test"] = 0.0 if since is None else perf_counter() - since
        self.timing["overall:gc"] = self._collecting.seconds - self._collected
        self._body_since = None


class Collecting:
    """How long Python collected garbage."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._since = 0.0

    def __enter__(self) -> Collecting:
        gc.callbacks.append(self._see)
        return self

    def __exit__(self, *_: object) -> None:
        gc.callbacks.remove(self._see)

    def _see(self, phase: str, _: object) -> None:
        if phase == "start":
            self._since = perf_counter()
        elif self._since:
            self.seconds += perf_counter() - self._since


class Recording(Observer):
    """Tells of every case as it is run."""

    def __init__(
        self, name: str, key: str, tell: Tell, run_start: float, collecting: Collecting
    ) -> None:
        self._about = {"property": name, "run_start": run_start}
        self._key = key
        self._tell = tell
        self._collecting = collecting
        self._phase = "generate"
        self._common = {
            "backend": "shortlex",
            "sys.argv": list(sys.argv),
            "os.getpid()": os.getpid(),
            "imported_at": IMPORTED_AT,
        }

    def see_phase(self, phase: str) -> None:
        self._phase = phase

    def see_start(self, case: Case) -> None:
        case.watch = Stopwatch(self._collecting)
        case.checks = {}

    def see_case(self, case: Case, outcome: Outcome) -> None:
        how = "explicit example" if self._phase == "explicit" else f"during {self._phase} phase"
        self._tell_of(case, outcome, how, case.ending)

    def see_failure(self, failure: Failure) -> None:
        """The simplest case of a bug, as it is reported."""
        self._tell_of(
            failure.case,
            Outcome.INTERESTING,
            "minimal failing test case",
            failure.error,
            token_of(failure.trace, self._key),
        )

    def see_result(self, result: Result, options: settings) -> None:
        """How the run ended."""
        for failure in result.failures:
            self.see_failure(failure)
        self._inform("info", "Shortlex Statistics", "\n".join(statistics_lines(result, options)))
        for line in result.advice:
            self._inform("alert", "Shortlex advice", line)

    def _inform(self, kind: str, title: str, content: str) -> None:
        self._tell({"type": kind, "title": title, "content": content, **self._about})

    def _tell_of(
        self,
        case: Case,
        outcome: Outcome,
        how: str,
        ending: object,
        token: str | None = None,
    ) -> None:
        watch = case.watch
        timing: dict[str, float] = {}
        arguments: dict[str, Any] = {}
        if isinstance(watch, Stopwatch):
            if token is None:
                # The case of a report was over long ago.
                watch.stop()
            timing, arguments = watch.timing, watch.arguments
        self._tell(
            {
                "type": "test_case",
                "status": STATUS[outcome],
                "status_reason": _reason_text(ending),
                "representation": case.call_text,
                "arguments": arguments,
                "how_generated": how,
                "features": features_of(case),
                "coverage": None,
                "timing": timing,
                "metadata": self._metadata(case, outcome, ending, token),
                **self._about,
            }
        )

    def _metadata(
        self, case: Case, outcome: Outcome, ending: object, token: str | None
    ) -> dict[str, Any]:
        error = ending if isinstance(ending, BaseException) else None
        return {
            "traceback": None if error is None else _traceback_text(error),
            "reproduction_decorator": token and f'@reproduce_failure("{token}")',
            "notes": list(case.notes or ()),
            "predicates": predicates_of(case),
            **self._common,
            "data_status": int(outcome),
            "phase": self._phase,
            "interesting_origin": None if error is None else str(origin_of(error)),
            "status_reason_location": None if error is None else "{}:{}".format(*place_of(error)),
            "choice_nodes": None,
            "choice_spans": None,
        }


def _traceback_text(error: BaseException) -> str:
    return "".join(format_exception(type(error), error, without_our_frames(error)))


def _reason_text(ending: object) -> str:
    if isinstance(ending, BaseException):
        return f"{type(ending).__name__}: {ending}".removesuffix(": ")
    return "" if ending is None else str(ending)


def features_of(case: Case) -> dict[str, Any]:
    """Events, and the observations of targets."""
    features = {name: to_jsonable(payload) for name, payload in (case.events or {}).items()}
    for label, score in (case.targets or {}).items():
        features[f"target:{label}"] = to_jsonable(score)
    return features


def predicates_of(case: Case) -> dict[str, dict[str, int]]:
    """By place, how many assumptions were met, and how many were not."""
    return {
        f"assume() in {name} (line {line})": {"satisfied": met, "unsatisfied": unmet}
        for (name, _, line), (unmet, met) in (case.checks or {}).items()
    }
