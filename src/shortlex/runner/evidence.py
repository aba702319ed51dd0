"""Evidence: what the runs of equal cases came to, in a test that fails only sometimes.

It stands where ``foresight`` does for other tests: there one run of some arguments tells of all
others, here all of them count together.
"""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.foreseen import Ending, Foreseen
from shortlex.core.order import Simpler, simpler
from shortlex.core.outcome import Outcome
from shortlex.core.trace import Trace
from shortlex.runner.foresight import NOT_SIMPLER, key_of_arguments
from shortlex.runner.sequential import Rule, decide

Keys = list[int | None]
"""Holds the key of the arguments of a case, or None if they have none, once they are drawn."""


class Record:
    """What all runs of one case, or of all cases with equal arguments, came to."""

    __slots__ = ("error", "failures", "is_refused", "runs")

    def __init__(self) -> None:
        self.failures = 0
        self.runs = 0
        self.error: BaseException | None = None
        self.is_refused = False
        """It could not be confirmed, which settles it."""

    def decide(self, rule: Rule) -> bool | None:
        return False if self.is_refused else decide(rule, self.failures, self.runs)

    def add(self, trace: Trace, *, failed: bool) -> None:
        self.runs += 1
        if failed:
            self.failures += 1
            self.error = trace.error


class Evidence:
    """Records by arguments, for those that are plain data, and else by choices."""

    def __init__(self, order: Simpler) -> None:
        # Another order may look at what the body does, so only this one can be told before.
        self._can_compare = order is simpler
        self._records: dict[int, Record] = {}

    def watch(self, case: RecordedCase, best: Trace, rule: Rule) -> Keys:
        """End a case before its body if it is no simpler than the best, or is decided."""
        keys: Keys = []

        def look(values: Sequence[object]) -> None:
            if self._can_compare and not simpler(case, best):  # type: ignore[arg-type]  # has what is compared
                raise Foreseen(NOT_SIMPLER)
            key = key_of_arguments(values)
            record = None if key is None else self._records.get(key)
            if record is not None and (verdict := record.decide(rule)) is not None:
                accepted = Ending(Outcome.INTERESTING, best.origin, record.error)
                raise Foreseen(accepted if verdict else Ending(Outcome.VALID))
            keys.append(key)

        case.on_arguments = look
        return keys

    def record_of(self, keys: Keys, trace: Trace) -> Record:
        """Shared by equal arguments, unless the body adds what is compared."""
        key = keys[0] if keys and not (trace.output or trace.cost) else None
        return self._records.setdefault(
            key_of(list(trace.choices)) if key is None else key, Record()
        )
