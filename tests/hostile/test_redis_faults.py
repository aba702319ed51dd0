"""A Redis server that fails or says nothing changes no verdict, and costs one wait."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis_servers import redis_server

from shortlex.database import Database, DirectoryDatabase, LayeredDatabase, RedisDatabase
from shortlex.database import redis_server as module
from tests.hostile.scenarios import KEY, SCENARIOS, check, fails, fill, numbers_in, record_of

redis = pytest.importorskip("redis", reason="needs pip install shortlex[redis]")

ERRORS: tuple[Exception, ...] = (
    redis.exceptions.ConnectionError("refused"),
    redis.exceptions.TimeoutError("too slow"),
    redis.exceptions.ResponseError("OOM command not allowed"),
    redis.exceptions.ResponseError("WRONGTYPE"),
    redis.exceptions.BusyLoadingError("loading"),
    redis.exceptions.AuthenticationError("who are you"),
    redis.exceptions.InvalidResponse("what"),
    OSError(104, "Connection reset by peer"),
    ValueError("a bug of the client"),
)

CALLS = ("sadd", "smembers", "srem", "pexpire")


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    with redis_server() as (_, path):
        client = redis.Redis(unix_socket_path=path)
        yield client
        client.close()


@pytest.fixture(autouse=True)
def forget_lost_servers() -> Iterator[None]:
    """What one test has made a server do is no reason for the next not to ask it."""
    yield
    module._lost.clear()


class FaultyClient:
    """A client, some calls of which fail before or after the server has done its work."""

    def __init__(self, client: Any, errors: Mapping[int, tuple[Exception, bool]]) -> None:
        self._client, self._errors = client, errors
        self.count = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._client, name)
        return found if name not in CALLS else lambda *given: self._call(found, *given)

    def _call(self, action: Any, *arguments: Any) -> Any:
        self.count += 1
        error, is_done = self._errors.get(self.count - 1, (None, False))
        if error is None:
            return action(*arguments)
        if is_done:
            action(*arguments)
        raise error


numbers = count()


def try_it(server: Any, name: str, errors: Mapping[int, tuple[Exception, bool]]) -> int:
    """Run a scenario with faults. How many calls were made."""
    prefix = b"%d:" % next(numbers)
    client = FaultyClient(server, errors)

    def run(_: Database) -> bool:
        try:
            return fails(RedisDatabase(client, key_prefix=prefix), SCENARIOS[name].limit)
        finally:
            module._lost.clear()

    check(lambda: RedisDatabase(server, key_prefix=prefix), run, name)
    return client.count


@pytest.mark.usefixtures("one_last_run")
@pytest.mark.parametrize("name", SCENARIOS)
def test_any_call_fails_with_any_error(server: Any, name: str) -> None:
    calls = try_it(server, name, {})
    assert calls > 0
    for i in range(calls + 1):
        for error in ERRORS:
            for is_done in (False, True):
                try_it(server, name, {i: (error, is_done)})


@pytest.mark.usefixtures("one_last_run")
@pytest.mark.parametrize("name", SCENARIOS)
def test_several_calls_fail(server: Any, name: str) -> None:
    random = Random(name)
    calls = try_it(server, name, {})
    for _ in range(100):
        chosen = random.sample(range(calls + 3), random.choice((2, 2, 3, calls)))
        try_it(server, name, {i: (random.choice(ERRORS), random.random() < 0.5) for i in chosen})


@pytest.mark.usefixtures("one_last_run")
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_other_layer_works_while_every_call_fails(
    tmp_path: Path, name: str, error: Exception
) -> None:
    client = FaultyClient(redis.Redis(), dict.fromkeys(range(10_000), (error, False)))
    store = DirectoryDatabase(tmp_path)

    def run(_: Database) -> bool:
        return fails(LayeredDatabase(RedisDatabase(client), store), SCENARIOS[name].limit)

    check(lambda: store, run, name)


@contextmanager
def silent_server() -> Iterator[int]:
    """The port of a server that accepts connections, and never answers."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(100)
        yield listening.getsockname()[1]


@contextmanager
def closed_port() -> Iterator[int]:
    """A port at which nobody listens."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


@pytest.mark.usefixtures("one_last_run")
@pytest.mark.parametrize("place", [silent_server, closed_port])
def test_a_server_out_of_reach_is_asked_once(tmp_path: Path, place: Any) -> None:
    with place() as port:
        asked = []
        timeout = timedelta(seconds=0.2)
        store = DirectoryDatabase(tmp_path)
        fill(store, SCENARIOS["known"])
        for _ in range(10):
            client = redis.Redis("127.0.0.1", port)
            lost = RedisDatabase(FaultyClient(client, {}), timeout=timeout)
            assert fails(LayeredDatabase(lost, store), 1000)
            asked.append(lost.redis.count)
    assert asked == [1] + [0] * 9
    assert numbers_in(store) == [1000]


PROPERTIES = """
import os, signal
import pytest, redis
from shortlex import given, settings, strategies as st
from shortlex.database import DirectoryDatabase, LayeredDatabase, RedisDatabase

PLACE = {place}

class Counted(redis.Redis):  # each time that the server is asked is written down
    def execute_command(self, *arguments, **options):
        with open("asked", "a") as file:
            print(arguments[0], file=file)
        return super().execute_command(*arguments, **options)

store = LayeredDatabase(RedisDatabase(Counted(**PLACE)), DirectoryDatabase("kept"))
settings.register_profile("shared", database=store, derandomize=True)
settings.load_profile("shared")

{stop}

@pytest.mark.parametrize("number", range(20))
@given(x=st.integers())
def test_passing(number, x):
    pass

@given(st.integers())
def test_failing(x):
    assert x < 1000
"""


def run_properties(
    directory: Path, place: Mapping[str, object], stop: str = ""
) -> tuple[str, list[str]]:
    """Run 21 properties in a process of their own; what it said, and asked of the server."""
    (directory / "test_it.py").write_text(PROPERTIES.format(place=place, stop=stop))
    plugins = ["-pno:hypothesispytest", "-pno:cacheprovider", "-pno:asyncio", "-pno:anyio"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "test_it.py"],
        cwd=directory,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    asked = (directory / "asked").read_text().split()
    return run.stdout + run.stderr, asked


@pytest.mark.parametrize("place", [silent_server, closed_port])
def test_a_run_waits_once_and_warns_once(tmp_path: Path, place: Any) -> None:
    with place() as port:
        said, asked = run_properties(tmp_path, {"host": "127.0.0.1", "port": port})
    assert "1 failed, 20 passed, 1 warning" in said
    assert said.count("This process will not use the server again") == 1
    assert len(asked) == 1
    assert len([*(tmp_path / "kept").rglob("*.txt")]) == 1


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs SIGSTOP")
def test_a_server_that_stops_in_the_middle_of_a_run_costs_one_wait(tmp_path: Path) -> None:
    with redis_server() as (process, path):
        stop = f"""
@given(st.booleans())
def test_before(x):
    assert not x

def test_stop():
    os.kill({process.pid}, signal.SIGSTOP)
    os.unlink("asked")
"""
        said, asked = run_properties(tmp_path, {"unix_socket_path": path}, stop)
        os.kill(process.pid, signal.SIGCONT)
        assert "2 failed, 21 passed, 1 warning" in said
        assert said.count("This process will not use the server again") == 1
        assert len(asked) == 1
        client = redis.Redis(unix_socket_path=path)
        assert client.keys() == [b"shortlex:test_it.py::test_before"]
        client.close()
        assert len([*(tmp_path / "kept").rglob("*.txt")]) == 2


def test_a_slow_answer_is_not_waited_for() -> None:
    answered = []

    class Slow:
        def __getattr__(self, name: str) -> Any:
            return lambda *arguments: answered.append(time.sleep(60))

    database = RedisDatabase(Slow(), timeout=timedelta(seconds=0.1))
    with pytest.raises(ConnectionError, match=r"no answer within 0\.1 s"):
        database.save(KEY.encode(), record_of(1))
    assert list(database.fetch(KEY.encode())) == []
    assert answered == []
