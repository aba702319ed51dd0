"""Judge: run a program with Shortlex, and compare its verdict with that of the reference."""

from __future__ import annotations

import asyncio
import builtins
import dataclasses
import gc
import io
import math
import os
import random
import re
import signal
import sys
import tempfile
import threading
import time
import typing
import unittest
import unittest.mock
import warnings
import zlib
from collections.abc import Callable, Sequence
from contextvars import Context
from functools import cache, partial
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import pytest

import shortlex
from shortlex import settings
from shortlex.database import DirectoryDatabase, MemoryDatabase
from shortlex.errors import DidNotReproduce, Flaky, Unsatisfiable
from tests.hostile import reference
from tests.hostile.fence import fenced
from tests.hostile.programs import GLOBALS, Program, definitions_for, source_of_step, test_of
from tests.hostile.reference import Ending, TooMany, classify, explore

MOST_CASES = 300
"""A program with more cases than this is not judged."""

MOST_FORKS = 24
"""The same where each case makes a process."""

COUNTED = 6
"""After this many cases, all that a counter can do has been seen."""

ENOUGH_EXAMPLES = 3000
"""Far more than there are cases, so that Shortlex runs all of them."""

MODULES = [asyncio, builtins, dataclasses, gc, io, math, os, pytest, random, signal, sys]
MODULES += [threading, time, typing, unittest, warnings, zlib]

MODES: dict[str, dict[str, Any]] = {
    "plain": {},
    "derandomize": {"derandomize": True},
    "one bug": {"report_multiple_bugs": False},
    "no shrink": {"phases": ["explicit", "reuse", "generate"]},
    "no explain": {"phases": ["explicit", "reuse", "generate", "shrink"]},
    "quiet": {"verbosity": "quiet"},
    "verbose": {"verbosity": "verbose"},
    "debug": {"verbosity": "debug"},
    "deadline": {"deadline": 60_000},
    "directory": {},
    "journal": {"journal": True},
    "corrupt": {},
    "isolate": {"isolate": True},
}
"""Ways to run a program, and the settings of each."""

COMMON = tuple(["plain"] * 20 + [each for each in MODES if each != "isolate"] * 3 + ["isolate"])
"""The modes as often as they are wanted: child processes take long."""


class Code(NamedTuple):
    """A program, ready to run."""

    definitions: str
    test: CodeType


def options_of(mode: str) -> str:
    """The settings of a mode, as code."""
    given: dict[str, Any] = {"max_examples": ENOUGH_EXAMPLES, "database": None} | MODES[mode]
    return ", ".join(f"{name}={value!r}" for name, value in given.items())


class Wrong(NamedTuple):
    """A verdict that is not right."""

    kind: str
    details: str


class Judgement(NamedTuple):
    """What came of one program in one mode."""

    truth: str
    """pass, fail, skip, stop, unsatisfiable, unsteady; or too large, which is not judged."""
    wrong: Wrong | None = None
    unread: int = 0
    """How many reports could not be run by hand, for their values are no code."""


@dataclasses.dataclass
class Truth:
    """How all cases of a program end."""

    endings: list[Ending]
    is_steady: bool = True
    """Whether no case depends on what ran before it."""
    certain: set[str] = dataclasses.field(default_factory=set)
    """Where some do, the types of failures of those that do not."""

    @property
    def kinds(self) -> set[str]:
        return {ending.kind for ending in self.endings}

    def names(self, *kinds: str) -> set[str]:
        return {ending.name for ending in self.endings if ending.kind in kinds}

    @property
    def word(self) -> str:
        if not self.is_steady:
            return "unsteady"
        for kind in ("stop", "fail", "maybe", "skip", "pass"):
            if kind in self.kinds:
                return kind
        return "unsatisfiable"


class Observed(NamedTuple):
    """How a call of a test ended."""

    kind: str
    """pass, fail, flaky, skip, stop, unsatisfiable."""
    errors: tuple[BaseException, ...] = ()
    names: tuple[str, ...] = ()
    """The types of what was raised, where that is all that is known of it."""

    @property
    def error_names(self) -> set[str]:
        if self.kind == "stop":
            return {classify(each).name for each in self.errors}
        return {*self.names, *(type(each).__name__ for each in self.errors)}

    def __str__(self) -> str:
        return f"{self.kind} {', '.join(sorted(self.error_names))}".strip()


def judge(program: Program, mode: str = "plain") -> Judgement:
    """Run a program both ways."""
    source = test_of(program)
    code = Code(definitions_for(source), compile(source, "<hostile>", "exec"))
    truth = truth_of(program, MOST_FORKS if mode == "isolate" else MOST_CASES)
    if not truth.endings:
        return Judgement("too large")
    with tempfile.TemporaryDirectory(prefix="hostile-") as directory:
        trial = Trial(code, truth, mode, Path(directory))
        trial.can_run_by_hand = not any(text in source_of_step(program) for text in GLOBALS)
        trial.has_examples = bool(program.examples)
        # A context of its own: the harness may itself run in a case.
        with fenced():
            _quieten()
            os.environ["SHORTLEX_HOME"] = os.environ["TMPDIR"] = directory
            wrong = Context().run(trial.find_wrong)
    return Judgement(truth.word, wrong, trial.unread)


def truth_of(program: Program, most: int = MOST_CASES) -> Truth:
    """The truth about a program; without endings if it has more cases than this."""
    source = test_of(program)
    code = Code(definitions_for(source), compile(source, "<hostile>", "exec"))
    is_global = any(text in source for text in (*GLOBALS, "SAME", "COUNT"))
    with fenced():
        _quieten()
        try:
            return find_truth(code, MOST_FORKS if "os.fork" in source else most, is_global)
        except TooMany:
            return Truth([])


def _quieten() -> None:
    """Let nothing that a body says be seen."""
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    threading.excepthook = lambda args: None
    sys.unraisablehook = lambda args: None
    warnings.simplefilter("ignore")


def find_truth(code: Code, most: int, is_global: bool) -> Truth:
    """Run every case in a process as it should be, and then all in one that they have left."""

    def run_fresh(count: int = 0) -> None:
        if not is_global:
            namespace_of(code, reference.API)["run"]()
            return
        with fenced():
            namespace = namespace_of(code, reference.API)
            namespace.get("COUNT", []).extend([0] * count)
            namespace["run"]()

    endings = explore(run_fresh, most)
    if not is_global:
        return Truth(endings)
    with fenced():
        run = namespace_of(code, reference.API)["run"]
        try:
            later = [explore(run, most), explore(run, most)]
        except TooMany:
            later = [[]]
    # What a counter does shows only after enough cases.
    has_count = "COUNT" in code.test.co_names
    if later == [endings] * 2 and not has_count:
        return Truth(endings)
    if has_count:
        later += [explore(partial(run_fresh, count), most) for count in range(1, COUNTED)]
    if {len(each) for each in later} != {len(endings)}:
        return Truth(endings, False)
    rows = zip(endings, *later)
    return Truth(endings, False, {row[0].name for row in rows if _is_one_failure(row)})


def _is_one_failure(endings: Sequence[Ending]) -> bool:
    return endings[0].kind == "fail" and len(set(endings)) == 1


def namespace_of(code: Code, api: dict[str, Any]) -> dict[str, Any]:
    """What a program defines, when it uses an API."""
    namespace = {**_defined(code.definitions, api["st"]), **api}
    exec(code.test, namespace)  # noqa: S102  # written by us
    return namespace


@cache
def _defined(definitions: str, st: Any) -> dict[str, Any]:
    """What definitions define. They keep no state, so they are made once."""
    module = sys.modules["hostile_body"] = ModuleType("hostile_body")
    modules = {each.__name__: each for each in MODULES}
    namespace = vars(module)
    namespace.update({**modules, "st": st, "assume": SHORTLEX["assume"]})
    if st is reference.API["st"]:
        namespace["assume"] = reference.assume
    exec(definitions, namespace)  # noqa: S102  # written by us
    return namespace


SHORTLEX = {
    name: getattr(shortlex, name)
    for name in ("given", "example", "assume", "reject", "note", "event", "target")
} | {"st": shortlex.strategies}


class Trial:
    """One program with its truth, run by Shortlex in one mode."""

    def __init__(self, code: Code | None, truth: Truth, mode: str, directory: Path) -> None:
        self.code = code
        self.truth = truth
        self.mode = mode
        self.directory = directory
        self.unread = 0
        self.can_run_by_hand = True
        self.has_examples = False
        is_on_disk = mode in ("directory", "corrupt", "journal")
        self.database = (
            DirectoryDatabase(directory / "failures") if is_on_disk else MemoryDatabase()
        )
        self.options = settings(
            settings.get_profile("default"),
            max_examples=ENOUGH_EXAMPLES,
            database=self.database,
            **MODES[mode],
        )

    def find_wrong(self) -> Wrong | None:
        first = self.call()
        wrong = self.check_verdict(first, "the first run")
        if wrong or first.kind != "fail" or not self.truth.is_steady:
            return wrong
        if self.mode != "quiet":
            for error in first.errors:
                wrong = wrong or self.check_report(error)
        return wrong or self.check_store(first)

    def call(self, *decorators: Callable[[Any], Any]) -> Observed:
        """Call a fresh copy of the test."""
        with fenced():
            namespace = namespace_of(self.code, SHORTLEX)
            body = namespace.get("Body")
            test = namespace["test"] if body is None else vars(body)["test"]
            for decorate in (self.options, *decorators):
                decorate(test)
            return observe(namespace["run"], test.__name__)

    def check_verdict(self, seen: Observed, when: str) -> Wrong | None:
        """Whether a verdict can be."""
        truth = self.truth
        if not truth.is_steady:
            if seen.kind == "pass" and truth.certain:
                return Wrong("missed", f"{when}: {seen}, but {truth.certain} always comes")
            return None
        allowed = self.allowed()
        if seen.kind not in allowed:
            return Wrong(
                "missed" if seen.kind in ("pass", "skip", "unsatisfiable") else seen.kind,
                f"{when}: {seen}, expected {' or '.join(sorted(allowed))}; "
                f"{truth.names('fail')} {[_shown(each) for each in seen.errors]}",
            )
        names = seen.error_names
        real = truth.names("fail" if seen.kind == "fail" else "stop", "maybe")
        if seen.kind in ("fail", "stop") and not names <= real:
            return Wrong("other error", f"{when}: {names}, expected {real}")
        return None

    def allowed(self) -> set[str]:
        kinds = self.truth.kinds
        allowed = set()
        if "fail" in kinds:
            allowed.add("fail")
        if "stop" in kinds:
            allowed.add("stop")
        if not allowed:
            allowed.add(
                "skip" if "skip" in kinds else "pass" if "pass" in kinds else "unsatisfiable"
            )
        if self.has_examples and "pass" in kinds:
            allowed.add("unsatisfiable")  # the examples pass, and there are no other cases
        if "maybe" in kinds:
            allowed |= {"fail", "pass", "unsatisfiable", "skip", "stop"}
        endings = [ending.kind for ending in self.truth.endings]
        if endings.count("skip") >= 10:
            allowed.add("skip")  # it gives up where all cases skip
        return allowed

    def check_report(self, error: BaseException) -> Wrong | None:
        """Whether the case of a report fails, by hand and by its token."""
        name = type(error).__name__
        report = "\n".join(notes_of(error))
        if "Failing explicit example" in report:
            return None
        token = re.search(r'@reproduce_failure\("([^"]+)"\)', report)
        if token is None:
            return Wrong("no token", report)
        again = self.call(shortlex.reproduce_failure(token[1]))
        if [type(each).__name__ for each in again.errors] != [name]:
            return Wrong("token", f"{name}, but its token gives {again}\n{report}")
        ending = self.run_by_hand(report) if self.can_run_by_hand else None
        if ending is None:
            self.unread += 1
        elif (ending.kind, ending.name) != ("fail", name) and ending.kind != "maybe":
            return Wrong("by hand", f"{name}, but by hand: {ending}\n{report}")
        return None

    def run_by_hand(self, report: str) -> Ending | None:
        """How the case of a report ends; None if it cannot be read."""
        if re.search(r"^# .* is ", report, re.MULTILINE):
            return None  # parts of the arguments are one object, which literals cannot say
        drawn = re.findall(r"^Draw \d+(?: \([^)]*\))?: (.*)$", report, re.MULTILINE)
        match = re.search(r"Failing test case: test\((.*?)^\)", report, re.DOTALL | re.MULTILINE)
        text = match[1] if match else ""
        if match is None:
            match = re.search(r"Failing test case: test\((.*)\)$", report, re.MULTILINE)
            if match is None:
                return None
            text = match[1]
        if re.search(r"(?<!data)\(\.\.\.\)", text):
            return None  # the dots stand for values that cannot be written

        def given(**strategies: object) -> Callable[[Any], Any]:
            def decorate(test: Any) -> Any:
                def wrapper(*args: Any) -> None:
                    reference.now.enter()
                    reference.call(test, args, dict(arguments))

                return wrapper

            return decorate

        with fenced():
            namespace = namespace_of(self.code, {**reference.API, "given": given})
            helpers = {**namespace, "nan": math.nan, "inf": math.inf, "data": lambda _: data}
            try:
                data = _Drawn([eval(each, dict(helpers)) for each in drawn])  # noqa: S307  # from our own report
                arguments = eval(f"dict({text})", helpers)  # noqa: S307  # from our own report
            except (
                BaseException
            ):  # what stands for a value that cannot be written may raise anything
                return None
            reference.now.begin()
            try:
                with reference.StayingHome():
                    namespace["run"]()
            except _NoMoreDraws:
                return None
            except BaseException as error:
                return classify(error)
        return Ending("pass")

    def check_store(self, first: Observed) -> Wrong | None:
        """Whether what was reported is kept, and comes first in the next run."""
        names = {type(each).__name__ for each in first.errors}
        if self.has_examples:
            return None  # it may be an example that failed, and those are not kept
        if not self.is_kept():
            return Wrong("not kept", f"{names}")
        if self.mode == "corrupt":
            self.damage()
        second = self.call()
        wrong = self.check_verdict(second, "the second run")
        if wrong is not None:
            return wrong
        again = {type(each).__name__ for each in second.errors}
        if self.mode != "corrupt" and not again & names:
            return Wrong("not first", f"first {names}, then {again}")
        if self.mode == "directory":
            self.options = settings(self.options, derandomize=True)
            return self.check_verdict(self.call(), "the run without chance")
        return None

    def is_kept(self) -> bool:
        if isinstance(self.database, MemoryDatabase):
            return any(self.database.data.values())
        return any(each.is_file() for each in self.directory.glob("failures/**/*"))

    def damage(self) -> None:
        """Write nonsense over what is kept."""
        dice = random.Random(5)
        for path in self.directory.glob("failures/**/*"):
            if path.is_file():
                data = bytearray(path.read_bytes())
                for _ in range(dice.randint(1, 4)):
                    if data:
                        data[dice.randrange(len(data))] = dice.randrange(256)
                path.write_bytes(data[: dice.randint(0, len(data))])


class _NoMoreDraws(BaseException):
    pass


class _Drawn:
    """Stands for data(): gives what a report says."""

    def __init__(self, values: list[Any]) -> None:
        self.values = iter(values)

    def draw(self, strategy: object, label: str | None = None) -> Any:
        try:
            return next(self.values)
        except StopIteration:
            raise _NoMoreDraws from None


def observe(run: Callable[[], Any], name: str) -> Observed:
    """Call a test, and say how that ended."""
    try:
        run()
    except Unsatisfiable as error:
        return Observed("unsatisfiable", (error,))
    except (Flaky, DidNotReproduce) as error:
        return Observed("flaky", (error,))
    except BaseException as error:
        message = error.message if isinstance(error, BaseExceptionGroup) else ""
        if re.match(rf"{name} failed (in|on) \d+ ", message):
            errors = error.exceptions  # type: ignore[attr-defined]  # it is a group
            is_flaky = any(isinstance(each, Flaky) for each in errors)
            return Observed("flaky" if is_flaky else "fail", tuple(errors))
        return Observed(classify(error).kind, (error,))
    return Observed("pass")


def notes_of(error: BaseException) -> list[str]:
    notes = getattr(error, "__notes__", ())
    return list(notes) if isinstance(notes, (list, tuple)) else []


def _shown(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {str(error)[:300]}"
    except BaseException:
        return type(error).__name__
