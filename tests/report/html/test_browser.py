"""The page in a real browser: Chromium, without a window, driven by Selenium."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pages import FACTS, HOSTILE, entry, failing, hostile, passing
from selenium.webdriver import ActionChains, Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from shortlex.report.html.page import page_bytes

pytestmark = pytest.mark.slow

# Nothing but the page: no sandbox, since tests may be run by root, and no talk with its maker.
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync "
    "--disable-background-networking --disable-component-update --disable-dev-shm-usage"
)

CONTRAST = """
const parse = (text) => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const light = (colour) => {
  const [r, g, b] = colour.map((each) => {
    each /= 255;
    return each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = (element) => {
  for (; element; element = element.parentElement) {
    const colour = parse(getComputedStyle(element).backgroundColor);
    if (colour[3] === 255) return colour;
  }
  return [255, 255, 255, 255];
};
return [...document.querySelectorAll("body *")].filter((element) =>
  !element.closest("svg, meter, :disabled") && element.getClientRects().length &&
  [...element.childNodes].some((each) => each.nodeType === 3 && each.data.trim())
).map((element) => {
  const [one, other] = [parse(getComputedStyle(element).color), behind(element)].map(light);
  const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  return [ratio, element.tagName + "." + element.className, element.textContent.slice(0, 40)];
}).filter(([ratio]) => ratio < 4.5);
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    program, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver is None:
        missing = "chromium and chromedriver are not installed (Debian: chromium, chromium-driver)"
        # Where all is checked, this is too.
        is_needed = "SHORTLEX_TESTS_NEED_BROWSER" in os.environ
        (pytest.fail if is_needed else pytest.skip)(missing)
    options = ChromeOptions()
    options.binary_location = program
    for flag in [*FLAGS.split(), f"--user-data-dir={tmp_path_factory.mktemp('browser')}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    running = Chrome(options=options, service=ChromeService(driver))
    try:
        yield running
    finally:
        running.quit()


@pytest.fixture
def page(browser: Chrome, tmp_path: Path) -> Iterator[Chrome]:
    """A page of failures and others, open in a window of usual size."""
    entries = [failing(), hostile(), entry("error", text="no fixture"), passing(), passing()]
    path = tmp_path / "report.html"
    path.write_bytes(page_bytes(FACTS, entries))
    browser.set_window_size(1280, 1000)
    prefer(browser)
    browser.get(path.as_uri())
    browser.execute_script("localStorage.clear()")
    browser.refresh()
    yield browser
    assert browser.get_log("browser") == []


def command(browser: Chrome, name: str, **arguments: Any) -> None:
    browser.execute_cdp_cmd(name, arguments)


def prefer(browser: Chrome, scheme: str = "light", media: str = "") -> None:
    """What the system says of itself. Clicks need pages that do not move."""
    features = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
    listed = [{"name": name, "value": value} for name, value in features.items()]
    command(browser, "Emulation.setEmulatedMedia", media=media, features=listed)


def one(page: Chrome | WebElement, selector: str) -> WebElement:
    return page.find_element(By.CSS_SELECTOR, selector)


def every(page: Chrome | WebElement, selector: str) -> list[WebElement]:
    return page.find_elements(By.CSS_SELECTOR, selector)


def background(page: Chrome) -> str:
    return one(page, "body").value_of_css_property("background-color")


def test_the_page_loads_alone_and_without_complaint(page: Chrome) -> None:
    assert page.title == "3 failed - Shortlex report"
    assert page.execute_script("return performance.getEntriesByType('resource').length") == 0
    assert len(every(page, "article")) == 5


def test_what_a_test_says_does_nothing(page: Chrome) -> None:
    assert page.title == "3 failed - Shortlex report"
    assert every(page, "img") == []
    article = every(page, "article")[1]
    assert HOSTILE in one(article, "h2").text
    page.execute_script(
        "arguments[0].querySelectorAll('details').forEach(e => e.open = true)", article
    )
    assert one(article, ".trail pre").text == HOSTILE
    assert one(article, ".value").text == HOSTILE


def test_the_scrubber_shows_the_value_at_each_step(page: Chrome) -> None:
    scrubber, steps = one(page, ".scrubber"), every(page, "#p1 .trail li")
    values = [one(step, "pre").get_property("textContent") for step in steps]
    handle, value = one(scrubber, "input"), one(scrubber, ".value")
    assert value.get_property("textContent") == values[0]
    handle.send_keys(Keys.ARROW_RIGHT)
    assert value.get_property("textContent") == values[1] != values[0]
    assert handle.get_attribute("aria-valuetext").startswith(f"1 of {len(steps) - 1}: ")
    one(scrubber, ".on").click()
    assert value.get_property("textContent") == values[2]
    one(scrubber, ".back").click()
    assert value.get_property("textContent") == values[1]
    handle.send_keys(Keys.END)
    assert value.get_property("textContent") == values[-1]
    assert value.text == one(page, "#p1 .failure > .code").text.replace(
        "  # the only other value fails too", ""
    )
    assert not one(scrubber, ".on").is_enabled()


def test_the_scrubber_marks_what_the_next_step_changes(page: Chrome) -> None:
    scrubber, handle = one(page, ".scrubber"), one(page, ".scrubber input")
    assert one(scrubber, "mark").get_property("textContent")
    handle.send_keys(Keys.END)
    assert one(scrubber, "mark").get_property("textContent") == ""


def test_the_chart_follows_the_scrubber(page: Chrome) -> None:
    cursor, handle = one(page, ".chart .cursor"), one(page, ".scrubber input")
    before = cursor.get_attribute("cx")
    handle.send_keys(Keys.END)
    steps = every(page, "#p1 .trail li")
    assert before != cursor.get_attribute("cx") == steps[-1].get_attribute("data-x")


def test_all_can_be_reached_with_the_keyboard(page: Chrome) -> None:
    reached = []
    for _ in range(60):
        ActionChains(page).send_keys(Keys.TAB).perform()
        focused = page.switch_to.active_element
        reached.append((focused.tag_name, focused.get_attribute("id") or focused.text))
        shown = focused.value_of_css_property("outline-style")
        assert focused.tag_name == "body" or shown != "none"
    assert reached[0] == ("a", "Skip to the properties")
    for wanted in [("button", "theme"), ("input", "filter"), ("input", "p1-1-range")]:
        assert wanted in reached
    assert any(tag == "summary" for tag, _ in reached)


def test_a_summary_opens_with_the_keyboard(page: Chrome) -> None:
    details = one(page, "#p1 .generated")
    assert details.get_property("open") is False
    one(details, "summary").send_keys(Keys.ENTER)
    assert details.get_property("open") is True
    assert one(details, ".chart").is_displayed()


def test_the_filter_leaves_what_fits(page: Chrome) -> None:
    one(page, "#filter").send_keys("passed")
    shown = [each for each in every(page, "article") if each.is_displayed()]
    assert len(shown) == 2
    assert one(page, "#shown").text == "2 of 5"
    one(page, "#filter").clear()
    one(page, "#filter").send_keys(Keys.SPACE)
    assert all(each.is_displayed() for each in every(page, "article"))


def test_the_command_is_copied_or_selected(page: Chrome) -> None:
    button = one(page, "#p1 .copy")
    button.click()
    page.execute_async_script("setTimeout(arguments[0], 50)")
    assert button.text in ("Copied", "Selected")


def test_the_theme_is_that_of_the_system_until_one_is_chosen(page: Chrome) -> None:
    light = background(page)
    prefer(page, "dark")
    dark = background(page)
    assert dark != light
    one(page, "#theme").click()
    assert (one(page, "#theme").text, background(page)) == ("Theme: light", light)
    page.refresh()
    assert background(page) == light
    one(page, "#theme").click()
    prefer(page, "light")
    assert (one(page, "#theme").text, background(page)) == ("Theme: dark", dark)
    one(page, "#theme").click()
    assert background(page) == light


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_has_enough_contrast(page: Chrome, scheme: str) -> None:
    prefer(page, scheme)
    page.execute_script("document.querySelectorAll('details').forEach(e => e.open = true)")
    assert page.execute_script(CONTRAST) == []


def test_a_narrow_window_needs_no_scrolling_sideways(page: Chrome) -> None:
    page.execute_script("document.querySelectorAll('details').forEach(e => e.open = true)")
    for width in (1280, 500):
        page.set_window_size(width, 900)
        root = one(page, "html")
        assert root.get_property("scrollWidth") <= root.get_property("clientWidth")


def test_without_scripts_the_essentials_are_there(page: Chrome) -> None:
    command(page, "Emulation.setScriptExecutionDisabled", value=True)
    page.refresh()
    command(page, "Emulation.setScriptExecutionDisabled", value=False)
    assert not one(page, ".scrubber").is_displayed()
    assert not one(page, "#search").is_displayed()
    article = one(page, "#p1")
    assert "The simplest case that fails" in article.text
    assert "--replay=" in article.text
    assert "Traceback (most recent call last):" in article.text
    assert one(article, ".chart").is_displayed()
    one(article, ".trail summary").click()
    assert every(article, ".trail li")[-1].is_displayed()
    every(page, "nav a")[3].click()
    assert page.current_url.endswith("#p4")


def test_paper_has_what_is_of_use_there(page: Chrome) -> None:
    prefer(page, media="print")
    assert not one(page, "nav").is_displayed()
    assert not one(page, "#p1 .copy").is_displayed()
    assert one(page, "#p1 .failure > .code").is_displayed()
