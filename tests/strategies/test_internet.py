"""emails, domains and urls."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest

from shortlex import strategies as st
from shortlex.provisional import domains, urls
from tests.strategies.laws_of_strategies import (
    check_refused,
    draw_light,
    find_simplest,
    values_of,
)

LABEL = re.compile("[a-zA-Z]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?")
LOCAL = re.compile(r"[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*", re.ASCII)


def is_domain(value: str) -> bool:
    *labels, top = value.split(".")
    return (
        bool(labels)
        and len(value) <= 255
        and all(LABEL.fullmatch(each) and each[2:4] != "--" for each in labels)
        and re.fullmatch("[a-z0-9-]{2,63}", top) is not None
    )


def test_domains_follow_the_rules() -> None:
    values = values_of(domains(), 1000)
    assert [value for value in values if not is_domain(value)] == []
    assert len({*values}) > 950
    assert len({value.rpartition(".")[2] for value in values}) > 100


@pytest.mark.parametrize(("longest", "longest_label"), [(4, 63), (5, 1), (9, 2), (255, 5)])
def test_the_lengths_of_domains_are_respected(longest: int, longest_label: int) -> None:
    strategy = domains(max_length=longest, max_element_length=longest_label)
    for value in values_of(strategy, 300):
        assert is_domain(value)
        assert len(value) <= longest
        assert max(map(len, value.split(".")[:-1])) <= longest_label


def test_domains_reduce_to_few_and_simple_labels() -> None:
    assert find_simplest(domains(), lambda value: value.count(".") == 2) == "a.a.com"
    assert find_simplest(domains(), lambda value: value.endswith(".museum")) == "a.museum"
    assert find_simplest(domains(), lambda value: re.search(r"\d", value)) == "a0.com"


def test_emails_follow_the_rules() -> None:
    for value in values_of(st.emails(), 1000):
        local, _, domain = value.rpartition("@")
        assert LOCAL.fullmatch(local)
        assert len(local) <= 64
        assert len(value) <= 254
        assert is_domain(domain)


def test_emails_reduce_to_what_a_person_would_write() -> None:
    assert find_simplest(st.emails(), lambda value: "+" in value) == "+@a.com"
    assert find_simplest(st.emails(), lambda value: value.endswith(".org")) == "a@a.org"


def test_the_domains_of_emails_can_be_given() -> None:
    strategy = st.emails(domains=st.sampled_from(["x.org", "y.net"]))
    assert {value.partition("@")[2] for value in values_of(strategy, 50)} == {"x.org", "y.net"}
    # Without room for a name there is no address.
    assert draw_light(st.emails(domains=st.just("a" * 253)), 0) is None


def test_urls_follow_the_rules() -> None:
    values = values_of(urls(), 1000)
    for value in values:
        assert re.fullmatch(r"[\w.~:/?#@!$&'()*+,;=%-]+", value, re.ASCII)
        assert not re.search("%(?![0-9A-F]{2})", value)
        found = urlsplit(value)
        assert found.scheme in ("http", "https")
        assert is_domain(value.split("/")[2].split(":")[0].split("?")[0].split("#")[0])
        assert found.port is None or 1 <= found.port <= 65535
    for part in ("port", "path", "query", "fragment"):
        share = sum(1 for value in values if getattr(urlsplit(value), part)) / len(values)
        assert 0.2 < share < 0.9


def test_urls_reduce_to_what_a_person_would_write() -> None:
    assert find_simplest(urls(), lambda value: urlsplit(value).port) == "http://a.com:80"
    assert find_simplest(urls(), lambda value: urlsplit(value).path) == "http://a.com/"
    assert find_simplest(urls(), lambda value: urlsplit(value).query) == "http://a.com?a"
    assert find_simplest(urls(), lambda value: "%20" in value) == "http://a.com#%20"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: domains(max_length=3), ["domains(max_length=3)", "from 4 to 255"]),
        (lambda: domains(max_length=256), ["max_length=256"]),
        (lambda: domains(max_length=True), ["max_length=True"]),
        (lambda: domains(max_length=9.0), ["max_length=9.0"]),  # type: ignore[arg-type]  # the point
        (lambda: domains(max_element_length=0), ["max_element_length=0", "from 1 to 63"]),
        (lambda: domains(max_element_length=64), ["max_element_length=64"]),
        (lambda: st.emails(domains="x.org"), ["emails(): domains", "'x.org'"]),  # type: ignore[arg-type]  # the point
    ],
)
def test_bad_arguments_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)
