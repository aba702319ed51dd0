"""Requirements: ``@require``, for kinds of cases that must not be too rare."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument, TooRare
from shortlex.property.session import Session
from shortlex.settings import attach

if TYPE_CHECKING:
    from shortlex.runner.rarity import Quota
    from shortlex.runner.result import Result
    from shortlex.settings import settings

F = TypeVar("F", bound=Callable[..., Any])


def require(label: str, *, at_least: float = 0.05) -> Callable[[F], F]:
    """Fail a passing test if ``event(label)`` is called in too few of its cases.

    ``at_least`` is a share of the valid cases. If ``max_examples`` cases are not enough to be sure,
    more are run: a label that is frequent enough fails the test only once in a million runs.
    """
    given: object = label
    if not isinstance(given, str) or not given:
        raise InvalidArgument(
            f"@require({shown(label)}): needs the name of an event, such as the text in "
            "event('large')."
        )
    share: object = at_least
    if not isinstance(share, (int, float)) or not 0 < share < 1:
        raise InvalidArgument(
            f"@require({shown(label)}, at_least={shown(at_least)}): must be a share between 0 and "
            "1, such as 0.05. If it must hold in every case, assert it in the test."
        )

    def decorate(test: F) -> F:
        known = getattr(test, "_shortlex_requirements", ())
        requirements = ((label, float(at_least)), *known)
        attach(test, "@require", "_shortlex_requirements", requirements)
        return test

    return decorate


def quota_of(test: Any, options: settings, session: Session) -> Quota:
    """The quota of a test that has requirements."""
    from shortlex.runner.case_count import Share
    from shortlex.runner.rarity import Quota, Requirement

    return Quota(
        [Requirement(*each) for each in test._shortlex_requirements],
        share=None if session.seconds is None else Share(session.seconds),
        # If the cases are always the same, their number must be, too.
        is_timed=not options.derandomize,
    )


def judge_labels(
    name: str, quota: Quota, result: Result, options: settings, session: Session
) -> tuple[Result, TooRare | None]:
    """The error for labels that are too rare, if any; undecided labels become advice."""
    from shortlex.settings import Phase, Verbosity

    is_unsatisfiable = not result.statistics.valid and Phase.generate in options.phases
    if result.failures or is_unsatisfiable:
        return result, None
    from shortlex.report.advice import rare_text, undecided_line

    judgements = quota.judge()
    rare = [each for each in judgements if each.is_met is False]
    if rare:
        return result, TooRare(rare_text(name, rare))
    lines = tuple(
        undecided_line(session.name or name, each) for each in judgements if each.is_met is None
    )
    if lines and options.verbosity > Verbosity.quiet:
        session.show_advice(lines)
    return result._replace(advice=(*result.advice, *lines)), None
