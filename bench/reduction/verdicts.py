"""Verdicts: what the figures of both libraries come to, and which promises they break.

Figures are what ``reduce_many`` makes, by case and library. Nothing here runs anything, so that
the documentation can be made from stored figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, log
from typing import Any

Figures = dict[str, dict[str, dict[str, Any]]]

KEYS = ("calls", "calls_to_best", "generations", "milliseconds")

MUCH = 1.2
"""Over a fifth more is worth a line."""

FEW_CALLS = 5
"""A difference of less is none: one call more is a quarter more of four."""


def geometric_means(figures: Figures) -> dict[str, float]:
    """Of the ratios Shortlex to Hypothesis, over the cases that both have reduced."""
    result = {}
    for key in KEYS:
        # Half a call is the least: of a mean of none there is no ratio.
        logs = [log(max(0.5, a[key]) / max(0.5, b[key])) for _, a, b in reduced_by_both(figures)]
        if logs:
            result[key] = round(exp(sum(logs) / len(logs)), 3)
    return result


def reduced_by_both(figures: Figures) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    for name, by in figures.items():
        ours, theirs = by.get("Shortlex", {}), by.get("Hypothesis", {})
        if ours.get("seeds") and theirs.get("seeds"):
            yield name, ours, theirs


def share_of_ideals(figures: Figures, library: str) -> float | None:
    """The mean over cases that have an ideal: slow ones, which have fewer seeds, count as much."""
    shares = [one["ideal"] for one in _rated(figures, library).values()]
    return sum(shares) / len(shares) if shares else None


def _rated(figures: Figures, library: str) -> dict[str, dict[str, Any]]:
    return {
        name: by[library]
        for name, by in figures.items()
        if library in by and by[library].get("seeds") and by[library]["ideal"] is not None
    }


def verdicts(figures: Figures) -> dict[str, list[str]]:
    """Cases that break a promise, by promise, each with its figures."""
    rated = _rated(figures, "Shortlex")
    both = list(reduced_by_both(figures))
    return {
        "ideal in less than 90% of seeds": [
            f"{name} {one['ideal']:.0%}" for name, one in rated.items() if one["ideal"] < 0.9
        ],
        "ideal less often than Hypothesis": [
            f"{name} {a['ideal']:.0%} to {b['ideal']:.0%}"
            for name, a, b in both
            if a["ideal"] is not None and a["ideal"] < b["ideal"]
        ],
        "larger than Hypothesis's, where there is no ideal": [
            f"{name} {a['size']:.2f} to {b['size']:.2f}"
            for name, a, b in both
            if a["ideal"] is None and a["size_interval"][0] > b["size_interval"][1]
        ],
        "over a fifth more calls than Hypothesis": [
            f"{name} {a['calls']:.0f} to {b['calls']:.0f}{_excuse(a, b)}"
            for name, a, b in both
            if is_much_more(b["calls"], a["calls"])
        ],
        "not reduced by Shortlex": _unreduced(figures, "Shortlex"),
        "not reduced by Hypothesis": _unreduced(figures, "Hypothesis"),
    }


def _excuse(ours: dict[str, Any], theirs: dict[str, Any]) -> str:
    """Those that stop early call less."""
    if ours["ideal"] is None or ours["ideal"] <= theirs["ideal"]:
        return ""
    return f" (ideal {ours['ideal']:.0%} to {theirs['ideal']:.0%})"


def _unreduced(figures: Figures, library: str) -> list[str]:
    return [
        f"{name} ({by[library].get('remark') or 'no failure found'})"
        for name, by in figures.items()
        if library in by and not by[library].get("seeds")
    ]


def is_much_more(before: float, after: float) -> bool:
    return after > MUCH * before and after >= before + FEW_CALLS


def missed(whole: dict[str, Any], without: dict[str, Any]) -> str | None:
    """How a case got worse without a pass, or None. One that was cut anyway tells nothing."""
    if not whole["seeds"] or "remark" in whole:
        return None
    if without["seeds"] < whole["seeds"]:
        return "not done in time"
    if whole["ideal"] is not None and without["ideal"] < whole["ideal"]:
        return f"ideal {whole['ideal']:.0%} to {without['ideal']:.0%}"
    if without["size"] > 1.01 * whole["size"] and whole["ideal"] is None:
        return f"size {whole['size']:.1f} to {without['size']:.1f}"
    if is_much_more(whole["calls"], without["calls"]):
        return f"calls {whole['calls']:.0f} to {without['calls']:.0f}"
    return None
