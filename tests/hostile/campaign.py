"""Campaign: judge any number of programs, in processes that may die, and reduce what is wrong.

Body ``i`` of a seed is always the same one. What is wrong is printed as a program to paste, as
small as Shortlex makes it.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from shortlex import lowlevel
from shortlex import strategies as st
from shortlex.core.case import RandomCase
from shortlex.errors import ShortlexException
from tests.hostile.children import Child, Send, listen
from tests.hostile.judge import COMMON, MODES, Judgement, Wrong, judge, options_of
from tests.hostile.programs import Program, pasteable, programs

CHUNK = 50
"""How many bodies one process judges."""

PATIENCE = 600.0
"""After this many seconds a body hangs: ten would do, but not on a machine that is busy."""

MAX_CHOICES = 100_000


class Task(NamedTuple):
    program: Program
    mode: str


class Finding(NamedTuple):
    """A wrong verdict, and the number of its task."""

    number: int
    mode: str
    wrong: Wrong


@st.composite
def tasks(draw: Any, modes: tuple[str, ...], excluded: frozenset[str] = frozenset()) -> Task:
    """A program and how to run it."""
    mode = draw(st.sampled_from(modes))
    return Task(draw(programs(excluded)), mode)


def judge_apart(task: Task, patience: float = PATIENCE) -> Judgement:
    """Judge in another process: one that dies or hangs is a wrong verdict."""
    child = Child(lambda send: send(judge(*task)), patience)
    said: list[Any] = []
    while not child.is_over:
        for _, messages in listen([child]):
            said += messages
    return said[0] if said else Judgement("unknown", Wrong(child.fate.split()[0], child.fate))


class Campaign:
    """Judges bodies, and counts."""

    def __init__(self, modes: tuple[str, ...], excluded: frozenset[str], seed: int) -> None:
        self.strategy = tasks(modes, excluded)
        self.seed = seed
        self.started = time.monotonic()
        self.truths: Counter[str] = Counter()
        self.behaviours: Counter[str] = Counter()
        self.modes: Counter[str] = Counter()
        self.unread = 0
        self.findings: list[Finding] = []

    @property
    def done(self) -> int:
        return sum(self.truths.values())

    def task(self, number: int) -> Task:
        return self._task(number)[0]

    def _task(self, number: int) -> tuple[Task, list[Any]]:
        """A task, and the choices that make it."""
        case = RandomCase(Random(f"{self.seed} {number}"), 1.0, MAX_CHOICES)
        return case.draw(self.strategy), case.choices

    def run(self, numbers: range, jobs: int) -> Iterator[None]:
        """Judge bodies in so many processes at a time."""
        starts = reversed(numbers[::CHUNK])
        waiting = [range(start, min(start + CHUNK, numbers.stop)) for start in starts]
        running: dict[Child, _Share] = {}
        while waiting or running:
            while waiting and len(running) < jobs:
                share = _Share(waiting.pop())
                running[Child(lambda send, share=share: self._work(send, share), PATIENCE)] = share
            for child, messages in list(listen(list(running))):
                for message in messages:
                    self._take(message, running[child])
                    yield
                if not child.is_over:
                    continue
                share = running.pop(child)
                if child.fate:
                    wrong = Wrong(child.fate.split()[0], child.fate)
                    self._count(share, Judgement("unknown", wrong))
                if share.next < share.numbers.stop:
                    waiting.append(range(share.next, share.numbers.stop))

    def _work(self, send: Send, share: _Share) -> None:
        for number in share.numbers:
            task = self.task(number)
            send((task.mode, task.program.tags))
            send(judge(*task))

    def _take(self, message: Any, share: _Share) -> None:
        if isinstance(message, Judgement):
            self._count(share, message)
        else:
            share.mode, behaviours = message
            self.modes[share.mode] += 1
            self.behaviours.update(behaviours)

    def _count(self, share: _Share, judgement: Judgement) -> None:
        self.truths[judgement.truth] += 1
        self.unread += judgement.unread
        if judgement.wrong is not None:
            self.findings.append(Finding(share.next, share.mode, judgement.wrong))
            words = f"Body {share.next}, {share.mode}: {judgement.wrong.kind}"
            print(words, file=sys.stderr, flush=True)
        share.next += 1

    def reduced(self, finding: Finding, seconds: float) -> tuple[Task, Wrong]:
        """The simplest task whose verdict is wrong in the same way."""
        task, choices = self._task(finding.number)
        best = task, finding.wrong

        def is_wrong(case: lowlevel.Case) -> None:
            nonlocal last
            task = case.draw(self.strategy)
            wrong = judge_apart(task, 20.0).wrong
            if wrong is not None and wrong.kind == finding.wrong.kind:
                last = task, wrong
                lowlevel.mark_interesting(case)

        def remember(name: str, trace: lowlevel.Trace) -> None:
            nonlocal best
            best = last

        last = best
        try:
            lowlevel.reduce(is_wrong, choices, max_seconds=seconds, on_step=remember)
        except ShortlexException as error:  # it is not wrong every time
            print(f"Not reduced: {error}", file=sys.stderr)
        return best

    def summary(self) -> dict[str, Any]:
        """All counts, for a file."""
        return {
            "bodies": self.done,
            "judged": self.done - self.truths["too large"],
            "wrong": dict(Counter(finding.wrong.kind for finding in self.findings)),
            "truths": dict(self.truths.most_common()),
            "modes": dict(self.modes.most_common()),
            "behaviours": dict(self.behaviours.most_common()),
            "reports not run by hand": self.unread,
        }


class _Share:
    """Bodies that one process judges."""

    def __init__(self, numbers: range) -> None:
        self.numbers = numbers
        self.next = numbers.start
        self.mode = ""


def show(task: Task, wrong: Wrong, number: int) -> str:
    """A wrong verdict as a program to paste."""
    details = "\n".join(f"# {line[:200]}" for line in wrong.details.splitlines())
    text = pasteable(task.program, options_of(task.mode))
    return f"# Body {number}, {task.mode}: {wrong.kind}\n{details}\n{text}\nrun()\n"


def main(arguments: list[str] | None = None) -> int:
    """The command. It fails if a verdict was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--bodies", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first body")
    parser.add_argument("--seconds", type=float, help="stop after this many seconds")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--modes", help=f"of {', '.join(MODES)}, separated by commas")
    parser.add_argument("--without", default="", help="behaviours to leave out")
    parser.add_argument("--reduce", type=int, default=3, help="of each kind, how many are reduced")
    parser.add_argument("--reduce-seconds", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=0, help="bodies to run with pytest")
    parser.add_argument("--json", type=Path, help="where to write the counts")
    asked = parser.parse_args(arguments)
    excluded = frozenset(filter(None, asked.without.split(",")))
    campaign = Campaign(
        tuple(asked.modes.split(",")) if asked.modes else COMMON, excluded, asked.seed
    )
    command = " ".join(["python -m tests.hostile", *(arguments or sys.argv[1:])])
    shown = time.monotonic()
    for _ in campaign.run(range(asked.first, asked.first + asked.bodies), asked.jobs):
        now = time.monotonic()
        if now - shown > 10:
            shown = now
            _tell(campaign, command, asked.json)
        if asked.seconds is not None and now - campaign.started > asked.seconds:
            break
    found = 0
    if asked.processes:
        # Not above: it imports this module.
        from tests.hostile.processes import TOO_MUCH_FOR_PYTEST, judge_processes

        calm = Campaign(("plain",), excluded | TOO_MUCH_FOR_PYTEST, asked.seed)
        for way, body, wrong in judge_processes(calm, range(asked.processes)):
            found += 1
            print(f"# {way}\n{show(body.task, wrong, body.number)}", flush=True)
    more = {"bodies in runs of pytest": asked.processes, "wrong in runs of pytest": found}
    _tell(campaign, command, asked.json, **more)
    summary = campaign.summary()
    print(json.dumps({key: summary[key] for key in ("bodies", "judged", "wrong", "truths")}))
    _show_findings(campaign, asked.reduce, asked.reduce_seconds)
    return 1 if campaign.findings or found else 0


def _tell(campaign: Campaign, command: str, path: Path | None, **more: int) -> None:
    """Print how far a campaign has come, and write all counts to a file."""
    seconds = round(time.monotonic() - campaign.started)
    text = f"{campaign.done:,} bodies in {seconds:,} s, {len(campaign.findings)} wrong"
    print(text, file=sys.stderr, flush=True)
    if path is not None:
        counts = {"command": command, **campaign.summary(), "seconds": seconds, **more}
        path.write_text(json.dumps(counts, indent=1) + "\n")


def _show_findings(campaign: Campaign, most: int, seconds: float) -> None:
    counts: Counter[str] = Counter()
    for finding in campaign.findings:
        counts[finding.wrong.kind] += 1
        if counts[finding.wrong.kind] <= most:
            print(show(*campaign.reduced(finding, seconds), finding.number), flush=True)
        else:
            print(f"# Body {finding.number}, {finding.mode}: {finding.wrong.kind}", flush=True)
