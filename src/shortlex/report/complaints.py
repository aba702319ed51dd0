"""Complaints: what to say about a database, and about stored cases that do not fit their test."""

from __future__ import annotations

from shortlex.database.record import format_choice, format_domain
from shortlex.runner.misfit import Misfit, OtherDraw, TooManyChoices
from shortlex.runner.result import Complaint, Trouble

MAX_SHOWN_CHARACTERS = 60
"""How many characters of a choice are shown."""


def complaint_words(complaint: Complaint) -> str:
    """What went wrong, and what to do about it."""
    trouble, test, place, reason = complaint
    if trouble is Trouble.too_many:
        return (
            f"{place} has too many failures of {test}, so some were not run. Delete those that are "
            "no longer of interest."
        )
    if trouble is Trouble.unreadable:
        return (
            f"The known failures of {test} could not be read from {place}: {reason}. The test ran "
            "without them."
        )
    if trouble is Trouble.damaged:
        return f"{place} is not a stored failure, and was skipped: {reason}"
    if trouble is Trouble.unwritable:
        return (
            f"The failure of {test} could not be kept in {place}: {reason}. The next run has to "
            "find it again. To turn this warning off, use settings(database=None), which keeps "
            "nothing."
        )
    if trouble is Trouble.undeletable:
        return (
            f"A failure of {test} that is fixed could not be deleted from {place}: {reason}. "
            "Delete it, or use a ReadOnlyDatabase."
        )
    if isinstance(reason, int):
        return f"{place} caused {reason:,} more such warnings."
    assert not isinstance(reason, str), "a stale failure has a misfit"
    return (
        f"{place} has a failure of {test} that can no longer be run: {misfit_words(reason)}. If it "
        "still matters, add its value as an @example; then delete it."
    )


def misfit_words(misfit: Misfit) -> str:
    """How the choices of a case do not fit its test."""
    if isinstance(misfit, TooManyChoices):
        size, limit = misfit
        return f"it has {size:,} choices, but settings(max_choices=...) allows only {limit:,}"
    if not isinstance(misfit, OtherDraw):
        return "it grows too large or too deep, and does not end"
    domain = misfit.now
    now = "nothing is drawn there" if domain is None else f"{format_domain(domain)} is wanted"
    return f"strategy changed here: choice {misfit.place + 1} was {_before(misfit)}, but now {now}"


def _before(misfit: OtherDraw) -> str:
    if not misfit.before:
        return "not there"
    text = format_choice(*misfit.before)
    if len(text) > MAX_SHOWN_CHARACTERS:
        text = text[:MAX_SHOWN_CHARACTERS] + "..."
    return f"{text}, out of {misfit.wanted}" if misfit.wanted else text
