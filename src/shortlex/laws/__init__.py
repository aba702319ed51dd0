"""Laws: the contracts of strategies, passes and databases, to check your own in your tests.

For each of these there is a table of named laws, and a function that checks them::

    from shortlex import laws

    def test_my_strategy_keeps_the_laws():
        laws.check_strategy(my_strategy(), of_type=int, simplest=0)

A broken law raises ``LawBroken``, which names the law, what broke it, and what to do.
"""

from shortlex.errors import LawBroken
from shortlex.laws.database_laws import DATABASE_LAWS, check_database
from shortlex.laws.pass_laws import PASS_LAWS, check_pass
from shortlex.laws.strategy_laws import STRATEGY_LAWS, check_strategy

__all__ = [
    "DATABASE_LAWS",
    "PASS_LAWS",
    "STRATEGY_LAWS",
    "LawBroken",
    "check_database",
    "check_pass",
    "check_strategy",
]
