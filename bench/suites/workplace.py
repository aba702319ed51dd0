"""Workplace: downloads, and an environment for each package and library.

Environments are kept from run to run: making them takes longer than most suites.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Literal

from bench.environment import ROOT, plain_environment
from bench.suites.projects import Project

Library = Literal["Hypothesis", "Shortlex"]
LIBRARIES: tuple[Library, ...] = ("Hypothesis", "Shortlex")


class SetUpError(Exception):
    """A package could not be downloaded or installed."""


class Workplace:
    """A directory with everything that was downloaded."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory.resolve()
        self._wheel: Path | None = None

    def sources(self, project: Project) -> Path:
        """The unpacked source distribution, without what is hidden."""
        unpacked = self._directory / "sources" / project.name
        if not unpacked.exists():
            downloads = self._directory / "downloads" / project.name
            _run("-m", "unearth", "--no-binary", "--download", str(downloads), project.name)
            archives = [*downloads.glob("*.tar.gz")]
            if not archives:
                raise SetUpError(f"{project.name} has no source distribution")
            rough = downloads / "unpacked"
            with tarfile.open(archives[0]) as archive:
                archive.extractall(rough, filter="data")
            (top,) = rough.iterdir()
            for hidden in project.hidden:
                shutil.rmtree(top / hidden, ignore_errors=True)
            unpacked.parent.mkdir(parents=True, exist_ok=True)
            (unpacked.parent / f"{project.name}.version").write_text(
                archives[0].name.removesuffix(".tar.gz").rpartition("-")[2], encoding="utf-8"
            )
            top.rename(unpacked)
        return unpacked

    def version(self, project: Project) -> str:
        file = self._directory / "sources" / f"{project.name}.version"
        return file.read_text(encoding="utf-8")

    def python(self, project: Project, library: Library) -> Path:
        """The interpreter of the environment, which is made if it does not exist."""
        directory = self._directory / "environments" / project.name / library.lower()
        python = directory / "bin" / "python"
        ready = directory / ".ready"
        if not ready.exists():
            _uv("venv", "--quiet", "--clear", "--python", sys.executable, str(directory))
            package = f"{project.name}=={self.version(project)}"
            _install(python, package, "pytest", "hypothesis", *project.needs)
            ready.touch()
        if library == "Shortlex":
            # Always: it is this library that changes.
            _install(python, "--no-deps", "--reinstall", str(self._own_wheel()))
            if not project.keeps_hypothesis:
                # So that nothing can reach it by accident.
                _uv("pip", "uninstall", "--quiet", "--python", str(python), "hypothesis")
        return python

    def _own_wheel(self) -> Path:
        if self._wheel is None:
            wheels = self._directory / "wheel"
            shutil.rmtree(wheels, ignore_errors=True)
            _uv("build", "--quiet", "--wheel", "--out-dir", str(wheels), str(ROOT))
            (self._wheel,) = wheels.glob("*.whl")
        return self._wheel


def _install(python: Path, *packages: str) -> None:
    _uv("pip", "install", "--quiet", "--python", str(python), *packages)


def _uv(*words: str) -> None:
    _run("-m", "uv", *words)


def _run(*words: str) -> None:
    # uv keeps its own cache; a variable such as VIRTUAL_ENV would only confuse it.
    environment = {k: v for k, v in plain_environment().items() if k != "VIRTUAL_ENV"}
    done = subprocess.run(
        [sys.executable, *words], env=environment, cwd=os.sep, capture_output=True, text=True
    )
    if done.returncode:
        raise SetUpError(f"{' '.join(words)}:\n{done.stdout}{done.stderr}")
