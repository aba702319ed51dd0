"""Every exception and warning of the library, in one place.

::

    ShortlexException(Exception)
    ├── InvalidArgument(+TypeError)      an argument cannot be used; says name, value, next step
    │   └── ResolutionFailed             no strategy is known for a type
    ├── InvalidState                     something was called at a time it cannot be
    ├── Unsatisfiable                    no valid case could be made
    ├── NoSuchExample                    find() found nothing
    ├── DidNotReproduce                  a replay token no longer fails
    ├── BadToken(+ValueError)            stored choices or a replay token cannot be read
    ├── FailedHealthCheck                settings.fail_health_check has what a test suffers from
    ├── TooRare(+AssertionError)         a kind of case that @require asks for is too rare
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


class ShortlexException(Exception):
    """Base of every error that the library raises on purpose."""


class InvalidArgument(ShortlexException, TypeError):
    """An argument cannot be used."""


class ResolutionFailed(InvalidArgument):
    """No strategy is known for a type, or for a type that it is made of."""


class InvalidState(ShortlexException):
    """Something was called at a time when it cannot be."""


class Unsatisfiable(ShortlexException):
    """No valid case could be made."""


class NoSuchExample(ShortlexException):
    """``find`` met no value that satisfies its condition."""


class DidNotReproduce(ShortlexException):
    """A replayed case did not fail."""


class BadToken(ShortlexException, ValueError):
    """Encoded choices are damaged, foreign or of another version."""


class FailedHealthCheck(ShortlexException):
    """A test suffers from what ``settings.fail_health_check`` asks to fail for."""


class TooRare(ShortlexException, AssertionError):
    """A kind of case that ``@require`` asks for is rarer than that."""


class DeadlineExceeded(ShortlexException):
    """A case took more CPU time than ``settings.deadline`` allows, twice."""


class ProcessDied(ShortlexException):
    """A case that ran in a child process killed it, or took too long or too much memory."""

    def __init__(
        self, text: str, how: str, place: tuple[str, int] = ("<unknown>", 0), said: str = ""
    ) -> None:
        super().__init__(text)
        self.how = how
        """The name of a signal, "exit" and a code, "time" or "out of memory"."""
        self.place = place
        """The file and line where it was, as far as that is known."""
        self.said = said
        """The stack at the end, as ``faulthandler`` writes it."""


class UnsatisfiedAssumption(ShortlexException):
    """``assume`` was not met. Raised in the test, so that ``finally`` and tools see it."""


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

    def derive(self, excs):  # type: ignore[no-untyped-def]  # signature is typeshed's overload
        return FlakyFailure(self.message, excs)


class ShortlexWarning(ShortlexException, Warning):
    """Base of every warning that the library gives."""


class NonInteractiveExampleWarning(ShortlexWarning):
    """``.example()`` was called from a program instead of a prompt."""


class StopCase(BaseException):
    """Ends the running case. Not an Exception, so that test code does not swallow it."""


class Overrun(StopCase):
    """The case asked for more choices than it is allowed."""


class TooDeep(Overrun):
    """The case was nested deeper than Python's stack allows: too large, in another way."""

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
