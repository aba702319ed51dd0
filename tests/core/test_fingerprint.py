"""A fingerprint tells whether a test still asks for the same choices."""

import os
import subprocess
import sys

import pytest

from shortlex.core.alphabet import Alphabet
from shortlex.core.boolean import Boolean
from shortlex.core.bytestring import Bytes
from shortlex.core.domain import Domain
from shortlex.core.fingerprint import fingerprint_of, mark_of
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.string import String

DOMAINS: list[Domain] = [
    Boolean(),
    Boolean(1.0),
    Boolean(0.0),
    Integer(),
    Integer(0, 10),
    Integer(0, 11),
    Integer(0, 10, target=5),
    Float(allow_nan=True, allow_infinity=True),
    Float(0.0, 1.0, allow_nan=False, allow_infinity=False),
    Bytes(Sizes(0, 3)),
    String(Alphabet.of_characters("ab"), Sizes()),
    String(Alphabet.of_characters("ba"), Sizes()),
    String(Alphabet.of_characters("\ud800"), Sizes()),
]


def test_domains_that_differ_have_different_fingerprints() -> None:
    assert len({fingerprint_of([domain]) for domain in DOMAINS}) == len(DOMAINS)


def test_order_and_number_of_domains_matter() -> None:
    one, other = Integer(), Boolean()
    lists = [[], [one], [one, one], [one, other], [other, one]]
    assert len({fingerprint_of(each) for each in lists}) == len(lists)


def test_equal_domains_have_equal_fingerprints() -> None:
    assert fingerprint_of([Integer(0, 5), Integer(0, 5)]) == fingerprint_of(2 * [Integer(0, 5)])


def test_how_likely_a_boolean_is_does_not_matter() -> None:
    assert fingerprint_of([Boolean(0.9)]) == fingerprint_of([Boolean(0.5)])


@pytest.mark.parametrize("size", [0, 1, 1000])
def test_a_fingerprint_is_three_bytes(size: int) -> None:
    assert len(fingerprint_of([Integer()] * size)) == 3


def test_a_fingerprint_is_the_same_in_another_process() -> None:
    program = (
        "from shortlex.core.integer import Integer\n"
        "from shortlex.core.fingerprint import fingerprint_of, mark_of\n"
        "print(fingerprint_of([Integer(0, 10)]).hex(), mark_of('a.test').hex())"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=True,
    )
    here = f"{fingerprint_of([Integer(0, 10)]).hex()} {mark_of('a.test').hex()}"
    assert printed.stdout.decode().strip() == here


def test_the_marks_of_a_thousand_tests_are_mostly_different() -> None:
    assert len({mark_of(f"tests.test_it.test_{i}") for i in range(1000)}) > 950
