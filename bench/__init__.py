"""Benchmarks: measurements behind the promises, each module with a command of its own.

``generation`` is the speed of making random cases, ``distribution`` what they look like,
``finding`` which planted bugs they find, and ``reduction`` how small failures become.
"""
