"""The page, as text. What a browser makes of it is in test_browser."""

import re
from html.parser import HTMLParser
from pathlib import Path

import matplotlib
import pytest
from pages import FACTS, entry, failing, hostile, passing

from shortlex.report.html import page as module
from shortlex.report.html.page import highlighted, page_bytes, page_of

SOURCE = Path(module.__file__).parent

VOID = {"meta", "link", "input", "br"}


class Structure(HTMLParser):
    """The elements of a page, which must nest."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_elements_nest_and_ids_are_unique_and_found() -> None:
    structure = Structure(page_of(FACTS, [failing(), failing(), passing(), entry("skipped")]))
    ids = [found["id"] for _, found in structure.tags if found.get("id")]
    assert len(ids) == len(set(ids))
    for _, found in structure.tags:
        for name in ("href", "for", "aria-labelledby"):
            target = found.get(name)
            if target and not target.startswith("data:"):
                assert target.removeprefix("#") in ids


def test_nothing_is_loaded_from_elsewhere() -> None:
    page = page_of(FACTS, [failing(), passing()])
    assert re.findall(r"""(?:src|href)=["'](?!#|data:)""", page) == []
    assert "url(" not in page
    assert "@import" not in page
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)


def test_what_a_test_says_stays_text() -> None:
    """Texts of tests cannot become elements, wherever they stand."""
    page = page_of(FACTS, [hostile()])
    structure = Structure(page)
    assert not [tag for tag, _ in structure.tags if tag == "img"]
    assert sum(tag == "script" for tag, _ in structure.tags) == 1
    handlers = {name for _, found in structure.tags for name in found if name.startswith("on")}
    assert handlers == set()
    assert "&lt;/script&gt;&lt;/pre&gt;&lt;img" in page


def test_only_our_script_may_run() -> None:
    page = page_of(FACTS, [])
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    script = re.search(r"<script>(.*?)</script>", page, re.S)
    assert policy is not None
    assert script is not None
    assert f"script-src '{module._hash_of(script[1])}'" in policy[1]
    assert "default-src 'none'" in policy[1]


def test_failures_come_first() -> None:
    entries = [passing(), entry("skipped"), entry("xfailed"), entry("error"), failing()]
    page = page_of(FACTS, entries)
    assert re.findall(r'<article id="\w+" class="property (\w+)"', page) == [
        "failed",
        "error",
        "xfailed",
        "passed",
        "skipped",
    ]
    assert "2 of 5 properties failed." in page
    assert "<title>2 failed - Shortlex report</title>" in page


@pytest.mark.parametrize(
    ("entries", "headline"),
    [
        ([], "No property was run."),
        ([passing()], "1 property, and none failed."),
        ([passing(), passing()], "2 properties, and none failed."),
        ([failing()], "1 of 1 property failed."),
    ],
)
def test_the_headline_says_how_it_went(entries: list[module.PropertyEntry], headline: str) -> None:
    assert headline in page_of(FACTS, entries)


def test_a_failure_has_its_case_replay_command_and_traceback() -> None:
    page = page_of(FACTS, [failing()])
    assert re.search(r"<code>pytest &#34;test_it.py::test_a\[1 2\]&#34; --replay=\w+</code>", page)
    assert "Traceback (most recent call last):" in page
    assert '<span class="c"># the only other value fails too</span>' in page
    assert "How it was reduced" in page
    assert page.count('<svg class="icicle"') == 2


def test_every_step_is_there_without_a_script() -> None:
    shown = failing()
    assert shown.record is not None
    reduction = shown.record["failures"][0]["reduction"]
    assert reduction is not None
    page = page_of(FACTS, [shown])
    trail = re.search(r'<details class="trail">.*?</details>', page, re.S)
    assert trail is not None
    assert trail[0].count("<li ") == len(reduction["trail"])
    assert re.search(rf"<summary>{reduction['accepted']} accepted steps?, with", trail[0])


def test_a_failure_without_a_step_shows_its_spans_alone() -> None:
    shown = failing()
    assert shown.record is not None
    reduction = shown.record["failures"][0]["reduction"]
    assert reduction is not None
    reduction["accepted"], reduction["trail"] = 0, reduction["trail"][:1]
    page = page_of(FACTS, [shown])
    assert '<div class="scrubber"' not in page
    assert re.findall(r"<strong>Spans (\w+)</strong>", page) == ["after"]


def test_what_is_missing_is_said() -> None:
    shown = failing()
    assert shown.record is not None
    failure = shown.record["failures"][0]
    failure["replay"], failure["is_complete"], failure["reduction"] = "", False, None
    page = page_of(FACTS, [shown])
    assert "is too long for this page" in page
    assert "was not rerun to its end" in page
    assert "How it was reduced" not in page


def test_a_test_that_failed_before_its_cases_has_what_the_runner_says() -> None:
    page = page_of(FACTS, [entry("failed", text="E   fixture 'x' <not> found")])
    assert '<pre class="message">E   fixture &#39;x&#39; &lt;not&gt; found</pre>' in page


def test_half_a_character_does_not_prevent_the_page() -> None:
    page = page_bytes(FACTS, [entry("failed", text="\ud800")])
    assert b"\\ud800" in page


def test_code_keeps_its_text() -> None:
    code = "f(\n    x='<b>',  # any & all\n    y=-1.5e3, z=None)\n  "
    found = highlighted(code)
    text = re.sub(r"</?span[^>]*>", "", found)
    assert (
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'").replace("&amp;", "&")
        == code
    )
    assert re.findall(r'class="(\w)">', found) == ["s", "c", "m", "k"]


def test_of_many_spans_only_some_are_put_into_words() -> None:
    shown = failing()
    assert shown.record is not None
    reduction = shown.record["failures"][0]["reduction"]
    assert reduction is not None
    reduction["after"]["spans"] = [("Lists", 0, 1, 0, n == 0) for n in range(100)]
    page = page_of(FACTS, [shown])
    words = re.search(r"Spans after, in words</summary><pre>(.*?)</pre>", page, re.S)
    assert words is not None
    lines = words[1].splitlines()
    assert len(lines) == module.MAX_LISTED_SPANS + 1
    assert lines[0] == "Lists: choice 1, thrown away"
    assert lines[-1] == "..."


def test_what_tests_do_to_matplotlib_does_not_change_the_page() -> None:
    entries = [failing(), passing()]
    expected = page_of(FACTS, entries)
    changes = {
        "text.usetex": True,
        "axes.formatter.use_locale": True,
        "lines.dash_capstyle": "round",
    }
    with matplotlib.rc_context(changes):
        assert page_of(FACTS, entries) == expected
        assert matplotlib.rcParams["text.usetex"]
