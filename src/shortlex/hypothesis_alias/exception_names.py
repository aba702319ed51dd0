"""Exception names: what the errors and warnings of Hypothesis are called in ``shortlex.errors``."""

from __future__ import annotations

OUR_NAMES = {
    "DeadlineExceeded": "DeadlineExceeded",
    "DidNotReproduce": "DidNotReproduce",
    "FailedHealthCheck": "FailedHealthCheck",
    "Flaky": "Flaky",
    "FlakyFailure": "FlakyFailure",
    "FlakyReplay": "Flaky",
    "FlakyStrategyDefinition": "FlakyGeneration",
    "Frozen": "InvalidState",
    "HypothesisException": "ShortlexException",
    "HypothesisWarning": "ShortlexWarning",
    "InvalidArgument": "InvalidArgument",
    "InvalidDefinition": "InvalidDefinition",
    "InvalidState": "InvalidState",
    "NoSuchExample": "NoSuchExample",
    "NonInteractiveExampleWarning": "NonInteractiveExampleWarning",
    "ResolutionFailed": "ResolutionFailed",
    "StopTest": "StopCase",
    "Unsatisfiable": "Unsatisfiable",
    "UnsatisfiedAssumption": "UnsatisfiedAssumption",
}
