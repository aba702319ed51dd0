"""Values are printed as code, or as their classes say."""

from __future__ import annotations

from typing import Any

import pytest

from shortlex.hypothesis_alias import pretty_printer
from shortlex.hypothesis_alias.pretty_printer import RepresentationPrinter, pretty


class Tree:
    def __init__(self, *children: Tree) -> None:
        self.children = children

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        with printer.group(2, "Tree(", ")"):
            for i, each in enumerate(self.children):
                if i:
                    printer.text(",")
                    printer.breakable()
                printer.pretty(each)


def test_values_are_printed_as_code() -> None:
    assert pretty([1, "a"]) == "[1, 'a']"


def test_a_class_says_how_it_is_printed() -> None:
    assert pretty(Tree(Tree(), Tree())) == "Tree(Tree(), Tree())"


def test_what_does_not_fit_is_broken_at_its_breaks() -> None:
    leaves = [Tree(*[Tree()] * 5) for _ in range(3)]
    row = "Tree(Tree(), Tree(), Tree(), Tree(), Tree())"
    assert pretty(Tree(*leaves)) == f"Tree({row},\n  {row},\n  {row})"


def test_calls_are_printed() -> None:
    printer = RepresentationPrinter()
    printer.repr_call("f", (1,), {"b": [2]})
    assert printer.getvalue() == "f(1, b=[2])"


def test_functions_for_types_are_found_by_class_and_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pretty_printer, "_by_type", {})
    monkeypatch.setattr(pretty_printer, "_by_name", {})

    def shout(value: Any, printer: RepresentationPrinter, cycle: bool) -> None:
        printer.text("!")

    assert pretty_printer.for_type(Tree, shout) is None
    pretty_printer.for_type_by_name("fractions", "Fraction", shout)
    from fractions import Fraction

    assert pretty(Tree()) + pretty(Fraction(1)) == "!!"
