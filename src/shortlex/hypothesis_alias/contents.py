"""Contents: what each module of Hypothesis has here, and what to say where it has nothing.

A source is one of our modules, perhaps with the only names to take from it. The first source that
has a name wins.
"""

from __future__ import annotations

VERSION = "6.170.15"
"""The version of Hypothesis whose names are offered."""

_ALIAS = "shortlex.hypothesis_alias."
_STRATEGIES = (_ALIAS + "old_spellings", "shortlex.strategies")
_PRIVATE = (_ALIAS + "private_strategies", *_STRATEGIES)
_PRIVATE_MODULES = (
    *("collections", "core", "datetime", "deferred", "flatmapped", "functions", "ipaddress"),
    *("lazy", "misc", "numbers", "random", "recursive", "regex", "shared", "strategies"),
    *("strings", "types", "utils"),
)

CONTENTS: dict[str, tuple[str, ...]] = {
    "hypothesis": (_ALIAS + "top_level",),
    "hypothesis._settings": (
        _ALIAS + "top_level:HealthCheck Phase Verbosity settings",
        _ALIAS + "compatible:note_deprecation",
    ),
    "hypothesis.configuration": (_ALIAS + "storage",),
    "hypothesis.control": (
        _ALIAS + "top_level:assume currently_in_test_context event note reject target",
        _ALIAS + "context",
    ),
    "hypothesis.core": (
        _ALIAS + "top_level:example find given infer is_hypothesis_test reproduce_failure seed",
        _ALIAS + "top_level:HealthCheck Phase Verbosity settings Settings HypothesisHandle",
        _ALIAS + "context",
    ),
    "hypothesis.database": ("shortlex.database",),
    "hypothesis.entry_points": (_ALIAS + "finder:load_plugins",),
    "hypothesis.errors": (_ALIAS + "exceptions",),
    "hypothesis.extra": (),
    "hypothesis.internal": (),
    "hypothesis.internal.compat": (_ALIAS + "compatible",),
    "hypothesis.internal.conjecture": (),
    "hypothesis.internal.conjecture.data": (_ALIAS + "drawing:ConjectureData Status",),
    "hypothesis.internal.conjecture.utils": (_ALIAS + "drawing",),
    "hypothesis.internal.coverage": (_ALIAS + "compatible:check_function",),
    "hypothesis.internal.detection": (_ALIAS + "top_level:is_hypothesis_test",),
    "hypothesis.internal.entropy": (_ALIAS + "compatible:deterministic_PRNG",),
    "hypothesis.internal.filtering": (_ALIAS + "private_strategies:Ex",),
    "hypothesis.internal.floats": (_ALIAS + "compatible",),
    "hypothesis.internal.lambda_sources": (_ALIAS + "reflected:lambda_description",),
    "hypothesis.internal.observability": (_ALIAS + "observers",),
    "hypothesis.internal.reflection": (_ALIAS + "reflected",),
    "hypothesis.internal.validation": (_ALIAS + "compatible",),
    "hypothesis.provisional": ("shortlex.provisional",),
    "hypothesis.reporting": (_ALIAS + "reporters",),
    "hypothesis.stateful": ("shortlex.stateful",),
    "hypothesis.strategies": _STRATEGIES,
    "hypothesis.strategies._internal": _PRIVATE,
    **{f"hypothesis.strategies._internal.{name}": _PRIVATE for name in _PRIVATE_MODULES},
    "hypothesis.utils": (),
    "hypothesis.utils.conventions": (_ALIAS + "compatible:UniqueIdentifier infer not_set",),
    "hypothesis.utils.dynamicvariables": (_ALIAS + "compatible:DynamicVariable",),
    "hypothesis.vendor": (),
    "hypothesis.vendor.pretty": (_ALIAS + "pretty_printer",),
    "hypothesis.version": (_ALIAS + "top_level:__version__ __version_info__",),
}

PACKAGES = {
    "hypothesis",
    "hypothesis.extra",
    "hypothesis.internal",
    "hypothesis.internal.conjecture",
    "hypothesis.strategies",
    "hypothesis.strategies._internal",
    "hypothesis.utils",
    "hypothesis.vendor",
}

EXTRAS = "hypothesis.extra."

LATER = {
    "hypothesis.extra.django": (
        "Shortlex has no fields and forms of Django yet. Its TestCase can be used as it is: each "
        "case is set up and rolled back."
    ),
    "hypothesis.extra.lark": (
        "Shortlex has no grammars yet. Build texts with strategies, or with from_regex()."
    ),
    "hypothesis.extra.ghostwriter": "Shortlex does not write tests yet.",
    "hypothesis.extra.codemods": "`shortlex migrate` changes old spellings.",
    "hypothesis.extra.cli": "the program of Shortlex is `shortlex`.",
    "hypothesis.statistics": (
        "Shortlex counts other things. See --shortlex-statistics, or observe cases with "
        "shortlex.observe()."
    ),
    "hypothesis.extra.dpcontracts": "Shortlex has nothing for dpcontracts: use assume().",
}

ABSENT = {
    "hypothesis.control.cleanup": (
        "Shortlex calls nothing at the end of a case. Use try and finally, or a fixture."
    ),
}
"""Names that are not there, with what to use instead."""
