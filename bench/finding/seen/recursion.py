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


def _json(st: Any) -> list[Any]:
    leaves = st.none() | st.booleans() | st.integers() | st.text()
    return [st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))]


def _parts(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value, *(part for each in inner for part in _parts(each))]


@bug(_json)
def equal_subtrees_share_a_place(value: Any) -> bool:
    """A cache of subtrees by value, of which one is changed."""
    large = [
        repr(part) for part in _parts(value) if isinstance(part, (list, dict)) and len(part) > 1
    ]
    return len(set(large)) < len(large)


@bug(_json)
def nested_four_deep(value: Any) -> bool:
    """A printer that indents up to three times."""

    def depth(part: Any) -> int:
        inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        return 1 + max(map(depth, inner)) if inner else 0

    return depth(value) >= 4


@bug(_json)
def key_is_also_a_value(value: Any) -> bool:
    """Texts are numbered, and keys and values have numbers of their own."""
    parts = _parts(value)
    keys = {key for part in parts if isinstance(part, dict) for key in part if key}
    return any(isinstance(part, str) and part in keys for part in parts)


class _Node:
    def __init__(self, key: int) -> None:
        self.key = key
        self.left: _Node | None = None
        self.right: _Node | None = None


def _insert(node: _Node | None, key: int) -> _Node:
    if node is None:
        return _Node(key)
    if key < node.key:
        node.left = _insert(node.left, key)
    elif key > node.key:
        node.right = _insert(node.right, key)
    return node


def _delete(node: _Node | None, key: int) -> _Node | None:
    if node is None:
        return None
    if key < node.key:
        node.left = _delete(node.left, key)
    elif key > node.key:
        node.right = _delete(node.right, key)
    elif node.left is None:
        return node.right
    elif node.right is None:
        return node.left
    else:
        least = node.right
        while least.left is not None:
            least = least.left
        node.key = least.key
        # The mistake: what is right of the least key is forgotten.
        node.right = None if node.right is least else _delete(node.right, least.key)
    return node


def _keys(node: _Node | None) -> list[int]:
    return [] if node is None else [*_keys(node.left), node.key, *_keys(node.right)]


@bug(lambda st: [st.lists(st.integers()), st.integers()])
def deletion_loses_a_subtree(keys: list[int], key: int) -> bool:
    """A binary search tree that loses what is right of the next key."""
    root = None
    for each in keys:
        root = _insert(root, each)
    return _keys(_delete(root, key)) != sorted(set(keys) - {key})


def _lambda_terms(st: Any) -> list[Any]:
    names = st.sampled_from("xyz")
    return [
        st.recursive(
            names,
            lambda inner: (
                st.tuples(st.just("fun"), names, inner) | st.tuples(st.just("call"), inner, inner)
            ),
        )
    ]


def _free(term: Any) -> set[str]:
    if isinstance(term, str):
        return {term}
    if term[0] == "fun":
        return _free(term[2]) - {term[1]}
    return _free(term[1]) | _free(term[2])


def _captures(term: Any) -> bool:
    """Whether a call puts a free name below a function of the same name."""
    if isinstance(term, str):
        return False
    if term[0] == "fun":
        return _captures(term[2])
    _, function, argument = term
    if not isinstance(function, str) and function[0] == "fun":
        name, body = function[1:]
        if not isinstance(body, str) and body[0] == "fun" and body[1] != name:
            return name in _free(body[2]) and body[1] in _free(argument)
    return _captures(function) or _captures(argument)


@bug(_lambda_terms)
def substitution_captures(term: Any) -> bool:
    """Replaces names without renaming."""
    return _captures(term)


@bug(_lambda_terms)
def redex_is_not_normal(term: Any) -> bool:
    """Expects arguments that are names, where a function is called with itself."""
    if isinstance(term, str):
        return False
    if term[0] == "call" and not isinstance(term[1], str) and term[1] == term[2]:
        return True
    return any(map(redex_is_not_normal.fails, term[1:] if term[0] == "call" else term[2:]))
