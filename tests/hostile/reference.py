"""Reference: a library with the names of Shortlex that runs every case there is, one by one.

It has no runner, no reducer and no randomness: each choice is a number below a small count, and
``explore`` counts through all sequences of choices. So it knows the truth about a small test.
"""

from __future__ import annotations

import asyncio
import copy
import inspect
import sys
import unittest
import warnings
from collections.abc import Callable, Iterator
from os import _exit, getpid
from typing import Any, NamedTuple

import pytest

from shortlex.errors import InvalidArgument, ShortlexWarning

SKIPS = (unittest.SkipTest, pytest.skip.Exception, pytest.xfail.Exception)
STOPS = (pytest.exit.Exception,)
FAILURES = (Exception, SystemExit, GeneratorExit, pytest.fail.Exception)


class TooMany(Exception):  # noqa: N818  # no error
    """There are more cases than anybody wants to run."""


class Refused(BaseException):
    """A draw has no value. The case does not count, even if this is caught."""


class Unmet(Exception):  # noqa: N818  # no error
    """``assume`` was not met."""


class Ending(NamedTuple):
    """How one case ended."""

    kind: str
    """pass, fail, skip, stop, reject; maybe where it is for Shortlex to decide.

    What is refused here need not be there: a set, for one, then has fewer elements.
    """
    name: str = ""
    """The type of the exception."""
    context: str = ""
    """The line of the program, and the type of what was being handled, which tell bugs apart."""


class Explorer:
    """Counts through all sequences of choices."""

    def __init__(self) -> None:
        self.path: list[int] = []
        self.counts: list[int] = []
        self.begin()

    def begin(self) -> None:
        """A case begins."""
        self.position = 0
        self.is_refused = False
        self.is_drawing = True
        self.is_entered = False
        self.shared: dict[str, Any] = {}
        self.labels: set[str] = set()

    def enter(self) -> None:
        """A test is called, and none may be called within it."""
        if self.is_entered:
            raise InvalidArgument("nested")
        self.is_entered = True

    def choose(self, count: int) -> int:
        if count == 0:
            self.refuse()
        if self.is_refused:
            raise Refused
        if self.position == len(self.path):
            self.path.append(0)
            self.counts.append(count)
        self.position += 1
        return self.path[self.position - 1]

    def refuse(self) -> None:
        self.is_refused = True
        raise Refused

    def advance(self) -> bool:
        """Go on to the next sequence. False if there is none."""
        del self.path[self.position :], self.counts[self.position :]
        while self.path and self.path[-1] + 1 == self.counts[-1]:
            self.path.pop()
            self.counts.pop()
        if not self.path:
            return False
        self.path[-1] += 1
        return True


now = Explorer()


def explore(run: Callable[[], Any], most: int) -> list[Ending]:
    """How every case of a test ends; ``run`` makes the test anew and calls it."""
    global now
    now = Explorer()
    endings = []
    while True:
        now.begin()
        endings.append(_ending_of(run))
        if not now.advance():
            return endings
        if len(endings) == most:
            raise TooMany


def _ending_of(run: Callable[[], Any]) -> Ending:
    try:
        with StayingHome():
            run()
    except BaseException as error:
        return classify(error, now.is_refused, now.is_drawing)
    return Ending("reject") if now.is_refused else Ending("pass")


class StayingHome:
    """Ends a process that was forked within, instead of letting it go on as another judge."""

    # Not made by contextlib, which assigns to the attributes of errors that pass through.

    def __enter__(self) -> None:
        self.home = getpid()

    def __exit__(self, *_: object) -> None:
        if getpid() != self.home:
            _exit(0)


def classify(error: BaseException, is_refused: bool = False, is_drawing: bool = False) -> Ending:
    """How a case ended that raised an error."""
    name = type(error).__name__
    context = _bug_of(error)
    leaves = list(_leaves(error))
    for each in leaves:
        if isinstance(each, STOPS) or not isinstance(each, (*FAILURES, *SKIPS, Refused)):
            # Of a group, what stops may be raised alone.
            return Ending("maybe" if is_refused else "stop", type(each).__name__)
    if isinstance(error, (Unmet, Refused)):
        return Ending("reject")
    if is_refused or (is_drawing and isinstance(error, RecursionError)):
        return Ending("maybe", name, context)
    if all(isinstance(each, SKIPS) for each in leaves):
        return Ending("skip", name)
    return Ending("fail", name, context)


def _bug_of(error: BaseException) -> str:
    line, traceback = 0, error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == "<hostile>":
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return f"{line} {type(error.__context__).__name__}"


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _leaves(each)
    else:
        yield error


# What a test calls.


def given(**strategies: Strategy) -> Callable[[Any], Any]:
    def decorate(test: Any) -> Any:
        def wrapper(*args: Any) -> None:
            now.enter()
            examples = [each() for each in getattr(wrapper, "examples", ())]
            which = now.choose(1 + len(examples)) if examples else 0
            if which:
                values = examples[which - 1]
            else:
                values = {name: strategy.draw() for name, strategy in strategies.items()}
            if now.is_refused:
                raise Refused  # which a strategy has caught
            now.is_drawing = False
            call(test, args, values)

        return wrapper

    return decorate


def call(test: Any, args: tuple[Any, ...], values: dict[str, Any]) -> None:
    """Call the inner function of a test by hand."""
    if inspect.iscoroutinefunction(test):
        loop = asyncio.new_event_loop()
        try:
            result = loop.run_until_complete(test(*args, **values))
        finally:
            loop.close()
    else:
        result = test(*args, **values)
    if result is not None:
        raise InvalidArgument("returned something")


def example(**values: Any) -> Callable[[Any], Any]:
    def decorate(test: Any) -> Any:
        # A copy for each case, since bodies change what they are given.
        test.examples = [*getattr(test, "examples", ()), lambda: copy.deepcopy(values)]
        return test

    return decorate


def assume(condition: object) -> bool:
    if not condition:
        raise Unmet
    return True


def reject() -> None:
    raise Unmet


def note(value: object) -> None:
    pass


def event(value: object, payload: object = "") -> None:
    pass


def target(observation: float, *, label: str = "") -> float:
    if label in now.labels:
        raise InvalidArgument("twice")
    now.labels.add(label)
    return observation


# Strategies.


class Strategy:
    """Something to draw; ``draw`` makes choices."""

    def __init__(self, draw: Callable[[], Any]) -> None:
        self.draw = draw

    def map(self, function: Callable[[Any], Any]) -> Strategy:
        def draw() -> Any:
            value = self.draw()
            try:
                return function(value)
            except Unmet:  # the value is refused, whoever catches this
                now.refuse()

        return Strategy(draw)

    def flatmap(self, function: Callable[[Any], Strategy]) -> Strategy:
        return Strategy(lambda: function(self.draw()).draw())

    def filter(self, condition: Callable[[Any], object]) -> Strategy:
        def draw() -> Any:
            value = self.draw()
            if not condition(value):
                now.refuse()
            return value

        return Strategy(draw)

    def __or__(self, other: Strategy) -> Strategy:
        return one_of(self, other)


def integers(low: int, high: int) -> Strategy:
    return Strategy(lambda: low + now.choose(high - low + 1))


def sampled_from(values: Any) -> Strategy:
    return Strategy(lambda: values[now.choose(len(values))])


def just(value: Any) -> Strategy:
    return Strategy(lambda: value)


def none() -> Strategy:
    return just(None)


def booleans() -> Strategy:
    return sampled_from([False, True])


def one_of(*strategies: Strategy) -> Strategy:
    return Strategy(lambda: strategies[now.choose(len(strategies))].draw())


def deferred(definition: Callable[[], Strategy]) -> Strategy:
    return Strategy(lambda: definition().draw())


def tuples(*strategies: Strategy) -> Strategy:
    return Strategy(lambda: tuple([each.draw() for each in strategies]))


def lists(
    elements: Strategy, *, min_size: int = 0, max_size: int, unique: bool = False
) -> Strategy:
    def draw() -> list[Any]:
        size = min_size + now.choose(max_size - min_size + 1)
        values: list[Any] = []
        for _ in range(size):
            value = elements.draw()
            if unique and value in values:
                now.refuse()
            values.append(value)
        return values

    return Strategy(draw)


def sets(elements: Strategy, *, min_size: int = 0, max_size: int) -> Strategy:
    return lists(elements, min_size=min_size, max_size=max_size, unique=True).map(set)


def frozensets(elements: Strategy, *, min_size: int = 0, max_size: int) -> Strategy:
    return lists(elements, min_size=min_size, max_size=max_size, unique=True).map(frozenset)


def dictionaries(keys: Strategy, values: Strategy, *, max_size: int) -> Strategy:
    def draw() -> dict[Any, Any]:
        made: dict[Any, Any] = {}
        for _ in range(now.choose(max_size + 1)):
            key = keys.draw()
            if key in made:
                now.refuse()
            made[key] = values.draw()
        return made

    return Strategy(draw)


def text(alphabet: str, *, max_size: int) -> Strategy:
    return lists(sampled_from(alphabet), max_size=max_size).map("".join)


def permutations(values: list[Any]) -> Strategy:
    def draw() -> list[Any]:
        left = list(values)
        return [left.pop(now.choose(len(left))) for _ in values]

    return Strategy(draw)


def iterables(elements: Strategy, *, max_size: int) -> Strategy:
    return lists(elements, max_size=max_size).map(iter)


def builds(target: Callable[..., Any], *args: Strategy, **kwargs: Strategy) -> Strategy:
    def draw() -> Any:
        values = [each.draw() for each in args]
        return target(*values, **{name: each.draw() for name, each in kwargs.items()})

    return Strategy(draw)


def shared(strategy: Strategy, *, key: str) -> Strategy:
    def draw() -> Any:
        if key not in now.shared:
            now.shared[key] = strategy.draw(), strategy
        value, first = now.shared[key]
        # Two strategies for one key are warned of, and a body may have made errors of warnings.
        if first is not strategy and warnings.filters[:1] and warnings.filters[0][0] == "error":
            raise ShortlexWarning
        return value

    return Strategy(draw)


def composite(function: Callable[..., Any]) -> Callable[..., Strategy]:
    def make(*args: Any, **kwargs: Any) -> Strategy:
        return Strategy(lambda: function(lambda each: each.draw(), *args, **kwargs))

    return make


class Data:
    """Draws within the body."""

    def draw(self, strategy: Strategy, label: str | None = None) -> Any:
        return strategy.draw()


def data() -> Strategy:
    return Strategy(Data)


API = {
    name: globals()[name]
    for name in ("given", "example", "assume", "reject", "note", "event", "target")
} | {"st": sys.modules[__name__]}
"""The names that a test uses."""
