"""The laws of passes, and ``check_pass``, which checks them.

A pass is tried on random cases of many shapes, with a reducer that refuses everything, accepts
everything, or decides at random. Whatever the reducer does, a pass must come to an end, and must
leave it to the reducer what to accept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from shortlex import strategies as st
from shortlex.core.boolean import Boolean
from shortlex.core.case import Case, RecordedCase
from shortlex.core.domain import Choice, Domain
from shortlex.core.integer import Integer
from shortlex.core.order import size_limit
from shortlex.core.sizes import Sizes
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Trace
from shortlex.errors import InvalidArgument
from shortlex.laws.law import Broken, Unchecked, check_laws, table_of
from shortlex.reducer.problem import ANYTHING, Candidate, Pass, Problem
from shortlex.runner.execute import execute

Fails = Callable[[Any], object]

SHARES = (0.02, 0.1, 0.3, 0.6)
"""The probabilities with which a random reducer accepts an offer."""


@dataclass(frozen=True)
class PassTrial:
    """The arguments of ``check_pass``."""

    one: Pass
    recipes: tuple[Recipe, ...]
    cost: Callable[[Trace], int] | None
    most_offers: int
    seeds: int

    def each(self) -> Iterator[tuple[Recipe, int]]:
        """The cases to try the pass on."""
        for recipe in self.recipes:
            for seed in range(self.seeds):
                yield recipe, seed


def ends_where_all_is_refused(trial: PassTrial) -> None:
    """The pass comes to an end, and makes no more offers than allowed."""
    for recipe, seed in trial.each():
        _check_run(trial, recipe, seed, _never)


def ends_where_all_is_accepted(trial: PassTrial) -> None:
    """The pass comes to an end even if every offer that is simpler is accepted."""
    for recipe, seed in trial.each():
        _check_run(trial, recipe, seed, _always)


def stands_whatever_is_accepted(trial: PassTrial) -> None:
    """The pass copes with a case whose shape changes when some of its offers are accepted."""
    for recipe, seed in trial.each():
        _check_run(trial, recipe, seed, _moods(Random(seed)))


def stands_cases_that_end_early(trial: PassTrial) -> None:
    """The pass copes with cases that draw less than before, as in flaky tests."""
    for recipe, seed in trial.each():
        fails: Fails = _always if seed % 2 else _never
        _check_run(trial, _moody(recipe, Random(seed)), seed, fails)


def offers_the_same_twice(trial: PassTrial) -> None:
    """For the same case and seed, the pass makes the same offers, even if it uses randomness."""
    for recipe, seed in trial.each():
        first, second = (
            offers_of(trial.one, random_problem(recipe, seed, _never)) for _ in range(2)
        )
        if first != second:
            raise Broken(
                f"On {recipe.__name__}, seed {seed}, it offered {len(first)} candidates and then "
                f"{len(second)}, not all the same.",
                "let it depend on problem.best and problem.random alone.",
            )


def keeps_its_cost(trial: PassTrial) -> None:
    """If everything is refused, the pass makes no more offers than its stated cost."""
    if trial.cost is None:
        raise Unchecked("no cost= was given")
    for recipe, seed in trial.each():
        problem = random_problem(recipe, seed, _never)
        offers, most = len(offers_of(trial.one, problem)), trial.cost(problem.best)
        if offers > most:
            raise Broken(
                f"On {recipe.__name__}, seed {seed}, it made {offers} offers for "
                f"{problem.best!r}; its stated cost is at most {most}.",
                "make fewer offers, or state another cost.",
            )


PASS_LAWS: Final[Mapping[str, Callable[[PassTrial], None]]] = table_of(
    ends_where_all_is_refused,
    ends_where_all_is_accepted,
    stands_whatever_is_accepted,
    stands_cases_that_end_early,
    offers_the_same_twice,
    keeps_its_cost,
)
"""The laws of passes by name, in the order in which they are checked."""


def check_pass(
    one: Pass,
    *,
    recipes: Iterable[Recipe] | None = None,
    cost: Callable[[Trace], int] | None = None,
    most_offers: int = 2000,
    seeds: int = 4,
    only: Iterable[str] | None = None,
    skip: Iterable[str] = (),
) -> dict[str, str]:
    """Check a pass of the reducer by the laws of passes, or raise LawBroken.

    recipes
        Functions of a case; the pass is tried on what they draw. By default cases of many shapes.
    cost
        The maximum number of offers for a trace when all are refused.
    most_offers
        A pass that makes more offers than this is considered endless.
    seeds
        How many random cases of each recipe to try.
    only, skip
        Names of the laws to check, or to leave out: see ``PASS_LAWS``.

    The result has the names of the laws that could not be checked, each with the reason.
    """
    if not hasattr(one, "__name__"):
        raise InvalidArgument(f"check_pass({one!r}): a pass is a function of a problem.")
    trial = PassTrial(one, RECIPES if recipes is None else tuple(recipes), cost, most_offers, seeds)
    return check_laws(PASS_LAWS, trial, one.__name__, only, skip)


# Trying a pass


def problem_of(recipe: Recipe, start: Trace, fails: Fails) -> Problem:
    """The reduction of a case, by a test that runs the recipe."""
    test = failing(recipe, fails)

    def run(candidate: Candidate, best: Trace | None, random: Random | None) -> Trace:
        fill = None if random is None else RandomSource(random)
        limit = None if best is None else size_limit(best)
        return execute(test, RecordedCase(ReplaySource(candidate, fill), limit))  # type: ignore[arg-type]  # choices that do not fit are replaced

    return Problem(start, run, random=Random(0))


def random_problem(recipe: Recipe, seed: int, fails: Fails) -> Problem:
    """The reduction of a random case."""
    start = execute(failing(recipe, _always), RecordedCase(RandomSource(Random(seed))))
    if not start.is_interesting:
        raise InvalidArgument(
            f"{recipe.__name__} makes no case from the seed {seed}: use recipes that never reject."
        )
    return problem_of(recipe, start, fails)


def failing(recipe: Recipe, fails: Fails) -> Callable[[Case], None]:
    """A test that fails for some values of a recipe."""

    def test(case: Case) -> None:
        if fails(recipe(case)):
            case.mark_interesting()

    return test


def offers_of(one: Pass, problem: Problem) -> list[list[Choice]]:
    """All candidates that were tried, in order, also accepted ones; ANYTHING shows as ``...``."""
    made: list[list[Any]] = []
    _run(one, problem, made, 1 << 62)
    return made


def _run(one: Pass, problem: Problem, made: list[list[Any]], most: int) -> None:
    """Let a pass make its offers, at most ``most``, and collect them in ``made``.

    They are judged one by one as they are made: some passes depend on the result of the last one.
    """
    offers, accepted, best = one(problem), None, problem.best
    for _ in range(most):
        try:
            candidates = offers.send(accepted)
        except StopIteration:
            candidates = None
        if problem.best is not best:
            raise Broken(f"It made {problem.best!r} the best, in place of {best!r}.", _MEDDLING)
        if candidates is None:
            return
        accepted = _first_accepted(one, problem, candidates, made, most)
        best = problem.best
    raise Broken("It does not come to an end.", _ENDLESS)


_ENDLESS = "limit the offers, and yield no empty ones for ever; or state another most_offers=."
_MEDDLING = "offer it, and let the problem decide: only what is simpler and fails may be the best."


def _first_accepted(
    one: Pass, problem: Problem, candidates: Iterable[Candidate], made: list[list[Any]], most: int
) -> int | None:
    for position, candidate in enumerate(candidates):
        made.append([... if each is ANYTHING else each for each in candidate])
        if len(made) > most:
            raise Broken("It does not come to an end.", _ENDLESS)
        if problem.accepts(candidate, one.__name__):
            return position
    return None


def _check_run(trial: PassTrial, recipe: Recipe, seed: int, fails: Fails) -> None:
    problem = random_problem(recipe, seed, fails)
    made: list[list[Any]] = []
    where = f"On {recipe.__name__}, seed {seed}, after"
    try:
        _run(trial.one, problem, made, trial.most_offers)
    except Broken as broken:
        raise Broken(f"{where} {len(made)} offers: {broken.found}", broken.advice) from None
    except Exception as error:
        raise Broken(
            f"{where} {len(made)} offers, it fails: {type(error).__name__}: {error}",
            "look at problem.best again after every accepted step: its shape may have changed.",
        ) from error


def _never(value: object) -> bool:
    return False


def _always(value: object) -> bool:
    return True


def _moods(random: Random) -> Fails:
    share = random.choice(SHARES)
    return lambda value: random.random() < share


def _moody(recipe: Recipe, random: Random) -> Recipe:
    """The same recipe, but from its second run on it may end at any choice."""
    runs = 0

    def moody(case: Case) -> object:
        nonlocal runs
        runs += 1
        choose, left = case.choose, random.randrange(8) if runs > 1 else 1 << 20

        def choose_or_stop(domain: Domain) -> object:
            nonlocal left
            left -= 1
            if left < 0:
                case.mark_interesting()
            return choose(domain)

        case.choose = choose_or_stop  # type: ignore[method-assign]  # as if the body did it
        return recipe(case)

    return moody


Recipe = Callable[[Case], Any]

NUMBER: Final = Integer(0, 1000)
DIGIT: Final = Integer(0, 9)
FLAG: Final = Boolean()


@contextmanager
def span(case: Case, label: str) -> Iterator[None]:
    case.start_span(label)
    yield
    case.stop_span()


def pair(case: Case) -> tuple[int, int]:
    return case.choose(NUMBER), case.choose(NUMBER)


def numbers(case: Case) -> list[int]:
    """A list as strategies make it: each element is a span with the choice to continue."""
    return [case.choose(NUMBER) for _ in case.repeat(Sizes(), "number")]


def lists_of_numbers(case: Case) -> list[list[int]]:
    return [numbers(case) for _ in case.repeat(Sizes(), "list")]


def counted(case: Case) -> list[int]:
    """As many numbers as a digit says, without spans."""
    return [case.choose(NUMBER) for _ in range(case.choose(DIGIT))]


def unmarked(case: Case) -> list[int]:
    """A list without spans: only choices to continue."""
    found: list[int] = []
    while len(found) < 8 and case.choose(FLAG):
        found.append(case.choose(NUMBER))
    return found


def regions(case: Case) -> None:
    """Spans of two kinds under one label."""
    for _ in range(case.choose(DIGIT)):
        with span(case, "region"):
            numbers(case) if case.choose(FLAG) else pair(case)


def refusing(case: Case) -> None:
    """Spans that are discarded."""
    for _ in range(4):
        case.start_span("try")
        case.stop_span(discard=case.choose(NUMBER) % 2 == 0)


def mixed(case: Case) -> object:
    """Choices of every kind."""
    leaves = st.integers() | st.text(max_size=4) | st.floats(allow_nan=False) | st.none()
    return case.draw(st.lists(leaves | st.tuples(leaves, st.binary(max_size=3)), max_size=5))


def recursive(case: Case) -> object:
    """Spans within spans of the same label."""
    return case.draw(st.recursive(st.booleans() | st.integers(-9, 9), st.lists, max_leaves=6))


def bound(case: Case) -> object:
    """A number that decides how many follow, and how large they are."""
    return case.draw(
        st.integers(0, 6).flatmap(lambda n: st.lists(st.integers(0, n), min_size=n, max_size=n))
    )


def unique(case: Case) -> object:
    """Elements that exclude each other."""
    return case.draw(st.lists(st.integers(0, 20), unique=True, min_size=2, max_size=6))


def changing(case: Case) -> object:
    """Two numbers that decide the kinds of the others."""
    kinds: list[st.SearchStrategy[Any]] = [
        st.integers(), st.text(max_size=3), st.integers(0, 99), st.booleans(), st.floats(),
    ]  # fmt: skip
    first, second = pair(case)
    return [case.draw(kinds[(first // 3 + second // 2 * place) % 5]) for place in range(6)]


RECIPES: Final[tuple[Recipe, ...]] = (
    pair, numbers, lists_of_numbers, counted, unmarked, regions, refusing, mixed, recursive, bound,
    unique, changing,
)  # fmt: skip
