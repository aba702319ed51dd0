"""Mood: what is special about one random case.

Independent choices seldom meet: no two texts are equal, no list has 64 elements, no number is the
last of its range, and hardly ever are nearly all values the simplest. So each random case has a
mood, drawn once from ``MOODS``: how large the case is, how often a choice is the simplest, repeats
or varies an earlier one, or is an edge or a constant of the code under test; how often booleans are
true; and whether choices between alternatives leave some of them out.

The first choices between alternatives, and the first booleans, are counted out besides: every
other case has the next combination, like a number with a digit for each, so that all tags and all
pairs of flags soon occur, whatever chance does.

A mood only decides which values are drawn. It leaves no trace in the choices, so replay and
reduction know nothing of it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any, Final

from shortlex.core.boolean import Boolean
from shortlex.core.domain import Domain
from shortlex.core.echo import SAME, changed
from shortlex.core.integer import Positions, Weighted

if TYPE_CHECKING:
    from shortlex.core.case import RandomCase

SCALES = (8.0, 4.0, 2.0, 2.0) + (1.0,) * 16 + (0.6,) * 5 + (0.3,) * 4 + (0.15,) * 3
"""How large cases are, each equally likely."""

DEVIATES = 0.04
"""While a case copies an earlier part of itself, how often a choice differs."""

STOPS, COPY_STOPS = 0.2, 0.06
"""How often such a copy ends or a choice differs, where it began at a choice or a whole value."""

MAX_CHOICES_BEFORE_COPY = 200
"""After this many choices no value is copied, or a case might grow without end."""

MAX_COPIED = 50
"""A case remembers where this many of its values begin."""

COPYING = -1
"""In place of where a value begins, if it copies an earlier one."""

MAX_RULED = 64
"""After this many choices, booleans are fair and no alternative is left out. Otherwise a function
that calls itself, unless a boolean or an alternative says that it should not, might never end."""

MAX_COUNTED = 64
"""Alternatives are counted out, one after another from case to case, if they are no more."""

FEW = 10
"""For up to this many alternatives, a swarming case decides for each whether to leave it out."""

NEAR = 0.7
"""How often a constant is one of the code that the test uses, not of the code around that."""

UNVARIED = 0.7
"""How often a constant is taken as it is."""

GOES_ON = 0.7
"""How often a number is one more than an earlier one, in a case that counts."""

_NEAR = (0, 0, 1, -1)

LOOKS = 4
"""How many earlier choices are looked at to find one that fits a domain."""


class Mood:
    """What is special about a case.

    The shares are upper ends: a random number below ``simplest`` means the simplest value, one
    between that and ``echo`` an earlier value, and so on; from ``constant`` on, a sample.
    """

    __slots__ = (
        "constant",
        "copies",
        "echo",
        "edge",
        "ends",
        "is_narrow",
        "is_swarming",
        "scale",
        "simplest",
        "special",
        "stride",
        "truth",
    )

    def __init__(
        self,
        *,
        scale: float = 1.0,
        simplest: float = 0.0,
        echo: float = 0.0,
        copies: float = 0.0,
        edge: float = 0.0,
        constant: float = 0.0,
        truth: float = 0.5,
        is_swarming: bool = False,
        is_narrow: bool = False,
        stride: int = 0,
    ) -> None:
        self.scale: Final = scale
        self.copies: Final = copies
        """How often a value of several choices is a copy of an earlier one."""
        self.ends: Final = edge / 2
        """How often a date or time is at an end of a range, such as the last minute of a day."""
        # Shares of what the earlier ones leave, so that any combination is possible.
        self.simplest: Final = simplest
        self.echo: Final = self.simplest + (1.0 - self.simplest) * echo
        self.edge: Final = self.echo + (1.0 - self.echo) * edge
        self.constant: Final = self.edge + (1.0 - self.edge) * constant
        self.truth: Final = truth
        """The probability that a boolean is true."""
        self.is_swarming: Final = is_swarming
        self.is_narrow: Final = is_narrow
        """Whether all texts are made of the same few letters."""
        self.stride: Final = stride
        """If not 0, numbers often go on counting from the choice that was made so long ago."""
        is_special = (
            is_swarming
            or is_narrow
            or stride > 0
            or copies > 0
            or truth != 0.5
            or self.constant > 0.0
        )
        self.special: Final[Mood | None] = self if is_special else None
        """This mood, unless only the scale is special: then choices are made as without it."""


def choose_in_mood(case: RandomCase, mood: Mood, domain: Domain) -> Any:
    """A member of the domain for the next choice of a case."""
    rand = case.random.random
    if case.offset:
        choices = case.choices
        place, r = len(choices) - case.offset, rand()
        if r < DEVIATES:
            return _deviation(case, domain, place)
        if r > case.stops and 0 <= place < case.source_end and domain.contains(choices[place]):
            return choices[place]
        case.offset = 0
    kind = type(domain)
    if mood.stride and rand() < GOES_ON and len(case.choices) >= mood.stride:
        before = case.choices[-mood.stride]
        if type(before) is int and kind is not Weighted and domain.contains(before + 1):
            return before + 1
    if kind is Positions:
        if case.tags and domain.count <= MAX_COUNTED:  # type: ignore[operator]  # count is set
            case.tags, position = divmod(case.tags, domain.count)  # type: ignore[operator]  # as above
            return position
        if mood.is_swarming and len(case.choices) < MAX_RULED:
            return _swarming(case, domain)
        if domain.count > FEW and case.choices and rand() < mood.echo:  # type: ignore[operator]  # as above
            earlier = case.choices[int(rand() * len(case.choices))]
            if type(earlier) is int:
                near = earlier + _NEAR[int(rand() * len(_NEAR))]
                if domain.contains(near):
                    return near
        return int(rand() * domain.count)  # type: ignore[operator]  # count is set
    if kind is Boolean:
        if case.tags and domain.rarity == 1.0:
            case.tags, truth = divmod(case.tags, 2)
            return truth == 1
        is_fair = domain.rarity == 1.0 and len(case.choices) < MAX_RULED
        return rand() < (mood.truth if is_fair else domain.probability)  # type: ignore[attr-defined]  # a Boolean
    r = rand()
    if r >= mood.constant or kind is Weighted or domain.count == 2:
        if mood.is_narrow and domain.kind == "string":
            return _of_few_letters(case, domain)
        return domain.sample(case.random, case.scale)
    if r < mood.simplest:
        return domain.simplest
    if r < mood.echo:
        choices = case.choices
        count = len(choices)
        for _ in range(LOOKS if count > LOOKS else count):
            place = int(rand() * count)
            earlier, r = choices[place], rand()
            if type(earlier) is bool:
                continue
            # The usual case of varied(), written out.
            if r < SAME and domain.contains(earlier):
                value = earlier
            else:
                value = changed(earlier, domain, choices, case.random, r)
            if value is not None:
                if value == earlier:
                    # What came after it may be repeated too.
                    case.offset, case.source_end, case.stops = count - place, count, STOPS
                return value
        return domain.sample(case.random, case.scale)
    if r < mood.edge:
        edges = domain.edges()
        # The first edges are the most important, such as the ends of a range.
        u = rand()
        return edges[int(u * u * len(edges))]
    return _constant(case, domain)


def _constant(case: RandomCase, domain: Domain) -> Any:
    """A constant of the code under test or a variation of it, such as the next number."""
    near, far = case.constants.members_of(domain)
    random = case.random
    constants: list[Any] = near if near and (not far or random.random() < NEAR) else far
    if not constants:
        return domain.sample(random, case.scale)
    value = constants[int(random.random() * len(constants))]
    if random.random() < UNVARIED:
        return value
    others = [constants[int(random.random() * len(constants))]]
    # Above SAME: a variation, not the same value again.
    other = changed(value, domain, others, random, SAME + (1.0 - SAME) * random.random())
    return value if other is None else other


def _of_few_letters(case: RandomCase, domain: Any) -> str:
    """A text of the few letters that the whole case has."""
    letters: str | None = case.letters
    random = case.random
    if letters is None or domain.alphabet.outside(letters):
        some: str = domain.sample(random, 1.0)
        letters = case.letters = some[: 1 + int(random.random() * 3.0)] or domain.alphabet.simplest
    length = domain.sizes.sample(random, case.scale)
    return "".join([letters[int(random.random() * len(letters))] for _ in range(length)])


def _deviation(case: RandomCase, domain: Domain, place: int) -> Any:
    """Another value than the one that is copied: often one much like it."""
    random = case.random
    if 0 <= place < case.source_end and random.getrandbits(1):
        r = SAME + (1.0 - SAME) * random.random()
        value = changed(case.choices[place], domain, case.choices, random, r)
        if value is not None:
            return value
    return domain.sample(random, case.scale)


def begin_copy(case: RandomCase, kind: object) -> int:
    """Perhaps let the case copy an earlier value of the same kind, such as a list's.

    Only for a case whose mood has copies. ``end_copy`` is called with the result when the value
    was drawn.
    """
    begun = len(case.choices)
    begin = copied_from(case, kind)
    if begin is None:
        return begun
    case.offset, case.source_end, case.stops = begun - begin, begun, COPY_STOPS
    return COPYING


def end_copy(case: RandomCase, kind: object, begun: int) -> None:
    """End the copy, or remember where the value begins that was drawn.

    Only now: a value that copied one that it is a part of might grow without end.
    """
    if begun == COPYING:
        case.offset = 0
    elif case.copied is None:
        case.copied = [(kind, begun)]
    elif len(case.copied) < MAX_COPIED:
        case.copied.append((kind, begun))


def copied_from(case: RandomCase, kind: object) -> int | None:
    """Where an earlier value of the same kind begins, if it is to be copied."""
    begun = len(case.choices)
    if case.copied is None or case.offset or begun > MAX_CHOICES_BEFORE_COPY:
        return None
    if case.random.random() >= case.mood.copies:  # type: ignore[union-attr]  # there is one
        return None
    # A draw that was refused may have left some that begin later.
    begins = [begin for drawn, begin in case.copied if drawn is kind and begin < begun]
    return begins[int(case.random.random() * len(begins))] if begins else None


def _swarming(case: RandomCase, domain: Domain) -> int:
    """One of the alternatives that this case does not leave out.

    Which ones are left out is decided when the case first meets the domain.
    """
    swarm = case.swarm
    if swarm is None:
        swarm = case.swarm = {}
    # By identity, because other alternatives may be as many. The domain is kept, so that no other
    # one gets its identity.
    known = swarm.get(id(domain))
    if known is None:
        known = swarm[id(domain)] = domain, _some_of(domain.count or 1, case.random)
    allowed = known[1]
    return allowed[int(case.random.random() * len(allowed))]


def _some_of(count: int, random: Random) -> tuple[int, ...]:
    """Some of the positions, at least one."""
    if count > FEW:
        # Deciding for each would take long.
        some = 1 + random.getrandbits(3)
        return tuple([int(random.random() * count) for _ in range(some)])
    flags = random.getrandbits(count)
    if random.getrandbits(1):
        flags &= random.getrandbits(count)
    return _flagged(flags) or (int(random.random() * count),)


@lru_cache(maxsize=1 << FEW)
def _flagged(flags: int) -> tuple[int, ...]:
    """The positions of the bits that are set."""
    return tuple([i for i in range(flags.bit_length()) if flags >> i & 1])


def _spread_of_moods() -> tuple[Mood, ...]:
    """Moods in which every combination of two properties is about as common as they are.

    A quarter of them have nothing but a scale.
    """
    random = Random(15)  # any fixed number: the moods are always the same
    echoes = (0.0, 0.0, 0.2, 0.4, 0.4, 0.6, 0.6, 0.8)
    edges = (0.0, 0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7)
    pairs = [*product(echoes, edges)] * 3
    constants = (0.0, 0.05, 0.15, 0.5) * 48
    simplest = ((0.0,) * 12 + (0.3, 0.6, 0.8, 0.9)) * 12
    truths = (0.5,) * 8 + (0.05, 0.15, 0.3, 0.7, 0.85, 0.95, 0.98, 0.02)
    swarms = (True, False, False) * 64
    narrows = (True,) * 24 + (False,) * 168
    strides = (1, 2, 2, 3) * 4 + (0,) * 176
    copies = (0.0,) * 96 + (0.1, 0.2, 0.3, 0.3, 0.4, 0.4, 0.5, 0.5) * 12
    columns: list[list[Any]] = []
    given = (SCALES * 6, pairs, constants, simplest, truths * 12, swarms, narrows, strides, copies)
    for column in given:
        shuffled = list(column)
        # Written out, because `shuffle` may change from one version of Python to the next.
        for i in range(len(shuffled) - 1, 0, -1):
            k = int(random.random() * (i + 1))
            shuffled[i], shuffled[k] = shuffled[k], shuffled[i]
        columns.append(shuffled)
    plain = [Mood(scale=scale) for scale in SCALES * 2]
    special = [
        Mood(
            scale=scale,
            simplest=simple,
            echo=echo,
            copies=copied,
            edge=edge,
            constant=constant,
            truth=truth,
            is_swarming=is_swarming,
            is_narrow=is_narrow,
            stride=stride,
        )
        for (
            scale,
            (echo, edge),
            constant,
            simple,
            truth,
            is_swarming,
            is_narrow,
            stride,
            copied,
        ) in zip(*columns, strict=True)
    ]
    return *plain, *special


MOODS = _spread_of_moods()
"""The moods that cases have, each equally likely."""
