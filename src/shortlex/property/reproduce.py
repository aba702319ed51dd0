"""Reproduce: runs the case of a token again."""

from __future__ import annotations

from shortlex.core.raised import add_report
from shortlex.core.token import Token, fingerprint_of, mark_of, parse_token
from shortlex.core.trace import Trace
from shortlex.errors import BadToken, DidNotReproduce
from shortlex.report.advice import misfit_words
from shortlex.report.terminal import Again
from shortlex.report.verdict import annotated
from shortlex.runner.execute import Test
from shortlex.runner.flaky.confirmation import confirmation_of
from shortlex.runner.result import Failure
from shortlex.runner.reuse import find_excess, find_misfit, replay_limit
from shortlex.runner.run import replay
from shortlex.settings import settings


def reproduce(name: str, test: Test, token: str, options: settings, again: Again) -> BaseException:
    """Run the case of a token. Returns the error to raise: there always is one."""
    parsed = parse_token(token)
    excess = find_excess(parsed.choices, options)
    if excess is not None:
        raise BadToken(f"{token[:40]!r}... cannot be run: {misfit_words(excess)}.")
    outcome = replay(
        test,
        parsed.choices,
        runs=confirmation_of(options).replays,
        limit=replay_limit(parsed.choices, options),
    )
    trace = outcome.trace if isinstance(outcome, Failure) else outcome
    change = _change(parsed, trace)
    if isinstance(outcome, Failure):
        error = annotated(outcome, options.verbosity, again)
        if change is not None:
            add_report(error, [f"(This may not be the case of {token!r}: {change}.)"])
        return error
    if trace.error is not None:
        return trace.error  # it skipped
    if change is not None:
        # The bug may also be fixed, but we cannot tell.
        return DidNotReproduce(
            f"{name} did not fail on the case of {token!r}: {change}. Go back to the version of "
            "the test that made the token, or find the failure again."
        )
    other = ""
    if parsed.mark is not None and parsed.mark != mark_of(again.test):
        other = " The token was made for another test, or this test has moved."
    return DidNotReproduce(
        f"{name} did not fail on the case of {token!r}: it was {trace.outcome.name.lower()}."
        f"{other} If the bug is fixed, remove the token."
    )


def _change(token: Token, trace: Trace) -> str | None:
    """What has changed since the token was made, if anything is known."""
    misfit = find_misfit(token.choices, trace)
    if misfit is not None:
        return misfit_words(misfit)
    if token.fingerprint is None:
        return None
    # Choices that are drawn after the point of the failure do not matter.
    if len(trace) < len(token.choices):
        return "strategy changed: fewer choices are made now" if trace.is_interesting else None
    if fingerprint_of(trace.domains[: len(token.choices)]) == token.fingerprint:
        return None
    return "strategy changed: all choices still fit, but their domains differ"
