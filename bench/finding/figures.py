"""Figures: what the searches for planted bugs come to, for each bug, group and half."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log
from statistics import fmean
from typing import Any

from bench.finding.property import GROUPS, HALVES
from bench.finding.search import Record, Search
from bench.table import format_number, format_share, format_table

BOTH = ("Shortlex", "Hypothesis")

SHARES: dict[str, Callable[[Search], bool]] = {
    "within 1,000 calls": lambda run: run.calls <= 1000,
    "within 10,000 calls": lambda run: run.calls <= 10_000,
    "within 1 s": lambda run: run.seconds <= 1.0,
}
"""Of the long runs that find the bug, those that count; by name."""


def figures_of(records: Sequence[Record]) -> dict[str, Any]:
    """By half, group and bug, the figures of each library."""
    halves: dict[str, Any] = {}
    for record in records:
        groups = halves.setdefault(record.half, {})
        bugs = groups.setdefault(record.group, {})
        bugs.setdefault(record.name, {})[record.library] = _figures(record)
    return halves


def _figures(record: Record) -> dict[str, float]:
    runs = record.long_runs
    finds = sum(run.is_found for run in runs)
    return {
        "default run": fmean(run.is_found for run in record.default_runs),
        **{
            name: fmean(run.is_found and counts(run) for run in runs)
            for name, counts in SHARES.items()
        },
        # Runs that do not find it cost their calls too. If none does, this is a lower bound.
        "calls per find": sum(run.calls for run in runs) / max(1, finds),
        "seconds per find": sum(run.seconds for run in runs) / max(1, finds),
        "finds": finds,
    }


def summary_of(bugs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Mean shares and geometric means over bugs."""
    summary: dict[str, Any] = {
        library: {
            name: fmean(bug[library][name] for bug in bugs) for name in ("default run", *SHARES)
        }
        for library in BOTH
    }
    # A bug that a library never finds has no calls per find, only a lower bound.
    found = [bug for bug in bugs if all(bug[library]["finds"] for library in BOTH)]
    for name in ("calls per find", "seconds per find"):
        logs = [log(max(1e-9, bug[BOTH[0]][name]) / max(1e-9, bug[BOTH[1]][name])) for bug in found]
        summary[name] = exp(fmean(logs)) if logs else None
    summary["bugs"] = len(bugs)
    return summary


def lost(bugs: dict[str, dict[str, Any]]) -> list[str]:
    """What Hypothesis finds in half of the default runs, and Shortlex does not."""
    ours, theirs = ({name: bug[one]["default run"] for name, bug in bugs.items()} for one in BOTH)
    return [name for name in bugs if theirs[name] >= 0.5 > ours[name]]


def summaries_of(halves: dict[str, Any]) -> dict[str, Any]:
    """By half: a summary of each group and of all."""
    result = {}
    for half, groups in halves.items():
        every = {name: bug for bugs in groups.values() for name, bug in bugs.items()}
        rows = {
            group: summary_of(list(groups[group].values())) for group in GROUPS if group in groups
        }
        result[half] = {**rows, "all": summary_of(list(every.values())), "lost": lost(every)}
    return result


def bug_lines(groups: dict[str, Any]) -> list[tuple[str, ...]]:
    """For each bug: its name, and the figures of both libraries."""
    return [
        (
            f"{group}: {name.replace('_', ' ')}",
            *(format_share(bug[library]["default run"]) for library in BOTH),
            *(format_share(bug[library]["within 1 s"]) for library in BOTH),
            *(_calls(bug[library]) for library in BOTH),
        )
        for group, bugs in groups.items()
        for name, bug in bugs.items()
    ]


def _calls(figures: dict[str, float]) -> str:
    return ("" if figures["finds"] else ">") + format_number(figures["calls per find"])


def summary_lines(summaries: dict[str, Any]) -> list[tuple[str, ...]]:
    """For each group and all: shares of both libraries, and the ratios."""
    rows = {name: row for name, row in summaries.items() if name != "lost"}
    return [
        (
            name,
            str(row["bugs"]),
            *(
                format_share(row[library][share])
                for share in ("default run", *SHARES)
                for library in BOTH
            ),
            *(_ratio(row[name]) for name in ("calls per find", "seconds per find")),
        )
        for name, row in rows.items()
    ]


def _ratio(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.3f}"


SUMMARY_HEADER = (
    "group",
    "bugs",
    "default run",
    "Hyp.",
    "1,000 calls",
    "Hyp.",
    "10,000 calls",
    "Hyp.",
    "1 s",
    "Hyp.",
    "calls",
    "time",
)
BUG_HEADER = ("bug", "default run", "Hyp.", "1 s", "Hyp.", "calls per find", "Hyp.")


def format_figures(halves: dict[str, Any], *, is_long: bool) -> str:
    """All as tables. The columns of Hypothesis are beside those of Shortlex."""
    summaries = summaries_of(halves)
    sections = []
    for half in HALVES:
        if half in halves:
            sections.append(f"The {half} half")
            if is_long:
                sections.append(format_table(BUG_HEADER, bug_lines(halves[half])))
            sections.append(format_table(SUMMARY_HEADER, summary_lines(summaries[half])))
            names = ", ".join(summaries[half]["lost"]) or "none"
            sections.append(f"Found by Hypothesis in half of the runs, and not by us: {names}")
    return "\n\n".join(sections)
