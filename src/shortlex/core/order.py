"""Order: the one definition of "simpler".

Lower cost first; then smaller total size (a text or byte string counts one plus its length);
then the choices compared left to right by their index in their own domain. That is shortlex
with typed letters.

The *output order* looks at the printed output first: lower cost, then fewer bytes of output,
then the more pleasing bytes, and only then the choices.
"""

from __future__ import annotations

from collections.abc import Callable

from shortlex.core.trace import Trace

Simpler = Callable[[Trace, Trace], bool]

_PLEASING = (
    "0123456789AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz"
    " _-=~\"':;,.?!(){}[]<>*+/&|%#$@\\^`\t\n\r"
)
_RANKS = {ord(character): rank for rank, character in enumerate(_PLEASING)}
# The remaining ASCII bytes follow the pleasing ones; above ASCII a byte keeps its own value,
# which orders UTF-8 by code point.
_PLEASINGNESS = bytearray(range(256))
for _rank, _byte in enumerate(
    sorted(range(128), key=lambda byte: (_RANKS.get(byte, len(_RANKS)), byte))
):
    _PLEASINGNESS[_byte] = _rank


ROOM_FOR_LESS_COST = 100
"""A case that costs less than another may be larger than it, by its size and this much."""


def size_limit(best: Trace) -> int:
    """The size up to which cases are tried in the place of the best.

    A larger case is never simpler, unless it costs less: ``inf`` has fewer choices than ``1001``.
    """
    return best.size if not best.cost else 2 * best.size + ROOM_FOR_LESS_COST


def simpler(a: Trace, b: Trace) -> bool:
    """Whether ``a`` comes strictly before ``b`` in the order of choices."""
    if a.cost != b.cost:
        return a.cost < b.cost
    if a.size != b.size:
        return a.size < b.size
    for x, y, of_x, of_y in zip(a.choices, b.choices, a.domains, b.domains, strict=False):
        if x is y and of_x is of_y:
            continue
        if of_x.kind != of_y.kind:
            # Earlier choices would differ too, unless the generator is not deterministic. Then any
            # fixed answer will do.
            return of_x.kind < of_y.kind
        key_x, key_y = of_x.sort_key(x), of_y.sort_key(y)
        if key_x != key_y:
            return bool(key_x < key_y)
    return False


def output_key(trace: Trace) -> tuple[int, bytes]:
    """A sort key for outputs: fewer bytes first, then more pleasing ones."""
    encoded = trace.output.encode("utf-8", "surrogatepass")
    return len(encoded), encoded.translate(_PLEASINGNESS)


def simpler_output(a: Trace, b: Trace) -> bool:
    """Whether ``a`` comes strictly before ``b`` in the output order."""
    if a.cost != b.cost:
        return a.cost < b.cost
    key_a, key_b = output_key(a), output_key(b)
    return key_a < key_b if key_a != key_b else simpler(a, b)
