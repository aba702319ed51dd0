"""``shortlex passes``: every pass once, all that is written on one, and lines that fit."""

import argparse
import inspect
import re

import pytest

from shortlex.cli import Misuse
from shortlex.cli.list_passes import list_all, part_of, run, show
from shortlex.reducer.schedule import PASSES, SCHEDULE

NAMES = [one.__name__ for one in PASSES]


def test_every_pass_is_listed_in_the_order_of_the_schedule() -> None:
    text = "\n".join(list_all(80))
    assert re.findall(r"^  (\w+)$", text, re.M) == NAMES
    assert text.count(" tier, ") == len(SCHEDULE.tiers)


def test_every_pass_says_what_it_does_and_what_it_costs() -> None:
    text = "\n".join(list_all(10_000))
    for one in PASSES:
        entry = text.partition(f"  {one.__name__}\n")[2].split("\n")
        first = (inspect.getdoc(one) or "").partition("\n\n")[0]
        assert entry[0] == "    " + " ".join(first.replace("``", "").split())
        assert entry[1].startswith("    Cost: ")


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_lines_fit(width: int) -> None:
    for lines in (list_all(width), *(show(name, width) for name in NAMES)):
        assert all(len(line) <= width for line in "\n".join(lines).split("\n"))


@pytest.mark.parametrize("name", NAMES)
def test_all_that_is_written_on_a_pass_is_shown(name: str) -> None:
    one = next(one for one in PASSES if one.__name__ == name)
    shown = " ".join("\n".join(show(name, 80)).split())
    written = " ".join((inspect.getdoc(one) or "").replace("``", "").split())
    assert shown.endswith(written)
    assert re.match(rf"{name} \(tier [123] of {len(SCHEDULE.tiers)}\) ", shown)


def test_parts_are_apart() -> None:
    text = "\n".join(show("delete_spans", 80))
    for title in ("Why", "Guarantee", "Cost", "Leaves to others"):
        assert f"\n\n    {title}: " in text


def test_a_part_that_is_missing_is_empty() -> None:
    docstring = "Do it.\n\nWhy: it is\nneeded.\nCost: one."
    assert part_of(docstring, "Why") == "it is needed."
    assert part_of(docstring, "Cost") == "one."
    assert part_of(docstring, "Guarantee") == ""


def test_an_unknown_name_is_refused_with_the_nearest() -> None:
    with pytest.raises(Misuse, match=r"no pass 'sort_sibling'\. Did you mean 'sort_siblings'\?"):
        list(show("sort_sibling", 80))
    with pytest.raises(Misuse, match=r"no pass '\?'\. `shortlex passes` lists"):
        list(show("?", 80))


def test_the_terminal_decides_the_width(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert run(argparse.Namespace(name=None)) == 0
    narrow = capsys.readouterr().out
    assert max(map(len, narrow.splitlines())) <= 50
    monkeypatch.setenv("COLUMNS", "100")
    run(argparse.Namespace(name=None))
    assert len(capsys.readouterr().out.splitlines()) < len(narrow.splitlines())
