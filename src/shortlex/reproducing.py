"""Reproducing: run the one case of a token again."""

from __future__ import annotations

from shortlex.core.fingerprint import fingerprint_of, mark_of
from shortlex.core.token import Token, parse_token
from shortlex.core.trace import Trace
from shortlex.errors import DidNotReproduce
from shortlex.report.terminal import Again
from shortlex.report.verdict import add_notes, annotated
from shortlex.runner.execute import Test
from shortlex.runner.misfit import describe_misfit
from shortlex.runner.result import Failure
from shortlex.runner.run import replay
from shortlex.runner.sequential import runs_to_meet
from shortlex.settings import settings


def reproduce(name: str, test: Test, token: str, options: settings, again: Again) -> BaseException:
    """Run the one case of a token. What to raise, for there is always something to say."""
    parsed = parse_token(token)
    rate = options.min_failure_rate
    outcome = replay(test, parsed.choices, runs=1 if rate is None else runs_to_meet(rate))
    trace = outcome.trace if isinstance(outcome, Failure) else outcome
    change = _change(parsed, trace)
    if isinstance(outcome, Failure):
        error = annotated(outcome, options.verbosity, again)
        if change is not None:
            add_notes(error, [f"(This may be another case than that of {token!r}: {change}.)"])
        return error
    if trace.error is not None:
        return trace.error  # it skips
    if change is not None:
        # It may be fixed as well, but nobody can tell.
        return DidNotReproduce(
            f"{name} did not fail on the case of {token!r}: {change}. Go back to the version of "
            "the test that made the token, or find the failure anew."
        )
    other = ""
    if parsed.mark is not None and parsed.mark != mark_of(again.test):
        other = " The token was made for another test, or for this one under another name."
    return DidNotReproduce(
        f"{name} did not fail on the case of {token!r}: it was {trace.outcome.name.lower()}."
        f"{other} If it is fixed, take the token away."
    )


def _change(token: Token, trace: Trace) -> str | None:
    """What has changed since the token was made, as far as that can be told."""
    change = describe_misfit(token.choices, trace)
    if change is not None or token.fingerprint is None:
        return change
    # What is drawn after the failure would have been is of no interest.
    if len(trace) < len(token.choices):
        return "strategy changed: fewer choices are made now" if trace.is_interesting else None
    if fingerprint_of(trace.domains[: len(token.choices)]) == token.fingerprint:
        return None
    return "strategy changed: all its choices still fit, but are taken from others"
