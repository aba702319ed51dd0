"""A failing case is always shown, whatever the test raises and wherever it is printed."""

import sys
from typing import Any

import pytest

from shortlex import example, given, settings
from shortlex import strategies as st
from shortlex.core.raised import MAX_LINKS
from shortlex.database import MemoryDatabase

SUITE = r"""
    import pytest
    from shortlex import given, note, settings, strategies as st

    OPTIONS = settings(max_examples=30, database=None)

    @OPTIONS
    @given(st.integers(0, 9))
    def test_long_chain(number):
        error = None
        for i in range(5000):
            following = ValueError(i)
            following.__context__ = error
            error = following
        if number > 4:
            raise error

    @OPTIONS
    @given(st.integers(0, 9))
    def test_deep_groups(number):
        error = ValueError("leaf")
        for i in range(3000):
            error = ExceptionGroup("group", [error])
        if number > 4:
            raise error

    @OPTIONS
    @given(st.text(), st.just("\ud800\x1b[31m\u202e\u200b"))
    def test_surrogates(text, odd):
        note(odd)
        print(text)
        if text:
            raise ValueError("\ud800 in a message")

    class Hidden(Exception):
        def __str__(self): raise SystemExit
        def __setattr__(self, name, value): raise AttributeError(name)
        def with_traceback(self, traceback): raise RuntimeError
        __traceback__ = property(lambda self: 1 / 0)
        __context__ = property(lambda self: 1 / 0)
        __cause__ = property(lambda self: 1 / 0)

    class Unnoted(Exception):
        __notes__ = property(lambda self: 1 / 0)

    class OddlyNoted(Exception):
        __notes__ = 5

    class Meta(type):
        @property
        def __name__(cls): raise ValueError
        def __eq__(cls, other): raise ValueError
        def __hash__(cls): raise ValueError

    class Nameless(Exception, metaclass=Meta):
        pass

    @OPTIONS
    @given(st.integers(0, 9))
    @pytest.mark.parametrize("place", range(4))
    def test_odd_class(place, number):
        if number > 4:
            raise [Hidden, Unnoted, OddlyNoted, Nameless][place]("said")

    class Untrue(Exception):
        def __bool__(self): raise ValueError

    class Secret(Exception):
        def __getattribute__(self, name): raise ValueError(name)

    @OPTIONS
    @given(st.integers(0, 9))
    @pytest.mark.parametrize("kind", [Untrue, Secret])
    @pytest.mark.parametrize("place", range(3))
    def test_nobody_can_look(kind, place, number):
        if number > 4 and place == 0:
            raise kind("said")
        if number > 4 and place == 1:
            raise ExceptionGroup("group", [kind("said"), ValueError()])
        try:
            raise kind("said")
        except Exception:
            assert number < 5

    @OPTIONS
    @given(st.integers(0, 9))
    def test_without_traceback(number):
        if number > 4:
            pytest.fail("a message alone", pytrace=False)

    # pytest takes the repr of the only error in a group.

    @OPTIONS
    @given(st.integers(0, 9))
    def test_group_of_one(number):
        if number > 4:
            raise ExceptionGroup("group", [ExceptionGroup("inner", [ValueError(2**20_000)])])

    calls = []

    @OPTIONS
    @given(st.integers(0, 9))
    def test_flaky(number):
        calls.append(number)
        if len(calls) == 1:
            raise ValueError(2**20_000)
"""


VERBOSE = ["-s", "--shortlex-verbosity=verbose"]


@pytest.mark.parametrize(
    ("encoding", "options"),
    [
        ("utf-8", []),
        ("ascii", ["-n1"]),
        pytest.param("utf-8", ["-n1"], marks=pytest.mark.slow),
        pytest.param("utf-8", VERBOSE, marks=pytest.mark.slow),
        pytest.param("ascii", [], marks=pytest.mark.slow),
        pytest.param("ascii", VERBOSE, marks=pytest.mark.slow),
    ],
)
def test_pytest_shows_every_case(
    pytester: pytest.Pytester,
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    encoding: str,
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    pytester.makepyfile(SUITE)
    outcome = pytester.runpytest_subprocess(*options, "--junitxml=out.xml", "--tb=short")
    outcome.assert_outcomes(failed=16)
    assert outcome.stdout.str().count("Failing test case: ") >= 16
    assert "INTERNALERROR" not in outcome.stdout.str()
    outcome.stdout.fnmatch_lines([r"*odd='\ud800\x1b[[]31m\u202e\u200b',*"])
    assert (pytester.path / "out.xml").stat().st_size > 1000


def test_plain_calls_show_every_case(pytester: pytest.Pytester) -> None:
    script = pytester.makepyfile(
        SUITE
        + r"""
    import traceback
    tests = [test_long_chain, test_deep_groups, test_surrogates, test_group_of_one, test_flaky]
    tests += [lambda place=place: test_odd_class(place) for place in range(4)]
    kinds = [(kind, place) for kind in (Untrue, Secret) for place in range(3)]
    tests += [lambda each=each: test_nobody_can_look(*each) for each in kinds]
    tests += [test_without_traceback]
    for test in tests:
        try:
            test()
        except BaseException:
            traceback.print_exc()
"""
    )
    outcome = pytester.run(sys.executable, script)
    assert outcome.stderr.str().count("Failing test case: ") == 16
    assert outcome.ret == 0


def raised_by(test: Any) -> BaseException:
    try:
        test()
    except BaseException as error:
        return error
    raise AssertionError("it passed")


class SecretError(Exception):
    def __getattribute__(self, name: str) -> Any:
        raise ValueError(name)


@pytest.mark.parametrize("how", ["plain", "isolated", "example"])
def test_an_error_that_nobody_can_look_at_is_described_and_kept(how: str) -> None:
    store = MemoryDatabase()

    @settings(database=store, isolate=how == "isolated")
    @given(st.integers(0, 9))
    def test(number: int) -> None:
        if number > 4:
            raise SecretError("said")

    error = raised_by(example(5)(test) if how == "example" else test)
    assert repr(error) == "RuntimeError('SecretError: said')"
    assert "number=5" in "".join(error.__notes__)
    assert len(store.data) == (how != "example")


ONLY = ValueError("the only one")


def test_one_object_that_is_raised_again_and_again_has_one_report() -> None:
    @settings(database=None)
    @given(st.integers(0, 9))
    def test(number: int) -> None:
        if number > 4:
            raise ONLY

    for _ in range(3):
        error = raised_by(test)
        assert error is ONLY
        assert [note.partition(":")[0] for note in error.__notes__].count("Failing test case") == 1


def test_one_object_that_is_raised_at_two_places_is_two_bugs() -> None:
    @settings(database=None)
    @given(st.integers(0, 9))
    def test(number: int) -> None:
        if number == 3:
            raise ONLY
        if number > 4:
            raise ONLY

    error = raised_by(test)
    assert isinstance(error, BaseExceptionGroup)
    assert error.exceptions == (ONLY,)
    report = "\n".join(ONLY.__notes__)
    assert "number=3" in report
    assert "number=5" in report


def test_notes_of_the_user_stay() -> None:
    @settings(database=None)
    @given(st.integers(0, 9))
    def test(number: int) -> None:
        if number > 4:
            error = ValueError()
            error.add_note("mine")
            raise error

    assert raised_by(test).__notes__[:1] == ["mine"]


def test_a_long_chain_is_cut_and_keeps_both_ends() -> None:
    @settings(database=None)
    @given(st.integers(0, 9))
    def test(number: int) -> None:
        error: Exception | None = None
        for i in range(5000):
            following = ValueError(i)
            following.__context__ = error
            error = following
        if number > 4 and error is not None:
            raise error

    chain = []
    link: BaseException | None = raised_by(test)
    while link is not None:
        chain.append(link)
        link = link.__context__
    assert len(chain) == MAX_LINKS
    assert [chain[0].args, chain[-1].args] == [(4999,), (0,)]
    assert chain[-2].__notes__ == ["(4,950 errors between this one and the first are left out.)"]


def test_errors_that_follow_each_other_more_or_less_often_are_one_bug() -> None:
    @settings(database=None)
    @given(st.integers(0, 20))
    def test(number: int) -> None:
        error: Exception | None = None
        for i in range(number + 1):
            following = ValueError(i)
            following.__context__ = error
            error = following
        if number and error is not None:
            raise error

    assert type(raised_by(test)) is ValueError


class Huge:
    def __repr__(self) -> str:
        return "x" * 30_000_000


def test_a_huge_repr_is_cut_and_says_how_long_it_is() -> None:
    @settings(database=None)
    @given(st.integers(0, 9), st.just(Huge()), st.just("y" * 10**6), st.just(b"z" * 10**6))
    def test(number: int, huge: Huge, text: str, data: bytes) -> None:
        if number > 4:
            raise ValueError

    report = raised_by(test).__notes__[0]
    assert "x... (the first 100,000 of 30,000,000 characters)" in report
    assert "<a str of 1,000,000 characters, beginning with 'yyy" in report
    assert "<a bytes of 1,000,000 bytes, beginning with b'zzz" in report
    assert len(report) < 500_000


def test_one_object_that_is_raised_again_is_not_called_flaky_for_what_it_followed_before() -> None:
    same = ValueError("the same")

    @given(st.booleans())
    def raises(is_followed: bool) -> None:
        try:
            if is_followed:
                raise KeyError
        finally:
            raise same

    for _ in range(3):
        with pytest.raises(ExceptionGroup) as caught:  # with and without a KeyError before it
            raises()
        assert caught.value.exceptions == (same,)
        assert "failed in 2 different ways" in str(caught.value)
