"""Settings: every field is checked, nothing can be changed, profiles decide the rest."""

import copy
import inspect
import os
import pickle
import re
import subprocess
import sys
from datetime import timedelta

import pytest

from shortlex import HealthCheck, Phase, Verbosity, given, settings
from shortlex import strategies as st
from shortlex.database import DirectoryDatabase
from shortlex.errors import InvalidArgument

pytestmark = pytest.mark.usefixtures("fresh_profiles")

DEFAULTS = {
    "database": DirectoryDatabase(),
    "max_examples": 100,
    "derandomize": False,
    "phases": tuple(Phase),
    "verbosity": Verbosity.normal,
    "report_multiple_bugs": True,
    "deadline": None,
    "max_choices": 10_000,
    "shrink_seconds": 30.0,
    "min_failure_rate": None,
    "isolate": False,
    "case_seconds": None,
    "case_memory": None,
    "journal": False,
    "async_backend": "asyncio",
    "suppress_health_check": (),
    "fail_health_check": (),
    "stateful_step_count": 50,
    "print_blob": False,
    "backend": "shortlex",
}


def test_every_field_is_a_parameter_and_is_described_in_the_same_order() -> None:
    parameters = list(inspect.signature(settings.__init__).parameters)
    described = re.findall(r"^    (\w+)\n        ", settings.__doc__ or "", re.MULTILINE)
    assert parameters == ["self", "parent", *settings.fields, "unknown"]
    assert described == list(settings.fields)


def test_defaults_are_these() -> None:
    assert {name: getattr(settings(), name) for name in settings.fields} == DEFAULTS


@pytest.mark.parametrize(
    ("field", "value", "stored"),
    [
        ("max_examples", 1, 1),
        ("derandomize", True, True),
        ("database", None, None),
        ("database", DirectoryDatabase("here"), DirectoryDatabase("here")),
        ("phases", ["shrink", Phase.explicit, "shrink"], (Phase.explicit, Phase.shrink)),
        ("phases", (), ()),
        ("verbosity", "quiet", Verbosity.quiet),
        ("verbosity", Verbosity.debug, Verbosity.debug),
        ("report_multiple_bugs", False, False),
        ("deadline", None, None),
        ("deadline", 1.5, timedelta(milliseconds=1.5)),
        ("deadline", timedelta(seconds=2), timedelta(seconds=2)),
        ("max_choices", 5, 5),
        ("shrink_seconds", 0, 0.0),
        ("shrink_seconds", float("inf"), float("inf")),
        ("min_failure_rate", None, None),
        ("min_failure_rate", 0.05, 0.05),
        ("min_failure_rate", 0.5, 0.5),
        ("async_backend", "trio", "trio"),
        (
            "suppress_health_check",
            [HealthCheck.too_slow, "data_too_large"],
            (HealthCheck.data_too_large, HealthCheck.too_slow),
        ),
        ("suppress_health_check", list(HealthCheck), tuple(HealthCheck)),
        ("fail_health_check", {HealthCheck.filter_too_much}, (HealthCheck.filter_too_much,)),
        ("stateful_step_count", 7, 7),
        ("print_blob", True, True),
        ("backend", "hypothesis", "hypothesis"),
    ],
)
def test_usable_values_are_stored(field: str, value: object, stored: object) -> None:
    got = getattr(settings(**{field: value}), field)
    assert got == stored
    assert type(got) is type(stored)


@pytest.mark.parametrize(
    ("field", "value", "hint"),
    [
        ("max_examples", 0, "must be a whole number above 0"),
        ("max_examples", True, "must be a whole number above 0"),
        ("max_examples", 1.0, "must be a whole number above 0"),
        ("max_examples", None, "must be a whole number above 0"),
        ("derandomize", 1, "must be True or False"),
        ("phases", "shrink", r"must be a collection such as phases=\[Phase.explicit\]"),
        ("phases", Phase.shrink, r"must be a collection such as phases=\[Phase.explicit\]"),
        ("phases", 3, r"must be a collection such as phases=\[Phase.explicit\]"),
        (
            "phases",
            ["reduce"],
            "must be one of Phase.explicit, Phase.reuse, Phase.generate, Phase.target",
        ),
        ("verbosity", "loud", "must be one of Verbosity.quiet, Verbosity.normal"),
        ("verbosity", 1, "must be one of Verbosity.quiet"),
        ("report_multiple_bugs", "yes", "must be True or False"),
        ("deadline", 0, "must be None, a number of milliseconds above 0, or a timedelta above 0"),
        ("deadline", -1.5, "milliseconds above 0"),
        ("deadline", True, "milliseconds above 0"),
        ("deadline", "1s", "milliseconds above 0"),
        ("deadline", float("nan"), "milliseconds above 0"),
        ("deadline", 1e300, "milliseconds above 0"),
        ("deadline", timedelta(0), "milliseconds above 0"),
        ("max_choices", -1, "must be a whole number above 0"),
        ("shrink_seconds", -1, "must be a number of seconds, 0 or more"),
        ("shrink_seconds", float("nan"), "must be a number of seconds, 0 or more"),
        ("shrink_seconds", None, "must be a number of seconds, 0 or more"),
        ("min_failure_rate", 0, "must be None, or a number above 0 and at most 0.5"),
        ("min_failure_rate", 1, "must be None, or a number above 0 and at most 0.5"),
        ("min_failure_rate", 0.51, "above 0 and at most 0.5"),
        ("min_failure_rate", -0.1, "above 0 and at most 0.5"),
        ("min_failure_rate", float("nan"), "above 0 and at most 0.5"),
        ("database", "here", "None, or a database such as"),
        ("min_failure_rate", True, "above 0 and at most 0.5"),
        ("min_failure_rate", "5%", "above 0 and at most 0.5"),
        ("async_backend", "curio", "must be 'asyncio' or 'trio'"),
        (
            "suppress_health_check",
            HealthCheck.too_slow,
            r"such as .*=\[HealthCheck.data_too_large\]",
        ),
        ("suppress_health_check", ["slow"], "each must be one of HealthCheck.data_too_large"),
        ("fail_health_check", None, "must be a collection"),
        ("stateful_step_count", 0, "must be a whole number above 0"),
        ("print_blob", 1, "must be True or False"),
        ("backend", "crosshair", "must be 'shortlex' or 'hypothesis'"),
    ],
)
def test_unusable_values_are_refused_by_name(field: str, value: object, hint: str) -> None:
    with pytest.raises(InvalidArgument, match=hint) as caught:
        settings(**{field: value})
    assert f"settings({field}={value!r}): " in str(caught.value)


def test_an_unknown_field_is_a_type_error_that_names_the_known_ones() -> None:
    with pytest.raises(TypeError) as caught:
        settings(max_example=3)
    assert str(caught.value) == (
        f"settings() has no 'max_example'; it has {', '.join(sorted(DEFAULTS))}."
    )


def test_a_parent_must_be_settings() -> None:
    with pytest.raises(InvalidArgument, match="Fields are given by name, as in settings"):
        settings(1000)  # type: ignore[arg-type]  # the mistake under test


def test_what_is_not_given_comes_from_the_parent() -> None:
    parent = settings(max_examples=7, verbosity="quiet")
    child = settings(parent, max_examples=8)
    assert (child.max_examples, child.verbosity) == (8, Verbosity.quiet)
    assert parent.max_examples == 7


def test_without_a_parent_it_comes_from_the_profile_active_at_the_time() -> None:
    settings.register_profile("few", max_examples=3)
    before = settings()
    settings.load_profile("few")
    assert before.max_examples == 100
    assert settings().max_examples == 3


def test_fields_cannot_be_assigned_or_deleted() -> None:
    one = settings()
    with pytest.raises(AttributeError, match="settings are immutable: make new ones with"):
        one.max_examples = 3
    with pytest.raises(AttributeError, match="settings are immutable"):
        one.anything = 3  # type: ignore[attr-defined]  # the mistake under test
    with pytest.raises(AttributeError, match="settings are immutable"):
        del one.max_examples
    assert one == settings()


def test_the_class_cannot_be_assigned_to() -> None:
    for name in ("default", "max_examples", "anything"):
        with pytest.raises(AttributeError, match=f"settings.{name} cannot be assigned"):
            setattr(settings, name, settings())


def test_equal_fields_make_equal_settings() -> None:
    assert settings(max_examples=5) == settings(max_examples=5)
    assert settings(max_examples=5) != settings(max_examples=6)
    assert settings() != "settings"
    assert len({settings(max_examples=5), settings(max_examples=5), settings()}) == 2


@pytest.mark.parametrize(
    "one", [settings(), settings(deadline=200, phases=["generate"], verbosity="debug")]
)
def test_a_repr_rebuilds_the_settings(one: settings) -> None:
    settings.register_profile("other", max_examples=3, derandomize=True)
    settings.load_profile("other")
    names = {each.__name__: each for each in (settings, Phase, Verbosity, DirectoryDatabase)}
    assert eval(repr(one), names) == one  # noqa: S307  # our own repr


def test_a_repr_lists_every_field_by_name() -> None:
    fields = {**DEFAULTS, "deadline": 1000.0, "suppress_health_check": (HealthCheck.too_slow,)}
    one = settings(deadline=timedelta(seconds=1), suppress_health_check=["too_slow"])
    shown = ", ".join(f"{name}={fields[name]!r}" for name in sorted(fields))
    assert repr(one) == f"settings({shown})"
    assert "suppress_health_check=(HealthCheck.too_slow,)" in repr(one)


def test_copies_and_pickles_are_equal() -> None:
    one = settings(max_examples=5, deadline=3)
    assert copy.copy(one) == one
    assert copy.deepcopy(one) == one
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301  # our own pickle


def test_show_changed_has_the_shortest_first() -> None:
    assert settings().show_changed() == ""
    changed = settings(max_examples=5, deadline=10, phases=[])
    assert changed.show_changed() == "phases=(), deadline=10.0, max_examples=5"


def test_default_is_what_the_active_profile_says() -> None:
    assert settings.default == settings()
    settings.register_profile("few", max_examples=3)
    settings.load_profile("few")
    assert settings.default.max_examples == 3
    assert settings.get_current_profile_name() == "few"
    settings.load_profile("default")
    assert settings.default.max_examples == 100


def test_registering_the_active_profile_again_takes_effect_at_once() -> None:
    calls: list[bool] = []

    @given(st.integers())
    def test(x: int) -> None:
        calls.append(True)

    settings.register_profile("default", max_examples=7)
    test()
    assert len(calls) == 7


def test_a_profile_can_have_a_parent() -> None:
    settings.register_profile("quiet", settings(verbosity="quiet"), max_examples=3)
    quiet = settings.get_profile("quiet")
    assert (quiet.verbosity, quiet.max_examples) == (Verbosity.quiet, 3)


def test_an_unknown_profile_is_an_error_that_names_the_known_ones() -> None:
    for use in (settings.get_profile, settings.load_profile):
        with pytest.raises(
            InvalidArgument, match=r"no profile 'CI'. The profiles are: 'ci', 'default'."
        ):
            use("CI")
    assert settings.get_current_profile_name() == "default"


def test_a_profile_with_a_mistake_is_not_registered() -> None:
    with pytest.raises(InvalidArgument, match="max_examples=0"):
        settings.register_profile("bad", max_examples=0)
    with pytest.raises(InvalidArgument, match="the name must be a string"):
        settings.register_profile(settings())  # type: ignore[arg-type]  # the mistake under test
    with pytest.raises(InvalidArgument, match="There is no profile 'bad'"):
        settings.get_profile("bad")


def test_settings_apply_above_and_below_given() -> None:
    calls: list[str] = []

    @settings(max_examples=3)
    @given(st.integers())
    def above(x: int) -> None:
        calls.append("above")

    @given(st.integers())
    @settings(max_examples=4)
    def below(x: int) -> None:
        calls.append("below")

    above()
    below()
    assert (calls.count("above"), calls.count("below")) == (3, 4)


def test_settings_twice_are_an_error() -> None:
    def test(x: int) -> None: ...

    once = settings(max_examples=3)(test)
    with pytest.raises(InvalidArgument, match="test has @settings twice: combine them into one"):
        settings(max_examples=4)(once)
    with pytest.raises(InvalidArgument, match="test has @settings twice: combine them into one"):
        settings(max_examples=4)(given(st.integers())(once))


def test_settings_go_on_functions_only() -> None:
    with pytest.raises(InvalidArgument, match="it goes on a test function"):
        settings()(int)
    with pytest.raises(InvalidArgument, match="it goes on a test function"):
        settings()(3)  # type: ignore[type-var]  # the mistake under test


def test_verbosities_are_ordered() -> None:
    assert sorted(Verbosity, reverse=True)[0] is Verbosity.debug
    assert Verbosity.quiet < Verbosity.normal < Verbosity.verbose < Verbosity.debug


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "default"),
        ({"CI": ""}, "ci"),
        ({"GITLAB_CI": "1"}, "ci"),
        ({"TF_BUILD": "True"}, "ci"),
        ({"GITHUB_ACTIONS": "false"}, "default"),
    ],
)
def test_the_environment_says_which_profile_is_active_at_first(
    environment: dict[str, str], expected: str
) -> None:
    program = (
        "from shortlex import settings; now = settings(); "
        "print(settings.get_current_profile_name(), now.derandomize, now.deadline, now.print_blob)"
    )
    found = subprocess.run(
        [sys.executable, "-c", program],
        env={**environment, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    is_ci = expected == "ci"
    assert found.stdout.split() == [expected, str(is_ci), "None", str(is_ci)]


def test_users_can_make_the_ci_profile_their_own() -> None:
    settings.register_profile("ci", max_examples=7)
    settings.load_profile("ci")
    assert (settings().max_examples, settings().derandomize) == (7, False)
