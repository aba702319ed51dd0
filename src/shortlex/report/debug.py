"""Debug: a run as it happens, for ``verbosity`` verbose and debug. It prints, and keeps nothing."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.case import Case
from shortlex.core.outcome import Outcome
from shortlex.core.trace import Trace
from shortlex.reducer.offer import Offer
from shortlex.report.terminal import print_case
from shortlex.runner.observer import Observer
from shortlex.settings import Verbosity

WIDEST = 32
"""So many characters of the choices before and after a change are shown."""


class CaseView(Observer):
    """Every case, and a failure at once."""

    def see_case(self, case: Case, outcome: Outcome) -> None:
        print_case(case, outcome)

    def see_bug(self, case: Case, trace: Trace) -> None:
        print("\n".join(bug_lines(case, trace)), flush=True)


class DebugView(CaseView):
    """The cases before the reduction, and then its offers, a line for each."""

    def __init__(self) -> None:
        self._is_reducing = False

    def see_case(self, case: Case, outcome: Outcome) -> None:
        if not self._is_reducing:
            super().see_case(case, outcome)

    def see_reduction(self, start: Trace) -> None:
        self._is_reducing = True
        print(f"Reducing from size {start.size:,}: {short(start.choices)}", flush=True)

    def see_offer(self, offer: Offer) -> None:
        print(offer_line(offer), flush=True)


def view_for(verbosity: Verbosity) -> Observer:
    """What prints as much as a verbosity above normal asks for."""
    return DebugView() if verbosity >= Verbosity.debug else CaseView()


def bug_lines(case: Case, trace: Trace) -> list[str]:
    """A failure as it was found."""
    error = trace.error
    lines = ["Found a failure: it was marked interesting"]
    if error is not None:
        lines = [f"Found a failure: {type(error).__name__}: {error}".removesuffix(": ")]
    if case.call_text:
        lines.append(case.call_text)
    return lines


def offer_line(offer: Offer) -> str:
    """The pass, how it ended, what was changed, and the best from now on."""
    best = offer.trace if offer.is_accepted else offer.best
    change = offer.change
    before = short(offer.best.choices[change.start : change.end])
    return (
        f"{offer.name:<20} {ending_of(offer):<19} at {change.start}: "
        f"{before} -> {short(change.content)}; best: size {best.size:,}"
    )


def ending_of(offer: Offer) -> str:
    """How an offer ended, in a word or three."""
    trace = offer.trace
    if offer.is_accepted:
        word = "ACCEPTED"
    elif not trace.is_interesting:
        word = trace.outcome.name.lower()
    else:
        word = "no simpler" if trace.origin == offer.best.origin else "another bug"
    return word if trace.was_run else f"{word}, foreseen"


def short(choices: Sequence[object]) -> str:
    """Choices on one line, and not too many of them."""
    if not choices:
        return "nothing"
    text = ", ".join(map(repr, choices[:WIDEST]))
    return text if len(text) <= WIDEST else f"{text[:WIDEST]}... ({len(choices):,})"
