"""Tokens and records of failures that are damaged, or made by somebody who means harm.

``python -m bench.hostile_records --tokens 1000000 --records 100000`` takes valid tokens and records
of about fifty properties, changes each in some way, and replays it with one of the properties,
through ``@reproduce_failure`` or through a store. All properties pass. So a token may only lead to
an error of the library, a record may only lead to a warning, and neither may take long or much
memory.
"""

from __future__ import annotations

import argparse
import enum
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bench.keeping import keep
from shortlex import Phase, given, reproduce_failure, settings
from shortlex import strategies as st
from shortlex.core.domain import Choice
from shortlex.core.encoding import encode_body, seal
from shortlex.core.token import COMPRESSED, PREFIX, TOKEN_VERSION, _to_word, format_token
from shortlex.database import Database, DirectoryDatabase, MemoryDatabase
from shortlex.database.record import Record, format_record, parse_record
from shortlex.errors import ShortlexException, ShortlexWarning

MAX_SECONDS = 20
"""A replay that takes longer, of the time of a processor, hangs."""

MAX_MEMORY = 4 * 2**30
"""More bytes than this a process does not get."""

CHUNK = 5_000
"""As many attempts a process makes before it is asked for what it has found."""


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


@dataclass
class Point:
    x: int
    y: str = ""


@st.composite
def ascending(draw: st.DrawFn) -> list[int]:
    low = draw(st.integers(0, 100))
    return sorted(draw(st.lists(st.integers(low), max_size=draw(st.integers(0, 5)))))


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
TREE: st.SearchStrategy[Any] = st.deferred(lambda: st.none() | st.tuples(TREE, TREE))

STRATEGIES: tuple[st.SearchStrategy[Any], ...] = (
    st.integers(),
    st.integers(0, 5),
    st.integers(-(10**40), 10**40),
    st.integers(min_value=7),
    st.integers(0, 10**5000),
    st.booleans(),
    st.floats(),
    st.floats(0, 1),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.text(),
    st.text("ab", min_size=2, max_size=4),
    st.text(st.characters(codec="utf-8")),
    st.from_regex(r"[a-z]{2,5}-\d+", fullmatch=True),
    st.binary(),
    st.binary(min_size=3, max_size=3),
    st.none(),
    st.just([1]),
    st.sampled_from("abc"),
    st.sampled_from(Colour),
    st.one_of(st.integers(), st.text(), st.none()),
    st.lists(st.integers()),
    st.lists(st.booleans(), min_size=3, max_size=6),
    st.lists(st.integers(0, 20), unique=True),
    st.lists(st.lists(st.text())),
    st.sets(st.integers(0, 300)),
    st.frozensets(st.text(max_size=2)),
    st.tuples(st.integers(), st.text(), st.floats()),
    st.dictionaries(st.text(), st.integers()),
    st.fixed_dictionaries({"a": st.integers(), "b": st.text()}),
    st.permutations(range(6)),
    st.integers().filter(lambda number: number % 3 == 0),
    st.lists(st.integers()).filter(len),
    st.integers().map(str),
    st.integers(0, 5).flatmap(lambda size: st.lists(st.booleans(), min_size=size, max_size=size)),
    ascending(),
    JSON,
    TREE,
    st.builds(Point),
    st.complex_numbers(),
    st.decimals(),
    st.fractions(),
    st.dates(),
    st.datetimes(),
    st.times(),
    st.timedeltas(),
    st.uuids(),
    st.ip_addresses(),
    st.emails(),
    st.slices(10),
    st.functions(like=lambda x: x, returns=st.integers()),
    st.randoms(),
    st.data(),
)

ODD: tuple[Choice, ...] = (
    0, 1, -1, 63, 64, 255, 256, 2**31, -(2**63), 2**64, 10**100, -(10**4999), 2**20_000,
    True, False, 0.0, -0.0, 1.5, float("nan"), float("inf"), -float("inf"), 5e-324, 1e308,
    "", "a", "\0", "\ud800", "\U0010ffff", "é" * 50, "x" * 5000, b"", b"\0", b"\xff" * 300,
)  # fmt: skip
"""Choices that fit few places."""


def body_of(strategy: st.SearchStrategy[Any]) -> Callable[[Any], None]:
    """A test that passes, and uses what it is given a little."""

    def test(value: Any) -> None:
        if isinstance(value, st.DataObject):
            for _ in range(value.draw(st.integers(0, 3))):
                value.draw(st.text() | st.integers())
        elif callable(getattr(value, "random", None)):
            value.random()
        elif callable(value):
            value(1)

    return test


class OneTest(MemoryDatabase):
    """A store in memory that knows one test, by whatever key."""

    def save(self, key: bytes, value: bytes) -> None:
        super().save(b"", value)

    def fetch(self, key: bytes) -> Any:
        return super().fetch(b"")

    def delete(self, key: bytes, value: bytes) -> None:
        super().delete(b"", value)


# What is valid, to begin with.


def valid_choices() -> list[tuple[Choice, ...]]:
    """The choices of some cases of every strategy."""
    found: list[tuple[Choice, ...]] = []
    for number, strategy in enumerate(STRATEGIES):
        store = OneTest()
        body = body_of(strategy)
        countdown = [2 + number % 7]

        def failing(value: Any, body: Any = body, countdown: Any = countdown) -> None:
            body(value)
            countdown[0] -= 1
            assert countdown[0] > 0

        phases = [Phase.generate]
        test = settings(database=store, derandomize=True, phases=phases)(given(strategy)(failing))
        try:
            test()
        except (AssertionError, ShortlexException):
            found += [parse_record(value).choices for value in store.fetch(b"")]
    found += [(), (0,), (True, 5, True, 6, False), ("text", b"bytes", 0.5)]
    return found


def changed_choices(choices: Sequence[Choice], random: Random) -> list[Choice]:
    """Choices with some of them changed, taken away, added or repeated."""
    new = list(choices)
    for _ in range(random.choice((0, 1, 1, 2, 5))):
        place = random.randrange(len(new) + 1)
        how = random.randrange(6)
        if how == 0:
            new[place : place + random.randrange(1, 4)] = []
        elif how == 1:
            new[place:place] = [random.choice(ODD)]
        elif how == 2:
            new[place : place + 1] = [random.choice(ODD)]
        elif how == 3:
            new[place:] = new[place:] * random.choice((2, 3, 50))
        elif how == 4:
            random.shuffle(new)
        else:
            new[place : place + 1] = [random.getrandbits(random.choice((1, 8, 64, 3000)))]
    if random.random() < 0.0005:
        new *= 20_000 // (len(new) + 1)
    return new


def damaged_bytes(data: bytes, random: Random) -> bytes:
    """Bytes with some of them flipped, cut off, spliced, added or made up."""
    new = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 8))):
        place = random.randrange(len(new) + 1)
        how = random.randrange(6)
        if how == 0 and place < len(new):
            new[place] ^= 1 << random.randrange(8)
        elif how == 1:
            del new[place:]
        elif how == 2:
            new[place:place] = random.randbytes(random.randrange(1, 12))
        elif how == 3:
            new[place:place] = new[: random.randrange(len(new) + 1)]
        elif how == 4:
            # A tag of something long, with a length that is not there.
            size = random.choice((2**63, 2**40, 2**31, 10**6, 255, 3))
            new[place:place] = bytes([random.choice((0xFB, 0xFD, 0xFF))]) + size.to_bytes(8, "big")
        else:
            del new[place : place + random.randrange(1, 5)]
    return bytes(new)


# Tokens.


def hostile_token(valid: Sequence[tuple[Choice, ...]], random: Random) -> str:
    """A token that was changed in some way."""
    choices = random.choice(valid)
    fingerprint, mark = random.randbytes(3), random.randbytes(2)
    how = random.randrange(10)
    if how < 4:
        return format_token(changed_choices(choices, random), fingerprint, mark)
    if how < 8:
        return sealed_token(damaged_bytes(encode_body(choices), random), random)
    token = format_token(choices, fingerprint, mark)
    if how == 8:
        return damaged_text(token, format_token(random.choice(valid), fingerprint, mark), random)
    return damaged_bytes(token.encode(), random).decode("utf-8", "surrogateescape")


def sealed_token(body: bytes, random: Random) -> str:
    """A token with a right checksum, whatever its body is."""
    number = random.choice((TOKEN_VERSION,) * 8 + (1, 3))
    version = number
    if random.random() < 0.3:
        version |= COMPRESSED
        if random.random() < 0.002:
            body += random.choice((b"\0", b"\xbf", b"\x82")) * random.choice((10**5, 3 * 10**5))
        deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
        body = deflate.compress(body) + deflate.flush()
        if random.random() < 0.1:
            body = damaged_bytes(body, random)
    head = random.randbytes(random.choice((5, 5, 5, 5, 0, 3))) if number > 1 else b""
    prefix = PREFIX if number == TOKEN_VERSION else f"s{number}_"
    return prefix + _to_word(seal(version, head + body))


def damaged_text(token: str, other: str, random: Random) -> str:
    place = random.randrange(len(token) + 1)
    added = random.choice(("", " ", "\n", "=", "_", "é", "\ud800", "\0", "s2_", "0" * 500, "+/"))
    return random.choice(
        (
            token[:place] + other[random.randrange(len(other)) :],
            token[:place] + added + token[place:],
            token[:place] + added + token[place + 1 :],
            token.swapcase(),
            f"s{'9' * random.randrange(1, 5000)}_" + token[3:],
            added,
        )
    )


def try_token(index: int, token: str) -> str:
    """Replay a token. What came of it."""
    test = given(STRATEGIES[index])(body_of(STRATEGIES[index]))
    try:
        reproduce_failure(token)(settings(database=None)(test))()
    except ShortlexException as error:
        return type(error).__name__
    return "nothing"


# Records.


def hostile_record(valid: Sequence[tuple[Choice, ...]], random: Random) -> bytes:
    """A record that was changed in some way."""
    choices = random.choice(valid)
    how = random.randrange(10)
    if how < 4:
        choices = tuple(changed_choices(choices, random))
    arguments = random.choice((None, 0, len(choices), random.randrange(len(choices) + 1)))
    record = Record(
        test="test",
        error=random.choice(("AssertionError at a.py:1",) * 50 + ("ProcessDied by signal",)),
        choices=choices,
        wanted=("an integer",) * len(choices),
        fingerprint=random.randbytes(random.choice((3, 0, 50))),
        is_reduced=random.random() < 0.5,
        arguments=arguments,
        value="test(x=1)",
    )
    data = format_record(record)
    if how < 4:
        return data
    if how < 8:
        return changed_lines(data.decode(), random)
    return damaged_bytes(data, random)


FIELDS: tuple[str, ...] = (
    "arguments: -1", "arguments: 1", "arguments: 99999999999999999999", "arguments: 1e9",
    "arguments: ", "choices: 0", "choices: -1", "choices: 1000000000000", "choices: True",
    "reduced: perhaps", "fingerprint: zz", "fingerprint: ", "error: ", "test: ",
    "shortlex failure 2", "shortlex failure", "checksum: 00000000", "", "#", ":", ": ",
    "an integer: 0x" + "f" * 20_000, "an integer: " + "9" * 5000, "an integer: 1_000",
    "an integer: \u0661",
    "a float: nan", "a float: nan 7ff8000000000000", "a float: nan 00", "x: 1e999",
    "x: -0.0", "x: 0x", "x: -0x1f", "x: True", "x: '\\ud800'", "x: '\\U00110000'", "x: 'a",
    "x: b'é'",
    "x: [1]", "x: exit()", "x: " + "(" * 10_000, "x: inf", "x: -inf", "x: 1.", "x: .5", "x: 1e5",
)  # fmt: skip
"""Lines that do not belong in a record, or not in every place."""


def changed_lines(text: str, random: Random) -> bytes:
    """The lines of a record with some changed, and mostly with a checksum that is right."""
    lines = [line for line in text.split("\n") if line and not line.startswith("checksum")]
    for _ in range(random.choice((1, 1, 2, 4))):
        place = random.randrange(len(lines) + 1)
        how = random.randrange(6)
        if how == 0:
            lines[place : place + 1] = []
        elif how == 1:
            lines[place:place] = lines[place : place + 3] * random.choice((1, 2, 200))
        elif how == 2:
            lines[place : place + 1] = [random.choice(FIELDS)]
        elif how == 3:
            lines[place:place] = [random.choice(FIELDS)]
        elif how == 4:
            field = random.choice(FIELDS)
            name = field.partition(":")[0]
            lines = [field if line.startswith(f"{name}:") else line for line in lines]
        else:
            random.shuffle(lines)
    counted = [line for line in lines if not line.startswith("#")]
    checksum = zlib.crc32("\n".join(counted).encode())
    if random.random() < 0.1:
        checksum = random.getrandbits(32)
    return "\n".join([*lines, f"checksum: {checksum:08x}", ""]).encode()


def try_record(index: int, record: bytes, store: Database) -> str:
    """Run a test that passes with a record in its store. What came of it."""
    store.save(b"", record)
    options = settings(database=store, phases=[Phase.reuse], suppress_health_check=())
    test = options(given(STRATEGIES[index])(body_of(STRATEGIES[index])))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("error")
        test()
    assert {each.category for each in caught} <= {ShortlexWarning}
    return "a warning" if caught else "nothing"


# All of them.


class Found(NamedTuple):
    """What came of some attempts."""

    outcomes: Counter[str]
    errors: list[str]
    """Everything that should not have come of any."""
    slowest: float
    """Seconds of the time of a processor."""
    memory: int
    """The most bytes that the process ever had."""


class Hang(BaseException):
    """It took too long."""


def _on_alarm(number: int, frame: object) -> None:
    raise Hang


def attempt(kind: str, seed: int, count: int) -> Found:
    """Try so many tokens or records, made with a seed."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, resource.RLIM_INFINITY))
    signal.signal(signal.SIGPROF, _on_alarm)
    valid = valid_choices()
    random = Random(f"{kind} {seed}")
    outcomes: Counter[str] = Counter()
    errors: list[str] = []
    slowest = 0.0
    with tempfile.TemporaryDirectory() as directory:
        for number in range(count):
            index = random.randrange(len(STRATEGIES))
            store: Database = OneTest()
            if number % 50 == 0:
                store = _AnyKey(f"{directory}/{number}")
            made: Any = (hostile_token if kind == "tokens" else hostile_record)(valid, random)
            signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
            started = time.process_time()
            try:
                if kind == "tokens":
                    outcomes[try_token(index, made)] += 1
                else:
                    outcomes[try_record(index, made, store)] += 1
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                outcomes["an error"] += 1
                said = "".join(traceback.format_exception(error))[-1500:]
                shown = ascii(made)
                errors.append(f"{STRATEGIES[index]!r:.200} {shown[:600]} ({len(shown)})\n{said}")
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            slowest = max(slowest, time.process_time() - started)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return Found(outcomes, errors[:20], slowest, memory)


class _AnyKey(DirectoryDatabase):
    """A store in a directory that knows one test, by whatever key."""

    def _directory_of(self, key: bytes) -> str:
        return super()._directory_of(b"")


def attempt_all(kind: str, count: int, seed: int, jobs: int) -> Iterator[Found]:
    """Try so many, in so many processes at once. What has come of all so far."""
    outcomes: Counter[str] = Counter()
    errors: list[str] = []
    slowest, memory = 0.0, 0
    sizes = [min(CHUNK, count - start) for start in range(0, count, CHUNK)]
    seeds = range(seed * 10**6, seed * 10**6 + len(sizes))
    for found in _run(jobs, kind, seeds, sizes):
        outcomes += found.outcomes
        errors += found.errors
        slowest, memory = max(slowest, found.slowest), max(memory, found.memory)
        yield Found(outcomes, errors[:20], slowest, memory)


def _run(jobs: int, kind: str, seeds: Sequence[int], sizes: Sequence[int]) -> Iterator[Found]:
    kinds = [kind] * len(sizes)
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(attempt, kinds, seeds, sizes)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokens", type=int, default=20_000)
    parser.add_argument("--records", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where to keep the figures")
    arguments = parser.parse_args()
    command = (
        f"python -m bench.hostile_records --tokens {arguments.tokens} "
        f"--records {arguments.records} --seed {arguments.seed}"
    )
    figures: dict[str, object] = {"properties": len(STRATEGIES)}
    errors: list[str] = []
    for kind, count in (("tokens", arguments.tokens), ("records", arguments.records)):
        started = time.monotonic()
        for found in attempt_all(kind, count, arguments.seed, arguments.jobs):
            took = timedelta(seconds=round(time.monotonic() - started))
            done, wrong = found.outcomes.total(), found.outcomes["an error"]
            said = f"{done:,} {kind}, {wrong} errors that are not ours ({took})"
            print(said, file=sys.stderr, flush=True)
            figures[kind] = {
                "count": done,
                "errors": wrong,
                "outcomes": dict(found.outcomes.most_common()),
                "slowest_seconds": round(found.slowest, 3),
                "most_memory_bytes": found.memory,
            }
            if arguments.json is not None:
                keep(arguments.json, command, figures)
        errors += found.errors
        print(
            f"{said}, against {len(STRATEGIES)} properties; the slowest took "
            f"{found.slowest:.2f} s, the most memory was {found.memory / 2**20:.0f} MB"
        )
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
