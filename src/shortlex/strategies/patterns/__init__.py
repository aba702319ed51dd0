"""Patterns: text that matches a regular expression. Start reading at ``regex``."""
