"""How a process died, and where it was."""

import os
import subprocess
import sys

import pytest

from shortlex.errors import ProcessDied
from shortlex.runner.crashes.crash import crash_place, how_it_died

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork()")


def status_of(program: str) -> int:
    """The status that ``waitpid`` gives of a process that runs a program."""
    process = subprocess.Popen([sys.executable, "-c", f"import os, signal\n{program}"])
    _, status = os.waitpid(process.pid, 0)
    process.returncode = 0  # waited for already
    return status


@pytest.mark.parametrize(
    ("program", "how", "words"),
    [
        ("os.kill(os.getpid(), signal.SIGTERM)", "SIGTERM", "SIGTERM (terminated)."),
        ("os.kill(os.getpid(), signal.SIGUSR1)", "SIGUSR1", "SIGUSR1."),
        ("os._exit(0)", "exit 0", "ended its process with exit code 0."),
        ("os._exit(7)", "exit 7", "ended its process with exit code 7."),
    ],
)
def test_each_death_has_a_name_and_a_sentence(program: str, how: str, words: str) -> None:
    found = how_it_died(status_of(program))
    assert found == how
    assert str(ProcessDied(found)).endswith(words)


FRAMES = f'''Fatal Python error: Segmentation fault

Current thread 0x00007f (most recent call first):
  File "{os.__file__}", line 500 in string_at
  File "{__file__}", line 12 in innermost
  File "{__file__}", line 34 in outermost
'''


def test_the_place_is_the_innermost_of_the_users_own_code() -> None:
    assert crash_place(FRAMES) == (__file__, 12)


def test_a_process_that_wrote_nothing_was_nowhere() -> None:
    assert crash_place("") == ("<unknown>", 0)
