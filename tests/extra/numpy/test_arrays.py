"""Arrays: their shape, dtype and elements, and what they reduce to."""

import numpy as np
import pytest

from shortlex import find, given, lowlevel, settings
from shortlex import strategies as st
from shortlex.database import InMemoryExampleDatabase
from shortlex.errors import InvalidArgument
from shortlex.extra.numpy import array_shapes, arrays, from_dtype, scalar_dtypes

QUICK = settings(max_examples=100, database=None)
MILLION = (1000, 1000)


def anything(value):
    return True


def cells(array):
    """The places and values of the elements that are not zero."""
    flat = array.ravel()
    return [(int(place), flat[place].item()) for place in np.flatnonzero(flat)]


@QUICK
@given(st.data(), scalar_dtypes(), array_shapes(min_dims=0, min_side=0))
def test_an_array_has_the_dtype_and_shape_that_were_asked_for(data, dtype, shape):
    array = data.draw(arrays(dtype, shape))
    assert array.dtype == dtype
    assert array.shape == shape


@pytest.mark.parametrize(
    ("shape", "expected"), [(3, (3,)), ([2, 1], (2, 1)), ((), ()), (st.just(2), (2,)), (0, (0,))]
)
def test_a_shape_is_a_number_or_a_row_of_numbers_or_a_strategy(shape, expected):
    assert find(arrays("i4", shape), anything).shape == expected


def test_the_dtype_may_be_drawn():
    dtypes = st.sampled_from(["i1", np.float32]) | scalar_dtypes()
    assert find(arrays(dtypes, 1), lambda array: array.dtype == np.float32).tolist() == [0.0]


@QUICK
@given(arrays(int, 40, elements=st.integers(3, 500)))
def test_all_elements_come_from_the_strategy(array):
    assert ((array >= 3) & (array <= 500)).all()


@QUICK
@given(arrays("f4", 40, elements={"min_value": -2, "max_value": 3}))
def test_limits_may_be_given_for_the_dtype(array):
    assert ((array >= -2) & (array <= 3)).all()


@QUICK
@given(arrays("i2", (5, 6), unique=True), arrays("f8", 20, unique=True, fill=st.just(np.nan)))
def test_unique_elements_differ(array, with_nan):
    assert len(set(array.ravel().tolist())) == 30
    there = with_nan[~np.isnan(with_nan)].tolist()
    assert len(set(there)) == len(there)


def test_cells_have_objects_of_their_own_if_those_can_change():
    lists = arrays(object, 4, elements=st.lists(st.integers()))
    array = find(lists, anything)
    assert len({id(each) for each in array}) == 4
    assert find(lists, lambda array: any(len(each) > 1 for each in array)).tolist()[3] == [0, 0]


def test_a_structured_dtype_has_elements_of_its_fields():
    strategy = arrays([("a", "i4"), ("b", "U3")], 2)
    array = find(strategy, lambda array: (array["b"] > "3").any() and (array["a"] > 3).any())
    assert array.tolist() == [(4, "4"), (0, "")]


@pytest.mark.parametrize(
    ("dtype", "condition", "expected"),
    [
        (float, lambda a: (a > 3).any(), [(0, 4.0)]),
        (int, lambda a: (a > 3).sum() > 1, [(0, 4), (1, 4)]),
        (bool, lambda a: a.any(), [(0, True)]),
        ("c16", lambda a: (a.imag > 3).any(), [(0, 4j)]),
        ("u1", lambda a: a.sum(dtype=int) > 300, [(0, 46), (1, 255)]),
        ("f4", lambda a: np.isinf(a).any(), [(0, np.inf)]),
    ],
    ids=["float", "two", "bool", "complex", "sum", "inf"],
)
def test_a_large_array_reduces_to_the_fewest_cells_that_matter(dtype, condition, expected):
    found = find(arrays(dtype, (100, 100)), condition)
    assert found.shape == (100, 100)
    assert cells(found) == expected


def test_a_nan_in_a_million_cells_is_found_alone():
    array = find(arrays(float, MILLION), lambda array: np.isnan(array).any())
    assert np.isnan(array.flat[0])
    assert not array.ravel()[1:].any()


def test_two_equal_numbers_are_found_among_different_ones():
    def has_two_equal(array):
        others = array[array > 1]
        return len(np.unique(others)) < len(others)

    assert cells(find(arrays(int, (300, 300)), has_two_equal)) == [(0, 2), (1, 2)]


def test_the_shape_reduces_first():
    strategy = arrays(int, array_shapes(max_dims=3, max_side=20))
    assert find(strategy, lambda array: (array > 3).any()).tolist() == [4]
    wide = find(strategy, lambda array: array.ndim == 2 and array.shape[1] > 3 and array.any())
    assert wide.tolist() == [[1, 0, 0, 0]]


def test_an_array_of_which_all_elements_matter_is_filled():
    assert (find(arrays(int, MILLION), lambda array: (array > 2).mean() > 0.9) == 3).all()


def test_without_a_value_to_fill_with_every_element_is_drawn():
    words = arrays("U2", 3, elements=st.sampled_from(["ab", "cd"]), fill=st.nothing())
    assert find(words, lambda array: array[2] == "cd").tolist() == ["ab", "ab", "cd"]
    # Numbers make no difference: they can be said with few cells all the same.
    assert find(arrays(int, 50, fill=st.nothing()), lambda array: array.any()).sum() == 1


def test_a_fill_of_its_own_is_used():
    array = find(arrays(int, 50, elements=st.just(7), fill=st.just(5)), lambda a: 7 in a)
    assert sorted(array.tolist()) == [5] * 49 + [7]


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (arrays("f4", 2, elements=st.just("1.5")), r"another value"),
        (arrays("i1", 2, elements=st.just(300)), r"from -128 to 127"),
        (arrays("i1", 2, elements=st.just(0.5)), r"0.5"),
        (arrays("U2", 2, elements=st.just("abc")), r"too long"),
        (arrays(float, 2, unique=True, fill=st.just(0.0)), r"Only nan"),
        (arrays(np.dtype, 2), r"class of a dtype"),
        (arrays("nonsense", 2), r"numpy says"),
        (arrays("(2,)f8", 2), r"add the sides \(2,\)"),
        (arrays(float, "abc"), r"shape='abc'"),
        (arrays(float, (2, -1)), r"no side is negative"),
        (arrays(float, 2, elements=0.0), r"elements=0.0"),
        (arrays(float, 2, fill=0.0), r"fill=0.0"),
    ],
)
def test_an_error_names_the_argument(strategy, message):
    with pytest.raises(InvalidArgument, match=message):
        find(strategy, anything)


def test_the_same_choices_make_the_same_array_recorded_or_not():
    strategy = arrays(float, st.integers(1, 200))
    made = []

    def test(case):
        made.append((case.draw(strategy), list(case.choices)))

    lowlevel.run(test, max_examples=60)
    for array, choices in made:
        again = lowlevel.replay(lambda case: setattr(test, "last", case.draw(strategy)), choices)
        assert list(again.choices) == choices
        assert test.last.tobytes() == array.tobytes()


def test_a_failure_in_bulk_is_kept_and_found_again():
    database = InMemoryExampleDatabase()
    seen = []

    @settings(database=database, phases=("generate",), max_examples=300)
    @given(arrays(float, (50, 50)))
    def test(array):
        if len(np.unique(array)) > 1000:
            seen.append(array.tobytes())
            raise ValueError("many values")

    for _ in range(2):
        with pytest.raises(ValueError, match="many values"):
            test()
    assert seen[0] in seen[1:]


def test_values_of_a_dtype_are_its_scalars():
    assert type(find(from_dtype(np.dtype("f4")), lambda value: value > 1)) is np.float32


def test_an_array_is_drawn_from_few_choices_however_large_it_is():
    sizes = []

    def test(case):
        case.draw(arrays(float, MILLION))
        sizes.append(len(case.choices))

    lowlevel.run(test, max_examples=30)
    assert max(sizes) < 500


@pytest.mark.parametrize("dtype", [str, bytes, np.str_, "datetime64", np.timedelta64])
def test_a_dtype_without_a_size_gets_that_of_the_elements(dtype):
    kind = np.dtype(dtype).kind

    @given(arrays(dtype, 2), arrays(dtype, (0, 3)), arrays(dtype, 3, unique=True))
    def test(one, empty, unique):
        assert (one.dtype.kind, empty.dtype.kind, unique.dtype.kind) == (kind,) * 3
        assert (one.shape, empty.shape, unique.shape) == ((2,), (0, 3), (3,))

    test()


def test_texts_of_any_length_are_kept_whole():
    found = find(arrays(str, 3), lambda array: (array == "xy").any())
    assert found.tolist() == ["xy", "", ""]
    assert found.dtype == np.dtype("U2")
    words = arrays(str, 2, elements=st.integers(0, 3))
    with pytest.raises(InvalidArgument, match="would become another value"):
        find(words, lambda array: True)


def test_a_misspelt_limit_is_named():
    with pytest.raises(InvalidArgument, match=r"no limit 'min_valeu'.* Did you mean 'min_value'\?"):
        find(arrays("i4", 2, elements={"min_valeu": 5}), anything)
