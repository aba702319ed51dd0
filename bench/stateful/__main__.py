"""The benchmark of state machines: both libraries search for the same bugs and reduce them.

python -m bench.stateful [--seeds 100] [--searches 100] [--peer-seeds 20] [--runs 1000]
                              [--jobs 2] [--only NAME ...] [--json FILE]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Any

from bench.keeping import keep
from bench.stateful import corpus_machines, planted_machines  # noqa: F401  # they list themselves
from bench.stateful.subject import SUBJECTS
from bench.stateful.trial import BOTH, modules_of, try_once

FEW_RUNS = 100


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=100, help="of reductions")
    parser.add_argument("--searches", type=int, default=100, help="seeds of searches")
    parser.add_argument("--runs", type=int, default=1000, help="of a search, at most")
    parser.add_argument(
        "--peer-seeds", type=int, help="of both kinds, for Hypothesis, which is slow"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to keep the figures")
    options = parser.parse_args()
    names = options.only or list(SUBJECTS)
    speeds = {library: steps_per_second(library) for library in BOTH}
    print("steps per second of a machine that does nothing: " + _both(speeds, "{:,.0f}"))
    print(f"ratio: {speeds['Shortlex'] / speeds['Hypothesis']:.0f}")
    figures: dict[str, Any] = {}
    seeds = dict.fromkeys(BOTH, (options.seeds, options.searches))
    if options.peer_seeds is not None:
        seeds[BOTH[1]] = (options.peer_seeds, options.peer_seeds)
    with ProcessPoolExecutor(options.jobs) as pool:
        jobs = [
            (name, library, pool.submit(measure, name, library, *seeds[library], options.runs))
            for name in names
            for library in BOTH
        ]
        for name, library, job in jobs:
            figures.setdefault(name, {})[library] = job.result()
            if library == BOTH[-1]:
                print(line_of(name, figures[name]), flush=True)
    print(summary(figures))
    if options.json is not None:
        command = f"python -m bench.stateful --seeds {options.seeds}"
        command += f" --searches {options.searches} --runs {options.runs}"
        if options.peer_seeds is not None:
            command += f" --peer-seeds {options.peer_seeds}"
        keep(options.json, command, {"speeds": speeds, "machines": figures})


def measure(name: str, library: str, seeds: int, searches: int, runs: int) -> dict[str, Any]:
    """What a library does with one machine."""
    subject = SUBJECTS[name]
    found = [
        try_once(subject, library, seed, runs, reduces=False).runs_to_find
        for seed in range(searches)
    ]
    reduced = [try_once(subject, library, seed, runs, reduces=True) for seed in range(seeds)]
    done = [each for each in reduced if each.steps is not None]
    return {
        "ideal_steps": subject.steps,
        "is_public": subject.is_public,
        "searches": searches,
        "found_100": _share([n is not None and n <= FEW_RUNS for n in found]),
        "found": _share([n is not None for n in found]),
        "found_per_run": _rate(found, runs),
        "reductions": len(done),
        "at_minimum": _share([each.steps == subject.steps for each in done]),
        "below": sum((each.steps or 0) < subject.steps for each in done),
        "minimal": _share([each.needless is None for each in done]),
        "needless": sorted({each.needless for each in done if each.needless})[:3],
        "steps": mean(each.steps or 0 for each in done) if done else None,
        "calls": mean(each.calls for each in done) if done else None,
        "ms": 1000 * mean(each.seconds for each in done) if done else None,
    }


def _share(claims: Sequence[bool]) -> float | None:
    return sum(claims) / len(claims) if claims else None


def _rate(found: Sequence[int | None], runs: int) -> float:
    """How often a run finds the bug, by all runs until it was found."""
    total = sum(runs if n is None else n for n in found)
    return sum(n is not None for n in found) / total if total else 0.0


def steps_per_second(library: str, cases: int = 400) -> float:
    """How fast the steps of a machine are that does nothing in them."""
    package, stateful, _, more = modules_of(library)

    class Nothing(stateful.RuleBasedStateMachine):
        steps = 0

        @stateful.rule()
        def one(self) -> None:
            Nothing.steps += 1

        @stateful.rule()
        def two(self) -> None:
            Nothing.steps += 1

    options = package.settings(max_examples=cases, database=None, **more)
    best = 0.0
    for _ in range(3):
        Nothing.steps, started = 0, process_time()
        stateful.run_state_machine_as_test(Nothing, settings=options)
        best = max(best, Nothing.steps / (process_time() - started))
    return best


def line_of(name: str, by: dict[str, Any]) -> str:
    """What both libraries did with one machine."""

    def both(key: str, form: str) -> str:
        values = (by[each][key] for each in BOTH)
        return " / ".join("-" if value is None else form.format(value) for value in values)

    ours = by[BOTH[0]]
    columns = (
        f"{name:18}",
        f"found in 100 {both('found_100', '{:.0%}'):13}",
        f"in all {both('found', '{:.0%}'):13}",
        f"per run {both('found_per_run', '{:.3f}'):15}",
        f"ideal {ours['ideal_steps']} {both('at_minimum', '{:.0%}'):13}",
        f"1-minimal {both('minimal', '{:.0%}'):13}",
        f"steps {both('steps', '{:.2f}'):13}",
        f"calls {both('calls', '{:.0f}'):12}",
        f"ms {both('ms', '{:.0f}')}",
        f"{ours['needless'] or ''}",
        "BELOW THE IDEAL" if any(by[each]["below"] for each in BOTH) else "",
    )
    return " ".join(columns).rstrip()


def summary(figures: dict[str, Any]) -> str:
    """The claims, over all machines."""
    ours = [each[BOTH[0]] for each in figures.values()]
    pairs = [(each[BOTH[0]], each[BOTH[1]]) for each in figures.values()]
    done = sum(each["reductions"] for each in ours)
    minimal = sum((each["minimal"] or 0) * each["reductions"] for each in ours)
    ideal = sum((each["at_minimum"] or 0) * each["reductions"] for each in ours)
    worse = [
        name
        for name, by in figures.items()
        if by[BOTH[1]]["found_per_run"] > by[BOTH[0]]["found_per_run"]
    ]
    return (
        f"1-minimal: {minimal / max(1, done):.2%} of {done} reductions; at the minimum: "
        f"{ideal / max(1, done):.2%}; found more often per run by Hypothesis: {worse or 'none'} of "
        f"{len(pairs)}"
    )


def _both(values: dict[str, float], form: str) -> str:
    return ", ".join(f"{name} {form.format(value)}" for name, value in values.items())


if __name__ == "__main__":
    main()
