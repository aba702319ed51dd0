"""ip_addresses."""

from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Any

import pytest

from shortlex import strategies as st
from tests.strategies.laws_of_strategies import check_refused, find_simplest, values_of


def test_both_versions_are_met() -> None:
    assert {type(value) for value in values_of(st.ip_addresses())} == {IPv4Address, IPv6Address}
    assert {type(value) for value in values_of(st.ip_addresses(v=4))} == {IPv4Address}
    assert {type(value) for value in values_of(st.ip_addresses(v=6))} == {IPv6Address}


@pytest.mark.parametrize(
    "network", ["10.0.0.0/8", "2001:db8::/32", IPv4Network("1.2.3.4/32"), IPv6Network("::/0")]
)
def test_a_network_limits_the_addresses(network: Any) -> None:
    known: Any = (IPv6Network if ":" in str(network) else IPv4Network)(network)
    assert all(value in known for value in values_of(st.ip_addresses(network=network)))
    assert find_simplest(st.ip_addresses(network=network), lambda value: True) == known[0]


def test_special_addresses_are_met_often() -> None:
    for v in (4, 6):
        values = values_of(st.ip_addresses(v=v), 1000)  # type: ignore[call-overload]  # a number
        for kind in ("is_private", "is_loopback", "is_link_local", "is_multicast"):
            assert sum(1 for value in values if getattr(value, kind)) > 5
        assert sum(1 for value in values if value.is_global) > 100


def test_addresses_reduce_to_low_ones() -> None:
    strategy = st.ip_addresses(v=4)
    assert find_simplest(strategy, lambda value: value.is_loopback) == IPv4Address("127.0.0.0")
    assert find_simplest(strategy, lambda value: int(value) > 300) == IPv4Address("0.0.1.45")
    six = find_simplest(st.ip_addresses(), lambda value: value.version == 6)
    assert six == IPv6Address("::")


def test_all_addresses_of_a_small_network_are_met() -> None:
    strategy = st.sets(st.ip_addresses(network="192.0.2.0/30"), min_size=4)
    assert values_of(strategy, 5) == [{*IPv4Network("192.0.2.0/30")}] * 5


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.ip_addresses(v=5), ["ip_addresses(v=5)", "4 or 6"]),  # type: ignore[call-overload]  # the point
        (lambda: st.ip_addresses(v="4"), ["v='4'"]),  # type: ignore[call-overload]  # the point
        (lambda: st.ip_addresses(network=5), ["network=5", "'10.0.0.0/8'"]),  # type: ignore[call-overload]  # the point
        (lambda: st.ip_addresses(network="x"), ["network='x'", "'10.0.0.0/8'"]),
        (lambda: st.ip_addresses(network="10.0.0.1/8"), ["10.0.0.1/8", "host bits"]),
        (lambda: st.ip_addresses(v=4, network="::/0"), ["v=4", "'::/0'", "Leave v out"]),
    ],
)
def test_bad_arguments_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)
