"""check_strategy: each law is broken by a strategy made for it, and the report says so."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from typing import Any

import pytest

from shortlex import laws
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.errors import InvalidArgument
from shortlex.laws import LawBroken

counter = itertools.count()


class Named(st.SearchStrategy[Any]):
    """A strategy of a third party: the repr is the call that makes it."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Good(Named):
    def do_draw(self, case: Case) -> list[int]:
        return [case.draw(st.integers(0, 9)) for _ in range(case.draw(st.integers(0, 3)))]


class RefusesItself(Good):
    def do_validate(self) -> None:
        raise InvalidArgument("RefusesItself(): never good enough")


class FailsLate(Named):
    def do_draw(self, case: Case) -> int:
        raise InvalidArgument("FailsLate(size=-1): must not be negative")


class SaysEmpty(Good):
    known_empty = True


class Counts(Named):
    def do_draw(self, case: Case) -> tuple[int, int]:
        return case.draw(st.integers(0, 9)), next(counter)


class UsesGlobalRandomness(Named):
    def do_draw(self, case: Case) -> int:
        return case.draw(st.integers(0, random.choice([10, 10_000, 10**9])))


class SeesTheSpeed(Named):
    def do_draw(self, case: Case) -> int:
        return case.draw(st.integers(0, 5)) + case.is_recorded


class TooLarge(Named):
    def do_draw(self, case: Case) -> int:
        return case.draw(st.integers(0, 20))


class RejectsMost(Named):
    def do_draw(self, case: Case) -> int:
        value: int = case.draw(st.integers(0, 20))
        if value > 2:
            case.reject("too large")
        return value


class RejectsZero(Named):
    def do_draw(self, case: Case) -> int:
        value: int = case.draw(st.integers(0, 99))
        if value == 0:
            case.reject("zero")
        return value


class ZeroIsLong(Named):
    """0 means the longest list, so that less simple choices make shorter cases."""

    def do_draw(self, case: Case) -> list[int]:
        return [case.draw(st.integers(0, 9)) for _ in range(5 - case.draw(st.integers(0, 5)))]


class Backwards(Integer):
    """Forgets to count back."""

    def value_at(self, index: int) -> int:
        return self.maximum - index  # type: ignore[operator]  # it has one


class Unordered(Integer):
    def sort_key(self, value: int) -> int:
        return -value


class Narrow(Integer):
    def nearest(self, value: object) -> Any:
        return value


class UsesBackwards(Named):
    domain: Integer = Backwards(0, 9)

    def do_draw(self, case: Case) -> Any:
        return case.choose(self.domain)


class UsesUnordered(UsesBackwards):
    domain = Unordered(0, 9)


class UsesNarrow(UsesBackwards):
    domain = Narrow(0, 9)


class Fragile(Named):
    """Fails for a value that is hardly ever drawn, but may be offered."""

    def do_draw(self, case: Case) -> int:
        value: int = case.draw(st.integers())
        return 0 // (value - 10**20)


class KeepsAList(Named):
    def __init__(self) -> None:
        self.kept: dict[int, list[int]] = {}

    def do_draw(self, case: Case) -> tuple[list[int]]:
        n: int = case.draw(st.integers(0, 9))
        return (self.kept.setdefault(n, [n]),)


class ForgetsWhenCopied(Named):
    def __init__(self) -> None:
        self.step = 2

    def __getstate__(self) -> dict[str, Any]:
        return {}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.step = 3

    def do_draw(self, case: Case) -> int:
        return self.step * case.draw(st.integers(0, 9))


class HasNoRepr(st.SearchStrategy[int]):
    def do_draw(self, case: Case) -> int:
        return case.draw(st.integers(0, 9))


class ForgetsAnArgument(st.SearchStrategy[int]):
    def __init__(self, most: int = 5) -> None:
        self.most = most

    def do_draw(self, case: Case) -> int:
        return case.draw(st.integers(0, self.most))

    def __repr__(self) -> str:
        return "ForgetsAnArgument()"


class IsNoCall(Good):
    def __repr__(self) -> str:
        return "some of these"


class IsAnother(Good):
    def __repr__(self) -> str:
        return "[1, 2]"


class NamesTheUnknown(Good):
    def __repr__(self) -> str:
        return "nowhere.to_be_found()"


class CountsItsReprs(Good):
    def __init__(self, count: int = 0) -> None:
        self.count = count

    def __repr__(self) -> str:
        return f"CountsItsReprs({self.count + 1})"


class RejectsEveryOther(Named):
    def do_draw(self, case: Case) -> int:
        if next(counter) % 2:
            case.reject("not now")
        return case.draw(st.integers(0, 9))


class NeverMakesAny(Named):
    def do_draw(self, case: Case) -> int:
        case.reject("never")

    def do_validate(self) -> None:
        raise InvalidArgument("NeverMakesAny(): says so")


@dataclass
class Wrong:
    """A strategy, the law it breaks, and words of the message."""

    strategy: st.SearchStrategy[Any]
    law: str
    words: tuple[str, ...]
    expected: dict[str, Any] | None = None
    follows: tuple[str, ...] = ()
    """Other laws that cannot hold either."""


MISFITS = ("foreign_choices_do_no_harm",)
ERRATIC = ("few_are_rejected", "simplest_is_reached", "copies_are_equal", "repr_rebuilds")
IMPURE = ("simplest_is_reached", "copies_are_equal", "repr_rebuilds")

WRONG = [
    Wrong(RefusesItself(), "validation_agrees_with_drawing", ("validate() refuses", "choices")),
    Wrong(SaysEmpty(), "validation_agrees_with_drawing", ("is_empty", "calc_is_empty")),
    Wrong(Counts(), "replay_is_exact", ("Once more from the same seed", "global"), follows=IMPURE),
    Wrong(UsesGlobalRandomness(), "replay_is_exact", ("At first", "key="), follows=IMPURE[1:]),
    Wrong(SeesTheSpeed(), "replay_is_exact", ("Replayed from",), follows=IMPURE[1:]),
    Wrong(RejectsEveryOther(), "replay_is_exact", ("rejected",), follows=ERRATIC),
    Wrong(TooLarge(), "values_fit", ("is int, not str",), {"of_type": str}, MISFITS),
    Wrong(TooLarge(), "values_fit", ("not str or bytes",), {"of_type": (str, bytes)}, MISFITS),
    Wrong(TooLarge(), "values_fit", ("satisfy",), {"satisfies": lambda n: n < 10}, MISFITS),
    Wrong(RejectsMost(), "few_are_rejected", ("at most 20% may be", "max_rejected=")),
    Wrong(RejectsZero(), "simplest_is_reached", ("all choices at 0, is rejected",)),
    Wrong(ZeroIsLong(), "simplest_is_reached", ("it came to [] made from the choices [5]",)),
    Wrong(Good(), "simplest_is_reached", ("simplest=[0] was promised",), {"simplest": [0]}),
    Wrong(UsesBackwards(), "indexes_round_trip", ("has the index", "inverse")),
    Wrong(
        UsesUnordered(),
        "indexes_round_trip",
        ("sort_key() and index_of() disagree",),
        follows=("simplest_is_reached",),
    ),
    Wrong(UsesNarrow(), "indexes_round_trip", ("nearest(None) is None, which is not a member",)),
    Wrong(Fragile(), "foreign_choices_do_no_harm", ("make it fail: ZeroDivisionError", "reject")),
    Wrong(
        st.integers(),
        "foreign_choices_do_no_harm",
        ("made 100000000000000000000, which does not satisfy",),
        {"satisfies": lambda n: n != 10**20},
    ),
    Wrong(KeepsAList(), "values_are_independent", ("very same list", "allow_shared=True")),
    Wrong(ForgetsWhenCopied(), "copies_are_equal", ("its copy made", "attribute")),
    Wrong(HasNoRepr(), "repr_rebuilds", ("no repr of its own", "__repr__")),
    Wrong(ForgetsAnArgument(900), "repr_rebuilds", ("what its repr makes made",)),
    Wrong(CountsItsReprs(), "repr_rebuilds", ("has another repr: CountsItsReprs(2)",)),
    Wrong(IsNoCall(), "repr_rebuilds", ("Its repr is not an expression",)),
    Wrong(IsAnother(), "repr_rebuilds", ("makes [1, 2], which is not a strategy",)),
    Wrong(NamesTheUnknown(), "repr_rebuilds", ("name 'nowhere' is not defined", "namespace=")),
]


def broken_by(strategy: st.SearchStrategy[Any], **expected: Any) -> list[str]:
    """The laws that do not hold, each checked by itself."""
    found = []
    for law in laws.STRATEGY_LAWS:
        try:
            laws.check_strategy(strategy, only=[law], **expected)
        except LawBroken as error:
            found.append(error.law)
    return found


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: f"{wrong.law}-{wrong.strategy!r}"[:60])
def test_a_broken_strategy_is_caught_by_the_law_it_breaks(wrong: Wrong) -> None:
    expected = wrong.expected or {}
    with pytest.raises(LawBroken) as caught:
        laws.check_strategy(wrong.strategy, **expected)
    assert caught.value.law == wrong.law
    message = str(caught.value)
    assert message.startswith(f"{wrong.strategy!r} breaks the law {wrong.law}.\n")
    assert [word for word in wrong.words if word not in message] == []
    assert "What to do: " in message
    assert set(broken_by(wrong.strategy, **expected)) <= {wrong.law, *wrong.follows}


def test_every_law_is_broken_by_something() -> None:
    assert {wrong.law for wrong in WRONG} == set(laws.STRATEGY_LAWS)


def test_a_bad_argument_that_validation_overlooks_is_named() -> None:
    with pytest.raises(LawBroken) as caught:
        laws.check_strategy(FailsLate())
    assert caught.value.law == "validation_agrees_with_drawing"
    assert "must not be negative" in str(caught.value.__cause__)


def test_a_bad_argument_is_reported_as_ever() -> None:
    with pytest.raises(InvalidArgument, match="max_value"):
        laws.check_strategy(st.integers(5, 1))
    with pytest.raises(InvalidArgument, match="says so"):
        laws.check_strategy(NeverMakesAny())


def test_a_good_strategy_keeps_every_law() -> None:
    assert (
        laws.check_strategy(Good(), of_type=list, satisfies=lambda v: len(v) < 4, simplest=[]) == {}
    )


def test_what_was_not_checked_is_said() -> None:
    assert laws.check_strategy(Good()) == {
        "values_fit": "neither of_type= nor satisfies= was given"
    }
    unchecked = laws.check_strategy(st.nothing(), of_type=int)
    assert unchecked == dict.fromkeys(
        ["few_are_rejected", "simplest_is_reached"], "the strategy is empty, and says so"
    )
    (reason,) = laws.check_strategy(st.just([]), of_type=list, allow_shared=True).values()
    assert reason.startswith("allow_shared=True")


def test_a_repr_that_says_it_is_no_code_is_not_evaluated() -> None:
    sourceless = eval("lambda n: n + 1")  # noqa: S307  # so that its source cannot be found
    (reason,) = laws.check_strategy(st.integers().map(sourceless), of_type=int).values()
    assert reason == "the repr contains something that is not code: <lambda at <string>:1>"


def test_names_of_the_repr_can_be_given() -> None:
    one = 1
    strategy = st.integers().map(lambda n: n + one)
    with pytest.raises(LawBroken, match="name 'one' is not defined"):
        laws.check_strategy(strategy, only=["repr_rebuilds"])
    assert laws.check_strategy(strategy, of_type=int, namespace={"one": 1}) == {}


def test_what_cannot_be_copied_at_all_is_said() -> None:
    class Pinned(Good):
        def __reduce_ex__(self, protocol: object) -> Any:
            raise TypeError("pinned")

    unchecked = laws.check_strategy(Pinned(), only=["copies_are_equal"])
    assert unchecked["copies_are_equal"].count("pinned") == 3


def test_values_that_cannot_be_compared_have_a_key() -> None:
    class Opaque:
        __slots__ = ("n",)

        def __init__(self, n: int) -> None:
            self.n = n

    strategy = st.builds(Opaque, st.integers())
    with pytest.raises(LawBroken, match="key="):
        laws.check_strategy(strategy, namespace={"Opaque": Opaque})
    kept = laws.check_strategy(
        strategy, of_type=Opaque, key=lambda each: each.n, namespace={"Opaque": Opaque}
    )
    assert kept == {}


def test_an_error_in_the_strategy_is_raised_with_its_choices() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        laws.check_strategy(st.just(1).map(lambda n: n // 0))
    assert "Drawing from just(1).map" in caught.value.__notes__[0]


def test_laws_can_be_chosen_and_left_out() -> None:
    names = list(laws.STRATEGY_LAWS)
    assert laws.check_strategy(HasNoRepr(), of_type=int, skip=["repr_rebuilds"]) == {}
    assert laws.check_strategy(HasNoRepr(), only=names, skip=names) == {}
    with pytest.raises(InvalidArgument, match=r"no law 'repr'.*repr_rebuilds"):
        laws.check_strategy(HasNoRepr(), skip=["repr"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(([1],), r"sampled_from\(\[1\]\)"), ((st.integers,), "forget to call")],
)
def test_only_strategies_can_be_checked(arguments: tuple[Any], words: str) -> None:
    with pytest.raises(InvalidArgument, match=words):
        laws.check_strategy(*arguments)


def test_there_must_be_a_case() -> None:
    with pytest.raises(InvalidArgument, match="cases=0"):
        laws.check_strategy(Good(), cases=0)


@pytest.mark.parametrize("law", laws.STRATEGY_LAWS)
def test_every_law_says_what_it_claims(law: str) -> None:
    assert laws.STRATEGY_LAWS[law].__doc__
