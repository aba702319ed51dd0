"""Addresses: those of IP, of both versions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Literal, overload

from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.strategy import SearchStrategy
from shortlex.strategies.unions import one_of

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

# Networks with a meaning of their own, which programs treat differently or forget to.
_SPECIAL = {
    4: (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"),
        *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        "255.255.255.255/32",
    ),
    6: (
        *("::/128", "::1/128", "::ffff:0:0/96", "64:ff9b::/96", "100::/64", "2001::/32"),
        *("2001:db8::/32", "2002::/16", "fc00::/7", "fe80::/10", "ff00::/8"),
    ),
}
_EVERYTHING = {4: "0.0.0.0/0", 6: "::/0"}


class Numbered(Integer):
    """The numbers of addresses; half of them in special parts, if there are any.

    Parts are for sampling alone: an address has one number, however it was come by.
    """

    __slots__ = ("_special",)

    def __init__(self, first: int, last: int, special: Sequence[tuple[int, int]]) -> None:
        super().__init__(first, last)
        self._special = [Integer(*each) for each in special]

    def sample(self, random: Random, scale: float) -> int:
        special = self._special
        if special and (r := random.random()) < 0.5:
            return special[int(r * 2.0 * len(special))].sample(random, scale)
        return super().sample(random, scale)


class Addresses(SearchStrategy[Any]):
    """The addresses of a network."""

    known_empty = False

    def __init__(self, network: Any) -> None:
        from ipaddress import ip_network

        special = [ip_network(each) for each in _SPECIAL[network.version]]
        inside = [_ends(each) for each in special if each != network and each.subnet_of(network)]
        self._number = Numbered(*_ends(network), inside)
        self._make = type(network.network_address)
        self.network = network

    def do_draw(self, case: Case) -> Any:
        return self._make(case.choose(self._number))

    def label_to(self, depth: int) -> str:
        return f"Addresses:{self.network}"

    def count_at_most(self) -> int:
        return int(self.network.num_addresses)


def _ends(network: Any) -> tuple[int, int]:
    return int(network.network_address), int(network.broadcast_address)


@overload
def ip_addresses(
    *, v: Literal[4], network: str | IPv4Network | None = None
) -> SearchStrategy[IPv4Address]: ...
@overload
def ip_addresses(
    *, v: Literal[6], network: str | IPv6Network | None = None
) -> SearchStrategy[IPv6Address]: ...
@overload
def ip_addresses(
    *, v: None = None, network: str | IPv4Network | IPv6Network | None = None
) -> SearchStrategy[IPv4Address | IPv6Address]: ...
@lazy_once
def ip_addresses(*, v: int | None = None, network: Any = None) -> SearchStrategy[Any]:
    """Addresses of ``ipaddress``, of version 4 or 6 or, without ``v``, either.

    Only those of ``network``, if one is given. Half are in networks of special use. Reduces to
    ``0.0.0.0``, ``::`` or the first of the network.
    """
    if v is not None and (v not in (4, 6) or isinstance(v, bool)):
        raise InvalidArgument(f"ip_addresses(v={v!r}): must be 4 or 6, or None for either.")
    if network is not None:
        return Addresses(_network(v, network))
    from ipaddress import ip_network

    versions = (4, 6) if v is None else (v,)
    return one_of([Addresses(ip_network(_EVERYTHING[each])) for each in versions])


def _network(v: object, given: Any) -> Any:
    from ipaddress import IPv4Network, IPv6Network, ip_network

    shown = f"ip_addresses(network={given!r})"
    if not isinstance(given, (str, IPv4Network, IPv6Network)):
        raise InvalidArgument(f"{shown}: must be a network, or a string such as '10.0.0.0/8'.")
    try:
        network = ip_network(given)
    except ValueError as error:
        raise InvalidArgument(
            f"{shown}: {error}. Write the first address and the bits that stay, as '10.0.0.0/8'."
        ) from error
    if v not in (None, network.version):
        raise InvalidArgument(
            f"ip_addresses(v={v!r}, network={given!r}): that network is of version "
            f"{network.version}. Leave v out."
        )
    return network
