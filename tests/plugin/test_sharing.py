"""How the time of a run is split."""

import pytest

from shortlex.plugin.sharing import Sharing


def test_everyone_gets_the_same_of_what_is_left() -> None:
    sharing = Sharing(100, 4)
    shares = []
    for spent in (25, 5, 35, 40):
        shares.append(sharing.share())
        sharing.spend(spent)
        sharing.pass_on()
    assert shares == [25, 25, 35, 35]


def test_who_comes_when_all_is_spent_gets_nothing_extra() -> None:
    sharing = Sharing(10, 1)
    sharing.spend(12)
    sharing.pass_on()
    assert sharing.share() == 0


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_workers_have_the_whole_time_each(workers: int) -> None:
    sharing = Sharing(60, 12, workers)
    assert sharing.share() == 5 * workers


def test_more_tests_than_expected_get_what_is_left() -> None:
    sharing = Sharing(60, 2, 4)
    assert sharing.share() == 60
    sharing.spend(50)
    sharing.pass_on()
    assert sharing.share() == 10
