"""Internet: names of hosts, addresses of mail, URLs."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits

from shortlex.core.alphabet import Alphabet
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.errors import InvalidArgument
from shortlex.strategies.ballast import ballast_of
from shortlex.strategies.choosing import position_in
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.strategy import SearchStrategy, check_strategy

# Not all there are, but all kinds: usual, short, long, of countries, of other scripts.
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
# What would mean something else there, or must not be there at all.
_ESCAPED = {ord(char): f"%{ord(char):02X}" for char in ' %/?#[]{}|\\^`"<>'}

LONGEST_LABEL = 63
MOST_LABELS = 4
"""Before the top-level domain: more are allowed, and hardly ever seen."""

LONGEST_DOMAIN = 255
SHORTEST_DOMAIN = 4
LONGEST_LOCAL = 64
LONGEST_EMAIL = 254

# A longer ending counts as such, or it would be the simplest way to a long name.
_USUAL_ENDING = len("com")

_PERHAPS = Sizes(0, 1)
_FEW = Sizes(0, 4)
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
    """Positions of endings, of which the usual ones stand first and come often."""

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
        self._sizes = Sizes(1, min(MOST_LABELS, longest // 2))

    def do_draw(self, case: Case) -> str:
        name = self._ending(case)
        for _ in case.repeat(self._sizes, "label"):
            room = min(self.longest - len(name) - 1, self.longest_label)
            if room < 1:
                break
            name = f"{_label(case.choose(_label_domain(room)))}.{name}"
        return name

    def _ending(self, case: Case) -> str:
        # In a span of its own, which can be made simple whatever comes after.
        case.start_span("ending")
        name: str = self._endings[case.choose(self._which)]
        if len(name) > _USUAL_ENDING:
            case.choose(ballast_of(len(name) - _USUAL_ENDING))
            # Dear, so that none of these is the simplest way to a hyphen or a digit.
            if name.startswith("xn--"):
                case.incur_cost(1)
        case.stop_span()
        return name

    def label_to(self, depth: int) -> str:
        return f"Domains:{self.longest}:{self.longest_label}"


def _label(text: str) -> str:
    """A label as the rules want it: begins with a letter, does not end with a hyphen.

    Put right instead of refused, so that no draw is in vain.
    """
    if text[0] not in _LETTERS:
        text = "a" + text[1:]
    if text[-1] == "-":
        text = text[:-1] + "a"
    # Reserved for names in other scripts.
    return text.replace("--", "-a") if text[2:4] == "--" else text


@lazy_once
def domains(
    *, max_length: int = LONGEST_DOMAIN, max_element_length: int = LONGEST_LABEL
) -> SearchStrategy[str]:
    """Fully qualified names of hosts, by the rules of RFC 1035; reduces to ``'a.com'``.

    ``max_length`` is that of the whole name, ``max_element_length`` that of what is between dots.
    The last element is that of a domain that exists.
    """
    _check_length("max_length", max_length, SHORTEST_DOMAIN, LONGEST_DOMAIN)
    _check_length("max_element_length", max_element_length, 1, LONGEST_LABEL)
    return Domains(max_length, max_element_length)


def _check_length(name: str, value: object, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InvalidArgument(
            f"domains({name}={value!r}): must be a whole number from {least} to {most}, as the "
            "rules for names of hosts say."
        )


_ANY_DOMAIN = domains()


class Emails(SearchStrategy[str]):
    """A name, and the domain where it is known."""

    def __init__(self, domains: SearchStrategy[str]) -> None:
        self.domains = domains

    def do_draw(self, case: Case) -> str:
        domain: str = case.draw(self.domains)
        room = min(LONGEST_EMAIL - 1 - len(domain), LONGEST_LOCAL)
        if room < 1:
            case.reject("emails(): a domain that leaves no room for a name")
        text = case.choose(_local_domain(room))
        # Dots only between other characters: put right instead of refused.
        local = ".".join([each for each in text.split(".") if each])
        return f"{local or 'a'}@{domain}"

    def parts(self) -> tuple[SearchStrategy[str], ...]:
        return (self.domains,)


@lazy_once
def emails(*, domains: SearchStrategy[str] = _ANY_DOMAIN) -> SearchStrategy[str]:
    """Addresses of mail, by the rules of RFC 5322 without quoting; reduces to ``'a@a.com'``.

    ``domains`` is what the part after the ``@`` is drawn from.
    """
    check_strategy(domains, "emails(): domains")
    return Emails(domains)


class Urls(SearchStrategy[str]):
    """A scheme and a host, then what a URL may have, each perhaps."""

    known_empty = False
    _scheme = position_in(len(_SCHEMES))

    def do_draw(self, case: Case) -> str:
        return "".join(
            [
                _SCHEMES[case.choose(self._scheme)],
                "://",
                case.draw(_ANY_DOMAIN),
                _several(case, _PERHAPS, lambda: f":{case.choose(_PORT)}"),
                _several(case, _FEW, lambda: f"/{_piece(case)}"),
                _several(case, _PERHAPS, lambda: f"?{_piece(case)}"),
                _several(case, _PERHAPS, lambda: f"#{_piece(case)}"),
            ]
        )


def _several(case: Case, sizes: Sizes, write: Callable[[], str]) -> str:
    # In a span of its own, which can be made simple whatever comes after.
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
