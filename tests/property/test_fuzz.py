"""Every property can be driven by the bytes of an outside fuzzer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from shortlex import assume, given, settings
from shortlex import strategies as st
from shortlex.database import MemoryDatabase
from shortlex.errors import InvalidArgument


def fuzz_of(test: Any) -> Callable[[bytes], bytes | None]:
    fuzz: Callable[[bytes], bytes | None] = test.shortlex.fuzz_one_input
    return fuzz


def test_zero_bytes_make_the_simplest_case() -> None:
    met: list[tuple[int, str, list[bool]]] = []

    @settings(database=None)
    @given(st.integers(0, 1000), st.text(), st.lists(st.booleans(), min_size=2, max_size=2))
    def test(number: int, text: str, flags: list[bool]) -> None:
        met.append((number, text, flags))

    assert fuzz_of(test)(bytes(20)) is not None
    assert met == [(0, "", [False, False])]


def test_the_bytes_that_were_used_are_returned_and_make_the_same_case() -> None:
    met: list[object] = []

    @settings(database=None)
    @given(st.lists(st.integers() | st.text()))
    def test(values: list[object]) -> None:
        met.append(values)

    random, used = Random(1), 0
    for _ in range(200):
        data = random.randbytes(100)
        kept = fuzz_of(test)(data)
        if kept is not None:
            used += 1
            assert data.startswith(kept)
            assert fuzz_of(test)(kept) == kept
            assert met[-1] == met[-2]
    assert used > 100
    assert len(set(map(repr, met))) > 50


def test_too_few_bytes_and_unmet_assumptions_make_no_case() -> None:
    calls = 0

    @settings(database=None)
    @given(st.integers(0, 255))
    def test(number: int) -> None:
        nonlocal calls
        calls += 1
        assume(number % 2)

    assert fuzz_of(test)(b"") is None
    assert calls == 0
    assert fuzz_of(test)(b"\x02") is None
    assert fuzz_of(test)(b"\x03more") == b"\x03"
    assert calls == 2


def test_a_failure_is_raised_with_a_report_and_kept_for_the_next_run() -> None:
    database = MemoryDatabase()

    @settings(database=database)
    @given(st.integers(0, 10**6))
    def test(number: int) -> None:
        assert number != 424_242, "found"

    data = (424_242).to_bytes(3, "big")
    # Bytes stand for an index, which here is the number itself.
    with pytest.raises(AssertionError, match="found") as caught:
        fuzz_of(test)(data)
    report = "\n".join(caught.value.__notes__)
    assert "number=424242" in report
    assert "reproduce_failure" in report
    with pytest.raises(AssertionError, match="found") as again:
        test()
    assert "Known from an earlier run" in "\n".join(again.value.__notes__)


def test_random_bytes_find_a_failure() -> None:
    @settings(database=None)
    @given(st.lists(st.integers(0, 9)), st.booleans())
    def test(digits: list[int], flag: bool) -> None:
        assert not (flag and len(digits) > 2)

    def fuzz_until_it_fails() -> None:
        random = Random(3)
        for _ in range(2000):
            fuzz_of(test)(random.randbytes(30))

    with pytest.raises(AssertionError):
        fuzz_until_it_fails()


def test_bodies_that_draw_and_coroutines_are_driven_too() -> None:
    met: list[int] = []

    @settings(database=None)
    @given(st.data())
    async def test(data: st.DataObject) -> None:
        met.append(data.draw(st.integers(0, 255)))

    assert fuzz_of(test)(b"\x05\x07") == b"\x05"
    assert met == [5]


def test_a_test_with_other_parameters_is_refused() -> None:
    class Tests:
        @given(number=st.integers())
        def test(self, number: int) -> None:
            """Needs an object."""

    @given(number=st.integers())
    def test_with_fixture(tmp_path: object, number: int) -> None:
        """Needs a fixture."""

    with pytest.raises(InvalidArgument, match="needs 'self'"):
        fuzz_of(Tests.test)(b"\x01")
    with pytest.raises(InvalidArgument, match="needs 'tmp_path'"):
        fuzz_of(test_with_fixture)(b"\x01")


def test_what_is_no_bytes_is_refused() -> None:
    @given(st.integers())
    def test(number: int) -> None:
        """Any number will do."""

    with pytest.raises(InvalidArgument, match="must be bytes"):
        fuzz_of(test)("text")  # type: ignore[arg-type]  # on purpose
    assert fuzz_of(test)(bytearray(8)) is not None
    assert fuzz_of(test)(memoryview(bytes(8))) is not None
