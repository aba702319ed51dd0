"""Findings: what the generation benchmark found, as text, as JSON, and against the promises."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from bench.imports import Imports
from bench.measure import BARE, Effort, Result
from bench.table import format_number, format_share, format_table

FASTER_THAN_HYPOTHESIS = 20.0
SLOWER_THAN_BARE = 5.0
SHARE_OF_IMPORT = 0.25

MAKERS = ("Shortlex", "Hypothesis", BARE)


@dataclass(frozen=True)
class Findings:
    """One run of the benchmark, and how it was made."""

    command: str
    versions: dict[str, str]
    effort: Effort
    results: tuple[Result, ...]
    imports: Imports | None
    """None when only some rows were asked for."""


def format_findings(findings: Findings) -> str:
    versions = (f"{name} {version}" for name, version in findings.versions.items())
    sections = [
        f"{', '.join(versions)}, Python {platform.python_version()}",
        format_times(findings.results),
        format_data(findings.results),
    ]
    if findings.imports is not None:
        sections.append(format_imports(findings.imports))
    sections.append(format_promises(findings))
    return "\n\n".join(sections)


def format_times(results: Sequence[Result]) -> str:
    header = ("microseconds per case", *MAKERS, "Hypothesis/Shortlex", "Shortlex/bare")
    lines = [
        (
            result.row.name,
            *(_time(result, maker) for maker in MAKERS),
            _number(result.ratio("Hypothesis", "Shortlex")),
            _number(result.ratio("Shortlex", BARE)),
        )
        for result in results
    ]
    return format_table(header, lines)


def _time(result: Result, maker: str) -> str:
    return format_number(result.timings[maker].microseconds) if maker in result.timings else "-"


def _number(ratio: float | None) -> str:
    return "-" if ratio is None else format_number(ratio)


def format_data(results: Sequence[Result]) -> str:
    words = ("data", "maker", "size is", "edges are")
    figures = ("cases", "mean size", "95th", "distinct", "edges")
    lines = [
        (
            result.row.name,
            maker,
            result.row.shape.unit,
            result.row.shape.edges,
            str(summary.cases),
            format_number(summary.mean_size),
            format_number(summary.size_95),
            format_share(summary.distinct),
            format_share(summary.edges),
        )
        for result in results
        for maker, summary in result.data.items()
    ]
    return format_table((*words, *figures), lines, words=len(words))


def format_imports(imports: Imports) -> str:
    lines = [(name, format_number(imports.cost_of(name))) for name in ("Shortlex", "Hypothesis")]
    lines.append(("(empty interpreter)", format_number(imports.empty)))
    return format_table(("import", "milliseconds"), lines)


def format_promises(findings: Findings) -> str:
    """One line a promise: kept, or where not."""
    slow = [
        result.row.name
        for result in findings.results
        if (result.ratio("Hypothesis", "Shortlex") or 0.0) < FASTER_THAN_HYPOTHESIS
    ]
    heavy = [
        result.row.name
        for result in findings.results
        if result.row.simple and (result.ratio("Shortlex", BARE) or 0.0) > SLOWER_THAN_BARE
    ]
    lines = [
        f"at least {FASTER_THAN_HYPOTHESIS:.0f} times faster than Hypothesis: {_verdict(slow)}",
        f"simple rows within {SLOWER_THAN_BARE:.0f} times a bare loop: {_verdict(heavy)}",
    ]
    if findings.imports is not None:
        share = findings.imports.share
        broken = [format_share(share)] if share > SHARE_OF_IMPORT else []
        lines.append(f"import at most a quarter of Hypothesis's time: {_verdict(broken)}")
    return "\n".join(lines)


def _verdict(broken: Sequence[str]) -> str:
    return f"NOT KEPT ({', '.join(broken)})" if broken else "kept"


def findings_as_json(findings: Findings) -> dict[str, object]:
    """Everything measured, with what is needed to measure it again and nothing private."""
    imports = findings.imports
    return {
        "command": findings.command,
        "versions": findings.versions,
        "python": platform.python_version(),
        "implementation": platform.python_implementation(),
        "system": platform.system(),
        "machine": platform.machine(),
        "effort": asdict(findings.effort),
        "rows": [_row_as_json(result) for result in findings.results],
        "imports": None if imports is None else _imports_as_json(imports),
    }


def _row_as_json(result: Result) -> dict[str, object]:
    return {
        "name": result.row.name,
        "describe": result.row.describe,
        "simple": result.row.simple,
        "microseconds": {
            maker: {
                "cases_per_call": timing.cases,
                "median": timing.microseconds,
                "minimum": min(timing.rounds),
                "rounds": timing.rounds,
            }
            for maker, timing in result.timings.items()
        },
        "hypothesis_over_shortlex": result.ratio("Hypothesis", "Shortlex"),
        "shortlex_over_bare": result.ratio("Shortlex", BARE),
        "size_is": result.row.shape.unit,
        "edges_are": result.row.shape.edges,
        "data": {maker: asdict(summary) for maker, summary in result.data.items()},
    }


def _imports_as_json(imports: Imports) -> dict[str, object]:
    return {
        "milliseconds": {name: imports.cost_of(name) for name in ("Shortlex", "Hypothesis")},
        "empty_interpreter": imports.empty,
        "share": imports.share,
        "runs": imports.runs,
    }
