"""Cases of the benchmark that are always reduced to the ideal."""

from random import Random

import pytest

from bench.reduction import classics, forks, suites
from bench.reduction.case import CASES
from shortlex import find, settings
from shortlex import strategies as st

# Importing them has registered their cases.
SOURCES = (classics, forks, suites)

FEW, MANY = 5, 20

ALWAYS_IDEAL = [
    "bind_delete_middle_1",
    "bind_delete_middle_5",
    "bind_delete_middle_9",
    "bind_keep_true_1",
    "bind_keep_true_5",
    "bind_keep_true_9",
    "bind_product_2",
    "bind_product_3",
    "bind_product_4",
    "bind_product_5",
    "bind_product_6",
    "bind_product_seq_2",
    "bind_product_seq_4",
    "bind_rectangles",
    "binheap",
    "binheap_bounded",
    "bound5",
    "bound5_full",
    "bound5_small",
    "calculator",
    "chunked_decoder",
    "concatenation",
    "containment",
    "coupling",
    "deletion",
    "dichotomy",
    "dictionary3",
    "difference_one",
    "difference_small",
    "difference_zero",
    "distinct",
    "dup_chars",
    "duplicate_containment",
    "duplicates",
    "early_exit",
    "falsify_not_all_equal",
    "fibre_threshold",
    "flatmap_both_sides",
    "flatmap_left_ignored",
    "flattened_sum",
    "float_above",
    "float_fraction",
    "float_huge",
    "float_list_sum",
    "float_narrow",
    "gate",
    "hash_collision_10",
    "huge_range_list",
    "huge_range_zeros",
    "increasing_subsequence",
    "index_after",
    "int_at_least_10",
    "int_at_least_1000",
    "int_at_least_4294967296",
    "int_at_most_minus_10",
    "int_at_most_minus_1000",
    "int_at_most_minus_4294967296",
    "int_large_range",
    "invoice_discount",
    "large_union_list",
    "length_after",
    "lengthlist",
    "long_list",
    "longish_lists",
    "lowering_together_0",
    "lowering_together_1",
    "lowering_together_10",
    "many_large",
    "matched_labels",
    "nestedlists",
    "ordered_pair",
    "overlap",
    "parity_after",
    "parser",
    "permutation",
    "poisoned_list",
    "poisoned_tree",
    "raise_to_shorten",
    "raise_to_shorten_rare",
    "ratio_coupling",
    "recursive_deep",
    "replacement",
    "resampling",
    "reverse",
    "reversed_sublists",
    "run_length",
    "seeded_filter",
    "set_of_three",
    "shared_ten",
    "sorted_sum",
    "string_len_bind",
    "sum_bad_list",
    "sum_bytes_list",
    "sum_list",
    "sum_pair",
    "sum_pair_float",
    "sum_pair_separated",
    "ten_texts",
    "text10",
    "text_cased",
    "text_mixed_ascii",
    "three_nonempty_lists",
    "three_nonempty_sets",
    "tree5",
    "unbalanced_tree",
    "unique_by_length",
    "unique_sum",
    "weighted_linear",
    "wide_binds",
    "wide_elements",
    "wide_gap",
    "zigzag_bind",
]


def check_ideal(name: str, seeds: range) -> None:
    case = CASES[name]
    strategy = case.make(st)
    for seed in seeds:
        options = settings(max_examples=case.max_examples)
        value = find(strategy, case.fails, settings=options, random=Random(seed))
        assert value == case.ideal, seed


@pytest.mark.parametrize("name", ALWAYS_IDEAL)
def test_a_case_of_the_benchmark_ends_at_its_ideal(name: str) -> None:
    check_ideal(name, range(FEW))


@pytest.mark.slow
@pytest.mark.parametrize("name", ALWAYS_IDEAL)
def test_a_case_of_the_benchmark_ends_at_its_ideal_from_many_seeds(name: str) -> None:
    check_ideal(name, range(FEW, MANY))


def test_the_ideal_of_a_case_fails() -> None:
    for name in ALWAYS_IDEAL:
        case = CASES[name]
        assert case.ideal is not None
        assert case.fails(case.ideal), name
