"""Errors: the tree drawn in the module is the tree there is."""

import inspect
import re
import warnings

import pytest

from shortlex import errors

LINE = re.compile(r"^(?P<indent>[ │├└─]*)(?P<name>\w+)(\((?P<bases>[^)]*)\))?(?P<words>.*)$")


def drawn():
    """The name of every class in the drawing, with its parent and its other bases."""
    tree = {}
    path = []
    for line in inspect.getdoc(errors).split("::\n\n")[1].splitlines():
        if not line.strip():
            continue
        match = LINE.match(line.removeprefix("    "))
        depth = len(match["indent"]) // 4
        bases = (match["bases"] or "").split(", ")
        others = [base.removeprefix("+") for base in bases if base]
        if depth:
            others.append(path[depth - 1])
        path[depth:] = [match["name"]]
        tree[match["name"]] = set(others)
    return tree


def defined():
    return {
        name: value
        for name, value in vars(errors).items()
        if isinstance(value, type)
        and issubclass(value, BaseException)
        and value.__module__ == errors.__name__
    }


def test_the_drawing_is_read():
    tree = drawn()
    assert tree["ShortlexException"] == {"Exception"}
    assert tree["InvalidArgument"] == {"ShortlexException", "TypeError"}
    assert tree["FlakyFailure"] == {"Flaky", "ExceptionGroup"}


def test_every_class_is_drawn_with_its_bases():
    actual = {
        name: {base.__name__ for base in cls.__bases__ if base is not object}
        for name, cls in defined().items()
    }
    assert actual == drawn()


@pytest.mark.parametrize("name", sorted(defined()))
def test_every_class_says_what_it_is_for(name):
    assert defined()[name].__doc__


def test_what_ends_a_case_is_no_exception_that_tests_catch():
    for cls in (errors.StopCase, errors.Overrun, errors.Rejected, errors.Interesting):
        assert issubclass(cls, BaseException)
        assert not issubclass(cls, Exception)


def test_warnings_can_be_given_and_filtered():
    assert issubclass(errors.NonInteractiveExampleWarning, errors.ShortlexWarning)
    with pytest.warns(errors.ShortlexWarning, match=r"careful"):
        warnings.warn("careful", errors.NonInteractiveExampleWarning, stacklevel=1)


def test_a_rejection_keeps_its_reason_and_an_interesting_case_its_origin():
    assert errors.Rejected("why").reason == "why"
    assert errors.Rejected().reason == ""
    assert errors.Interesting("where").origin == "where"
    assert errors.Interesting().origin is None


def test_flaky_failures_are_groups_of_the_errors_that_came_and_stay_so_when_split():
    group = errors.FlakyFailure("flaky", [ValueError(1), KeyError(2)])
    assert isinstance(group, errors.Flaky)
    assert isinstance(group, ExceptionGroup)
    values, others = group.split(ValueError)
    assert type(values) is type(others) is errors.FlakyFailure
    assert [type(error) for error in values.exceptions] == [ValueError]
    assert values.message == "flaky"
