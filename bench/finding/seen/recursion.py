"""Recursion: trees, terms and parsers, with a mistake in one place."""

from __future__ import annotations

from typing import Any

from bench.finding.property import bug


def _terms(st: Any) -> list[Any]:
    leaves = st.integers(0, 9)
    return [st.recursive(leaves, lambda inner: st.tuples(st.sampled_from("+-*"), inner, inner))]


def _value(term: Any) -> int:
    if isinstance(term, int):
        return term
    operator, left, right = term[0], _value(term[1]), _value(term[2])
    return left + right if operator == "+" else left - right if operator == "-" else left * right


@bug(_terms)
def difference_of_equals_is_folded(term: Any) -> bool:
    """``x - x`` is folded to 0, and the folded term then divides something."""
    if isinstance(term, int):
        return False
    operator, left, right = term
    if operator == "-" and not isinstance(left, int) and left == right:
        return True
    return any(map(difference_of_equals_is_folded.fails, (left, right)))


@bug(_terms)
def product_is_negative(term: Any) -> bool:
    """An unsigned result."""
    return not isinstance(term, int) and term[0] == "*" and _value(term) < -20
