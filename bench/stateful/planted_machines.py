"""Machines with bugs that we planted: databases, caches, allocators, file systems, and others."""

from __future__ import annotations

from typing import Any

from bench.stateful.subject import subject


@subject(3)
def key_value(api: Any, st: Any) -> Any:
    keys = st.sampled_from("abcdef")

    class KeyValue(api.RuleBasedStateMachine):
        """A store whose compaction brings a deleted key back, if it was written twice."""

        def __init__(self) -> None:
            super().__init__()
            self.log: list[tuple[str, int | None]] = []
            self.model: dict[str, int] = {}

        @api.rule(key=keys, value=st.integers())
        def put(self, key: str, value: int) -> None:
            self.log.append((key, value))
            self.model[key] = value

        @api.rule(key=keys)
        def delete(self, key: str) -> None:
            self.log.append((key, None))
            self.model.pop(key, None)

        @api.rule()
        def compact(self) -> None:
            last = dict(self.log)
            gone = {key for key, value in last.items() if value is None}
            self.log = [(k, v) for k, v in self.log if v is not None and (k not in gone or v > 0)]

        @api.invariant()
        def is_right(self) -> None:
            found = {key: value for key, value in dict(self.log).items() if value is not None}
            assert found == self.model

    return KeyValue


@subject(4)
def lru_cache(api: Any, st: Any) -> Any:
    class LruCache(api.RuleBasedStateMachine):
        """A cache of two entries in which overwriting a key does not make it recent."""

        def __init__(self) -> None:
            super().__init__()
            self.entries: dict[int, int] = {}
            self.model: list[int] = []

        @api.rule(key=st.integers(0, 20), value=st.integers())
        def put(self, key: int, value: int) -> None:
            if key not in self.entries and len(self.entries) == 2:
                del self.entries[next(iter(self.entries))]
            self.entries[key] = value
            self.model = [each for each in self.model if each != key][-2:]
            self.model = [*self.model, key][-2:]

        @api.rule(key=st.integers(0, 20))
        def get(self, key: int) -> None:
            if key in self.entries:
                self.entries[key] = self.entries.pop(key)
                self.model = [*(each for each in self.model if each != key), key]

        @api.invariant()
        def has_the_recent_ones(self) -> None:
            assert set(self.entries) == set(self.model)

    return LruCache


@subject(4)
def allocator(api: Any, st: Any) -> Any:
    class Allocator(api.RuleBasedStateMachine):
        """A memory of 64 cells that joins free neighbours, but not the one before."""

        blocks = api.Bundle("blocks")

        def __init__(self) -> None:
            super().__init__()
            self.free: list[tuple[int, int]] = [(0, 64)]
            self.used = 0

        @api.rule(target=blocks, size=st.integers(1, 40))
        def allocate(self, size: int) -> Any:
            for i, (start, length) in enumerate(self.free):
                if length >= size:
                    self.free[i] = (start + size, length - size)
                    if length == size:
                        del self.free[i]
                    self.used += size
                    return (start, size)
            return api.multiple()

        @api.rule(block=api.consumes(blocks))
        def release(self, block: tuple[int, int]) -> None:
            start, size = block
            self.used -= size
            for i, (other, length) in enumerate(self.free):
                if other == start + size:
                    self.free[i] = (start, size + length)
                    return
            self.free.append(block)
            self.free.sort()

        @api.invariant()
        def is_whole_when_unused(self) -> None:
            if not self.used:
                assert len(self.free) == 1

    return Allocator


@subject(4)
def file_system(api: Any, st: Any) -> Any:
    names = st.sampled_from(["a", "b", "c"])

    class FileSystem(api.RuleBasedStateMachine):
        """A tree of folders in which a folder can be moved into one below it."""

        folders = api.Bundle("folders")

        def __init__(self) -> None:
            super().__init__()
            self.parents: dict[int, int] = {}
            self.names: dict[int, str] = {}

        @api.initialize(target=folders)
        def root(self) -> int:
            return 0

        @api.rule(target=folders, parent=folders, name=names)
        def make(self, parent: int, name: str) -> int:
            number = len(self.parents) + 1
            self.parents[number], self.names[number] = parent, name
            return number

        @api.rule(folder=folders, name=names)
        def rename(self, folder: int, name: str) -> None:
            if folder:
                self.names[folder] = name

        @api.rule(folder=folders, into=folders)
        def move(self, folder: int, into: int) -> None:
            if folder and folder not in (into, self.parents.get(into)):
                self.parents[folder] = into

        @api.invariant()
        def all_reach_the_root(self) -> None:
            for folder in self.parents:
                for _ in range(len(self.parents) + 1):
                    if folder:
                        folder = self.parents[folder]
                assert not folder

    return FileSystem


@subject(7)
def permissions(api: Any, st: Any) -> Any:
    class Permissions(api.RuleBasedStateMachine):
        """Groups give rights. Leaving a group takes away what another group still gives."""

        users, groups = api.Bundle("users"), api.Bundle("groups")

        def __init__(self) -> None:
            super().__init__()
            self.rights: dict[int, set[str]] = {}
            self.members: dict[int, list[tuple[int, str]]] = {}
            self.count = 0

        @api.rule(target=users)
        def user(self) -> int:
            self.count += 1
            self.rights[self.count], self.members[self.count] = set(), []
            return self.count

        @api.rule(target=groups, right=st.sampled_from(["read", "write", "admin"]))
        def group(self, right: str) -> tuple[int, str]:
            self.count += 1
            return self.count, right

        @api.rule(user=users, group=groups)
        def join(self, user: int, group: tuple[int, str]) -> None:
            if group not in self.members[user]:
                self.members[user].append(group)
                self.rights[user].add(group[1])

        @api.rule(user=users, group=groups)
        def leave(self, user: int, group: tuple[int, str]) -> None:
            if group in self.members[user]:
                self.members[user].remove(group)
                if len(self.members[user]) != 1 or self.members[user][0][0] > group[0]:
                    self.rights[user].discard(group[1])

        @api.rule(user=users)
        def check(self, user: int) -> None:
            assert self.rights[user] == {right for _, right in self.members[user]}

    return Permissions


@subject(3)
def quoted_parser(api: Any, st: Any) -> Any:
    class QuotedParser(api.RuleBasedStateMachine):
        """A parser fed in pieces that forgets at a border that a backslash came before."""

        def __init__(self) -> None:
            super().__init__()
            self.text = ""
            self.is_inside = False

        @api.rule(piece=st.text('ab"\\', max_size=4))
        def feed(self, piece: str) -> None:
            self.text += piece
            is_escaped = False
            for letter in piece:
                if is_escaped:
                    is_escaped = False
                elif letter == "\\":
                    is_escaped = self.is_inside
                elif letter == '"':
                    self.is_inside = not self.is_inside

        @api.rule()
        def reset(self) -> None:
            self.text, self.is_inside = "", False

        @api.rule()
        def finish(self) -> None:
            is_inside = is_escaped = False
            for letter in self.text:
                if is_escaped:
                    is_escaped = False
                elif letter == "\\":
                    is_escaped = is_inside
                elif letter == '"':
                    is_inside = not is_inside
            assert is_inside == self.is_inside

    return QuotedParser


@subject(4)
def editor_undo(api: Any, st: Any) -> Any:
    class EditorUndo(api.RuleBasedStateMachine):
        """An editor in which typing after an undo keeps what could be redone."""

        def __init__(self) -> None:
            super().__init__()
            self.text, self.done, self.undone = "", [""], [""][:0]
            self.is_fresh = True

        @api.rule(letter=st.sampled_from("abc"))
        def type(self, letter: str) -> None:
            self.done.append(self.text)
            self.text += letter
            self.is_fresh = True

        @api.precondition(lambda self: len(self.done) > 1)
        @api.rule()
        def undo(self) -> None:
            self.undone.append(self.text)
            self.text = self.done.pop()
            self.is_fresh = False

        @api.precondition(lambda self: self.undone)
        @api.rule()
        def redo(self) -> None:
            assert not self.is_fresh, "what was undone is redone after typing"
            self.done.append(self.text)
            self.text = self.undone.pop()

    return EditorUndo


@subject(5)
def transactions(api: Any, st: Any) -> Any:
    class Transactions(api.RuleBasedStateMachine):
        """Nested transactions: rolling back the inner one forgets a key that the outer one set."""

        def __init__(self) -> None:
            super().__init__()
            self.data: dict[str, int] = {}
            self.saved: list[dict[str, int | None]] = []
            self.copies: list[dict[str, int]] = []

        @api.rule(key=st.sampled_from("xyz"), value=st.integers(1, 9))
        def set(self, key: str, value: int) -> None:
            if self.saved and all(key not in each for each in self.saved):
                self.saved[-1][key] = self.data.get(key)
            self.data[key] = value

        @api.precondition(lambda self: len(self.saved) < 3)
        @api.rule()
        def begin(self) -> None:
            self.saved.append({})
            self.copies.append(dict(self.data))

        @api.precondition(lambda self: self.saved)
        @api.rule()
        def commit(self) -> None:
            inner = self.saved.pop()
            self.copies.pop()
            if self.saved:
                self.saved[-1] = {**inner, **self.saved[-1]}

        @api.precondition(lambda self: self.saved)
        @api.rule()
        def rollback(self) -> None:
            for key, value in self.saved.pop().items():
                if value is None:
                    del self.data[key]
                else:
                    self.data[key] = value
            assert self.data == self.copies.pop()

    return Transactions


@subject(5)
def ring_buffer(api: Any, st: Any) -> Any:
    class RingBuffer(api.RuleBasedStateMachine):
        """A ring of four that takes a full ring for an empty one."""

        def __init__(self) -> None:
            super().__init__()
            self.cells: list[int] = [0] * 4
            self.first = self.last = 0
            self.model: list[int] = []

        @api.precondition(lambda self: len(self.model) < 4)
        @api.rule(value=st.integers())
        def put(self, value: int) -> None:
            self.cells[self.last] = value
            self.last = (self.last + 1) % 4
            self.model.append(value)

        @api.precondition(lambda self: self.model)
        @api.rule()
        def get(self) -> None:
            assert self.cells[self.first] == self.model.pop(0)
            self.first = (self.first + 1) % 4

        @api.rule()
        def size(self) -> None:
            assert (self.last - self.first) % 4 == len(self.model)

        @api.rule()
        def clear(self) -> None:
            self.first = self.last = 0
            self.model = []

    return RingBuffer


@subject(4)
def sessions(api: Any, st: Any) -> Any:
    class Sessions(api.RuleBasedStateMachine):
        """Logging out all sessions of a user forgets those that were renewed."""

        users, tokens = api.Bundle("users"), api.Bundle("tokens")

        def __init__(self) -> None:
            super().__init__()
            self.owner: dict[int, str] = {}
            self.active: set[int] = set()
            self.count = 0

        @api.rule(target=users, name=st.text(max_size=3))
        def register(self, name: str) -> str:
            return name

        @api.rule(target=tokens, user=users)
        def log_in(self, user: str) -> int:
            self.count += 1
            self.owner[self.count] = user
            self.active.add(self.count)
            return self.count

        @api.rule(target=tokens, token=api.consumes(tokens))
        def renew(self, token: int) -> Any:
            if token not in self.active:
                return api.multiple()
            self.active.discard(token)
            self.count += 1
            self.owner[self.count] = f"renewed {self.owner[token]}"
            self.active.add(self.count)
            return self.count

        @api.rule(user=users)
        def log_out_everywhere(self, user: str) -> None:
            self.active = {token for token in self.active if self.owner[token] != user}
            for token in self.active:
                assert not self.owner[token].endswith(f"renewed {user}")

    return Sessions


@subject(4)
def sorted_set(api: Any, st: Any) -> Any:
    class SortedSet(api.RuleBasedStateMachine):
        """A sorted list that a removal leaves unsorted, if it holds more than two."""

        def __init__(self) -> None:
            super().__init__()
            self.items: list[int] = []

        @api.rule(x=st.integers(-100, 100))
        def add(self, x: int) -> None:
            if x not in self.items:
                self.items.append(x)
                self.items.sort()

        @api.rule(x=st.integers(-100, 100))
        def discard(self, x: int) -> None:
            if x in self.items:
                place = self.items.index(x)
                self.items[place] = self.items[-1]
                self.items.pop()

        @api.invariant()
        def is_sorted(self) -> None:
            assert self.items == sorted(self.items)

    return SortedSet


@subject(4)
def bank(api: Any, st: Any) -> Any:
    class Bank(api.RuleBasedStateMachine):
        """A transfer that looks at the balance before the fee."""

        accounts = api.Bundle("accounts")

        def __init__(self) -> None:
            super().__init__()
            self.fee = 0

        @api.rule(target=accounts, balance=st.integers(0, 1000))
        def open(self, balance: int) -> list[int]:
            return [balance]

        @api.rule(fee=st.integers(0, 10))
        def set_fee(self, fee: int) -> None:
            self.fee = fee

        @api.rule(account=accounts, amount=st.integers(1, 500))
        def deposit(self, account: list[int], amount: int) -> None:
            account[0] += amount

        @api.rule(a=accounts, b=accounts, amount=st.integers(1, 1000))
        def transfer(self, a: list[int], b: list[int], amount: int) -> None:
            if a is not b and a[0] >= amount:
                a[0] -= amount + self.fee
                b[0] += amount
                assert a[0] >= -5

    return Bank


@subject(6)
def task_queue(api: Any, st: Any) -> Any:
    class TaskQueue(api.RuleBasedStateMachine):
        """A task that fails twice is queued behind its lease, and then runs twice at once."""

        tasks = api.Bundle("tasks")

        def __init__(self) -> None:
            super().__init__()
            self.waiting: list[int] = []
            self.leased: list[int] = []
            self.failures: dict[int, int] = {}

        @api.rule(target=tasks)
        def submit(self) -> int:
            number = len(self.failures)
            self.failures[number] = 0
            self.waiting.append(number)
            return number

        @api.rule()
        def lease(self) -> None:
            if self.waiting:
                self.leased.append(self.waiting.pop(0))
            assert len(self.leased) == len(set(self.leased))

        @api.rule(task=tasks)
        def fail(self, task: int) -> None:
            if task in self.leased:
                self.failures[task] += 1
                self.waiting.append(task)
                if self.failures[task] < 2:
                    self.leased.remove(task)

        @api.rule(task=tasks)
        def finish(self, task: int) -> None:
            if task in self.leased:
                self.leased.remove(task)

    return TaskQueue
