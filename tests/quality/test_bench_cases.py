"""Cases of the benchmark that are always reduced to the ideal."""

from random import Random

import pytest

from bench.reduction.every import CASES
from shortlex import find, settings
from shortlex import strategies as st

FEW, MANY = 5, 20

ALWAYS_IDEAL = [
    "bind_keep_true_5",
    "bind_rectangles",
    "binheap_bounded",
    "bound_string",
    "calculator",
    "concatenation",
    "coupling",
    "deletion",
    "dichotomy",
    "dictionary3",
    "die_hard",
    "difference_one",
    "difference_small",
    "difference_zero",
    "distinct",
    "distinct_pair",
    "double_increment",
    "dup_chars",
    "duplicates",
    "early_exit",
    "fibre_threshold",
    "flattened_sum",
    "float_above",
    "float_fraction",
    "float_grid_2_54",
    "float_huge",
    "float_list_sum",
    "float_narrow",
    "float_sum_is_nan",
    "gate",
    "hash_collision_10",
    "index_after",
    "int_at_least_1000",
    "int_at_most_minus_1000",
    "length_after",
    "lengthlist",
    "lifo_close",
    "longish_lists",
    "lowering_together_separated",
    "many_large",
    "matched_labels",
    "matrix",
    "mutual_recursion",
    "nested_bind_2",
    "nested_bind_3",
    "noisy_triple",
    "one_of_mixed",
    "ordered_pair",
    "overlap",
    "parity_after",
    "permutation",
    "permutation_of_ten",
    "poisoned_list",
    "raise_to_shorten",
    "range_map",
    "ratio_coupling",
    "recursive_breadth_10",
    "recursive_deep",
    "replacement",
    "resampling",
    "reversed_sublists",
    "run_length",
    "sampled_from_list",
    "self_recursive_two",
    "set_of_sampled",
    "set_of_three",
    "set_of_tuples",
    "shared_ten",
    "sorted_sum",
    "sum_bad_list",
    "sum_list",
    "sum_pair",
    "sum_pair_float",
    "text_cased",
    "text_mixed_ascii",
    "text_surrogates",
    "three_copies",
    "three_nonempty_sets",
    "tree2",
    "tree5",
    "tuple_not_ordered_9",
    "tuple_not_same_9",
    "unique_by_length",
    "unique_sum",
    "wide_elements",
    "wide_gap",
]


def check_ideal(name: str, seeds: range) -> None:
    case = CASES[name]
    strategy = case.make(st)
    for seed in seeds:
        options = settings(max_examples=case.max_examples)
        value = find(strategy, case.fails, settings=options, random=Random(seed))
        assert case.is_ideal(value), seed


@pytest.mark.parametrize("name", ALWAYS_IDEAL)
def test_a_case_of_the_benchmark_ends_at_its_ideal(name: str) -> None:
    check_ideal(name, range(FEW))


@pytest.mark.slow
@pytest.mark.parametrize("name", ALWAYS_IDEAL)
def test_a_case_of_the_benchmark_ends_at_its_ideal_from_many_seeds(name: str) -> None:
    check_ideal(name, range(FEW, MANY))
