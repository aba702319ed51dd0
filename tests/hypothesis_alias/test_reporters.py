"""What is reported goes to the reporter in force, as the verbosity says."""

import pytest

from shortlex import Verbosity, settings
from shortlex.hypothesis_alias.reporters import (
    current_verbosity,
    default,
    report,
    reporter,
    verbose_report,
    with_reporter,
)


def test_a_report_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    report("one")
    verbose_report("two")
    assert capsys.readouterr().out == "one\n"
    assert reporter() is default


def test_another_reporter_gets_it() -> None:
    lines: list[object] = []
    with with_reporter(lines.append):
        report("one")
        report(lambda: "two")
    assert lines == ["one", "two"]
    assert reporter() is default


@pytest.mark.usefixtures("fresh_profiles")
def test_the_verbosity_is_that_of_the_settings(capsys: pytest.CaptureFixture[str]) -> None:
    settings.register_profile("loud", verbosity="verbose")
    settings.load_profile("loud")
    verbose_report("two")
    assert capsys.readouterr().out == "two\n"
    assert current_verbosity() is Verbosity.verbose
