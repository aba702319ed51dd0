"""Hypothesis options: the command line of Hypothesis's own plugin, for a suite that uses it.

Each option does what ours of the same meaning does. The plugin of Hypothesis itself is kept out.
"""

from __future__ import annotations

from typing import Any

import pytest

import _shortlex_pytest
from shortlex.plugin.fixtures import USUAL
from shortlex.settings import Phase, settings

NAME = "shortlex-hypothesis-options"

OTHERS = ("hypothesispytest", "_hypothesis_pytestplugin")
"""The names of Hypothesis's own plugin: as an entry point, and as a module."""

OURS = "shortlex"
"""The name of our plugin as an entry point."""

MARKER = "hypothesis: a property, made by @given."

_SAME = {
    "hypothesis_profile": "shortlex_profile",
    "hypothesis_seed": "shortlex_seed",
    "hypothesis_verbosity": "shortlex_verbosity",
    "hypothesis_show_statistics": "shortlex_statistics",
}


def add_options(parser: pytest.Parser) -> None:
    """Add the options that suites give in scripts and configuration."""
    add = parser.getgroup("hypothesis", "hypothesis, which is Shortlex in this run").addoption
    add("--hypothesis-profile", metavar="NAME", help="the same as --shortlex-profile")
    add("--hypothesis-seed", metavar="SEED", help="the same as --shortlex-seed")
    add(
        "--hypothesis-verbosity",
        choices=("quiet", "normal", "verbose", "debug"),
        help="the same as --shortlex-verbosity",
    )
    add(
        "--hypothesis-show-statistics",
        action="store_true",
        help="the same as --shortlex-statistics",
    )
    add(
        "--hypothesis-explain",
        action="store_true",
        help="find out which parts of a failing case matter, whatever the profile says",
    )


class Options:
    """Hands the options on, and marks properties as Hypothesis does."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self, early_config: pytest.Config) -> None:
        # Entry points are loaded by now, unless that is turned off.
        if not early_config.pluginmanager.has_plugin(OURS) and not (
            early_config.pluginmanager.is_blocked(OURS)
        ):
            early_config.pluginmanager.register(_shortlex_pytest, OURS)

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", MARKER)
        # As in Hypothesis, whose users have made their fixtures fit: see move-from-hypothesis.
        config.stash[USUAL] = "once"
        given = {name: config.getoption(name) for name in _SAME}
        for name, value in given.items():
            if value:
                setattr(config.option, _SAME[name], value)
        if config.getoption("hypothesis_explain"):
            _explain(config)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            if _shortlex_pytest.is_property(item) and item.get_closest_marker("hypothesis") is None:
                item.add_marker("hypothesis")

    def pytest_report_header(self, config: pytest.Config) -> str:
        from shortlex.hypothesis_alias.contents import VERSION

        return f"hypothesis: Shortlex, with the names of version {VERSION}"


def _explain(config: pytest.Config) -> None:
    """Add the phase that explains failures to the profile that will be active."""
    profile: Any = config.option.shortlex_profile or settings.get_current_profile_name()
    own = settings.get_profile(profile)
    name = f"{profile}-with-explain-phase"
    settings.register_profile(name, own, phases={*own.phases, Phase.explain})
    config.option.shortlex_profile = name
