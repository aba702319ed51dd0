"""Forks: the cases that other people added to the shrinking challenge."""

from __future__ import annotations

from math import prod
from typing import Any

from bench.reduction.case import Strategies, add


def _bind_product(st: Strategies, depth: int, *, has_payload: bool) -> Any:
    @st.composite
    def products(draw: Any) -> Any:
        factors = []
        most = 10
        for _ in range(depth):
            most = draw(st.integers(1, most))
            factors.append(most)
        if not has_payload:
            return tuple(factors)
        payload = [draw(st.integers(0, 1)) for _ in range(prod(factors))]
        return tuple(factors), payload

    return products()


for _depth, _ideal in ((2, (6, 4)), (4, (3, 2, 2, 2))):
    add(
        f"bind_product_seq_{_depth}",
        lambda st, d=_depth: _bind_product(st, d, has_payload=True),
        lambda v: len(v[1]) >= 24 and 1 in v[1],
        ideal=(_ideal, [0] * 23 + [1]),
        size=lambda v: len(v[1]),
    )
for _depth, _ideal in (
    (2, (5, 5)),
    (3, (3, 3, 3)),
    (4, (3, 2, 2, 2)),
    (5, (2, 2, 2, 2, 2)),
    (6, (2, 2, 2, 2, 2, 1)),
):
    add(
        f"bind_product_{_depth}",
        lambda st, d=_depth: _bind_product(st, d, has_payload=False),
        lambda v: prod(v) >= 24,
        ideal=_ideal,
        size=prod,
    )

add(
    "modular_mapping",
    lambda st: st.integers(0, 1000).map(lambda n: 37 * n % 1001),
    lambda v: v >= 900,
    ideal=925,
    size=lambda v: v,
)
add(
    "weighted_linear",
    lambda st: st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20)),
    lambda v: 2 * v[0] + v[1] + v[2] == 20,
    ideal=(0, 0, 20),
    size=sum,
)
add(
    "float_cancellation",
    lambda st: st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)),
    lambda v: (v[0] + v[1]) - v[1] != v[0],
    size=lambda v: len(repr(v)),
)


def _chunked(st: Strategies) -> Any:
    @st.composite
    def messages(draw: Any) -> Any:
        message = draw(st.one_of(st.binary(max_size=64), st.text(max_size=16)))
        encoded = message if isinstance(message, bytes) else message.encode()
        cuts = [draw(st.booleans()) for _ in range(max(0, len(encoded) - 1))]
        return message, cuts

    return messages()


def _chunked_fails(value: Any) -> bool:
    message, cuts = value
    if isinstance(message, bytes):
        return False
    encoded = message.encode()
    chunks = []
    start = 0
    for place, is_cut in enumerate(cuts, 1):
        if is_cut:
            chunks.append(encoded[start:place])
            start = place
    chunks.append(encoded[start:])
    return "".join(chunk.decode(errors="replace") for chunk in chunks) != message


add(
    "chunked_decoder",
    _chunked,
    _chunked_fails,
    ideal=("\x80", [True]),
    size=lambda v: len(v[0]) + len(v[1]),
)


def _collision(st: Strategies, modulus: int) -> Any:
    keys, values = st.integers(0, 10 * modulus - 1), st.integers(0, 9)
    return st.tuples(st.lists(st.tuples(keys, values), max_size=20), keys, values)


def _collision_fails(value: Any, modulus: int) -> bool:
    """A map that compares keys by their remainder: a put changes what another key reads."""
    entries, key, new = value
    table: dict[int, int] = {}
    truth: dict[int, int] = {}
    for k, v in entries:
        table[k % modulus] = v
        truth[k] = v
    before = {k: table[k % modulus] for k in truth}
    table[key % modulus] = new
    return any(k != key and table[k % modulus] != before[k] for k in truth)


for _modulus in (10, 100):
    add(
        f"hash_collision_{_modulus}",
        lambda st, m=_modulus: _collision(st, m),
        lambda v, m=_modulus: _collision_fails(v, m),
        ideal=([(0, 0)], _modulus, 1),
        size=lambda v: len(v[0]),
    )
add(
    "big_hash_collision_100",
    lambda st: _collision(st, 100),
    lambda v: _collision_fails(v, 100),
    ideal=([(0, 0)], 100, 1),
    size=lambda v: len(v[0]),
    is_big=lambda v: len(v[0]) >= 8,
)


def _invoice(st: Strategies) -> Any:
    @st.composite
    def invoices(draw: Any) -> tuple[int, int, int]:
        price = draw(st.integers(1, 1000))
        quantity = draw(st.integers(1, 100))
        discount = draw(st.integers(0, 50)) if price * quantity >= 1000 else 0
        return price, quantity, discount

    return invoices()


def _invoice_fails(value: tuple[int, int, int]) -> bool:
    price, quantity, discount = value
    per_unit = (price - price * discount // 100) * quantity
    total = price * quantity - price * quantity * discount // 100
    return price * quantity >= 1000 and per_unit != total


add("invoice_discount", _invoice, _invoice_fails, ideal=(10, 100, 1), size=sum)

add(
    "unique_sum",
    lambda st: st.lists(st.integers(), unique=True),
    lambda xs: len(xs) >= 5 and sum(xs) > 50,
    ideal=[0, 1, -1, 2, 49],
    size=len,
)
