"""Links within the repository lead somewhere, and every page can be reached."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from blocks import PAGES, ROOT

LINKED = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]


def links_of(page: Path) -> Iterator[str]:
    """The targets of all links of a page that stay in the repository."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"[a-z]+:", target):
            yield target


def anchors_of(page: Path) -> set[str]:
    """The names that the headings of a page can be linked by."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", each).strip().lower().replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", LINKED, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_resolves(page: Path) -> None:
    broken = []
    for target in links_of(page):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and anchor not in anchors_of(file)):
            broken.append(target)
    assert broken == []


def test_every_page_can_be_reached_from_the_index() -> None:
    found = {ROOT / "docs" / "index.md"}
    waiting = list(found)
    while waiting:
        page = waiting.pop()
        for target in links_of(page):
            file = (page.parent / target.partition("#")[0]).resolve()
            if file.suffix == ".md" and file not in found and file.exists():
                found.add(file)
                waiting.append(file)
    assert {page for page in PAGES if page.is_relative_to(ROOT / "docs")} - found == set()
