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


@bug(
    lambda st: [
        st.lists(
            st.one_of(
                st.tuples(st.just("put"), st.integers(), st.integers()),
                st.tuples(st.just("get"), st.integers(), st.just(0)),
                st.tuples(st.just("drop"), st.integers(), st.just(0)),
            )
        )
    ]
)
def value_comes_back(commands: list[tuple[str, int, int]]) -> bool:
    """A table that finds a key which was dropped, if it was put twice before."""
    puts: dict[int, int] = {}
    dropped: set[int] = set()
    for name, key, _ in commands:
        if name == "put":
            puts[key] = puts.get(key, 0) + 1
            dropped.discard(key)
        elif name == "drop" and puts.get(key, 0) >= 2:
            dropped.add(key)
        elif name == "get" and key in dropped:
            return True
    return False


@bug(lambda st: [st.lists(st.tuples(st.sampled_from(["in", "out"]), st.integers(0, 1000)))])
def account_is_exactly_empty(commands: list[tuple[str, int]]) -> bool:
    """Closes an account that is used again later."""
    balance, is_used = 0, False
    for name, amount in commands:
        if name == "in":
            balance += amount
            is_used |= amount > 0
        elif amount <= balance:
            balance -= amount
            if is_used and amount > 0 and balance == 0:
                return True
    return False


@bug(lambda st: [st.lists(st.sampled_from(["up", "down", "left", "right"]))])
def walker_leaves_the_board(moves: list[str]) -> bool:
    """A board of seventeen by seventeen, begun in the middle."""
    x = y = 0
    for move in moves:
        x += (move == "right") - (move == "left")
        y += (move == "up") - (move == "down")
        if max(abs(x), abs(y)) > 8:
            return True
    return False


@bug(lambda st: [st.lists(st.tuples(st.sampled_from(["add", "undo", "redo"]), st.integers()))])
def redo_after_two_undos(commands: list[tuple[str, int]]) -> bool:
    """Undoes twice, adds, and redoes what is not there."""
    last: list[str] = []
    for name, _ in commands:
        last = [*last[-4:], name]
        if last == ["add", "undo", "undo", "add", "redo"]:
            return True
    return False


@bug(
    lambda st: [
        st.integers(1, 50),
        st.lists(st.tuples(st.sampled_from(["send", "receive"]), st.integers(0, 100))),
    ]
)
def buffer_is_exactly_full(room: int, commands: list[tuple[str, int]]) -> bool:
    """A ring buffer that is full and looks empty."""
    used = 0
    for name, amount in commands:
        if name == "send" and used + amount <= room:
            used += amount
            if used == room and amount < room:
                return True
        elif name == "receive":
            used -= min(used, amount)
    return False
