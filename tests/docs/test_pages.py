"""What the pages show is what happens. The conventions are in ``blocks``."""

from pathlib import Path

import pytest
from blocks import LANGUAGES, PAGES, ROOT, blocks_of, is_run, matches, run_code, run_commands

NAMES = [str(page.relative_to(ROOT)) for page in PAGES]


@pytest.mark.parametrize("name", NAMES)
def test_code_on_a_page_does_what_it_shows(name: str) -> None:
    run_code(ROOT / name)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_code_on_a_page_does_the_same_with_other_random_cases(name: str) -> None:
    for seed in range(1, 31):
        run_code(ROOT / name, seed)


@pytest.mark.parametrize("name", NAMES)
def test_commands_on_a_page_print_what_it_shows(name: str, tmp_path: Path) -> None:
    run_commands(ROOT / name, tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_every_block_has_a_language_that_we_know(name: str) -> None:
    assert {block.language for block in blocks_of(ROOT / name)} <= LANGUAGES


@pytest.mark.parametrize("name", NAMES)
def test_every_block_that_is_saved_is_run_by_a_command(name: str) -> None:
    blocks = blocks_of(ROOT / name)
    commands = [command for block in blocks for command, _ in block.commands if is_run(command)]
    saved = [block.file_name for block in blocks if block.file_name is not None]
    assert [each for each in saved if not any(each in command for command in commands)] == []


@pytest.mark.parametrize(
    ("shown", "real"),
    [
        (["one"], ["one", ""]),
        (["one", "...", "four"], ["one", "two", "three", "four"]),
        (["...", "four"], ["two", "three", "four"]),
        (["1 failed in 0.12s"], ["1 failed in 3.45s"]),
        (
            ["Reduced from size 9 to 3 in 8 calls (2 accepted, the last at 5; 0.00 s)."],
            ["Reduced from size 1,234 to 3 in 70 calls (4 accepted, the last at 9; 0.51 s)."],
        ),
    ],
)
def test_outputs_match_when_only_times_counts_or_left_out_lines_differ(
    shown: list[str], real: list[str]
) -> None:
    assert matches(shown, real)


@pytest.mark.parametrize(
    ("shown", "real"),
    [
        (["one"], ["two"]),
        (["one"], ["one", "two"]),
        (["one", "...", "four"], ["one", "two", "three"]),
        (["Reduced from size 9 to 3 in 8 calls ()."], ["Reduced from size 9 to 4 in 8 calls ()."]),
    ],
)
def test_outputs_do_not_match_when_anything_else_differs(shown: list[str], real: list[str]) -> None:
    assert not matches(shown, real)
