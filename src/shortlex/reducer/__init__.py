"""The reducer: from a failing case to the simplest one it can find.

A pass *offers* candidates, the reducer *decides*: see ``reduce`` for the loop, ``problem`` for
the state, ``schedule`` for the plan, ``passes`` for the moves.
"""
