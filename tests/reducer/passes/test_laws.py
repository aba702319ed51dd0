"""The laws of passes, for all of them, on cases of many shapes."""

from collections.abc import Callable

import pytest

from shortlex import laws
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Pass
from shortlex.reducer.schedule import PASSES


def _elements(trace: Trace) -> int:
    return sum(span.is_element for span in trace.spans)


COSTS: dict[str, Callable[[Trace], int]] = {
    "delete_and_repair": lambda trace: len(trace) * (1 + 64),
    "delete_discarded": lambda trace: 1 + sum(span.is_discarded for span in trace.spans),
    "delete_referrers": lambda trace: 9 * _elements(trace),
    "delete_regions": lambda trace: len(trace.spans) - _elements(trace),
    "delete_runs": lambda trace: 16 * len(trace),
    "delete_slices": lambda trace: (1 + 96) * len(trace),
    "delete_spans": _elements,
    "end_earlier": lambda trace: 16 * 8 * 17,
    "join_numbers": lambda trace: 11 * _elements(trace),
    "lower_and_flip": lambda trace: 8 * len(trace),
    "lower_together": lambda trace: (2 + 1 + 1) * len(trace) + 3 * 5,
    "merge_siblings": len,
    "move_earlier": lambda trace: len(trace) * (len(trace) - 1) // 2,
    "move_into": lambda trace: 64 * len(trace),
    "move_out": lambda trace: 64,
    "promote_descendants": lambda trace: len(trace.spans) * (len(trace.spans) - 1) // 2,
    "raise_to_shorten": lambda trace: 8 * (4 + 2 * len(trace)),
    "redistribute": lambda trace: 2 * (16 * len(trace) + 8 * 8 + 8),
    "regrow_spans": lambda trace: 16 * 2 * 6 * 7,
    "scan_choices": lambda trace: 5 * len(trace) + 32,
    "shift_indexes": lambda trace: 2 * _elements(trace),
    "simplify_choices": lambda trace: 2 * len(trace) + 1,
    "simplify_parts": lambda trace: 2 * len(trace) + 1,
    "simplify_spans": lambda trace: 2 * len(trace.spans),
    "stride_choices": lambda trace: 20 * len(trace),
    "substitute_spans": lambda trace: 12 * len(trace.spans),
    "trade_letters": lambda trace: 213 * len(trace),
    "trade_numbers": lambda trace: 10 * 6 * 6,
}
"""How many offers at most, by the docstrings; those that speak of luck or values are left out."""


@pytest.mark.parametrize("one", PASSES, ids=lambda one: one.__name__)
@pytest.mark.parametrize("law", laws.PASS_LAWS)
def test_every_pass_keeps_every_law(one: Pass, law: str) -> None:
    cost = COSTS.get(one.__name__)
    unchecked = laws.check_pass(one, cost=cost, seeds=6, only=[law])
    assert list(unchecked) == (["keeps_its_cost"] if law == "keeps_its_cost" and not cost else [])


def test_every_cost_is_of_a_pass() -> None:
    assert COSTS.keys() <= {one.__name__ for one in PASSES}


def test_no_two_passes_share_a_name() -> None:
    assert len({one.__name__ for one in PASSES}) == len(PASSES)
