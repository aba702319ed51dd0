"""Hostile: test bodies that misbehave, and whether Shortlex still gives the right verdict.

``programs`` composes bodies as plain data, ``reference`` runs all cases of one by hand, ``judge``
runs it with Shortlex and compares, ``fence`` puts the process in order after each body, and
``python -m tests.hostile`` does so for as many bodies as wanted.
"""
