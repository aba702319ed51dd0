"""The newest artifact is downloaded, unpacked and read; nothing is written to it."""

import io
import json
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar
from zipfile import ZipFile

import pytest

from shortlex.database import DirectoryDatabase, GitHubDatabase
from shortlex.errors import InvalidArgument


class Api(BaseHTTPRequestHandler):
    """As much of the API as is asked for."""

    archives: ClassVar[dict[str, bytes]] = {}
    asked: ClassVar[list[tuple[str, str | None]]] = []

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers.get("Authorization")))
        if self.path.startswith("/repos/me/mine/actions/artifacts"):
            here = f"http://127.0.0.1:{self.server.server_address[1]}"
            listed = [
                {"created_at": name, "archive_download_url": f"{here}/zip/{name}", "expired": False}
                for name in self.archives
            ]
            self._answer(json.dumps({"artifacts": listed}).encode())
        elif self.path.startswith("/zip/"):
            self.send_response(302)
            self.send_header("Location", self.path.replace("/zip/", "/stored/"))
            self.end_headers()
        else:
            self._answer(self.archives[self.path.removeprefix("/stored/")])

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        pass


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Api, "archives", {})
    monkeypatch.setattr(Api, "asked", [])
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def packed(place: Path, values: dict[bytes, bytes], extra: tuple[str, ...] = ()) -> bytes:
    """The archive of a directory of failures."""
    database = DirectoryDatabase(place)
    for key, value in values.items():
        database.save(key, value)
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        for path in place.rglob("*.txt"):
            archive.write(path, path.relative_to(place))
        for name in extra:
            archive.writestr(name, "evil")
    return stream.getvalue()


def database(api: str, place: Path, **options: Any) -> GitHubDatabase:
    return GitHubDatabase("me", "mine", path=place, api=api, **options)


def test_the_newest_artifact_is_read(api: str, tmp_path: Path) -> None:
    Api.archives["2026-01-01"] = packed(tmp_path / "old", {b"key": b"old"})
    Api.archives["2026-02-01"] = packed(tmp_path / "new", {b"key": b"new"})
    assert list(database(api, tmp_path / "kept").fetch(b"key")) == [b"new"]
    assert list(database(api, tmp_path / "kept").fetch(b"other")) == []


def test_it_is_downloaded_once_while_it_is_fresh(api: str, tmp_path: Path) -> None:
    Api.archives["2026-01-01"] = packed(tmp_path / "old", {b"key": b"old"})
    for _ in range(2):
        list(database(api, tmp_path / "kept").fetch(b"key"))
    assert len(Api.asked) == 3
    list(database(api, tmp_path / "kept", cache_timeout=timedelta(0)).fetch(b"key"))
    assert len(Api.asked) == 6


def test_the_token_is_shown_to_the_api_only(api: str, tmp_path: Path) -> None:
    Api.archives["2026-01-01"] = packed(tmp_path / "old", {b"key": b"old"})
    list(database(api, tmp_path / "kept").fetch(b"key"))
    assert [token for _, token in Api.asked] == ["Bearer secret", "Bearer secret", None]


def test_an_old_artifact_is_better_than_none(api: str, tmp_path: Path) -> None:
    Api.archives["2026-01-01"] = packed(tmp_path / "old", {b"key": b"old"})
    list(database(api, tmp_path / "kept").fetch(b"key"))
    Api.archives.clear()
    stale = database(api, tmp_path / "kept", cache_timeout=timedelta(0))
    assert list(stale.fetch(b"key")) == [b"old"]


def test_no_artifact_is_an_error_that_names_the_token(api: str, tmp_path: Path) -> None:
    with pytest.raises(ConnectionError, match="GITHUB_TOKEN"):
        list(database(api, tmp_path / "kept").fetch(b"key"))


def test_files_outside_of_the_directory_are_left_in_the_archive(api: str, tmp_path: Path) -> None:
    evil = (
        "../evil.txt",
        "../../evil.txt",
        "/evil/evil.txt",
        "a/b/c.txt",
        "../x/evil.txt",
        "a/b.sh",
    )
    Api.archives["2026-01-01"] = packed(tmp_path / "old", {b"key": b"old"}, evil)
    assert list(database(api, tmp_path / "in" / "kept").fetch(b"key")) == [b"old"]
    found = [
        path for path in tmp_path.rglob("*") if path.is_file() and b"evil" in path.read_bytes()
    ]
    assert found == []


def test_it_cannot_be_written_to(api: str, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="ReadOnlyDatabase"):
        database(api, tmp_path).save(b"key", b"value")
    with pytest.raises(RuntimeError, match="ReadOnlyDatabase"):
        database(api, tmp_path).delete(b"key", b"value")


def test_names_are_checked() -> None:
    with pytest.raises(InvalidArgument, match="repo='a/b'"):
        GitHubDatabase("me", "a/b")
