"""Code: values as Python code that can be pasted. Start at ``literals``."""
