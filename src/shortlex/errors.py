"""Every exception and warning of the library, in one place.

::

    ShortlexException(Exception)
    ├── InvalidArgument(+TypeError)      an argument cannot be used; gives name, value, next step
    │   ├── ResolutionFailed             no strategy is known for a type
    │   └── InvalidDefinition            a state machine cannot be run as it is written
    ├── InvalidState                     something was called at the wrong time
    ├── Unsatisfiable                    no valid case could be made
    ├── NoSuchExample                    find() found nothing
    ├── DidNotReproduce                  a replay token no longer fails
    ├── BadToken(+ValueError)            stored choices or a replay token cannot be read
    ├── FailedHealthCheck                a health check of settings.fail_health_check failed
    ├── TooRare(+AssertionError)         cases that @require asks for are too rare
    ├── DeadlineExceeded                 a case took more CPU time than settings.deadline
    ├── ProcessDied                      a case killed its process, or had to be killed
    ├── UnsatisfiedAssumption            assume() was not met: the case is invalid
    ├── LawBroken(+AssertionError)       something of your own breaks a law of shortlex.laws
    ├── Flaky                            the test is not a function of its choices
    │   ├── FlakyGeneration              the draws differed
    │   └── FlakyFailure(+ExceptionGroup) the outcome differed
    └── ShortlexWarning(+Warning)
        └── NonInteractiveExampleWarning

    StopCase(BaseException)              ends the running case; never a failure
    ├── Overrun                          more choices wanted than allowed
    │   └── TooDeep                      nested deeper than Python's stack
    ├── Rejected                         the case is invalid
    └── Interesting                      the case was marked interesting
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class ShortlexException(Exception):
    """Base of every error that the library raises on purpose."""


class InvalidArgument(ShortlexException, TypeError):
    """An argument cannot be used."""


class ResolutionFailed(InvalidArgument):
    """No strategy is known for a type, or for a type that it is made of."""


class InvalidDefinition(InvalidArgument):
    """A state machine cannot be run as it is written."""


class InvalidState(ShortlexException):
    """Something was called at the wrong time."""


class Unsatisfiable(ShortlexException):
    """No valid case could be made."""


class NoSuchExample(ShortlexException):
    """``find`` met no value that satisfies its condition."""


class DidNotReproduce(ShortlexException):
    """A replayed case did not fail."""


class BadToken(ShortlexException, ValueError):
    """Encoded choices are damaged, from another program, or from another version."""


class FailedHealthCheck(ShortlexException):
    """A health check that is listed in ``settings.fail_health_check`` failed."""


class TooRare(ShortlexException, AssertionError):
    """Cases that ``@require`` asks for are rarer than it allows."""


class DeadlineExceeded(ShortlexException):
    """A case took more CPU time than ``settings.deadline`` allows, in two runs."""


_SIGNALS = {
    "SIGSEGV": "segmentation fault",
    "SIGABRT": "abort",
    "SIGBUS": "bus error",
    "SIGFPE": "arithmetic error",
    "SIGILL": "illegal instruction",
    "SIGKILL": "killed, perhaps for lack of memory",
    "SIGTERM": "terminated",
}


class ProcessDied(ShortlexException):
    """A case that ran in a child process killed it, or took too long or too much memory."""

    def __init__(
        self,
        how: str,
        place: tuple[str, int] = ("<unknown>", 0),
        said: str = "",
        limit: float | None = None,
        error: str = "",
    ) -> None:
        super().__init__(how, place, said, limit, error)
        self.how = how
        """The name of a signal, "exit" with a code, "time", "out of memory", "failure", or
        "unknown"."""
        self.place = place
        """The file and line that was running, if known."""
        self.said = said
        """The stack at the end, as ``faulthandler`` writes it."""
        self.limit = limit
        """The limit of seconds or bytes that the case exceeded, if any."""
        self.error = error
        """The error of a "failure", as text."""

    def __str__(self) -> str:
        if self.how == "time":
            return f"The case did not end within {self.limit:g} seconds."
        if self.how == "out of memory":
            return f"The case took more memory than its limit of {self.limit:,.0f} bytes."
        if self.how == "failure":
            return f"The case closed the files of its process, and failed: {self.error}."
        if self.how == "unknown":
            return (
                "The case ended its process. It is not known how: SIGCHLD is ignored here, or "
                "other code has waited for the process."
            )
        kind, _, code = self.how.partition(" ")
        if kind == "exit":
            return f"The case ended its process with exit code {code}."
        meaning = f" ({_SIGNALS[self.how]})" if self.how in _SIGNALS else ""
        return f"The case killed its process: {self.how}{meaning}."


class UnsatisfiedAssumption(ShortlexException):
    """``assume`` was not met. Raised in the test, so that ``finally`` and tools see it."""

    reason = ""
    """The reason and the place, as text, if this was raised in another process."""


class LawBroken(ShortlexException, AssertionError):
    """A law of ``shortlex.laws`` does not hold for what was checked. ``law`` is its name."""

    def __init__(self, law: str, subject: str, found: str, advice: str) -> None:
        super().__init__(f"{subject} breaks the law {law}.\n{found}\nWhat to do: {advice}")
        self.law = law


class Flaky(ShortlexException):
    """The test does not depend on its choices alone."""


_DRAWS_DEPEND = (
    "A strategy, or the test before this draw, depends on something other than its draws: global "
    "state, time, the order of a set, or random numbers that are not from a strategy."
)


class FlakyGeneration(Flaky):
    """The same choices led to different draws."""

    @classmethod
    def of_draw(cls, number: int, before: str, wanted: str) -> FlakyGeneration:
        """One draw differed: it gave ``before`` at first, and ``wanted`` describes it now."""
        return cls(
            f"The same case was drawn differently the second time. Draw {number} gave {before} at "
            f"first; then {wanted} was wanted there. {_DRAWS_DEPEND}"
        )

    @classmethod
    def of_counts(cls, before: int, after: int) -> FlakyGeneration:
        """All draws were the same, but there were more or fewer of them the second time."""
        return cls(
            f"The same case was drawn differently the second time: {before} draws at first, then "
            f"{after}. {_DRAWS_DEPEND}"
        )


class HowEnded(NamedTuple):
    """How one run of a case ended, for the message of an error."""

    outcome: str
    """The name of its outcome, or "failed" or "skipped"."""
    detail: str = ""
    """The error, what rejected the case, or the origin it was marked with, as text."""

    def __str__(self) -> str:
        if self.outcome == "failed":
            return self.detail
        words, preposition = _ENDINGS[self.outcome]
        return f"{words} {preposition} {self.detail}" if self.detail else words


_ENDINGS = {
    "valid": ("it passed", ""),
    "skipped": ("it skipped", ""),
    "overrun": ("it grew too large", ""),
    "invalid": ("it was rejected", "by"),
    "interesting": ("it was marked interesting", "as"),
}

_OUTCOME_DEPENDS = (
    "It drew the same values each time, so the test depends on something else: state kept from one "
    "case to the next, time, threads, or random numbers that are not from a strategy."
)


class FlakyFailure(ExceptionGroup[Exception], Flaky):
    """The same choices failed once and then did not, or failed differently."""

    @classmethod
    def of_counts(
        cls,
        errors: Sequence[Exception],
        *,
        failures: int,
        others: int,
        runs: int,
        limit: float,
        first: HowEnded,
        second: HowEnded,
    ) -> FlakyFailure:
        """A case failed in some of its runs, and in another way in ``others``.

        ``limit`` is the ``min_failure_rate`` with which it can be reduced anyway.
        """
        besides = f", and in another way in {others}" if others else ""
        return cls(
            f"Flaky: this case failed in {failures} of {runs} runs{besides}.\n"
            f"{_OUTCOME_DEPENDS}\n"
            f"To reduce it anyway, add @settings(min_failure_rate={limit})\n"
            f"The first time: {first}\n"
            f"The second time: {second}",
            errors,
        )

    @classmethod
    def of_state(cls, error: Exception, call: str) -> FlakyFailure:
        """A case failed because of earlier cases: a ``call`` passed at first, but fails now."""
        return cls(
            "Flaky: this failure depends on the cases that were run before it.\n"
            "A case that did not fail at first now fails in the same way"
            f"{f': {call}' if call else '.'}\n"
            "Something other than the arguments has changed in between, such as a global variable, "
            "an attribute of self, a cache, a file, or a list in just(). Reset it in each case.",
            [error],
        )

    @classmethod
    def of_child(cls, first: HowEnded, here: HowEnded) -> FlakyFailure:
        """A case failed only in a child process."""
        return cls(
            "The case failed in its child process, but not when it was run again in this one. In "
            f"the child: {first}. Here: {here}. It depends on something other than its draws that "
            "differs between the two, such as the process, its threads, files or the time.",
            [RuntimeError(str(first))],
        )

    def derive(  # type: ignore[override]  # typeshed has overloads, by the type of the errors
        self, excs: Sequence[Exception], /
    ) -> FlakyFailure:
        return FlakyFailure(self.message, excs)


class ShortlexWarning(ShortlexException, Warning):
    """Base of every warning that the library gives."""


class NonInteractiveExampleWarning(ShortlexWarning):
    """``.example()`` was called from a program instead of a prompt."""


class StopCase(BaseException):
    """Ends the running case. Not an Exception: ``except Exception`` in a test must not catch it."""


class Overrun(StopCase):
    """The case asked for more choices than allowed."""


class TooDeep(Overrun):
    """The case was nested deeper than Python's stack allows: another way to be too large."""

    def __init__(self) -> None:
        super().__init__("nested deeper than Python's stack allows")


class Rejected(StopCase):
    """The case is invalid: something it needs does not hold."""

    def __init__(self, reason: object = "") -> None:
        super().__init__(reason)
        self.reason = reason


class Interesting(StopCase):
    """The case was marked interesting through the low-level API."""

    def __init__(self, origin: object = None) -> None:
        super().__init__(origin)
        self.origin = origin
