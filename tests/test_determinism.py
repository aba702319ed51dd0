"""The same seed makes the same cases, reductions and reports: in any process, on any thread."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from shortlex import given, lowlevel, observe, seed, settings
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.errors import InvalidArgument
from tests.digests import KEPT, digests, table_of

PROGRAM = """
import re, sys
from shortlex import find, given, seed, settings, strategies as st

JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
)
STRATEGIES = {
    "json": JSON,
    "sets": st.sets(st.text(max_size=2)),
    "frozensets": st.frozensets(st.integers()),
    "dictionaries": st.dictionaries(st.text(), st.integers()),
    "sampled": st.sampled_from({"b": 1, "a": 2}),
    "permutations": st.permutations("abcdef"),
    "characters": st.text(st.characters(categories=["Lu", "Nd"])),
    "shared": st.tuples(st.shared(st.integers(), key="k"), st.shared(st.integers(), key="k")),
    "choices": st.one_of(st.integers(), st.binary(), st.tuples(st.booleans(), st.floats())),
}

def shown(value):
    # A set prints in the order of its hashes, which is not the library's doing.
    return repr(sorted(map(repr, value)) if isinstance(value, (set, frozenset)) else value)

@seed("a text")
@settings(max_examples=50)
@given(st.fixed_dictionaries(STRATEGIES))
def test(values):
    print({name: shown(value) for name, value in values.items()})

met = []

@seed(7)
@given(st.sets(st.text(min_size=1)), st.dictionaries(st.integers(), st.text()))
def failing(names, numbers):
    # How often cases are run again to be sure depends on how long they take.
    call = len(names), len(numbers)
    if call not in met:
        met.append(call)
        print(*call)
    assert sum(map(len, names)) + len(numbers) < 6

test()
try:
    failing()
except AssertionError as error:
    print(re.sub("[0-9.]+ s", "", "\\n".join(error.__notes__)))
"""


def output_of(hash_seed: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        capture_output=True,
        text=True,
        check=True,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PYTHONHASHSEED": hash_seed,
            "PYTHONIOENCODING": "utf-8:backslashreplace",
        },
        encoding="utf-8",
    ).stdout


def test_another_process_with_another_hash_seed_does_the_same() -> None:
    outputs = {output_of(hash_seed) for hash_seed in ("0", "1", "12345")}
    assert len(outputs) == 1
    assert "Failing test case: failing(" in outputs.pop()


# Versions of Python


ROOT = Path(__file__).parent.parent
OTHERS = [f"python3.{minor}" for minor in range(11, 16) if minor != sys.version_info.minor]


def interpreter(name: str) -> str:
    """Where another version of Python is, or skip the test if there is none that runs."""
    for each in places_of(name):
        if runs(each):
            return str(each)
    pytest.skip(f"{name} is not installed")


def places_of(name: str) -> Iterator[Path]:
    """Where a version of Python may be: on the path, and where its manager has the others.

    What is on the path may be a script that looks for the version that a manager has selected,
    which is another one. Managers have a directory for each version, all in one directory: that of
    this Python, and one beside the scripts.
    """
    folders = [Path(each) for each in os.get_exec_path()]
    yield from (folder / name for folder in folders)
    homes = {Path(sys.base_prefix).parent: None}
    homes.update((folder.parent / "versions", None) for folder in folders)
    for home in homes:
        yield from sorted(home.glob(f"*/bin/{name}"))


def runs(python: Path) -> bool:
    """Whether this is a Python for which the library is made."""
    check = "import sys; assert sys.version_info >= (3, 11)"
    if not os.access(python, os.X_OK) or python.is_dir():
        return False
    try:
        return not subprocess.run([python, "-c", check], capture_output=True).returncode
    except OSError:  # it is for another system
        return False


def test_an_interpreter_is_found_beside_a_script_that_does_not_find_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shim = tmp_path / "shims" / "python3.99"
    real = tmp_path / "versions" / "3.99.1" / "bin" / "python3.99"
    for program, text in ((shim, "exit 127"), (real, f'exec "{sys.executable}" "$@"')):
        program.parent.mkdir(parents=True)
        program.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(shim.parent))
    assert interpreter("python3.99") == str(real)
    real.unlink()
    with pytest.raises(pytest.skip.Exception, match="not installed"):
        interpreter("python3.99")


def output_in(python: str, *arguments: str, hash_seed: str = "0") -> str:
    """What another interpreter prints, with this library and the packages of this environment."""
    packages = [each for each in sys.path if "site-packages" in each]
    paths = [str(ROOT), str(ROOT / "src"), *packages]
    return subprocess.run(
        [python, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": hash_seed},
        encoding="utf-8",
    ).stdout


def without_tables(found: list[Any]) -> list[str]:
    """The digests that depend on nothing but the seed."""
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    assert len(found) == len(kept), "A sample was added: run `python -m tests.digests --write`."
    pairs = zip(found, kept, strict=True)
    return [name if table_of(name) else digest for (_, digest), (name, _) in pairs]


def test_every_strategy_makes_of_a_seed_what_it_made_in_every_version() -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    # If a change of the library changes what is generated: `python -m tests.digests --write`.
    assert without_tables(digests()) == without_tables(kept)


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_every_strategy_makes_the_same_of_a_seed_in_other_versions(name: str) -> None:
    python = interpreter(name)
    for hash_seed in ("0", "7"):
        output = output_in(python, "-m", "tests.digests", hash_seed=hash_seed)
        assert without_tables(json.loads(output)) == without_tables(digests())


TOKENS = """
import json, sys
from shortlex import given, reproduce_failure, strategies as st
from shortlex.errors import BadToken

CHARACTERS = st.text(st.characters(categories=["Lo", "Nd", "So"]), min_size=1)
STRATEGIES = [
    CHARACTERS, st.from_regex(r"\\w+\\d"), st.timezones(), st.sets(st.text()), st.randoms().map(
    lambda random: [random.sample(range(50), 5), random.gauss(0, 1), random.choice("abc")]),
    st.recursive(st.floats(), st.lists), st.decimals(), st.from_type(dict[str, int | None]),
]

def failing(strategy):
    met = []
    @given(strategy)
    def test(value):
        met.append(ascii(sorted(value) if isinstance(value, set) else value))
        raise ValueError
    return test, met

def token_of(strategy):
    test, met = failing(strategy)
    try:
        test()
    except ValueError as error:
        text = " ".join(error.__notes__)
        return text.partition("reproduce_failure(")[2].split(chr(34))[1], met[-1]

def value_of(strategy, token):
    test, met = failing(strategy)
    try:
        reproduce_failure(token)(test)()
    except ValueError:
        return met[-1]

if len(sys.argv) > 1:
    print([value_of(*each) for each in zip(STRATEGIES, json.loads(sys.argv[1]), strict=True)])
else:
    print(json.dumps([token_of(each) for each in STRATEGIES]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_a_token_makes_the_same_values_in_other_versions(name: str) -> None:
    python = interpreter(name)
    made = json.loads(output_in(sys.executable, "-c", TOKENS))
    tokens = json.dumps([token for token, _ in made])
    assert output_in(python, "-c", TOKENS, tokens) == f"{[value for _, value in made]}\n"


def test_a_seed_that_is_written_differently_in_another_process_is_refused() -> None:
    for value in ({"a", "b"}, object(), (1, {2})):
        with pytest.raises(InvalidArgument, match="Use a number, a string"):
            seed(value)


# Who looks on


def test_what_watches_a_run_does_not_change_its_cases() -> None:
    def cases(**options: Any) -> list[Any]:
        met: list[Any] = []

        @seed(3)
        @settings(database=None, **options)
        @given(st.lists(st.integers() | st.text()), st.data())
        def test(values: list[object], data: st.DataObject) -> None:
            met.append((values, data.draw(st.floats(allow_nan=False))))

        test()
        return met

    alone = cases()
    seen: list[object] = []
    with observe(seen.append):
        watched = cases()
    # A case is met but not seen if it equals an earlier one.
    assert 100 <= len(seen) <= len(watched) + 1
    assert alone == watched == cases(verbosity="debug") == cases(verbosity="quiet")


def test_a_seed_gives_the_same_cases_with_and_without_pytest(tmp_path: Path) -> None:
    program = tmp_path / "test_seeded.py"
    program.write_text(SEEDED, encoding="utf-8")
    alone = output_in(sys.executable, str(program))
    run = output_in(
        sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", str(program)
    )
    assert alone.count("\n") >= 100
    assert alone in run


SEEDED = """
from shortlex import given, seed, settings, strategies as st

@seed("the same")
@settings(database=None)
@given(st.lists(st.integers() | st.text()), st.randoms())
def test(values, random):
    print(ascii(values), random.random())

if __name__ == "__main__":
    test()
"""


# Derandomized tests


def test_derandomized_tests_do_the_same_every_time_and_others_do_not() -> None:
    def cases(**options: Any) -> list[int]:
        met: list[int] = []

        @settings(**options)
        @given(st.integers())
        def test(x: int) -> None:
            met.append(x)

        test()
        return met

    assert cases(derandomize=True) == cases(derandomize=True)
    assert cases(derandomize=False) != cases(derandomize=False)


def test_derandomized_tests_differ_from_each_other() -> None:
    met: dict[str, list[int]] = {"first": [], "second": []}

    @settings(derandomize=True)
    @given(st.integers())
    def first(x: int) -> None:
        met["first"].append(x)

    @settings(derandomize=True)
    @given(st.integers())
    def second(x: int) -> None:
        met["second"].append(x)

    first()
    second()
    assert met["first"] != met["second"]


# Threads


def on_threads(work: Callable[[int], None], count: int = 4) -> None:
    """Run work at the same time, switching as often as can be."""
    errors: list[BaseException] = []
    barrier = threading.Barrier(count)

    def guarded(number: int) -> None:
        try:
            barrier.wait()
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(n,)) for n in range(count)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    if errors:
        raise errors[0]


def test_one_test_passes_on_several_threads_at_once() -> None:
    for _ in range(10):
        # New each time: strategies are built when they are first used.
        met: dict[int, list[object]] = {}
        leaves = st.integers() | st.text() | st.booleans()

        @seed(1)
        @settings(max_examples=20)
        @given(st.recursive(leaves, lambda c: st.lists(c) | st.tuples(c, c)), st.data())
        def test(value: object, data: st.DataObject) -> None:
            data.draw(st.integers())
            met.setdefault(threading.get_ident(), []).append(repr(value))  # noqa: B023  # run at once

        on_threads(lambda number: test())
        runs = list(met.values())
        assert len(runs) == 4
        assert all(run == runs[0] for run in runs)


def test_one_test_fails_alike_on_several_threads_at_once() -> None:
    reports: list[str] = []

    @seed(1)
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        assert sum(xs) < 100

    def work(number: int) -> None:
        with pytest.raises(AssertionError) as caught:
            test()
        reports.append(caught.value.__notes__[0])

    on_threads(work)
    assert reports == 4 * ["Failing test case: test(\n    xs=[100],\n)"]


def test_runs_on_several_threads_do_not_share_random_numbers() -> None:
    met: dict[int, list[int]] = {}

    def work(number: int) -> None:
        def function(case: Case) -> None:
            met.setdefault(number, []).append(lowlevel.draw_bits(case, 64))

        lowlevel.run(function, seed=number % 2)

    on_threads(work)
    assert met[0] == met[2] != met[1] == met[3]
