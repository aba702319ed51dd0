"""Property: one call of a test that is decorated with ``@given``."""
