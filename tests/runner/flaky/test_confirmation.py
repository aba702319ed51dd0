"""Settings decide whether a case must fail every time, or only often enough."""

from shortlex import settings
from shortlex.runner.flaky.confirmation import confirmation_of
from shortlex.runner.flaky.exact import Exact
from shortlex.runner.flaky.statistical import Statistical


def test_by_default_a_case_must_fail_every_time() -> None:
    confirmation = confirmation_of(settings(min_failure_rate=None))
    assert isinstance(confirmation, Exact)
    assert confirmation.is_exact
    assert confirmation.replays == 1


def test_with_a_rate_a_known_failure_is_run_until_it_would_have_failed() -> None:
    confirmation = confirmation_of(settings(min_failure_rate=0.1))
    assert isinstance(confirmation, Statistical)
    assert not confirmation.is_exact
    # After this many runs, a case that fails in 10% of its runs passed each time in 1 of 100 tries.
    assert 0.9**confirmation.replays <= 0.01 < 0.9 ** (confirmation.replays - 1)
