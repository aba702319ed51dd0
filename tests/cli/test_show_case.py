"""``shortlex show``: a token or a stored failure, with its choices, spans and value."""

import subprocess
import sys
from pathlib import Path

import pytest

from shortlex.cli.entry import main
from shortlex.core.token import format_token, mark_of

TEST = """
from shortlex import given, settings, strategies as st
from shortlex.database import DirectoryDatabase

@settings(database=DirectoryDatabase("failures"), derandomize=True)
@given(st.lists(st.integers(0, 9)), st.data())
def test_sum(xs, data):
    flag = data.draw(st.booleans())
    assert sum(xs) < 12 or not flag

class TestMethods:
    @given(st.integers())
    def test_method(self, x):
        raise AssertionError("the body is not run")
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "shown", raising=False)
    (tmp_path / "shown.py").write_text(TEST)
    return tmp_path


def token(*choices: object) -> str:
    return format_token(choices, b"abc", mark_of("shown.test_sum"))  # type: ignore[arg-type]  # any


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["show", *arguments]) == 0
    return capsys.readouterr().out


def test_a_stored_failure_shows_its_value_and_the_tree_of_its_choices(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = "import shown, contextlib\nwith contextlib.suppress(AssertionError): shown.test_sum()"
    subprocess.run([sys.executable, "-c", program], check=True, cwd=project)
    (file,) = (project / "failures").glob("*/*.txt")
    lines = shown(capsys, str(file)).splitlines()
    assert lines[0].startswith("shown.py::test_sum failed with AssertionError at shown.py:9: ")
    assert lines[1:5] == ["test_sum(", "    xs=[3, 9],", "    data=data(...),", ")"]
    tree = [line.rstrip() for line in lines[5:]]
    assert tree[0].strip().startswith("Lists:")
    assert tree[1:5] == [
        "     element",
        "0      True  (True or False)",
        "       Integer(0, 9, target=0)",
        "1        3  (an integer from 0 up to 9)",
    ]
    assert tree[-1] == "Drawn in the body, 1 choice: True"


def test_a_token_shows_its_choices_and_how_to_see_more(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(capsys, token(True, 7, "text", 0.5, b"x"))
    assert text.splitlines() == [
        f"A token: 5 choices, of a test with the mark {mark_of('shown.test_sum').hex()}",
        "0  True",
        "1  7",
        "2  'text'",
        "3  0.5",
        "4  b'x'",
        "Add --test tests/test_file.py::test_name to see spans and values.",
    ]


@pytest.mark.parametrize("test", ["shown.py::test_sum", "shown.test_sum", "shown.test_sum[a-b]"])
def test_a_token_with_its_test_shows_the_value(
    project: Path, capsys: pytest.CaptureFixture[str], test: str
) -> None:
    assert "    xs=[7]," in shown(capsys, token(True, 7, False, True), "--test", test)


def test_a_method_is_found_and_its_body_not_run(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(capsys, token(5), "--test", "shown.py::TestMethods::test_method")
    assert "    x=5," in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "neither a file nor a token"),
        (["shown.py"], "is not a stored failure"),
        (["TOKEN", "--test", "nowhere.py::test"], "which is not a Python file"),
        (["TOKEN", "--test", "nowhere.test"], "cannot be imported from here"),
        (["TOKEN", "--test", "shown.py::test_other"], "there is no property 'test_other'"),
    ],
)
def test_misuse_is_told_with_the_next_step(
    project: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    given = [token(1) if each == "TOKEN" else each for each in arguments]
    with pytest.raises(SystemExit) as caught:
        main(["show", *given])
    assert caught.value.code == 2
    assert message in " ".join(capsys.readouterr().err.split())
