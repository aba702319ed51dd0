"""Every case of the benchmark that has an ideal is reduced to it, but for those named here."""

import pytest

from bench.reduction.adapters import Shortlex
from bench.reduction.every import CASES
from bench.reduction.run import reduce_once

FEW, MANY = 3, 20

SOMETIMES = {
    "bound5_full": "four large numbers must become one, on the other side of zero",
    "degenerate": "nothing leads from AAAAA to ABC but counting through what is simple",
    "filter_pair": "two numbers must change at once, by what only the filter knows",
    "filter_seeded_length": "a text must lose three letters at once",
    "hanoi_3": "a shorter way has other moves all along",
    "invoice_derived": "three numbers must change at once, one of them a lot",
    "modular_mapping": "one number in ten will do, at no distance that means anything",
    "die_hard": "a shorter way has other moves all along",
    "hash_collision_100": "one number must become another with the same remainder",
    "even_uuid": "one digit must be lowered while the next one is raised",
    "product_minus": "a number must be divided while another is multiplied",
    "json_depth": "a dictionary must become a list, and lose its keys",
    "json_capital": "a dictionary must become its own key",
    "rising_with_remainder": "three numbers must change at once",
    "cycle_in_lists": "two indexes of a matrix must be exchanged",
    "cycle_by_hand": "two indexes of a matrix must be exchanged",
    "large_product_of_matrices": "the signs of a row and a column must change at once",
    "discount_beyond_cart": "a number must be divided, another multiplied, a third one raised",
    "longer_in_capitals": "few characters will do, and they are far apart",
    "order_as_text": "a number must lose a digit: none in between fails",
}
"""Why the ideal is out of reach from some seeds."""

ALWAYS = [
    name
    for name, case in CASES.items()
    # Big starts only take longer to find, and given ones longer to reduce.
    if case.has_ideal and case.is_big is None and name not in SOMETIMES
]


def check_ideal(name: str, seeds: range) -> None:
    for seed in seeds:
        outcome = reduce_once(Shortlex(), CASES[name], seed)
        assert outcome is not None, f"no failing start from seed {seed}"
        assert outcome.is_ideal, f"{outcome.value} from seed {seed}"


TAKES_LONG = {"fx_list_of_4332"}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow) if name in TAKES_LONG else name for name in ALWAYS],
)
def test_a_case_of_the_benchmark_ends_at_its_ideal(name: str) -> None:
    check_ideal(name, range(FEW))


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ALWAYS if CASES[name].start is None])
def test_a_case_of_the_benchmark_ends_at_its_ideal_from_many_seeds(name: str) -> None:
    check_ideal(name, range(FEW, MANY))


@pytest.mark.parametrize("name", SOMETIMES)
def test_a_case_that_is_excused_is_still_small(name: str) -> None:
    outcome = reduce_once(Shortlex(), CASES[name], 0)
    assert outcome is not None
    assert outcome.calls < 1000
