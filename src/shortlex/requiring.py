"""Requiring: ``@require``, for kinds of cases that a test must not miss."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from shortlex.errors import InvalidArgument, TooRare
from shortlex.session import Session

if TYPE_CHECKING:
    from shortlex.runner.rarity import Quota
    from shortlex.runner.result import Result
    from shortlex.settings import settings

F = TypeVar("F", bound=Callable[..., Any])


def require(label: str, *, at_least: float = 0.05) -> Callable[[F], F]:
    """Fail a test that passes, if ``event(label)`` is called in too few of its cases.

    ``at_least`` is a share of the valid cases. More of them are run than settings ask for, if it
    takes more to be sure: a label that is frequent enough fails a test once in a million runs.
    """
    given: object = label
    if not isinstance(given, str) or not given:
        raise InvalidArgument(
            f"@require({label!r}): needs the name of an event, such as the text in event('large')."
        )
    share: object = at_least
    if not isinstance(share, (int, float)) or not 0 < share < 1:
        raise InvalidArgument(
            f"@require({label!r}, at_least={at_least!r}): must be a share between 0 and 1, such as "
            "0.05. What must hold in every case, the test can assert."
        )

    def decorate(test: F) -> F:
        known = getattr(test, "_shortlex_requirements", ())
        test._shortlex_requirements = ((label, float(at_least)), *known)  # type: ignore[attr-defined]  # read by @given
        return test

    return decorate


def quota_of(test: Any, options: settings, session: Session) -> Quota:
    """What to ask of a test that has requirements."""
    from shortlex.runner.rarity import Quota, Requirement
    from shortlex.runner.share import Share

    return Quota(
        [Requirement(*each) for each in test._shortlex_requirements],
        share=None if session.seconds is None else Share(session.seconds),
        # Where cases are always the same, so is how many there are of them.
        is_timed=not options.derandomize,
    )


def judge_labels(
    name: str, quota: Quota, result: Result, options: settings, session: Session
) -> tuple[Result, TooRare | None]:
    """What to raise for labels that are too rare; what could not be decided becomes advice."""
    if result.failures or not result.statistics.valid:
        return result, None
    from shortlex.report.advice import print_advice
    from shortlex.report.rarity_words import rare_text, undecided_line
    from shortlex.settings import Verbosity

    judgements = quota.judge()
    rare = [each for each in judgements if each.is_met is False]
    if rare:
        return result, TooRare(rare_text(name, rare))
    lines = tuple(
        undecided_line(session.name or name, each) for each in judgements if each.is_met is None
    )
    if lines and options.verbosity > Verbosity.quiet:
        (session.on_advice or print_advice)(lines)
    return result._replace(advice=(*result.advice, *lines)), None
