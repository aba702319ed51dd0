"""The law of foreign choices: a strategy stands whatever a reduction offers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from shortlex.core.case import RecordedCase
from shortlex.core.domain import Choice
from shortlex.core.source import ReplaySource
from shortlex.laws.law import Broken
from shortlex.laws.trial import LIMIT, REFUSALS, Trial, draw_in, shown


def foreign_choices_do_no_harm(trial: Trial) -> None:
    """Whatever the choices, there is a value that fits, or a rejection; never an error."""
    for choices in _foreign_to(trial):
        case = RecordedCase(ReplaySource(choices), LIMIT)
        try:
            value = draw_in(trial.strategy, case)
        except REFUSALS:
            continue
        except Exception as error:
            raise Broken(
                f"The choices {shown(choices)} make it fail: {type(error).__name__}: {error}",
                "reducing offers such choices, so every one that its domain has must be dealt "
                "with; call case.reject() or assume() where there is no value.",
            ) from error
        misfit = trial.misfit(value)
        if misfit:
            raise Broken(
                f"The choices {shown(choices)} made {shown(value)}, which {misfit}.",
                "reducing offers such choices: mend the strategy, or reject them.",
            )


_FOREIGN: tuple[Choice, ...] = (
    False, True, 0, 1, -1, 7, 255, 10**20, -(10**9), 0.0, -0.0, 0.5, 1e300, float("nan"),
    float("-inf"), "", "0", "a\n\U0001f600", b"", b"\xff\x00",
)  # fmt: skip


def _foreign_to(trial: Trial) -> Iterator[list[Choice]]:
    """Nothing but one value, and choices of its own cases that were mangled."""
    for choice in _FOREIGN:
        yield [choice] * 100
    random = Random(0)
    for _ in range(trial.cases):
        yield _mangled(random.choice(trial.drawn).choices if trial.drawn else (), random)


def _mangled(own: Iterable[Choice], random: Random) -> list[Choice]:
    """Choices of a case, some left out, doubled, moved, or replaced by others of any kind."""
    choices = [*own]
    for _ in range(random.randrange(1, 5)):
        place = random.randrange(len(choices) + 1)
        what = random.randrange(5)
        if what == 0:
            del choices[place : place + random.randrange(1, 4)]
        elif what == 1:
            choices[place:place] = choices[place : place + random.randrange(1, 4)]
        elif what == 2:
            choices = choices[place:] + choices[:place]
        else:
            choices[place : place + what - 3] = [random.choice(_FOREIGN)]
    return choices
