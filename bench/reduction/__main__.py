"""``python -m bench.reduction``: how small, how often, and in how many calls.

python -m bench.reduction                     every case, 10 seeds
python -m bench.reduction --seeds 100 --json bench/results/reduction.json
python -m bench.reduction corpus --cases bound5 reverse
python -m bench.reduction paper               beside Figures 13 and 14 of ECOOP 2020
python -m bench.reduction scale               lists and trees of 10 to 100,000 elements
python -m bench.reduction ablation            the corpus with each pass left out in turn
python -m bench.reduction flaky               failures that come only in some of the runs
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import warnings
from pathlib import Path
from typing import Any

from bench.reduction import ablation, corpus, flaky, paper, scale

COMMANDS = {"corpus": corpus, "paper": paper, "scale": scale, "ablation": ablation, "flaky": flaky}


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.reduction")
    parser.add_argument("command", nargs="?", default="corpus", choices=COMMANDS)
    parser.add_argument("--seeds", type=int, default=10, help="reductions of each case")
    parser.add_argument("--cases", nargs="*", default=[], help="only these cases")
    parser.add_argument("--only", choices=["Shortlex", "Hypothesis"], help="only this library")
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    options = parser.parse_args(arguments)
    # Both libraries warn of things that the cases do on purpose.
    warnings.simplefilter("ignore")
    figures = COMMANDS[options.command].run(options)
    if options.json is not None:
        command = f"python -m bench.reduction {' '.join(arguments)}"
        record = {"command": command, **_versions(), **figures}
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")


def _versions() -> dict[str, Any]:
    import hypothesis

    import shortlex

    return {
        "hypothesis": hypothesis.__version__,
        "machine": platform.machine(),
        "python": platform.python_version(),
        "shortlex": shortlex.__version__,
    }


if __name__ == "__main__":
    main(sys.argv[1:])
