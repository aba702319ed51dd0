"""Schedule: which passes run, and when, as data.

The costly passes run only when the cheap ones find nothing simpler than the present best. As soon
as they find something, the cheap ones run again.
"""

from __future__ import annotations

from typing import NamedTuple

from shortlex.reducer.passes.cut_texts import cut_texts
from shortlex.reducer.passes.delete_and_repair import delete_and_repair
from shortlex.reducer.passes.delete_corresponding import delete_corresponding
from shortlex.reducer.passes.delete_counted import delete_counted
from shortlex.reducer.passes.delete_discarded import delete_discarded
from shortlex.reducer.passes.delete_letters import delete_letters
from shortlex.reducer.passes.delete_referrers import delete_referrers
from shortlex.reducer.passes.delete_regions import delete_regions
from shortlex.reducer.passes.delete_runs import delete_runs
from shortlex.reducer.passes.delete_slices import delete_slices
from shortlex.reducer.passes.delete_spans import delete_spans
from shortlex.reducer.passes.edit_texts import edit_texts
from shortlex.reducer.passes.empty_fills import empty_fills
from shortlex.reducer.passes.end_earlier import end_earlier
from shortlex.reducer.passes.join_numbers import join_numbers
from shortlex.reducer.passes.lower_and_delete import lower_and_delete
from shortlex.reducer.passes.lower_and_flip import lower_and_flip
from shortlex.reducer.passes.lower_choices import lower_choices
from shortlex.reducer.passes.lower_duplicates import lower_duplicates
from shortlex.reducer.passes.lower_together import lower_together
from shortlex.reducer.passes.merge_siblings import merge_siblings
from shortlex.reducer.passes.move_earlier import move_earlier
from shortlex.reducer.passes.move_into import move_into
from shortlex.reducer.passes.move_out import move_out
from shortlex.reducer.passes.promote_descendants import promote_descendants
from shortlex.reducer.passes.raise_to_shorten import raise_to_shorten
from shortlex.reducer.passes.redistribute import redistribute
from shortlex.reducer.passes.regrow_spans import regrow_spans
from shortlex.reducer.passes.repeat_steps import repeat_steps
from shortlex.reducer.passes.replace_pairs import replace_pairs
from shortlex.reducer.passes.scan_choices import scan_choices
from shortlex.reducer.passes.shift_indexes import shift_indexes
from shortlex.reducer.passes.simplify_choices import simplify_choices
from shortlex.reducer.passes.simplify_parts import simplify_parts
from shortlex.reducer.passes.simplify_spans import simplify_spans
from shortlex.reducer.passes.sort_siblings import sort_siblings
from shortlex.reducer.passes.spell_bulk import spell_bulk
from shortlex.reducer.passes.start_afresh import start_afresh
from shortlex.reducer.passes.stride_choices import stride_choices
from shortlex.reducer.passes.substitute_spans import substitute_spans
from shortlex.reducer.passes.switch_branches import switch_branches
from shortlex.reducer.passes.trade_letters import trade_letters
from shortlex.reducer.passes.trade_numbers import trade_numbers
from shortlex.reducer.problem import Pass


class Schedule(NamedTuple):
    """Which passes run to their end, and which only get a few tries."""

    cheap: tuple[Pass, ...]
    """Linear in the choices; run one after the other until none finds anything."""
    costly: tuple[Pass, ...]
    """Quadratic, uphill or a matter of luck; run in turns as long as patience lasts."""
    rare: tuple[Pass, ...] = ()
    """Costly passes that seldom find anything; left out where calls are slow."""
    insistent: tuple[Pass, ...] = ()
    """Those of the costly ones that get more tries where calls are quick."""
    attempts: int = 0
    """How many random combinations of edits are tried for a case of ten choices."""
    few_attempts: int = 0
    """The same, if calls are slow."""

    @property
    def tiers(self) -> tuple[tuple[Pass, ...], ...]:
        """The passes, by what they cost."""
        return self.cheap, self.costly, self.rare

    def without(self, name: str) -> Schedule:
        """The passes but one, and no random search, which may find what that pass would."""
        tiers = (*self.tiers, self.insistent)
        left = [tuple(p for p in tier if p.__name__ != name) for tier in tiers]
        return Schedule(left[0], left[1], left[2], left[3])


SCHEDULE = Schedule(
    # First passes that make the case shorter, then those that make it plainer.
    cheap=(
        start_afresh,
        spell_bulk,
        empty_fills,
        repeat_steps,
        delete_discarded,
        simplify_choices,
        delete_counted,
        delete_spans,
        delete_referrers,
        simplify_spans,
        promote_descendants,
        merge_siblings,
        simplify_parts,
        lower_duplicates,
        lower_together,
        lower_choices,
        sort_siblings,
    ),
    # These change several things at once. First those that find something with the fewest calls.
    # Sums are redistributed before numbers are traded, which may take them apart one by one.
    costly=(
        cut_texts,
        delete_letters,
        redistribute,
        trade_numbers,
        stride_choices,
        join_numbers,
        edit_texts,
        delete_and_repair,
        substitute_spans,
        delete_corresponding,
        delete_slices,
        switch_branches,
        replace_pairs,
        delete_runs,
        delete_regions,
        regrow_spans,
        move_out,
        end_earlier,
        scan_choices,
        trade_letters,
        lower_and_delete,
        shift_indexes,
        raise_to_shorten,
    ),
    rare=(
        move_into,
        lower_and_flip,
        move_earlier,
    ),
    insistent=(delete_slices, trade_letters, stride_choices),
    attempts=200,
    few_attempts=5,
)

PASSES = SCHEDULE.cheap + SCHEDULE.costly + SCHEDULE.rare
