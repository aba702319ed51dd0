"""The command ``as-hypothesis``: run a command in which hypothesis is Shortlex."""

from __future__ import annotations

import argparse
import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from shortlex.cli import Misuse
from shortlex.hypothesis_alias.contents import VERSION

NAME = "as-hypothesis"

SHIM = '''"""Shortlex in the place of Hypothesis, for the processes of `shortlex as-hypothesis`."""

__shortlex_shim__ = True

try:
    import shortlex.as_hypothesis
except ModuleNotFoundError as error:
    if error.name != "shortlex":
        raise
    import sys

    raise ModuleNotFoundError(
        "`shortlex as-hypothesis` was started with another Python than this one, "
        f"{sys.executable}, where Shortlex is not installed. Install it here, too.",
        name="shortlex",
    ) from None

import importlib
import sys

importlib.import_module("hypothesis")
'''

METADATA = """Metadata-Version: 2.1
Name: hypothesis
Version: {version}
Summary: Shortlex, under the name of Hypothesis
"""

ENTRY_POINTS = """[pytest11]
hypothesispytest = shortlex.as_hypothesis
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "shortlex as-hypothesis [-h] -- COMMAND ..."
    parser.add_argument(
        "command",
        nargs=argparse.REMAINDER,
        metavar="COMMAND",
        help="the command and its arguments, as in `shortlex as-hypothesis -- pytest -x`",
    )


def run(options: argparse.Namespace) -> int:
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if not command:
        raise Misuse("as-hypothesis needs a command, as in `shortlex as-hypothesis -- pytest`.")
    with TemporaryDirectory(prefix="shortlex-as-hypothesis-") as folder:
        write_shim(Path(folder))
        environment = {**os.environ, "PYTHONPATH": _first(folder, os.environ.get("PYTHONPATH"))}
        try:
            return _exit_code(subprocess.call(command, env=environment))
        except OSError as error:
            raise Misuse(f"{command[0]} cannot be run: {error.strerror}.") from None


def write_shim(folder: Path) -> None:
    """Write a package ``hypothesis``, and the distribution that it belongs to."""
    package = folder / "hypothesis"
    package.mkdir()
    (package / "__init__.py").write_text(SHIM, encoding="utf-8")
    about = folder / f"hypothesis-{VERSION}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(METADATA.format(version=VERSION), encoding="utf-8")
    (about / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")


def _first(folder: str, others: str | None) -> str:
    return folder if not others else os.pathsep.join((folder, others))


def _exit_code(status: int) -> int:
    """The exit code of a shell for a command that ended like this."""
    return status if status >= 0 else 128 - status
