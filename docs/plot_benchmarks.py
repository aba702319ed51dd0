"""Draw what the benchmark of reduction measured, as SVG, into ``explanation/plots/``.

Needs matplotlib, which is in the ``bench`` extra. The same figures make the same files.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

ROOT = Path(__file__).parents[1]
COLOURS = {"Shortlex": "#0072b2", "Hypothesis": "#d55e00"}
MARKERS = {1: "o", 2: "s", 10: "^"}
NO_DATE = {"Date": None, "Creator": "docs/plot_benchmarks.py"}

mpl.rcParams.update(
    {
        "svg.hashsalt": "shortlex",
        "svg.fonttype": "none",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": "#e6e6e6",
        "axes.axisbelow": True,
        "legend.frameon": False,
        "figure.constrained_layout.use": True,
    }
)


def plot_calls(cases: dict[str, Any]) -> Figure:
    """Both libraries' calls, a column a case, sorted by Hypothesis's."""
    both = [by for by in cases.values() if all(by.get(name, {}).get("seeds") for name in COLOURS)]
    both.sort(key=lambda by: by["Hypothesis"]["calls"])
    figure = Figure(figsize=(9, 4))
    axes = figure.add_subplot()
    for name, colour in COLOURS.items():
        calls = [max(0.5, by[name]["calls"]) for by in both]
        axes.scatter(range(len(both)), calls, s=14, color=colour, label=name, linewidths=0)
    axes.set_yscale("log")
    axes.set_ylabel("mean calls of the test")
    axes.set_xlabel("cases, sorted by the calls of Hypothesis")
    axes.legend(loc="upper left")
    return figure


def plot_ideals(cases: dict[str, Any]) -> Figure:
    """The share of seeds that reach the ideal, from the best case to the worst of each library."""
    figure = Figure(figsize=(9, 3.2))
    axes = figure.add_subplot()
    for name, colour in COLOURS.items():
        ones = [by[name] for by in cases.values() if by.get(name, {}).get("seeds")]
        shares = sorted((100 * o["ideal"] for o in ones if o["ideal"] is not None), reverse=True)
        axes.step(range(1, len(shares) + 1), shares, where="mid", color=colour, label=name)
        axes.fill_between(
            range(1, len(shares) + 1), shares, step="mid", color=colour, alpha=0.12, linewidth=0
        )
    axes.set_ylim(0, 103)
    axes.set_ylabel("seeds that reach the ideal, %")
    axes.set_xlabel("cases that have an ideal, each library's best first")
    axes.legend(loc="lower left")
    return figure


def plot_scale(rows: list[dict[str, Any]], key: str, label: str, factor: float) -> Figure:
    """Calls or time against the number of elements, lists and trees side by side."""
    figure = Figure(figsize=(9, 3.8))
    panels = figure.subplots(1, 2, sharey=True)
    for axes, shape in zip(panels, ("list", "tree"), strict=True):
        for name, colour in COLOURS.items():
            for matter, marker in MARKERS.items():
                points = [
                    (row["elements"], factor * max(row[name][key], 0.01))
                    for row in rows
                    if row["shape"] == shape
                    and row["matter"] == matter
                    and row.get(name, {}).get("seeds")
                ]
                if points:
                    axes.plot(
                        *zip(*points, strict=True),
                        color=colour,
                        marker=marker,
                        markersize=5,
                        linewidth=1,
                        label=f"{name}, {matter} needed",
                    )
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_title(f"{shape}s", loc="left", fontsize=10)
        axes.set_xlabel("elements at the start")
    panels[0].set_ylabel(label)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right center", fontsize=9)
    return figure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--results", type=Path, default=ROOT / "bench" / "results")
    parser.add_argument("--plots", type=Path, default=ROOT / "docs" / "explanation" / "plots")
    parser.add_argument("--format", choices=["svg", "png"], default="svg")
    options = parser.parse_args()
    cases = json.loads((options.results / "reduction.json").read_text("utf-8"))["cases"]
    rows = json.loads((options.results / "scale.json").read_text("utf-8"))["scale"]
    plots = {
        "calls": plot_calls(cases),
        "ideals": plot_ideals(cases),
        "scale-calls": plot_scale(rows, "calls", "calls of the test", 1.0),
        "scale-time": plot_scale(rows, "milliseconds", "CPU seconds", 0.001),
    }
    options.plots.mkdir(parents=True, exist_ok=True)
    for name, figure in plots.items():
        file = options.plots / f"{name}.{options.format}"
        metadata = NO_DATE if options.format == "svg" else None
        figure.savefig(file, metadata=metadata, dpi=100)


if __name__ == "__main__":
    main()
