"""What becomes of a file of tests, and what is left to the user."""

from textwrap import dedent

import pytest

from shortlex.cli.rewrite_python import rewrite_python


def rewritten(source: str) -> str:
    after, _ = rewrite_python(dedent(source).encode())
    return after.decode()


def by_hand(source: str) -> list[tuple[int, str]]:
    _, found = rewrite_python(dedent(source).encode())
    return list(found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from hypothesis import given\n", "from shortlex import given\n"),
        (
            "from hypothesis import given, strategies as st  # both\n",
            "from shortlex import given, strategies as st  # both\n",
        ),
        ("import hypothesis.strategies as st, os\n", "import shortlex.strategies as st, os\n"),
        ("from hypothesis.stateful import *\n", "from shortlex.stateful import *\n"),
        ("from hypothesis.core import given\n", "from shortlex import given\n"),
        (
            "from hypothesis import is_hypothesis_test\n",
            "from shortlex import is_shortlex_test as is_hypothesis_test\n",
        ),
        (
            "from hypothesis.errors import HypothesisWarning, Flaky as F\n",
            "from shortlex.errors import ShortlexWarning as HypothesisWarning, Flaky as F\n",
        ),
        (
            "from hypothesis.database import DirectoryBasedExampleDatabase\n",
            "from shortlex.database import DirectoryBasedExampleDatabase\n",
        ),
        (
            "import hypothesis\n@hypothesis.given(hypothesis.strategies.text())\ndef f(x): ...\n",
            "import shortlex\n@shortlex.given(shortlex.strategies.text())\ndef f(x): ...\n",
        ),
        (
            "import hypothesis\nhypothesis.errors.HypothesisException\n",
            "import shortlex\nshortlex.errors.ShortlexException\n",
        ),
        (
            (
                "from hypothesis import strategies as st\n"
                "st.characters(whitelist_categories=['Lu'], blacklist_characters='A')\n"
            ),
            (
                "from shortlex import strategies as st\n"
                "st.characters(categories=['Lu'], exclude_characters='A')\n"
            ),
        ),
        (
            "from hypothesis import settings\nsettings(max_examples=1, print_blob=True)\n",
            "from shortlex import settings\nsettings(max_examples=1)\n",
        ),
        (
            "from hypothesis import settings\nsettings(print_blob=True, max_examples=1)\n",
            "from shortlex import settings\nsettings(max_examples=1)\n",
        ),
        ("test.hypothesis.inner_test = f\n", "test.shortlex.inner_test = f\n"),
        ("@pytest.mark.hypothesis\ndef f(): ...\n", "@pytest.mark.shortlex\ndef f(): ...\n"),
        ('run("--hypothesis-seed=1")\n', 'run("--shortlex-seed=1")\n'),
        (
            'mark("error::hypothesis.errors.HypothesisWarning")\n',
            'mark("error::shortlex.errors.ShortlexWarning")\n',
        ),
    ],
)
def test_names_become_ours(before: str, after: str) -> None:
    assert rewritten(before) == after
    assert by_hand(before) == []


@pytest.mark.parametrize(
    "source",
    [
        "# hypothesis is a word\nhypothesis = 3\nprint(hypothesis.real)\n",
        "from .hypothesis import given\n",
        "from my.hypothesis import given\n",
        "x = {'characters': characters(whitelist_categories=1)}\n",
        "settings(print_blob=True)\n",
        "x  =  [1,2 ,\n3]  # as it was\n",
    ],
)
def test_everything_else_is_left_as_it_is(source: str) -> None:
    assert rewritten(source) == source


def test_the_layout_of_an_import_is_kept() -> None:
    source = """
    from hypothesis import (
        given,  # the decorator
        settings,
    )
    """
    assert rewritten(source) == dedent(source).replace("hypothesis", "shortlex")


def test_an_import_is_divided_if_only_some_names_are_ours() -> None:
    source = "from hypothesis.errors import Flaky, SmallSearchSpaceWarning\n"
    assert rewritten(source) == (
        "from shortlex.errors import Flaky\nfrom hypothesis.errors import SmallSearchSpaceWarning\n"
    )
    assert by_hand(source) == [
        (
            1,
            (
                "from hypothesis.errors import SmallSearchSpaceWarning: Shortlex never raises it: "
                "remove what is done about it."
            ),
        )
    ]


def test_the_module_stays_imported_while_something_needs_it() -> None:
    source = "import hypothesis\nhypothesis.given\nhypothesis.__version_info__\n"
    assert rewritten(source) == (
        "import shortlex, hypothesis\nshortlex.given\nhypothesis.__version_info__\n"
    )
    assert [line for line, _ in by_hand(source)] == [3]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("from hypothesis.extra.django import from_model\n", "no fields and forms of Django yet"),
        ("import hypothesis\nhypothesis.errors.SmallSearchSpaceWarning\n", "never raises it"),
        ("import hypothesis.extra.lark\n", "no grammars yet"),
        ("from hypothesis.internal.conjecture.utils import many\n", "shortlex.as_hypothesis"),
        ("from hypothesis.internal import *\n", "shortlex.as_hypothesis"),
        (
            (
                "from hypothesis import reproduce_failure\n@reproduce_failure('6.1', b'A')\n"
                "def f(): ...\n"
            ),
            "takes the token of its own report",
        ),
        ("install('hypothesis>=6.0')\n", "depend on shortlex instead"),
    ],
)
def test_what_cannot_be_decided_is_named_with_its_line(source: str, words: str) -> None:
    ((line, said),) = by_hand(source)
    assert source.splitlines()[line - 1].partition("(")[0] in source
    assert words in said


def test_a_file_that_is_not_python_is_an_error() -> None:
    with pytest.raises(SyntaxError, match="line 1"):
        rewrite_python(b"from hypothesis import (\n")


def test_encodings_and_line_ends_are_kept() -> None:
    source = "# -*- coding: latin-1 -*-\r\nfrom hypothesis import given\r\nx = 'ä'\r\n"
    after, _ = rewrite_python(source.encode("latin-1"))
    assert after == source.replace("hypothesis", "shortlex").encode("latin-1")


def test_libraries_of_extras_need_not_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr("shortlex.cli.rewrite_python.import_module", absent)
    source = "from hypothesis.extra.numpy import arrays\n"
    assert rewritten(source) == "from shortlex.extra.numpy import arrays\n"
