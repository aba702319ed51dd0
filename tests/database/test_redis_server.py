"""Failures in a real Redis server, which this module starts on a socket of its own."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from redis_servers import redis_server

from shortlex import given, laws, settings
from shortlex import strategies as st
from shortlex.database import RedisDatabase, RedisExampleDatabase
from shortlex.errors import InvalidArgument, ShortlexWarning

redis = pytest.importorskip("redis", reason="needs pip install shortlex[redis]")


@pytest.fixture(scope="module")
def server() -> Iterator[Any]:
    """A client of a server that nobody else knows."""
    with redis_server() as (_, socket):
        client = redis.Redis(unix_socket_path=socket)
        yield client
        client.close()


@pytest.fixture
def client(server: Any) -> Any:
    server.flushall()
    return server


def test_it_keeps_the_laws(client: Any) -> None:
    numbers = count()
    unchecked = laws.check_database(
        lambda: RedisDatabase(client, key_prefix=b"%d:" % next(numbers)),
        reopen=lambda database: RedisDatabase(client, key_prefix=database.key_prefix),  # type: ignore[attr-defined]  # one of ours
    )
    assert unchecked == {}


def test_values_come_back_and_go(client: Any) -> None:
    database = RedisDatabase(client)
    database.save(b"key", b"1")
    database.save(b"key", b"2")
    database.save(b"key", b"2")
    assert sorted(database.fetch(b"key")) == [b"1", b"2"]
    database.delete(b"key", b"1")
    database.delete(b"key", b"1")
    assert list(RedisDatabase(client).fetch(b"key")) == [b"2"]
    assert list(database.fetch(b"other")) == []


def test_an_entry_names_its_set(client: Any) -> None:
    database = RedisDatabase(client, key_prefix=b"mine:")
    database.save(b"a.test", b"value")
    (entry,) = database.fetch(b"a.test")
    assert entry.place == "Redis, in the set 'mine:a.test'"  # type: ignore[attr-defined]  # an Entry
    assert client.keys() == [b"mine:a.test"]


def test_what_nobody_asks_for_is_forgotten(client: Any) -> None:
    database = RedisDatabase(client, expire_after=timedelta(hours=1))
    database.save(b"key", b"value")
    client.pexpire(b"shortlex:key", 5000)
    database.fetch(b"key")
    assert client.pttl(b"shortlex:key") > 3_000_000


def test_it_can_be_told_to_forget_nothing(client: Any) -> None:
    RedisDatabase(client, expire_after=None).save(b"key", b"value")
    assert client.pttl(b"shortlex:key") == -1


def test_a_client_that_decodes_will_do(client: Any) -> None:
    socket = client.connection_pool.connection_kwargs["path"]
    decoding = redis.Redis(unix_socket_path=socket, decode_responses=True)
    database = RedisDatabase(decoding)
    database.save(b"key", "é".encode())
    assert list(database.fetch(b"key")) == ["é".encode()]
    decoding.close()


@pytest.mark.usefixtures("one_last_run")
def test_a_failure_is_found_again_through_the_server(client: Any) -> None:
    calls = []

    def make() -> Any:
        @settings(database=RedisDatabase(client), derandomize=False)
        @given(st.integers())
        def test_small(number: int) -> None:
            calls.append(number)
            assert number < 1000

        return test_small

    with pytest.raises(AssertionError):
        make()()
    calls.clear()
    with pytest.raises(AssertionError) as caught:
        make()()
    assert calls == [1000, 1000]
    assert any("Known from an earlier run: Redis" in each for each in caught.value.__notes__)


def test_a_server_that_is_gone_fails_no_test() -> None:
    once = redis.retry.Retry(redis.backoff.NoBackoff(), 0)
    nowhere = redis.Redis(unix_socket_path="/nonexistent/socket", retry=once)

    @settings(database=RedisDatabase(nowhere))
    @given(st.integers())
    def test(number: int) -> None:
        pass

    with pytest.warns(ShortlexWarning, match="could not be read from RedisDatabase.*ran without"):
        test()


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ({"redis": "localhost"}, r"redis='localhost'\): must be a client"),
        ({"expire_after": 5}, "expire_after=5.*a timedelta above 0"),
        ({"expire_after": timedelta(0)}, "a timedelta above 0"),
        ({"timeout": 5}, r"timeout=5\): must be a timedelta above 0"),
        ({"timeout": timedelta(0)}, "a timedelta above 0"),
        ({"key_prefix": "text"}, "key_prefix='text'.*must be bytes"),
    ],
)
def test_bad_arguments_are_refused_by_name(arguments: dict[str, Any], hint: str) -> None:
    with pytest.raises(InvalidArgument, match=hint):
        RedisDatabase(**{"redis": redis.Redis(), **arguments})


def test_the_name_that_hypothesis_has_is_the_same_class() -> None:
    assert RedisExampleDatabase is RedisDatabase
    assert repr(RedisDatabase(redis.Redis())).startswith("RedisDatabase(<redis")
