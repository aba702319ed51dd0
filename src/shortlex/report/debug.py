"""Debug: prints a run as it happens, for ``verbosity`` verbose and debug."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.case import Case
from shortlex.core.shown import escaped, shown, shown_error
from shortlex.core.trace import Outcome, Trace
from shortlex.reducer.history import Offer
from shortlex.report.terminal import print_case, say
from shortlex.runner.observer import Observer
from shortlex.settings import Verbosity

MAX_CHARACTERS = 32
"""How many characters of the choices before and after a change are shown."""


class CaseView(Observer):
    """Prints every case, and each failure when it is found."""

    def see_case(self, case: Case, outcome: Outcome) -> None:
        print_case(case, outcome)

    def see_bug(self, case: Case, trace: Trace) -> None:
        say(*bug_lines(case, trace))


class DebugView(CaseView):
    """Prints the cases before the reduction, and then a line for each of its offers."""

    def __init__(self) -> None:
        self._is_reducing = False

    def see_case(self, case: Case, outcome: Outcome) -> None:
        if not self._is_reducing:
            super().see_case(case, outcome)

    def see_reduction(self, start: Trace) -> None:
        self._is_reducing = True
        say(f"Reducing from size {start.size:,}: {short(start.choices)}")

    def see_offer(self, offer: Offer) -> None:
        say(offer_line(offer))


def view_for(verbosity: Verbosity) -> Observer:
    """The observer for a verbosity above normal."""
    return DebugView() if verbosity >= Verbosity.debug else CaseView()


def bug_lines(case: Case, trace: Trace) -> list[str]:
    """A failure as it was found."""
    error = trace.error
    lines = ["Found a failure: it was marked interesting"]
    if error is not None:
        lines = [f"Found a failure: {escaped(shown_error(error))}"]
    if case.call_text:
        lines.append(case.call_text)
    return lines


def offer_line(offer: Offer) -> str:
    """The pass, how the offer ended, what it changed, and the best size after it."""
    best = offer.trace if offer.is_accepted else offer.best
    change = offer.change
    before = short(offer.best.choices[change.start : change.end])
    return (
        f"{offer.name:<20} {ending_of(offer):<19} at {change.start}: "
        f"{before} -> {short(change.content)}; best: size {best.size:,}"
    )


def ending_of(offer: Offer) -> str:
    """How an offer ended, in one to three words."""
    trace = offer.trace
    if offer.is_accepted:
        word = "ACCEPTED"
    elif not trace.is_interesting:
        word = trace.outcome.name.lower()
    else:
        word = "no simpler" if trace.origin == offer.best.origin else "another bug"
    return word if trace.was_run else f"{word}, foreseen"


def short(choices: Sequence[object]) -> str:
    """The first choices, on one line."""
    if not choices:
        return "nothing"
    text = ", ".join(map(shown, choices[:MAX_CHARACTERS]))
    return text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS]}... ({len(choices):,})"
