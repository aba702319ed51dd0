"""Internet: host names, mail addresses, URLs, IP addresses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TYPE_CHECKING, Any, Literal, overload

from shortlex.core.alphabet import Alphabet
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.shown import shown
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.selection import ballast_of, position_in
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy
from shortlex.strategies.unions import one_of

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

# Not all that exist, but all kinds: usual, short, long, of countries, of other scripts.
_KNOWN = (
    "com org net edu gov mil int info biz name pro io dev app xyz online site shop blog cloud tech "
    "museum travel jobs post cat coop aero asia eu de uk fr es it nl be at ch pl cz se no fi dk ie "
    "pt gr ro hu ua ru tr il ir in pk cn hk tw jp kr sg th vn id my ph au nz za eg ke ng ma br ar "
    "cl co pe ve mx us ca tv me cc ws ai to ly is li lu mt cy ee lv lt bg hr si sk rs ba mk al by "
    "ac sh gg je im ax su tk page bank zip mov photography international foundation "
    "travelersinsurance northwesternmutual sandvikcoromant xn--p1ai xn--fiqs8s xn--j6w193g "
    "xn--90ais xn--mgbaam7a8h xn--3e0b707e xn--vermgensberatung-pwb"
)
_TOP_LEVEL = tuple(_KNOWN.split())

_LETTERS = ascii_lowercase + ascii_uppercase
_LABEL = Alphabet.of_characters(ascii_lowercase + digits + ascii_uppercase + "-")
_LOCAL = Alphabet.of_characters(
    ascii_lowercase + digits + ascii_uppercase + ".+-_!#$%&'*/=?^`{|}~",
)
_IN_URLS = Alphabet.of_characters(
    ascii_lowercase + digits + ascii_uppercase + "-._~!$&'()*+,;=:@ %/?#[]{}|\\^`\"<>"
)
# Characters that would mean something else there, or are not allowed at all.
_ESCAPED = {ord(char): f"%{ord(char):02X}" for char in ' %/?#[]{}|\\^`"<>'}

LONGEST_LABEL = 63
MAX_LABELS = 4
"""The most labels before the top-level domain. More are allowed, but hardly ever seen."""

LONGEST_DOMAIN = 255
SHORTEST_DOMAIN = 4
LONGEST_LOCAL = 64
LONGEST_EMAIL = 254

# The length of longer endings counts, or they would be the simplest way to a long name.
_USUAL_ENDING = len("com")

_PERHAPS = Sizes(0, 1)
_UP_TO_FOUR = Sizes(0, 4)
_SCHEMES = ("http", "https")
_PORT = Integer(1, 65535, target=80)
_PIECE = String(_IN_URLS, Sizes(0))


@lru_cache(maxsize=256)
def _label_domain(most: int) -> String:
    return String(_LABEL, Sizes(1, most))


@lru_cache(maxsize=LONGEST_LOCAL)
def _local_domain(most: int) -> String:
    return String(_LOCAL, Sizes(1, most))


class Endings(Integer):
    """Positions of endings; the usual ones stand first and are common."""

    __slots__ = ()

    def __init__(self, count: int) -> None:
        super().__init__(0, count - 1)

    def sample(self, random: Random, scale: float) -> int:
        return int(random.random() ** 3 * self.count)  # type: ignore[operator]  # count is set


class Domains(SearchStrategy[str]):
    """Labels and a top-level domain, with dots between them."""

    known_empty = False

    def __init__(self, longest: int, longest_label: int) -> None:
        self.longest = longest
        self.longest_label = longest_label
        self._endings = tuple(each for each in _TOP_LEVEL if len(each) + 2 <= longest)
        self._which = Endings(len(self._endings))
        self._sizes = Sizes(1, min(MAX_LABELS, longest // 2))

    def do_draw(self, case: Case) -> str:
        name = self._ending(case)
        for _ in case.repeat(self._sizes, "label"):
            room = min(self.longest - len(name) - 1, self.longest_label)
            if room < 1:
                break
            name = f"{_label(case.choose(_label_domain(room)))}.{name}"
        return name

    def _ending(self, case: Case) -> str:
        # In its own span, so that it can be made simple whatever comes after.
        case.start_span("ending")
        name: str = self._endings[case.choose(self._which)]
        if len(name) > _USUAL_ENDING:
            case.choose(ballast_of(len(name) - _USUAL_ENDING))
            # At a cost, so that none of these is the simplest way to a hyphen or a digit.
            if name.startswith("xn--"):
                case.incur_cost(1)
        case.stop_span()
        return name

    def label_to(self, depth: int) -> str:
        return f"Domains:{self.longest}:{self.longest_label}"


def _label(text: str) -> str:
    """A label that keeps the rules: begins with a letter, does not end with a hyphen.

    It is corrected instead of refused, so that no draw is wasted.
    """
    if text[0] not in _LETTERS:
        text = "a" + text[1:]
    if text[-1] == "-":
        text = text[:-1] + "a"
    # "--" at this place is reserved for names in other scripts.
    return text.replace("--", "-a") if text[2:4] == "--" else text


@lazy_once
def domains(
    *, max_length: int = LONGEST_DOMAIN, max_element_length: int = LONGEST_LABEL
) -> SearchStrategy[str]:
    """Fully qualified host names, by the rules of RFC 1035; reduces to ``'a.com'``.

    ``max_length`` limits the whole name, ``max_element_length`` each part between dots. The last
    part is a top-level domain that exists.
    """
    _check_length("max_length", max_length, SHORTEST_DOMAIN, LONGEST_DOMAIN)
    _check_length("max_element_length", max_element_length, 1, LONGEST_LABEL)
    return Domains(max_length, max_element_length)


def _check_length(name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InvalidArgument(
            f"domains({name}={shown(value)}): must be a whole number from {least} to {most}, as "
            "the rules for names of hosts say."
        )


_ANY_DOMAIN = domains()


class Emails(SearchStrategy[str]):
    """A local name and a domain."""

    def __init__(self, domains: SearchStrategy[str]) -> None:
        self.domains = domains

    def do_draw(self, case: Case) -> str:
        domain: str = case.draw(self.domains)
        room = min(LONGEST_EMAIL - 1 - len(domain), LONGEST_LOCAL)
        if room < 1:
            case.reject("emails(): a domain that leaves no room for a name")
        text = case.choose(_local_domain(room))
        # Dots may only stand between other characters: corrected instead of refused.
        local = ".".join([each for each in text.split(".") if each])
        return f"{local or 'a'}@{domain}"

    def parts(self) -> tuple[SearchStrategy[str], ...]:
        return (self.domains,)


@lazy_once
def emails(*, domains: SearchStrategy[str] = _ANY_DOMAIN) -> SearchStrategy[str]:
    """Mail addresses, by the rules of RFC 5322 without quoting; reduces to ``'a@a.com'``.

    The part after the ``@`` is drawn from ``domains``.
    """
    check_is_strategy(domains, "emails(): domains")
    return Emails(domains)


class Urls(SearchStrategy[str]):
    """A scheme and a host, then optional parts of a URL."""

    known_empty = False
    _scheme = position_in(len(_SCHEMES))

    def do_draw(self, case: Case) -> str:
        return "".join(
            [
                _SCHEMES[case.choose(self._scheme)],
                "://",
                case.draw(_ANY_DOMAIN),
                _several(case, _PERHAPS, lambda: f":{case.choose(_PORT)}"),
                _several(case, _UP_TO_FOUR, lambda: f"/{_piece(case)}"),
                _several(case, _PERHAPS, lambda: f"?{_piece(case)}"),
                _several(case, _PERHAPS, lambda: f"#{_piece(case)}"),
            ]
        )


def _several(case: Case, sizes: Sizes, write: Callable[[], str]) -> str:
    # In its own span, so that it can be made simple whatever comes after.
    case.start_span("several")
    text = "".join([write() for _ in case.repeat(sizes, "piece")])
    case.stop_span()
    return text


def _piece(case: Case) -> str:
    text: str = case.choose(_PIECE)
    return text.translate(_ESCAPED)


@lazy_once
def urls() -> SearchStrategy[str]:
    """URLs of http and https by RFC 3986, with ports, paths, queries and fragments.

    Reduces to ``'http://a.com'``.
    """
    return Urls()


# Networks with a special meaning, which programs treat differently or forget about.
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
    """The numbers of addresses; half of them are in special networks, if there are any.

    Networks only matter for sampling: an address has one number, however it was drawn.
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
    """Objects of the module ``ipaddress``: addresses of version 4, of version 6, or of both.

    If ``network`` is given, all are in it. Half are in networks of special use. Reduces to
    ``0.0.0.0``, ``::`` or the first address of the network.
    """
    if v is not None and (v not in (4, 6) or isinstance(v, bool)):
        raise InvalidArgument(f"ip_addresses(v={shown(v)}): must be 4 or 6, or None for either.")
    if network is not None:
        return Addresses(_network(v, network))
    from ipaddress import ip_network

    versions = (4, 6) if v is None else (v,)
    return one_of([Addresses(ip_network(_EVERYTHING[each])) for each in versions])


def _network(v: object, given: Any) -> Any:
    from ipaddress import IPv4Network, IPv6Network, ip_network

    call = f"ip_addresses(network={shown(given)})"
    if not isinstance(given, (str, IPv4Network, IPv6Network)):
        raise InvalidArgument(f"{call}: must be a network, or a string such as '10.0.0.0/8'.")
    try:
        network = ip_network(given)
    except ValueError as error:
        raise InvalidArgument(
            f"{call}: {error}. Write the first address and the prefix length, as '10.0.0.0/8'."
        ) from error
    if v not in (None, network.version):
        raise InvalidArgument(
            f"ip_addresses(v={shown(v)}, network={shown(given)}): that network is of version "
            f"{network.version}. Leave v out."
        )
    return network
