"""Exceptions: ours, under the names that they have in Hypothesis."""

from __future__ import annotations

from shortlex.errors import (
    DeadlineExceeded,
    DidNotReproduce,
    FailedHealthCheck,
    Flaky,
    FlakyFailure,
    InvalidArgument,
    InvalidDefinition,
    InvalidState,
    NonInteractiveExampleWarning,
    NoSuchExample,
    ResolutionFailed,
    Unsatisfiable,
    UnsatisfiedAssumption,
)
from shortlex.errors import FlakyGeneration as FlakyStrategyDefinition
from shortlex.errors import InvalidState as Frozen
from shortlex.errors import ShortlexException as HypothesisException
from shortlex.errors import ShortlexWarning as HypothesisWarning
from shortlex.errors import StopCase as StopTest

__all__ = [
    "BackendCannotProceed",
    "CannotInvert",
    "ChoiceTooLarge",
    "DeadlineExceeded",
    "DidNotReproduce",
    "FailedHealthCheck",
    "Flaky",
    "FlakyBackendFailure",
    "FlakyFailure",
    "FlakyReplay",
    "FlakyStrategyDefinition",
    "Found",
    "Frozen",
    "HypothesisDeprecationWarning",
    "HypothesisException",
    "HypothesisSideeffectWarning",
    "HypothesisWarning",
    "InvalidArgument",
    "InvalidDefinition",
    "InvalidState",
    "MultipleFailures",
    "NoSuchExample",
    "NonInteractiveExampleWarning",
    "NonRoundTrippableCharactersWarning",
    "ResolutionFailed",
    "RewindRecursive",
    "SmallSearchSpaceWarning",
    "StopTest",
    "Unsatisfiable",
    "UnsatisfiedAssumption",
]

MultipleFailures = BaseExceptionGroup
"""What several different failures are raised as."""

FlakyReplay = Flaky
"""A replay that goes another way; we call the outcome or the draws flaky."""


class HypothesisDeprecationWarning(HypothesisWarning, FutureWarning):
    """An old spelling was used."""


# The others are never raised or given: they are there to be named, in a filter of warnings or in an
# ``except``.


class HypothesisSideeffectWarning(HypothesisWarning):
    """Of a side effect while modules are imported."""


class SmallSearchSpaceWarning(HypothesisWarning):
    """Of a type with few values."""


class NonRoundTrippableCharactersWarning(HypothesisWarning):
    """Of characters that a codec does not keep."""


class BackendCannotProceed(HypothesisException):
    """Of another backend."""


class FlakyBackendFailure(FlakyFailure):
    """Of another backend."""


class CannotInvert(HypothesisException):
    """Of a value whose choices are sought."""


class ChoiceTooLarge(HypothesisException):
    """Of a choice without an index."""


class Found(HypothesisException):
    """Of a search."""


class RewindRecursive(Exception):  # noqa: N818  # the name that it has there
    """Of a recursive strategy."""
