"""Rarity, in words: kinds of cases that are rarer than a test requires, or may be."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.runner.rarity import WRONG_FAILURE, Judgement
from shortlex.runner.sequential import CONFIDENCE


def rare_text(name: str, judgements: Sequence[Judgement]) -> str:
    """Why a test fails that passed."""
    lines = [f"{name} passed, but too few of its cases are of a kind that it requires."]
    lines += [f"  {_finding(each)}" for each in judgements]
    lines.append(
        "Draw such cases more often: with an alternative that makes them, larger sizes, or a "
        "narrower strategy. Or lower at_least, if so few are enough."
    )
    return "\n".join(lines)


def undecided_line(name: str, judgement: Judgement) -> str:
    """Advice for a test that passes because it is not clear that it should not."""
    return (
        f"{name}: {_finding(judgement)} That is too close to tell: lower at_least, or make such "
        "cases more frequent."
    )


def _finding(judgement: Judgement) -> str:
    (label, limit), rate, _, is_exhaustive = judgement
    wanted = f"at_least={limit:g} is required"
    if is_exhaustive:
        return f"{label!r}: {rate.failures:,} of all {rate.runs:,} cases there are; {wanted}."
    low, high = rate.interval()
    text = f"{label!r}: {rate.failures:,} of {rate.runs:,} cases"
    if rate.runs:
        text += (
            f", {rate.share:.2%} ({CONFIDENCE:.0%} interval {low:.2%} to {high:.2%}), "
            "without the first small ones"
        )
    text += f"; {wanted}."
    if judgement.is_met is False:
        text += f" This is no chance: a mistake has a probability below {WRONG_FAILURE:g}."
    return text
