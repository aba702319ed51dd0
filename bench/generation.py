"""Generation: the speed of making random cases. Run as ``python -m bench.generation``.

Three makers of comparable data (``rows``): Shortlex, Hypothesis with the same settings in the
same process, and a hand-written loop (``bare``). ``measure`` times them in alternating rounds
and looks at what they made; ``imports`` times the imports; ``findings`` says it all.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.findings import Findings, findings_as_json, format_findings
from bench.imports import measure_imports
from bench.libraries import load_hypothesis, load_shortlex
from bench.measure import Effort, measure_row
from bench.row import Row
from bench.rows import ROWS

FULL = Effort(cases=1000, data_cases=1000, rounds=5, sample_seconds=0.05, interpreters=15)
QUICK = Effort(cases=100, data_cases=100, rounds=3, sample_seconds=0.01, interpreters=5)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, print, and write the results down if asked."""
    options = _parse_options(arguments)
    findings = measure_generation(options.rows, QUICK if options.quick else FULL)
    print(format_findings(findings))
    if options.json is not None:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(findings_as_json(findings), indent=2)
        options.json.write_text(text + "\n", encoding="utf-8")


def measure_generation(names: Sequence[str], effort: Effort) -> Findings:
    """Measure the rows named and, when none is, all of them and the imports too."""
    rows = [row for row in ROWS if not names or row.name in names]
    libraries = (load_shortlex(), load_hypothesis())
    results = []
    for place, row in enumerate(rows, start=1):
        _report_progress(f"{place}/{len(rows)} {_title(row)}")
        results.append(measure_row(row, libraries, effort))
    imports = None
    if not names:
        _report_progress("imports")
        imports = measure_imports(effort.interpreters)
    return Findings(
        command=_command(names, effort),
        versions={library.name: library.version for library in libraries},
        effort=effort,
        results=tuple(results),
        imports=imports,
    )


def _parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.generation",
        description="Time Shortlex, Hypothesis and a bare loop making the same random cases.",
        epilog="rows:\n" + "\n".join(f"  {_title(row)}" for row in ROWS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="fewer cases: rough figures soon")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results here")
    parser.add_argument(
        "--rows",
        nargs="+",
        default=[],
        metavar="NAME",
        choices=[row.name for row in ROWS],
        help="measure only these rows, and no imports",
    )
    return parser.parse_args(arguments)


def _command(names: Sequence[str], effort: Effort) -> str:
    """What to type for the same measurement; where the results were written is left out."""
    words = ["python", "-m", "bench.generation"]
    words += ["--quick"] if effort is QUICK else []
    words += ["--rows", *names] if names else []
    return shlex.join(words)


def _title(row: Row) -> str:
    return f"{row.name}: {row.describe}"


def _report_progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
