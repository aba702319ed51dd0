"""Layout: lays out a tree of texts in lines of code.

A node is on one line if it fits, or else has one item per line. Texts are never split.
"""

from __future__ import annotations

_NEVER_FITS = 1 << 30


class Pair:
    """``key: value`` or ``name=value``."""

    __slots__ = ("joint", "left", "right", "size")

    def __init__(self, left: Node, joint: str, right: Node) -> None:
        self.left, self.joint, self.right = left, joint, right
        self.size = size_of(left) + len(joint) + size_of(right)


class Commented:
    """A node with a comment at the end of its line."""

    __slots__ = ("node", "text")
    size = _NEVER_FITS

    def __init__(self, node: Node, text: str) -> None:
        self.node, self.text = node, text


class Group:
    """Items between brackets. ``size`` is the width of all on one line."""

    __slots__ = ("end", "items", "left_out", "lone_comma", "size", "start")

    def __init__(
        self,
        start: str,
        items: list[Node],
        end: str,
        left_out: int = 0,
        lone_comma: bool = False,  # the comma that makes a tuple of one element a tuple
    ) -> None:
        self.start, self.items, self.end = start, items, end
        self.left_out, self.lone_comma = left_out, lone_comma
        commas = 2 * max(len(items) - 1, 0) + lone_comma
        self.size = len(start) + sum(map(size_of, items)) + commas + len(end)
        if left_out > 0:
            self.size = _NEVER_FITS  # a comment needs its own line


Node = str | Pair | Group | Commented


def size_of(node: Node) -> int:
    """The width of a node on one line."""
    if isinstance(node, str):
        return len(node) if "\n" not in node else _NEVER_FITS
    return node.size


def layout(node: Node, indent: int, column: int, after: int, width: int) -> str:
    """The lines of a node that begins at ``column`` and is followed by ``after`` characters."""
    if isinstance(node, str):
        return node
    if isinstance(node, Commented):
        return layout(node.node, indent, column, after, width)
    if column + node.size + after <= width:
        return flat(node)
    if isinstance(node, Pair):
        left = layout(node.left, indent, column, len(node.joint), width) + node.joint
        column = column + len(left) if "\n" not in left else len(left.rpartition("\n")[2])
        return left + layout(node.right, indent, column, after, width)
    return spread(node, indent, width) if node.items else flat(node)


def spread(group: Group, indent: int, width: int) -> str:
    """One item per line, even if all would fit on one."""
    inner = indent + 4
    lines = [
        " " * inner + layout(item, inner, inner, 1, width) + "," + comment_of(item)
        for item in group.items
    ]
    if group.left_out > 0:
        lines.append(" " * inner + f"# {group.left_out:_} more left out")
    return "\n".join([group.start, *lines, " " * indent + group.end])


def comment_of(node: Node) -> str:
    """The text after a node at the end of its line: its comments, or nothing."""
    if isinstance(node, Commented):
        return f"  # {node.text}"
    if not isinstance(node, Pair):
        return ""
    left, right = comment_of(node.left), comment_of(node.right)
    return (f"  # key: {left[4:]}" if left else "") + right


def flat(node: Node) -> str:
    """Everything on one line, even if it does not fit; without comments."""
    if isinstance(node, str):
        return node
    if isinstance(node, Commented):
        return flat(node.node)
    if isinstance(node, Pair):
        return flat(node.left) + node.joint + flat(node.right)
    comma = "," if node.lone_comma else ""
    return node.start + ", ".join(map(flat, node.items)) + comma + node.end
