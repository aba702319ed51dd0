"""Every exception and warning of the library, in one place.

::

    ShortlexException(Exception)
    ├── InvalidArgument(+TypeError)      an argument cannot be used; gives name, value, next step
    │   └── ResolutionFailed             no strategy is known for a type
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


class ShortlexException(Exception):
    """Base of every error that the library raises on purpose."""


class InvalidArgument(ShortlexException, TypeError):
    """An argument cannot be used."""


class ResolutionFailed(InvalidArgument):
    """No strategy is known for a type, or for a type that it is made of."""


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


class ProcessDied(ShortlexException):
    """A case that ran in a child process killed it, or took too long or too much memory."""

    def __init__(
        self, text: str, how: str, place: tuple[str, int] = ("<unknown>", 0), said: str = ""
    ) -> None:
        super().__init__(text)
        self.how = how
        """The name of a signal, "exit" with a code, "time" or "out of memory"."""
        self.place = place
        """The file and line that was running, if known."""
        self.said = said
        """The stack at the end, as ``faulthandler`` writes it."""


class UnsatisfiedAssumption(ShortlexException):
    """``assume`` was not met. Raised in the test, so that ``finally`` and tools see it."""

    reason = ""
    """The reason and the place, as text, if this was raised in another process."""


class LawBroken(ShortlexException, AssertionError):
    """Something that was checked with ``shortlex.laws`` breaks a law; ``law`` is its name."""

    def __init__(self, law: str, subject: str, found: str, advice: str) -> None:
        super().__init__(f"{subject} breaks the law {law}.\n{found}\nWhat to do: {advice}")
        self.law = law


class Flaky(ShortlexException):
    """The test does not depend on its choices alone."""


class FlakyGeneration(Flaky):
    """The same choices led to different draws."""


class FlakyFailure(ExceptionGroup[Exception], Flaky):
    """The same choices failed once and then did not, or failed differently."""

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
