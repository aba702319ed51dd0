"""The site has every page, and needs nothing but itself."""

import re
from collections import Counter
from pathlib import Path

import pytest
from blocks import PAGES, ROOT
from copies import copy, make

INDEX = ROOT / "docs" / "index.md"
SOURCES = ["src", "docs", "bench", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"]


def test_every_page_is_in_the_contents_once() -> None:
    # The lists of the index are the contents: docs/site/conf.py reads them.
    _, *parts = re.split(r"^\*\*.+\*\*$", INDEX.read_text("utf-8"), flags=re.M)
    links = re.findall(r"\]\(([^)]+\.md)\)", "".join(parts))
    counts = Counter((INDEX.parent / link).resolve() for link in links)
    pages = [page for page in [*PAGES, *ROOT.glob("*.md")] if page != INDEX]
    wrong = {str(page.relative_to(ROOT)) for page in pages if counts[page] != 1}
    assert not wrong, "add one line for each to a list of docs/index.md, or leave one of its lines"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree in which ``make docs`` was run."""
    directory = tmp_path_factory.mktemp("tree")
    copy(directory, *SOURCES)
    run = make("docs", directory)
    assert run.returncode == 0, run.stdout + run.stderr
    return directory


@pytest.mark.slow
def test_making_the_docs_again_changes_nothing(tree: Path) -> None:
    # Plots are left out: another version of matplotlib may draw them a little differently.
    assert [
        page for page in PAGES if (tree / page.relative_to(ROOT)).read_bytes() != page.read_bytes()
    ] == []


@pytest.mark.slow
def test_every_page_is_in_the_site(tree: Path) -> None:
    pages = [page.relative_to(ROOT).with_suffix(".html") for page in PAGES]
    assert [page for page in pages if not (tree / "site" / page).exists()] == []
    assert "docs/index.html" in (tree / "site" / "index.html").read_text("utf-8")


@pytest.mark.slow
def test_the_site_loads_nothing_from_elsewhere(tree: Path) -> None:
    # Links that a reader may follow are fine; what a browser fetches by itself is not.
    fetched = re.compile(
        r"""<(?:script|img|iframe|source)\b[^>]*\bsrc="(?:https?:)?//[^>]*>"""
        r"""|<link\b[^>]*\bhref="(?:https?:)?//[^>]*>"""
        r"""|@import[^;]*//[^;]*|url\(["']?(?:https?:)?//[^)]*"""
    )
    files = [file for kind in ("html", "css") for file in (tree / "site").rglob(f"*.{kind}")]
    assert len(files) > len(PAGES)
    assert [found for file in files for found in fetched.findall(file.read_text("utf-8"))] == []


@pytest.mark.slow
def test_broken_links_and_pages_that_are_not_listed_are_refused(tmp_path: Path) -> None:
    copy(tmp_path, *SOURCES)
    page = "# Lost\n\n[No page](nowhere.md), [no heading](words.md#not-there).\n"
    (tmp_path / "docs" / "lost.md").write_text(page, "utf-8")
    run = make("docs", tmp_path)
    assert run.returncode != 0
    for complaint in ("docs/lost.md: WARNING", "'nowhere.md'", "'not-there'"):
        assert complaint in run.stderr
