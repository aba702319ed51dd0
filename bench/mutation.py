"""How many small changes to a module its own tests notice.

    python -m bench.mutation core/order.py core/integer.py --jobs 2

Each change is made alone, in a copy of the sources: a comparison becomes its neighbour, ``and``
becomes ``or``, ``+`` becomes ``-``, a whole number grows by one, a condition is negated. Then only
the test file that mirrors the module is run. A change that no test notices *survives*. Some that do
are equivalent, such as a constant for speed: the rest each want a test.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

ROOT = Path(__file__).parents[1]

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}

PATIENCE = 120
"""A change may make a test endless. After this many seconds it counts as noticed."""


class Mutant(NamedTuple):
    """One changed module."""

    module: str
    line: int
    change: str
    source: str


def changes_of(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What may stand in the place of a node, each with words for it."""
    if isinstance(node, ast.Compare):
        for place, op in enumerate(node.ops):
            changed = copy.deepcopy(node)
            changed.ops[place] = COMPARISONS[type(op)]()
            yield f"{type(op).__name__} -> {COMPARISONS[type(op)].__name__}", changed
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"-> {type(other).__name__}", ast.BoolOp(other, node.values)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        opposite = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield f"-> {type(opposite).__name__}", ast.BinOp(node.left, opposite, node.right)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield f"{node.value} -> {node.value + 1}", ast.Constant(node.value + 1)
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        negated = copy.copy(node)
        negated.test = ast.UnaryOp(ast.Not(), node.test)
        yield "negated condition", negated


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else super().generic_visit(node)


def mutants_of(module: str) -> Iterator[Mutant]:
    """Every changed version of a module of this library."""
    text = (ROOT / "src" / "shortlex" / module).read_text(encoding="utf-8")
    return mutants_in(text, module)


def mutants_in(text: str, module: str = "") -> Iterator[Mutant]:
    """Every changed version of a source."""
    count = sum(1 for _ in ast.walk(ast.parse(text)))
    for number in range(count):
        # Parsed anew for each node, since a change is made in place.
        for place in range(len(list(changes_of(_node(ast.parse(text), number))))):
            tree = ast.parse(text)
            node = _node(tree, number)
            words, changed = list(changes_of(node))[place]
            whole = ast.fix_missing_locations(_Replace(node, changed).visit(tree))
            yield Mutant(module, getattr(node, "lineno", 0), words, ast.unparse(whole))


def _node(tree: ast.AST, number: int) -> ast.AST:
    return list(ast.walk(tree))[number]


def tests_of(module: str) -> Path:
    path = Path(module)
    return ROOT / "tests" / path.parent / f"test_{path.name}"


def is_noticed(mutant: Mutant, copied: Path) -> bool:
    """Whether the tests of the module fail with the change."""
    file = copied / "shortlex" / mutant.module
    before = file.read_text(encoding="utf-8")
    file.write_text(mutant.source, encoding="utf-8")
    options = ["-q", "-x", "-p", "no:cacheprovider", "-m", "not slow"]
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *options, "-o", f"pythonpath={copied} {ROOT}"]
            + [str(tests_of(mutant.module))],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(copied)},  # plugins are imported before tests
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return run.returncode != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        file.write_text(before, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("modules", nargs="+", help="below src/shortlex, such as core/order.py")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="try only every n-th change")
    parser.add_argument("--json", type=Path, help="write the survivors there")
    asked = parser.parse_args()
    survivors: list[Mutant] = []
    with tempfile.TemporaryDirectory() as directory:
        copies: SimpleQueue[Path] = SimpleQueue()
        for job in range(asked.jobs):
            copies.put(Path(shutil.copytree(ROOT / "src", Path(directory) / str(job))))

        def judge(mutant: Mutant) -> bool:
            copied = copies.get()
            try:
                return is_noticed(mutant, copied)
            finally:
                copies.put(copied)

        for module in asked.modules:
            mutants = list(mutants_of(module))[:: asked.every]
            with ThreadPoolExecutor(asked.jobs) as pool:
                noticed = list(pool.map(judge, mutants))
            left = [mutant for mutant, was in zip(mutants, noticed) if not was]
            survivors += left
            print(f"{module}: {sum(noticed)} of {len(mutants)} changes were noticed", flush=True)
            for mutant in left:
                print(f"  line {mutant.line}: {mutant.change}", flush=True)
    if asked.json is not None:
        rows = [mutant._asdict() | {"source": None} for mutant in survivors]
        asked.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
