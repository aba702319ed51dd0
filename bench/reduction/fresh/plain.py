"""Plain: the strategies that fresh cases use, as a bare sampler over ``random``.

It belongs to neither library. Whether a condition fails rarely enough, and often enough, is decided
by sampling here, so that a change to either library does not change the cases.

``import plain as st`` stands in for a library's module of strategies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

TRIES = 50
MOST = 40
"""How many elements a collection without an upper bound has at most."""


class RefusedError(Exception):
    """A filter refused too often."""


class Strategy:
    """A function of a random generator."""

    def __init__(self, sample: Callable[[Random], Any]) -> None:
        self.sample = sample

    def map(self, function: Callable[[Any], Any]) -> Strategy:
        return Strategy(lambda random: function(self.sample(random)))

    def flatmap(self, function: Callable[[Any], Strategy]) -> Strategy:
        return Strategy(lambda random: function(self.sample(random)).sample(random))

    def filter(self, condition: Callable[[Any], object]) -> Strategy:
        def sample(random: Random) -> Any:
            for _ in range(TRIES):
                value = self.sample(random)
                if condition(value):
                    return value
            raise RefusedError

        return Strategy(sample)


def just(value: Any) -> Strategy:
    return Strategy(lambda _: value)


def none() -> Strategy:
    return just(None)


def booleans() -> Strategy:
    return Strategy(lambda random: random.random() < 0.5)


def integers(min_value: int | None = None, max_value: int | None = None) -> Strategy:
    """Uniform within narrow limits; otherwise small, near an end, or of a random length."""
    low = -(2**40) if min_value is None else min_value
    high = 2**40 if max_value is None else max_value

    def sample(random: Random) -> int:
        if high - low <= 1000 or random.random() < 0.2:
            return random.randint(low, high)
        bits = random.randint(0, (high - low).bit_length())
        near = min(max(0, low), high)
        value = near + random.choice((1, -1)) * random.getrandbits(bits)
        return value if low <= value <= high else near + abs(value - near) % (high - near + 1)

    return Strategy(sample)


def floats(min_value: float, max_value: float, **_: Any) -> Strategy:
    def sample(random: Random) -> float:
        value = random.uniform(min_value, max_value)
        rounded = round(value, random.randint(0, 3)) if random.random() < 0.7 else value
        return min(max(rounded, min_value), max_value)

    return Strategy(sample)


def sampled_from(elements: Sequence[Any]) -> Strategy:
    return Strategy(lambda random: random.choice(elements))


def one_of(*strategies: Strategy) -> Strategy:
    return Strategy(lambda random: random.choice(strategies).sample(random))


def tuples(*strategies: Strategy) -> Strategy:
    return Strategy(lambda random: tuple(each.sample(random) for each in strategies))


def lists(
    elements: Strategy, *, min_size: int = 0, max_size: int | None = None, unique: bool = False
) -> Strategy:
    def sample(random: Random) -> list[Any]:
        found: list[Any] = []
        size = _length(random, min_size, max_size)
        for _ in range(TRIES + size):
            if len(found) == size:
                break
            value = elements.sample(random)
            if not unique or value not in found:
                found.append(value)
        if len(found) < min_size:
            raise RefusedError
        return found

    return Strategy(sample)


def _length(random: Random, least: int, most: int | None) -> int:
    most = MOST if most is None else most
    if most - least <= 10:
        return random.randint(least, most)
    return min(most, least + int(random.expovariate(1 / 5)))


def sets(elements: Strategy, **sizes: Any) -> Strategy:
    return lists(elements, unique=True, **sizes).map(set)


def dictionaries(keys: Strategy, values: Strategy, **sizes: Any) -> Strategy:
    def sample(random: Random) -> dict[Any, Any]:
        return {key: values.sample(random) for key in sets(keys, **sizes).sample(random)}

    return Strategy(sample)


def fixed_dictionaries(fields: Mapping[Any, Strategy]) -> Strategy:
    return Strategy(lambda random: {name: each.sample(random) for name, each in fields.items()})


def text(
    alphabet: str | None = None, *, min_size: int = 0, max_size: int | None = None
) -> Strategy:
    def sample(random: Random) -> str:
        letters = alphabet or random.choice(
            ("01aB -", "abcxyzABC", "019", "\x00é\u00df\u0130\u4e2d😀")
        )
        return "".join(random.choice(letters) for _ in range(_length(random, min_size, max_size)))

    return Strategy(sample)


def binary(*, min_size: int = 0, max_size: int | None = None) -> Strategy:
    return Strategy(lambda random: random.randbytes(_length(random, min_size, max_size)))


def builds(target: Callable[..., Any], *args: Strategy, **kwargs: Strategy) -> Strategy:
    def sample(random: Random) -> Any:
        given = [each.sample(random) for each in args]
        return target(*given, **{name: each.sample(random) for name, each in kwargs.items()})

    return Strategy(sample)


def recursive(
    base: Strategy, extend: Callable[[Strategy], Strategy], *, max_leaves: int = 100
) -> Strategy:
    def sample(random: Random, depth: int = 0) -> Any:
        if depth == 4 or random.random() < 0.3:
            return base.sample(random)
        return extend(Strategy(lambda again: sample(again, depth + 1))).sample(random)

    return Strategy(sample)


def composite(function: Callable[..., Any]) -> Callable[..., Strategy]:
    def make(*args: Any, **kwargs: Any) -> Strategy:
        return Strategy(lambda random: function(lambda each: each.sample(random), *args, **kwargs))

    return make
