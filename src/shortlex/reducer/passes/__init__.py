"""Passes: the moves of the reducer. One file is one pass is one name.

A pass reads ``problem.best`` again after every offer, because an accepted offer changes it. Loops
over positions therefore look unusual: the position only advances when nothing was accepted, and
its bound is looked up each time round.
"""
