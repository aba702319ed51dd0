"""Commands: a sequence of commands brings a program into a state that it does not expect."""

from __future__ import annotations

from typing import Any

from bench.finding.property import bug


@bug(
    lambda st: [
        st.lists(
            st.one_of(
                st.tuples(st.just("push"), st.integers()),
                st.tuples(st.just("pop"), st.just(0)),
                st.tuples(st.just("clear"), st.just(0)),
            )
        )
    ]
)
def stack_of_nine_spills(commands: list[tuple[str, Any]]) -> bool:
    """A stack with room for eight."""
    height = 0
    for name, _ in commands:
        height = {"push": height + 1, "pop": max(0, height - 1), "clear": 0}[name]
        if height > 8:
            return True
    return False


@bug(
    lambda st: [st.lists(st.tuples(st.sampled_from(["open", "close", "write"]), st.integers(0, 3)))]
)
def writes_to_a_file_opened_again(commands: list[tuple[str, int]]) -> bool:
    """A file that was closed and opened again is written at its old place."""
    states: dict[int, str] = {}
    for name, file in commands:
        state = states.get(file, "")
        if name == "open":
            states[file] = "again" if state == "closed" else "open"
        elif name == "close" and state:
            states[file] = "closed"
        elif name == "write" and state == "again":
            return True
    return False
