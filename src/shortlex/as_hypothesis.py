"""As Hypothesis: importing this makes ``import hypothesis`` find Shortlex, in this process.

::

    pytest -p shortlex.as_hypothesis
    shortlex as-hypothesis -- pytest

Anywhere else, ``import shortlex.as_hypothesis`` comes before the first import of ``hypothesis``.
This module is also the plugin that pytest loads: it adds the options of Hypothesis's own.
"""

from __future__ import annotations

from typing import Any

from shortlex.hypothesis_alias.drawing import teach_cases
from shortlex.hypothesis_alias.environment_variables import take_over
from shortlex.hypothesis_alias.finder import install
from shortlex.hypothesis_alias.top_level import mark_tests
from shortlex.runner import harvest

take_over()
install()
mark_tests()
teach_cases()
harvest.with_tests = False


def pytest_addoption(parser: Any, pluginmanager: Any) -> None:
    """Add the options, and keep Hypothesis's own plugin out: it would add the same ones."""
    from shortlex.plugin import hypothesis_options

    for name in hypothesis_options.OTHERS:
        # It is there if `shortlex as-hypothesis` has made this module an entry point of that name.
        if not pluginmanager.has_plugin(name):
            pluginmanager.set_blocked(name)
    if not pluginmanager.has_plugin(hypothesis_options.NAME):
        pluginmanager.register(hypothesis_options.Options(), hypothesis_options.NAME)
    hypothesis_options.add_options(parser)
