"""Three systems with state, a bug in each. Run ``make demo``: every test here is meant to fail.

A machine says which steps can be taken and what must always hold. The comment over each machine is
the shortest story that shows the bug, which is what Shortlex reports.
"""

import os
import signal
import tempfile
from pathlib import Path

from key_value import KeyValueStore
from queue_file import QueueFile
from recent import RecentCache
from shortlex import strategies as st
from shortlex.stateful import RuleBasedStateMachine, invariant, precondition, rule

keys = st.text("aAb_", min_size=1, max_size=3)


# Shortest: set 'a', and ask for the keys that begin with 'A'.
class KeyValueMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        self.store = KeyValueStore()
        self.model: dict[str, str] = {}

    @rule(key=keys, value=st.text())
    def set(self, key: str, value: str) -> None:
        self.store.set(key, value)
        self.model[key] = value

    @rule(key=keys)
    def delete(self, key: str) -> None:
        self.store.delete(key)
        self.model.pop(key, None)

    @rule(key=keys)
    def get(self, key: str) -> None:
        assert self.store.get(key) == self.model.get(key)

    @rule(prefix=keys)
    def scan(self, prefix: str) -> None:
        expected = sorted(key for key in self.model if key.startswith(prefix))
        assert self.store.keys(prefix) == expected

    def teardown(self) -> None:
        self.store.close()


# Shortest: put 'a', 'b', 'a' again, and 'c'. It drops 'a' instead of 'b'.
class RecentMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        self.cache = RecentCache(2)
        self.recent: list[str] = []

    def use(self, key: str) -> None:
        self.recent = [*(each for each in self.recent if each != key), key][-2:]

    @rule(key=st.sampled_from("abcde"), value=st.integers())
    def put(self, key: str, value: int) -> None:
        self.cache.put(key, value)
        self.use(key)

    @precondition(lambda self: self.recent)
    @rule(key=st.sampled_from("abcde"))
    def get(self, key: str) -> None:
        if self.cache.get(key) is not None:
            self.use(key)

    @invariant()
    def keeps_the_recent_ones(self) -> None:
        assert set(self.cache.entries) == set(self.recent)


# Shortest: a push that is killed between its two writes, and another push.
class QueueMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "queue"
        self.queue = QueueFile(self.path)
        self.model: list[bytes] = []

    def check(self, *allowed: list[bytes]) -> None:
        assert self.queue.items() in allowed
        self.model = self.queue.items()

    @rule(item=st.binary(max_size=3))
    def push(self, item: bytes) -> None:
        self.queue.push(item)
        self.check([*self.model, item])

    @rule()
    def reopen(self) -> None:
        self.queue.close()
        self.queue = QueueFile(self.path)
        self.check(self.model)

    @rule(item=st.binary(min_size=1, max_size=3), writes=st.integers(0, 2))
    def push_and_be_killed(self, item: bytes, writes: int) -> None:
        """A child process is killed after so many writes; then the queue is opened again."""
        child = os.fork()
        if child == 0:
            write, done = os.write, 0

            def deadly_write(file: int, data: bytes) -> int:
                nonlocal done
                if done == writes:
                    os.kill(os.getpid(), signal.SIGKILL)
                done += 1
                return write(file, data)

            os.write = deadly_write  # type: ignore[assignment]  # for as long as the child lives
            try:
                self.queue.push(item)
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        self.queue.close()
        self.queue = QueueFile(self.path)
        # What was not yet acknowledged may be there or not.
        self.check(self.model, [*self.model, item])

    def teardown(self) -> None:
        self.queue.close()
        self.folder.cleanup()


TestKeyValue = KeyValueMachine.TestCase
TestRecent = RecentMachine.TestCase
TestQueue = QueueMachine.TestCase
