"""The HTML report of many failures is quick and small."""

import pytest

from bench.page import measure


@pytest.mark.slow
def test_a_hundred_failures_make_a_page_quickly_and_small() -> None:
    measured = measure(100)
    assert measured.failed >= 95
    assert len(measured.page) < 3_000_000
    # Of this process alone, so that a busy machine makes no difference; usually under three.
    assert measured.page_seconds < 5
    assert measured.record_seconds < 2


def test_what_is_measured_is_a_page_of_failures() -> None:
    measured = measure(6)
    assert measured.failed >= 5
    assert measured.page.count(b"How it was reduced") == measured.failed
    assert measured.record_bytes > 0
