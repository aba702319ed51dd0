"""Context: the case that is running, as ``hypothesis.control`` gives it to plugins."""

from __future__ import annotations

from shortlex.control import current_case
from shortlex.core.case import Case
from shortlex.errors import InvalidArgument

__all__ = ["BuildContext", "current_build_context", "should_note"]


class BuildContext:
    """What is known of the running case."""

    def __init__(self, case: Case) -> None:
        self.data = case

    @property
    def is_final(self) -> bool:
        """Whether the case is run for the report."""
        return self.data.keeps_notes


def current_build_context() -> BuildContext:
    """The context of the running case; an error where none is running."""
    case = current_case()
    if case is None:
        raise InvalidArgument("There is no context here: no case of a test is running.")
    return BuildContext(case)


def should_note() -> bool:
    """Whether notes will be shown."""
    case = current_case()
    return case is not None and case.keeps_notes
