"""Flaky: checks whether failures repeat, and reduces tests that fail only sometimes."""
