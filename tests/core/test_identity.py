"""How values are numbered and referred to."""

from shortlex.core.identity import MAX_NUMBER, identity, reference


def test_the_right_number_of_a_value_is_the_simplest() -> None:
    domain = identity(7)
    assert domain.simplest == 7
    assert domain.index_of(7) == 0
    assert domain.count == 1


def test_a_candidate_may_name_a_value_by_any_number() -> None:
    for domain in (identity(7), reference(3)):
        assert all(map(domain.contains, (0, 3, 7, 100, MAX_NUMBER)))
        assert not any(map(domain.contains, (-1, MAX_NUMBER + 1, "7", None)))


def test_the_oldest_value_is_the_simplest_reference() -> None:
    domain = reference(3)
    assert [domain.value_at(index) for index in range(4)] == [0, 1, 2, 3]
    assert domain.simplest == 0


def test_references_and_identities_are_different_domains() -> None:
    assert identity(0) != reference(0)
    assert repr(identity(2)) != repr(reference(2))


def test_an_edit_may_ask_for_the_value_of_any_index() -> None:
    # A pass that has the index of a number that only a candidate has.
    for domain in (identity(1), reference(1)):
        for number in (0, 1, 2, 7):
            assert domain.contains(domain.value_at(domain.index_of(number)))
