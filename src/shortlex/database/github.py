"""GitHub: reads the failures that a workflow of GitHub Actions has uploaded as an artifact."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from typing import Any
from urllib.error import URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener
from zipfile import BadZipFile, ZipFile

from shortlex.core.shown import shown
from shortlex.database.directory import DirectoryDatabase
from shortlex.database.interface import Database
from shortlex.errors import InvalidArgument
from shortlex.system.environment import home_directory
from shortlex.system.genuine import io, make_directories, os, wall_time

TOKEN_VARIABLE = "GITHUB_TOKEN"
"""The environment variable with a token that may read the artifacts."""

API = "https://api.github.com"

MAX_BYTES = 256 * 2**20
"""The maximum size of an artifact, packed and unpacked."""

TIMEOUT = 30.0
"""The maximum number of seconds for a request."""


class GitHubDatabase(Database):
    """Reads the failures of the newest artifact of this name: those that CI has found.

    The workflow uploads the directory ``.shortlex/failures``. The artifact is downloaded at most
    once in ``cache_timeout`` and kept below ``path``: by default in ``.shortlex/artifacts``.

    It cannot be written to. Put it behind a database of your own:
    ``LayeredDatabase(DirectoryDatabase(), ReadOnlyDatabase(GitHubDatabase("owner", "project")))``.
    """

    def __init__(
        self,
        owner: str,
        repo: str,
        artifact_name: str = "shortlex-failures",
        cache_timeout: timedelta = timedelta(days=1),
        path: str | os.PathLike[str] | None = None,
        *,
        api: str = API,
    ) -> None:
        for name, value in (("owner", owner), ("repo", repo), ("artifact_name", artifact_name)):
            if not re.fullmatch(r"[\w.-]+", value):
                raise InvalidArgument(f"GitHubDatabase({name}={shown(value)}): must be a name.")
        if not isinstance(cache_timeout, timedelta):
            raise InvalidArgument(
                f"GitHubDatabase(cache_timeout={shown(cache_timeout)}): must be a timedelta."
            )
        self.owner: str = owner
        self.repo: str = repo
        self.artifact_name: str = artifact_name
        self.cache_timeout = cache_timeout
        self.api = api
        self._path: str | None = None if path is None else os.fspath(path)
        self._failures: DirectoryDatabase | None = None

    @property
    def path(self) -> str:
        """The directory that has the downloaded artifact."""
        name = f"{self.owner}-{self.repo}-{self.artifact_name}"
        above = os.path.join(home_directory(), "artifacts") if self._path is None else self._path
        return os.path.join(above, name)

    def fetch(self, key: bytes) -> Iterable[bytes]:
        if self._failures is None:
            self._failures = DirectoryDatabase(self._unpacked())
        return self._failures.fetch(key)

    def save(self, key: bytes, value: bytes) -> None:
        self._refuse()

    def delete(self, key: bytes, value: bytes) -> None:
        self._refuse()

    def _refuse(self) -> None:
        raise RuntimeError(
            f"{self!r} cannot be written to. Use ReadOnlyDatabase(...), behind a database of your "
            "own in a LayeredDatabase."
        )

    def _unpacked(self) -> str:
        """The directory with the unpacked artifact, downloaded if it is too old."""
        place = self.path
        if not self._is_fresh(place):
            try:
                self._download(place)
            except (OSError, URLError, ValueError, KeyError, BadZipFile) as error:
                # Better old failures than none.
                if self._age_of(place) is None:
                    raise ConnectionError(
                        f"{self!r} cannot be read: {error}. It needs {TOKEN_VARIABLE} in the "
                        "environment, with a token that may read the artifacts"
                    ) from error
        return place

    def _is_fresh(self, place: str) -> bool:
        age = self._age_of(place)
        return age is not None and age < self.cache_timeout.total_seconds()

    def _age_of(self, place: str) -> float | None:
        """The seconds since the artifact was downloaded; None if it never was."""
        try:
            return wall_time() - os.stat(os.path.join(place, ".complete")).st_mtime
        except OSError:
            return None

    def _download(self, place: str) -> None:
        listed = json.loads(
            self._ask(
                f"{self.api}/repos/{self.owner}/{self.repo}/actions/artifacts"
                f"?per_page=100&name={self.artifact_name}"
            )
        )
        usable = [each for each in listed["artifacts"] if not each.get("expired")]
        if not usable:
            raise ValueError(f"there is no artifact {self.artifact_name!r}")
        newest = max(usable, key=lambda each: str(each["created_at"]))
        packed = self._ask(str(newest["archive_download_url"]))
        make_directories(place)
        _unpack(packed, place)
        with io.open(os.path.join(place, ".complete"), "wb"):
            os.utime(os.path.join(place, ".complete"))

    def _ask(self, url: str) -> bytes:
        headers = {"Accept": "application/vnd.github+json"}
        if token := os.environ.get(TOKEN_VARIABLE):
            headers["Authorization"] = f"Bearer {token}"
        request = Request(url, headers=headers)  # the address of the API
        with build_opener(_Redirects).open(request, timeout=TIMEOUT) as answer:
            found: bytes = answer.read(MAX_BYTES + 1)
        if len(found) > MAX_BYTES:
            raise ValueError(f"it has more than {MAX_BYTES:,} bytes")
        return found

    def __repr__(self) -> str:
        return f"GitHubDatabase({self.owner!r}, {self.repo!r}, {self.artifact_name!r})"


class _Redirects(HTTPRedirectHandler):
    """Follows to where the artifact is stored, without showing the token there."""

    def redirect_request(self, *arguments: Any) -> Request | None:
        request = super().redirect_request(*arguments)
        if request is not None:
            request.remove_header("Authorization")
        return request


def _unpack(packed: bytes, place: str) -> None:
    """Write the files of an archive: one directory for each test, with a file for each failure."""
    with ZipFile(io.BytesIO(packed)) as archive:
        inside = [each for each in archive.infolist() if not each.is_dir()]
        if sum(each.file_size for each in inside) > MAX_BYTES:
            raise ValueError(f"it unpacks to more than {MAX_BYTES:,} bytes")
        for each in inside:
            parts = each.filename.split("/")
            # Nothing outside: names of other forms are not ours.
            if len(parts) != 2 or any(not re.fullmatch(r"[\w.,=\[\] -]+", one) for one in parts):
                continue
            if parts[0] in ("..", ".") or not parts[1].endswith(".txt"):
                continue
            make_directories(os.path.join(place, parts[0]))
            with (
                suppress(FileExistsError),
                io.open(os.path.join(place, *parts), "xb") as file,
            ):
                file.write(archive.read(each))
