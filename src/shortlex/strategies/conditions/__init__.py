"""Conditions: what a filter demands, read from its code. Start reading at ``predicates``."""
