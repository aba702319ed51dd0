"""Bundles: strategies for values that earlier steps of a machine have made.

``Pool`` holds the values while a machine runs. A value is known by its number, whatever happens to
the steps around the one that made it: see ``identity``.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from shortlex.core.case import Case, RandomCase
from shortlex.core.identity import identity, reference
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.strategy import SearchStrategy, check_callable

Ex = TypeVar("Ex", covariant=True)

RECENT_SHARE = 0.1
"""How often a random case takes the newest value of a bundle instead of any."""


class Pool:
    """The values that the steps of one case have made, and which bundles they are in."""

    __slots__ = ("bundles", "givens", "latest", "numbers", "taken", "values")

    def __init__(self) -> None:
        self.bundles: dict[str, list[int]] = {}
        """The numbers of the values in each bundle, ascending."""
        self.values: list[Any] = []
        """Every value, by its number."""
        self.givens: list[int] = []
        """In a replay: under which number the given choices know each value."""
        self.numbers: dict[int, int] = {}
        """The inverse of that."""
        self.taken: list[tuple[list[int], int]] = []
        """The values that the present step has taken out of bundles."""
        self.latest: int | None = None
        """In a recorded case: the number of the value that was drawn last."""

    def name_next(self, case: Case) -> int:
        """Record the number of the next value. Returns the number that the choices give it."""
        number = len(self.values)
        if type(case) is RandomCase:
            case.choices.append(number)
            return number
        given: int = case.choose(identity(number))
        if given != number:
            case.replace_last(number)  # type: ignore[attr-defined]  # a recorded case
        return given

    def add(self, value: object, bundles: tuple[str, ...], given: int | None) -> None:
        """Add a value to bundles. ``given`` is the number that the choices give it, in a replay."""
        number = len(self.values)
        self.values.append(value)
        for name in bundles:
            members = self.bundles.get(name)
            if members is None:
                self.bundles[name] = [number]
            else:
                members.append(number)
        if given is not None:
            self.givens.append(given)
            self.numbers[given] = number

    def members(self, names: tuple[str, ...]) -> list[int]:
        """The numbers of the values in some bundles, ascending."""
        if len(names) == 1:
            return self.bundles.get(names[0], [])
        return sorted({number for name in names for number in self.bundles.get(name, ())})

    def meant_by(self, given: int, members: list[int]) -> int:
        """The member that a reference means; the one made last before it, if that is gone."""
        number = self.numbers.get(given)
        if number is not None and _contains(members, number):
            return number
        place = bisect_right(members, given, key=self.givens.__getitem__)
        return members[max(0, place - 1)]

    def take(self, names: tuple[str, ...], number: int) -> None:
        """Remove a value from bundles, until ``put_back``."""
        for name in names:
            members = self.bundles.get(name, [])
            if _contains(members, number):
                del members[bisect_left(members, number)]
                self.taken.append((members, number))

    def put_back(self) -> None:
        """Undo what the present step has taken."""
        while self.taken:
            members, number = self.taken.pop()
            members.insert(bisect_left(members, number), number)


def _contains(members: list[int], number: int) -> bool:
    place = bisect_left(members, number)
    return place < len(members) and members[place] == number


class Bundle(SearchStrategy[Ex]):
    """Values that rules with this target have returned, by the name of the bundle.

    Reduces to the oldest value. With ``consume``, a value that is drawn is removed.
    """

    known_empty = False

    def __init__(self, name: str, *, consume: bool = False) -> None:
        if not name or not isinstance(name, str):
            raise InvalidArgument(
                f"Bundle({shown(name)}): the name must be a string, such as Bundle('accounts')."
            )
        if not isinstance(consume, bool):
            raise InvalidArgument(f"Bundle(consume={shown(consume)}): must be True or False.")
        self.names: tuple[str, ...] = (name,)
        self.is_consuming = consume
        self._changes: tuple[tuple[bool, Callable[[Any], Any]], ...] = ()
        """Functions applied to a value before it is handed out: (is a filter, function)."""

    @property
    def name(self) -> str:
        return " | ".join(self.names)

    @property
    def is_plain(self) -> bool:
        """Whether values are handed out as they are."""
        return not self._changes

    def label_to(self, depth: int) -> str:
        return f"Bundle:{self.name}"

    def do_draw(self, case: Case) -> Any:
        pool: Pool | None = case.pool
        if pool is None:
            raise InvalidArgument(
                f"{self!r} was drawn from outside of a state machine: only the rules of a "
                "RuleBasedStateMachine can use it."
            )
        members = pool.members(self.names)
        values: dict[int, Any] | None = None
        if self._changes:
            values = dict(self._changed(pool, members))
            members = list(values)
        if not members:
            case.reject(self)
        if type(case) is RandomCase:
            r = case.random.random()
            place = int(r / (1.0 - RECENT_SHARE) * len(members)) if r < 1.0 - RECENT_SHARE else -1
            number = members[place]
            case.choices.append(number)
        else:
            number = self._recorded(case, pool, members)
        if self.is_consuming:
            pool.take(self.names, number)
        return pool.values[number] if values is None else values[number]

    def _recorded(self, case: Any, pool: Pool, members: list[int]) -> int:
        given: int = case.choose(reference(members[-1]))
        number = pool.meant_by(given, members)
        if number != given:
            case.replace_last(number)
        pool.latest = number
        return number

    def _changed(self, pool: Pool, members: list[int]) -> Iterator[tuple[int, Any]]:
        """The values that pass the filters, as they are handed out, by number."""
        for number in members:
            value = pool.values[number]
            for is_filter, function in self._changes:
                if not is_filter:
                    value = function(value)
                elif not function(value):
                    break
            else:
                yield number, value

    def _with(self, *, is_filter: bool, function: Callable[[Any], Any]) -> Bundle[Any]:
        copy = self._copy()
        copy._changes = (*self._changes, (is_filter, function))
        return copy

    def _copy(self) -> Bundle[Any]:
        copy: Bundle[Any] = Bundle(self.names[0], consume=self.is_consuming)
        copy.names, copy._changes = self.names, self._changes
        return copy

    def filter(self, condition: Callable[[Ex], object]) -> SearchStrategy[Any]:
        check_callable("filter", condition)
        return self._with(is_filter=True, function=condition)

    def map(self, pack: Callable[[Ex], Any]) -> SearchStrategy[Any]:
        check_callable("map", pack)
        return self._with(is_filter=False, function=pack)

    def consuming(self) -> Bundle[Any]:
        """The same bundle, which loses what is drawn from it."""
        copy = self._copy()
        copy.is_consuming = True
        return copy

    def __or__(self, other: SearchStrategy[Any]) -> SearchStrategy[Any]:
        if not isinstance(other, Bundle) or not (self.is_plain and other.is_plain):
            return super().__or__(other)
        if self.is_consuming != other.is_consuming:
            return super().__or__(other)
        # One reference into both, so that an empty one is never chosen.
        copy = self._copy()
        copy.names = tuple(dict.fromkeys((*self.names, *other.names)))
        return copy

    def __repr__(self) -> str:
        more = ", consume=True" if self.is_consuming else ""
        text = " | ".join(f"Bundle({name!r}{more})" for name in self.names)
        for is_filter, _ in self._changes:
            text += ".filter(...)" if is_filter else ".map(...)"
        return text


def consumes(bundle: Bundle[Ex]) -> SearchStrategy[Ex]:
    """A value of the bundle, which is removed from it.

    Reduces to the oldest value.
    """
    if not isinstance(bundle, Bundle):
        raise InvalidArgument(
            f"consumes({shown(bundle)}): must be a Bundle. If it is derived from one, write "
            "consumes(bundle) first, and .filter() or .map() after it."
        )
    return bundle.consuming()


class Several(tuple[Any, ...]):
    """What ``multiple`` returns."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"multiple({', '.join(map(shown, self))})"


def multiple(*values: Any) -> Several:
    """Returned by a rule: adds several values to each of its targets, or none."""
    return Several(values)
