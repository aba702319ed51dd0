"""Strategies that were written for Hypothesis draw from our cases."""

from collections.abc import Callable
from typing import Any

import pytest

from shortlex import given, settings
from shortlex.core.case import Case
from shortlex.errors import InvalidArgument
from shortlex.hypothesis_alias import drawing
from shortlex.hypothesis_alias.drawing import many
from shortlex.lowlevel import replay, run
from shortlex.strategies import SearchStrategy, integers


@pytest.fixture(autouse=True)
def taught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cases have the methods in these tests, and not after them."""
    for method in drawing._METHODS:
        monkeypatch.setattr(Case, method.__name__, method, raising=False)


class Numbers(SearchStrategy[Any]):
    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self.draw = draw

    def do_draw(self, data: Any) -> Any:
        return self.draw(data)


def values_of(draw: Callable[[Any], Any]) -> list[Any]:
    values = []

    @given(Numbers(draw))
    @settings(max_examples=200)
    def test(value: Any) -> None:
        values.append(value)

    test()
    return values


def test_integers_keep_their_bounds() -> None:
    assert {-2, -1, 0, 1, 2, 3} == set(values_of(lambda data: data.draw_integer(-2, 3)))
    assert min(values_of(lambda data: data.draw_integer(5))) >= 5


def test_an_integer_reduces_towards_what_is_asked() -> None:
    drawn: list[int] = []
    replay(lambda case: drawn.append(case.draw_integer(0, 99, shrink_towards=42)), [])  # type: ignore[attr-defined]
    assert drawn == [42]


def test_weights_of_integers_are_refused_with_a_way_out() -> None:
    with pytest.raises(InvalidArgument, match=r"sampled_from\(values, weights=...\)"):
        values_of(lambda data: data.draw_integer(0, 1, weights={0: 0.9}))


def test_forced_values_are_as_they_are() -> None:
    assert set(values_of(lambda data: data.draw_integer(0, 9, forced=7))) == {7}
    assert set(values_of(lambda data: data.draw_boolean(0.1, forced=True))) == {True}
    assert set(values_of(lambda data: data.draw_bytes(0, 9, forced=b"x"))) == {b"x"}


def test_booleans_are_as_likely_as_asked() -> None:
    values = values_of(lambda data: [data.draw_boolean(0.9) for _ in range(20)])
    share = sum(map(sum, values)) / (20 * len(values))
    assert 0.75 < share < 0.98


def test_floats_keep_their_bounds_and_their_distance_from_zero() -> None:
    values = values_of(
        lambda data: data.draw_float(-1.0, 1.0, allow_nan=False, smallest_nonzero_magnitude=1e-3)
    )
    assert all(-1.0 <= value <= 1.0 and (value == 0 or abs(value) >= 1e-3) for value in values)


def test_texts_and_bytes_keep_their_sizes() -> None:
    texts = values_of(lambda data: data.draw_string([(65, 67)], min_size=1, max_size=3))
    assert all(1 <= len(each) <= 3 and set(each) <= set("ABC") for each in texts)
    assert all(2 <= len(each) <= 4 for each in values_of(lambda data: data.draw_bytes(2, 4)))


def test_an_invalid_case_does_not_count() -> None:
    def draw(data: Any) -> int:
        value: int = data.draw_integer(0, 9)
        if value == 3:
            data.mark_invalid()
        return value

    assert 3 not in values_of(draw)


def test_spans_with_numbers_as_labels_are_allowed() -> None:
    def test(case: Any) -> None:
        case.start_example(12345)
        case.draw(integers())
        case.stop_example()
        case.start_span(678)
        case.stop_span(discard=True)

    labels = {span.label for span in replay(test, [5]).spans}
    assert {"12345", "678"} <= labels


def test_many_makes_collections_that_reduce_by_their_elements() -> None:
    def test(case: Any) -> None:
        values = []
        elements = many(case, min_size=0, max_size=10**10, average_size=5)
        while elements.more():
            value = case.draw_integer(0, 1000)
            if value % 2:
                elements.reject("odd")
            else:
                values.append(value)
        assert elements.count == len(values)
        if sum(values) >= 900:
            case.mark_interesting()

    found = run(test, seed=3)
    assert found is not None
    assert [each for each in found.choices if each is not True and each is not False] == [900]


def test_many_keeps_its_sizes() -> None:
    def draw(data: Any) -> int:
        elements = many(data, 2, 4, 3)
        while elements.more():
            data.draw_boolean()
        return elements.count

    assert set(values_of(draw)) == {2, 3, 4}


def test_samplers_follow_their_weights() -> None:
    sampler = drawing.Sampler([0.0, 1.0, 9.0])
    values = values_of(lambda data: [sampler.sample(data) for _ in range(10)])
    drawn = [each for value in values for each in value]
    assert 0 not in drawn
    assert drawn.count(2) > drawn.count(1) > 0


def test_labels_are_numbers_that_differ() -> None:
    one, two = drawing.calc_label_from_name("one"), drawing.calc_label_from_cls(Numbers)
    assert one != two
    assert drawing.combine_labels(one, two) != drawing.combine_labels(two, one)


def test_samples_need_an_order() -> None:
    assert drawing.check_sample([1, 2], "mine") == (1, 2)
    with pytest.raises(InvalidArgument, match=r"mine\(\) needs an ordered collection"):
        drawing.check_sample({1, 2}, "mine")


def test_older_names_draw_the_same_kinds() -> None:
    assert set(values_of(lambda data: drawing.integer_range(data, 1, 3))) == {1, 2, 3}
    assert set(values_of(lambda data: drawing.biased_coin(data, 0.5))) == {True, False}
    assert set(values_of(lambda data: drawing.choice(data, "ab"))) == {"a", "b"}
    assert set(values_of(lambda data: data.draw_bits(2))) == {0, 1, 2, 3}
    shuffled = values_of(lambda data: drawing.fisher_yates_shuffle([1, 2, 3], data))
    assert {tuple(each) for each in shuffled} == {(1, 2, 3), (1, 3, 2), (2, 1, 3)} | {
        (2, 3, 1), (3, 1, 2), (3, 2, 1)
    }  # fmt: skip
