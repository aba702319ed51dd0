"""The model: choices taken from domains, grouped in spans, recorded as traces.

Nothing here knows strategies, passes, settings or test frameworks.
"""
