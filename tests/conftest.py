"""What all tests share: pytest inside pytest, and the same cases in every run."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from shortlex import Phase, settings
from shortlex.system.environment import CI_VARIABLES, TRUE_CI_VARIABLES

pytest_plugins = ["pytester"]

# Tests, and what they start, run in the same way here and in CI. BUILD_NUMBER is pytest's own.
for _name in (*CI_VARIABLES, *TRUE_CI_VARIABLES, "BUILD_NUMBER"):
    os.environ.pop(_name, None)

# Who starts the tests in the background may have them, and what they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Not from what is active, which the environment may have chosen. What a failure means is explained
# where that is what is tested: it takes calls of the test. Nothing is kept: the suite must not find
# in its own tree what another run left there.
settings.register_profile(
    "deterministic",
    settings.get_profile("default"),
    derandomize=True,
    database=None,
    phases=set(Phase) - {Phase.explain},
)
settings.load_profile("deterministic")

_homes = count()


@pytest.fixture(autouse=True)
def home_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A process that a test starts keeps its failures where no other test looks."""
    # A name only: most tests keep nothing.
    home = tmp_path_factory.getbasetemp() / f"home-{next(_homes)}"
    monkeypatch.setenv("SHORTLEX_HOME", str(home))


@pytest.fixture
def fresh_profiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Profiles as after an import; what a test makes of them is forgotten."""
    # Not by `import shortlex.settings as ...`: that name of the package is the class.
    module = sys.modules["shortlex.settings"]
    monkeypatch.setattr(module, "_profiles", {})
    monkeypatch.setattr(module, "_active", "default")
    module._begin_profiles({})


Program = Callable[..., str]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Run a program after ``import shortlex.as_hypothesis``; returns what it prints."""

    def run(text: str, *, fails: bool = False, before: str = "") -> str:
        path = tmp_path / "program.py"
        path.write_text(f"{before}\nimport shortlex.as_hypothesis\n{text}", encoding="utf-8")
        ended = subprocess.run(
            [sys.executable, str(path)], capture_output=True, text=True, cwd=tmp_path, check=False
        )
        assert (ended.returncode != 0) is fails, ended.stderr + ended.stdout
        return ended.stderr if fails else ended.stdout

    return run


OnTerminal = Callable[[Callable[[int], "subprocess.Popen[bytes]"]], tuple[str, str]]


@pytest.fixture
def on_terminal() -> OnTerminal:
    """Gives a process the descriptor of a terminal; what it prints elsewhere, and what there."""
    pty = pytest.importorskip("pty", reason="needs a pseudo-terminal")

    def run(start: Callable[[int], "subprocess.Popen[bytes]"]) -> tuple[str, str]:
        ours, theirs = pty.openpty()
        process = start(theirs)
        os.close(theirs)
        shown = b""
        while select.select([ours], [], [], 120)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:  # how Linux says that nobody has it open any more
                break
            if not part:
                break
            shown += part
        os.close(ours)
        output, _ = process.communicate(timeout=120)
        return (output or b"").decode(), shown.decode()

    return run


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Explanations have all the time they want: what they find depends on nothing else."""
    from shortlex.runner.explain import experiment

    monkeypatch.setattr(experiment, "MIN_SECONDS", 60.0)
    monkeypatch.setattr(experiment, "MAX_SECONDS", 60.0)


@pytest.fixture
def one_last_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reduced case is run once more, for the report, and no more often to be sure."""
    from shortlex.runner.flaky import exact

    monkeypatch.setattr(exact, "MIN_RUNS", 1)
    monkeypatch.setattr(exact, "MAX_RUNS", 1)
    monkeypatch.setattr(exact, "MAX_EARLY_RUNS", 0)
