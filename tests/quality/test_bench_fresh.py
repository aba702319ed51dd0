"""Fresh cases are the same for a seed, have the ideals that are claimed, and are judged alike."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench.reduction import __main__ as command
from bench.reduction.case import Case
from bench.reduction.fresh import compare, plain, search
from bench.reduction.fresh import ideals as ideals_of_cases
from bench.reduction.fresh.compose import COMMONEST, DRAWS, Fresh, compose
from bench.reduction.fresh.enumeration import (
    UNEVEN,
    first_of,
    simplest,
    simplest_of,
    simplest_value,
)
from bench.reduction.fresh.families import FAMILIES
from bench.reduction.fresh.ideals import Judge
from bench.reduction.fresh.minimality import violations
from bench.reduction.fresh.replays import replay, written
from bench.reduction.fresh.search import improve
from bench.reduction.fresh.shapes import CLOSE, OPEN, shown
from bench.reduction.fresh.spellings import SMALL, Writer
from bench.reduction.fresh.tables import ratio, share, weakest
from bench.reduction.fresh.watch import reduce_fresh
from bench.reduction.pool import library_of
from shortlex import strategies as st
from shortlex.core.case import RandomCase
from shortlex.errors import StopCase

BOTH = ("Shortlex", "Hypothesis")
SOME = [compose(1, number) for number in range(30)]

UNUSED = f"""
def make(st):
    return st.tuples({OPEN}st.lists(st.integers(3, 90), min_size=1){CLOSE}, st.integers(0, 50))


def fails(value):
    _, n = value
    return n % 7 == 5
"""


def sorted_pairs(pairs: list[tuple[int, int]]) -> bool:
    return len(pairs) >= 2 and pairs != sorted(pairs)


def has_b(texts: list[str]) -> bool:
    return any("b" in text for text in texts)


def test_the_same_seed_makes_the_same_case_and_others_make_others() -> None:
    assert compose(1, 7) == SOME[7]
    assert len({fresh.source for fresh in [*SOME, compose(2, 7)]}) == len(SOME) + 1


def test_each_family_has_its_turn() -> None:
    assert [fresh.family for fresh in SOME[: len(FAMILIES)]] == list(FAMILIES)


@pytest.mark.parametrize("library", BOTH)
def test_both_libraries_can_make_each_case(library: str) -> None:
    for fresh in SOME:
        make, fails = fresh.load()
        assert make(library_of(library).strategies) is not None
        assert callable(fails)


def test_a_case_fails_rarely_and_its_source_has_no_marks() -> None:
    for fresh in SOME[:10]:
        make, fails = fresh.load()
        strategy, random = make(plain), Random(0)
        failed = refused = 0
        for _ in range(DRAWS):
            try:
                failed += bool(fails(strategy.sample(random)))
            except plain.RefusedError:
                refused += 1
        assert failed < 2 * COMMONEST, fresh.source
        assert OPEN not in fresh.source


def test_the_first_failing_case_in_order_is_found() -> None:
    pairs = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)))
    assert simplest(pairs, sorted_pairs, 9) == [True, 0, 1, True, 0, 0, False]
    assert simplest(pairs, sorted_pairs, 6) is None
    assert simplest(pairs, sorted_pairs, 9, budget=20) is None


def test_what_makes_no_difference_is_not_counted_out() -> None:
    fresh = Fresh(0, 0, "modular", UNUSED)
    assert simplest_of(fresh, 10, budget=300) == [True, 3, False, 5]


def test_counting_out_everything_finds_the_same() -> None:
    fresh = Fresh(0, 0, "modular", UNUSED)
    assert simplest_of(fresh, 4) == simplest_of(Fresh(0, 0, "modular", fresh.source), 4)


def test_the_first_choices_of_a_part_are_the_fewest() -> None:
    random = Random(5)
    checked = 0
    for _ in range(150):
        writer = Writer(random, SMALL, 3)
        part = shown(writer.write(writer.any_shape()))
        source = "\n".join([*map(shown, writer.definitions), f"part = {part}"])
        names: dict[str, Any] = {"st": st}
        exec(source, names)  # noqa: S102  # written above
        counted = simplest(names["part"], lambda _: True, 30, budget=300)
        if counted is not None:
            checked += 1
            assert simplest_value(names["part"]) == counted, source
    assert checked > 75


def test_no_case_is_smaller_than_the_first_where_that_is_relied_on() -> None:
    checked = 0
    for fresh in SOME:
        make, _ = fresh.load()
        strategy = make(st)
        first = first_of(strategy)
        if first is None or any(words in fresh.source for words in UNEVEN):
            continue
        checked += 1
        assert simplest(strategy, lambda _: True, first.size - 1, budget=2000) is None
        for seed in range(30):
            case = RandomCase(Random(seed), 1.0, 10_000)
            try:
                strategy.do_draw(case)
            except StopCase:
                continue
            made = replay(strategy, lambda _: True, case.choices)
            assert made is not None
            assert made.trace.size >= first.size, fresh.source
    assert checked > 10


@pytest.mark.slow
def test_an_ideal_is_the_same_without_the_marks() -> None:
    checked = 0
    for fresh in SOME:
        if OPEN not in fresh.marked:
            continue
        one = simplest_of(fresh, 8, budget=50_000)
        other = simplest_of(Fresh(1, 0, fresh.family, fresh.source), 8, budget=50_000)
        if one is not None and other is not None:
            checked += 1
            assert one == other, fresh.source
    assert checked


def test_random_edits_make_a_case_simpler() -> None:
    strategy = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)))
    start = replay(strategy, sorted_pairs, [True, 3, 1, True, 2, 2, True, 1, 1, False])
    assert start is not None
    made = improve(strategy, sorted_pairs, start, Random(1))
    assert made.text == "[(0, 1,), (0, 0,)]"


def test_what_can_be_deleted_alone_is_a_violation() -> None:
    texts = st.lists(st.text("ab"))
    for choices, found in (
        ([True, "b", True, "ab", False], ["element", "letter", "span"]),
        ([True, "ab", False], ["letter"]),
        ([True, "b", False], []),
    ):
        made = replay(texts, has_b, choices)
        assert made is not None
        assert violations(texts, has_b, made) == found


def test_texts_tell_values_apart_and_not_the_order_of_sets() -> None:
    assert written({"b", "a"}) == written({"a", "b"})
    values: list[Any] = [0, False, 0.0, [0], (0,), {0}, {0: 0}, "0", b"0"]
    assert len({written(value) for value in values}) == len(values)


def test_a_judge_takes_what_either_order_prefers() -> None:
    source = (
        "def make(st):\n    return st.tuples(st.integers(0, 9), st.text('ab'))\n\n\n"
        "def fails(value):\n    return value[0] + len(value[1]) >= 5\n"
    )
    judge = Judge(Fresh(0, 0, "sums", source))
    judge.settle([[9, ""], [5, ""], [0, "aaaaa"], [1, "aaaa"], [0, "aaaab"], [6, ""]])
    assert judge.is_proved
    assert judge.ideal == "(5, '',)"
    judged = {text: judge.is_ideal(text) for text in judge.made}
    assert judged["(5, '',)"]
    assert judged["(0, 'aaaaa',)"]
    assert not judged["(9, '',)"]
    assert not judged["(6, '',)"]
    # Nothing is known of these.
    assert judge.is_ideal("(5, ?)")
    assert not judge.is_ideal("(5, ????)")


@pytest.mark.parametrize("library", BOTH)
def test_a_reduction_is_counted_and_timed(library: str) -> None:
    case = Case("large", lambda st: st.integers(), lambda n: n >= 1000)
    one = reduce_fresh(library_of(library), case, 1, seconds=60, body_seconds=0.001)
    assert one is not None
    assert (one.text, one.choices, one.is_cut) == ("1000", [1000], False)
    assert 0 < one.calls_to_best <= one.calls <= one.generations
    assert one.seconds_to_best <= one.seconds
    assert one.seconds >= 0.001 * one.calls


@pytest.mark.parametrize("library", BOTH)
def test_a_reduction_is_cut_at_its_limit(library: str) -> None:
    case = Case("large", lambda st: st.lists(st.integers()), lambda xs: sum(xs) >= 1000)
    one = reduce_fresh(library_of(library), case, 1, seconds=0, body_seconds=0.001)
    assert one is not None
    assert one.is_cut


@pytest.mark.parametrize("library", BOTH)
def test_a_generator_that_never_ends_is_cut(library: str) -> None:
    def make(st: Any) -> Any:
        @st.composite
        def numbers(draw: Any) -> int:
            n: int = draw(st.integers(0, 1000))
            while n < 900 and is_failing:
                pass
            return n

        return numbers()

    is_failing: list[bool] = []

    def fails(n: int) -> bool:
        if n >= 900:
            is_failing.append(True)
        return n >= 900

    one = reduce_fresh(library_of(library), Case("endless", make, fails), 1, seconds=0.05)
    assert one is not None
    assert one.is_cut


def test_the_command_compares_and_keeps_ideals(
    tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ideals_of_cases, "BUDGET", 5000)
    monkeypatch.setattr(search, "PATIENCE", 100)
    figures, ideals = tmp_path / "figures.json", tmp_path / "ideals.json"
    arguments = ["fresh", "--cases", "2", "--seeds", "1", "--ideals", str(ideals)]
    command.main([*arguments, "--curve", "--json", str(figures), "--details"])
    record = json.loads(figures.read_text("utf-8"))
    assert record["command"].startswith("python -m bench.reduction fresh --cases 2")
    assert [one["name"] for one in record["fresh"]] == ["1/0", "1/1"]
    printed = capsys.readouterr().out
    assert "comparisons" in printed
    assert "Ideal within a number of calls" in printed
    kept = json.loads(ideals.read_text("utf-8"))
    assert {one["hash"] for one in record["fresh"]} == set(kept)
    command.main(["fresh", "--show", "0", "--seeds", "1", "--ideals", str(ideals)])
    printed = capsys.readouterr().out
    assert "def make(st):" in printed
    assert compare.read_ideals(ideals) == kept


def run_of(*, ideal: bool, calls: int) -> dict[str, Any]:
    return {"ideal": ideal, "calls": calls, "calls_to_best": calls, "milliseconds": 1.0}


def test_shares_and_ratios_are_of_cases() -> None:
    figures: list[dict[str, Any]] = [
        {
            "runs": {
                "Shortlex": [run_of(ideal=True, calls=10), run_of(ideal=False, calls=30)],
                "Hypothesis": [run_of(ideal=True, calls=40)],
            }
        },
        {"runs": {"Shortlex": [run_of(ideal=True, calls=5)], "Hypothesis": []}},
    ]
    assert share(figures, "Shortlex") == 0.75
    assert share(figures, "Hypothesis") == 1.0
    assert ratio(figures, "calls") == pytest.approx(0.5)
    assert weakest(figures) == figures[:1]
