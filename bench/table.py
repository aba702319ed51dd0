"""Table: lay out rows of cells in columns, the first to the left, the others to the right."""

from __future__ import annotations

from collections.abc import Sequence


def format_table(header: Sequence[str], lines: Sequence[Sequence[str]], words: int = 1) -> str:
    """The lines under their header; the first ``words`` columns are words, the others figures."""
    widths = [max(map(len, column)) for column in zip(header, *lines, strict=True)]
    rule = ["-" * width for width in widths]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place < words else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in (header, rule, *lines)
    )


def format_number(value: float) -> str:
    """About three digits, never an exponent."""
    if value >= 100.0:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10.0 else f"{value:.2f}"


def format_share(share: float) -> str:
    return f"{share:.1%}"
