"""``python -m bench.reduction``: how small, how often, and in how many calls.

python -m bench.reduction                     every case, 10 seeds
python -m bench.reduction --seeds 100 --jobs 2 --json bench/results/reduction.json
python -m bench.reduction corpus --cases bound5 reverse
python -m bench.reduction paper               beside Figures 13 and 14 of ECOOP 2020
python -m bench.reduction scale               lists, trees and other shapes, up to 100,000 elements
python -m bench.reduction ablation            the corpus with each pass left out in turn
python -m bench.reduction flaky               failures that come only in some of the runs
python -m bench.reduction fresh               new cases, made from a seed: fresh --help
"""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import Path

from bench.keeping import keep
from bench.reduction import ablation, corpus, flaky, paper, scale
from bench.reduction.adapters import LIBRARIES
from bench.reduction.every import CASES
from bench.reduction.fresh import compare

COMMANDS = {"corpus": corpus, "paper": paper, "scale": scale, "ablation": ablation, "flaky": flaky}


def main(arguments: list[str]) -> None:
    if arguments[:1] == ["fresh"]:
        # Its cases are a number and a seed, not names.
        compare.main(arguments[1:])
        return
    options = parse(arguments)
    # Both libraries warn of things that the cases do on purpose.
    warnings.simplefilter("ignore")
    figures = COMMANDS[options.command].run(options)
    if options.json is not None:
        command = " ".join(["python -m bench.reduction", *arguments])
        keep(options.json, command, figures)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.reduction")
    parser.add_argument("command", nargs="?", default="corpus", choices=COMMANDS)
    parser.add_argument("--seeds", type=int, help="reductions of each case")
    parser.add_argument("--cases", nargs="*", default=[], choices=CASES, metavar="CASE")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth case")
    parser.add_argument("--only", choices=LIBRARIES, help="only this library")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the cases")
    parser.add_argument("--seconds", type=float, help="for all seeds of a case and library")
    parser.add_argument("--calls", type=int, help="for one reduction")
    parser.add_argument("--largest", type=int, default=scale.SIZES[-1], help="in scale")
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    options = parser.parse_args(arguments)
    options.only = list(LIBRARIES) if options.only is None else [options.only]
    return options


if __name__ == "__main__":
    main(sys.argv[1:])
