"""Machines that others have published to test reducers with, as real state machines."""

from __future__ import annotations

from typing import Any

from bench.stateful.subject import subject


@subject(6, is_public=True)
def die_hard(api: Any, st: Any) -> Any:
    class DieHard(api.RuleBasedStateMachine):
        """Two jugs, of 3 and 5 gallons. No single step of another way, of 8 steps, can go."""

        def __init__(self) -> None:
            super().__init__()
            self.small = self.big = 0

        @api.rule()
        def fill_small(self) -> None:
            self.small = 3

        @api.rule()
        def fill_big(self) -> None:
            self.big = 5

        @api.rule()
        def empty_small(self) -> None:
            self.small = 0

        @api.rule()
        def empty_big(self) -> None:
            self.big = 0

        @api.rule()
        def pour_small_into_big(self) -> None:
            total = self.small + self.big
            self.big = min(5, total)
            self.small = total - self.big

        @api.rule()
        def pour_big_into_small(self) -> None:
            total = self.small + self.big
            self.small = min(3, total)
            self.big = total - self.small

        @api.invariant()
        def not_four(self) -> None:
            assert self.big != 4

    return DieHard


@subject(7, is_public=True)
def hanoi(api: Any, st: Any) -> Any:
    class Hanoi(api.RuleBasedStateMachine):
        """Three discs. Moves that undo each other come in pairs."""

        def __init__(self) -> None:
            super().__init__()
            self.pegs: list[list[int]] = [[3, 2, 1], [], []]

        @api.rule(source=st.integers(0, 2), to=st.integers(0, 2))
        def move(self, source: int, to: int) -> None:
            if self.pegs[source] and (
                not self.pegs[to] or self.pegs[to][-1] > self.pegs[source][-1]
            ):
                self.pegs[to].append(self.pegs[source].pop())

        @api.invariant()
        def unsolved(self) -> None:
            assert len(self.pegs[2]) < 3

    return Hanoi


@subject(3, is_public=True)
def range_map(api: Any, st: Any) -> Any:
    class RangeMap(api.RuleBasedStateMachine):
        """A map of ranges that loses the end of a range when a shorter one is put into it."""

        def __init__(self) -> None:
            super().__init__()
            self.ranges: list[tuple[int, int, int]] = []
            self.model: dict[int, int] = {}

        @api.rule(start=st.integers(0, 100), length=st.integers(1, 20), value=st.integers(0, 5))
        def put(self, start: int, length: int, value: int) -> None:
            end = start + length
            kept = []
            for a, b, v in self.ranges:
                if b <= start or a >= end:
                    kept.append((a, b, v))
                else:
                    if a < start:
                        kept.append((a, start, v))
                    if b > end and a >= start:  # wrong: a range that begins before is cut, too
                        kept.append((end, b, v))
            self.ranges = sorted([*kept, (start, end, value)])
            self.model.update(dict.fromkeys(range(start, end), value))

        @api.rule(key=st.integers(0, 120))
        def get(self, key: int) -> None:
            found = next((v for a, b, v in self.ranges if a <= key < b), None)
            assert found == self.model.get(key)

    return RangeMap


@subject(3, is_public=True)
def hash_buffer(api: Any, st: Any) -> Any:
    class HashBuffer(api.RuleBasedStateMachine):
        """A hash in blocks of four bytes that forgets what waits when it is asked in between."""

        def __init__(self) -> None:
            super().__init__()
            self.total = b""
            self.waiting = b""
            self.blocks: list[bytes] = []

        @api.rule(data=st.binary(max_size=6))
        def update(self, data: bytes) -> None:
            self.total += data
            self.waiting += data
            while len(self.waiting) >= 4:
                self.blocks.append(self.waiting[:4])
                self.waiting = self.waiting[4:]

        @api.rule()
        def digest(self) -> None:
            found = b"".join(self.blocks) + self.waiting
            assert found == self.total
            if len(self.blocks) and self.waiting:
                self.waiting = b""  # wrong

        @api.rule()
        def copy(self) -> None:
            self.blocks = list(self.blocks)

    return HashBuffer


@subject(3, is_public=True)
def lifo_close(api: Any, st: Any) -> Any:
    class LifoClose(api.RuleBasedStateMachine):
        handles = api.Bundle("handles")

        def __init__(self) -> None:
            super().__init__()
            self.opened: list[int] = []
            self.count = 0

        @api.rule(target=handles)
        def open(self) -> int:
            self.count += 1
            self.opened.append(self.count)
            return self.count

        @api.rule(handle=api.consumes(handles))
        def close(self, handle: int) -> None:
            assert self.opened[-1] == handle
            self.opened.pop()

    return LifoClose


@subject(6, is_public=True)
def cycle_graph(api: Any, st: Any) -> Any:
    class CycleGraph(api.RuleBasedStateMachine):
        """A graph that should have no cycles, but only looks for those of one and two nodes."""

        nodes = api.Bundle("nodes")

        def __init__(self) -> None:
            super().__init__()
            self.edges: dict[int, set[int]] = {}

        @api.rule(target=nodes)
        def node(self) -> int:
            self.edges[len(self.edges)] = set()
            return len(self.edges) - 1

        @api.rule(a=nodes, b=nodes)
        def link(self, a: int, b: int) -> None:
            if a != b and a not in self.edges[b]:
                self.edges[a].add(b)

        @api.rule(a=nodes, b=nodes)
        def unlink(self, a: int, b: int) -> None:
            self.edges[a].discard(b)

        @api.invariant()
        def no_cycle(self) -> None:
            for a, to in self.edges.items():
                for b in to:
                    for c in self.edges[b]:
                        assert a not in self.edges[c], "a cycle of three"

    return CycleGraph


@subject(4, is_public=True)
def noisy_triple(api: Any, st: Any) -> Any:
    class NoisyTriple(api.RuleBasedStateMachine):
        counters = api.Bundle("counters")

        def __init__(self) -> None:
            super().__init__()
            self.noise = 0

        @api.rule(target=counters)
        def new(self) -> list[int]:
            return [0]

        @api.rule(counter=counters)
        def increment(self, counter: list[int]) -> None:
            counter[0] += 1
            assert counter[0] < 3

        @api.rule(n=st.integers())
        def noise_number(self, n: int) -> None:
            self.noise = n

        @api.rule(counter=counters, text=st.text())
        def noise_text(self, counter: list[int], text: str) -> None:
            self.noise = len(text)

    return NoisyTriple


@subject(3, is_public=True)
def double_increment(api: Any, st: Any) -> Any:
    class DoubleIncrement(api.RuleBasedStateMachine):
        counters = api.Bundle("counters")

        @api.rule(target=counters)
        def new(self) -> list[int]:
            return [0]

        @api.rule(counter=counters)
        def increment(self, counter: list[int]) -> None:
            counter[0] += 1
            assert counter[0] < 2

        @api.rule(counter=api.consumes(counters))
        def drop(self, counter: list[int]) -> None:
            pass

    return DoubleIncrement


@subject(3, is_public=True)
def distinct_pair(api: Any, st: Any) -> Any:
    class DistinctPair(api.RuleBasedStateMachine):
        values = api.Bundle("values")

        @api.rule(target=values, n=st.integers(0, 5))
        def make(self, n: int) -> list[int]:
            return [n]

        @api.rule(a=values, b=values)
        def compare(self, a: list[int], b: list[int]) -> None:
            assert a is b or a != b or a[0] < 3

        @api.rule(a=values)
        def look(self, a: list[int]) -> None:
            assert a

    return DistinctPair
