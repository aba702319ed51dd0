"""Rewrite Python: imports, names and calls of Hypothesis in one file become those of Shortlex.

LibCST keeps everything else as it is, down to spaces and comments.
"""

from __future__ import annotations

import ast
from importlib import import_module
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from shortlex.cli.options_in_text import ByHand, by_hand_in, rewrite_options
from shortlex.hypothesis_alias.contents import LATER
from shortlex.hypothesis_alias.exception_names import OUR_NAMES
from shortlex.hypothesis_alias.finder import extra_module
from shortlex.hypothesis_alias.old_spellings import TODAY

MODULES = {
    "hypothesis": "shortlex",
    "hypothesis.database": "shortlex.database",
    "hypothesis.errors": "shortlex.errors",
    "hypothesis.extra": "shortlex.extra",
    "hypothesis.provisional": "shortlex.provisional",
    "hypothesis.stateful": "shortlex.stateful",
    "hypothesis.strategies": "shortlex.strategies",
}

SPREAD = ("hypothesis.core", "hypothesis.control", "hypothesis._settings")
"""Modules whose public names are at the top level, too."""

TOOLS = {"fuzz_one_input", "inner_test"}
"""What tools look for in ``test.hypothesis``."""

PRIVATE = (
    "Shortlex has nothing in the place of this. Run the suite with `pytest -p "
    "shortlex.as_hypothesis`, or do without."
)


def rewrite_python(source: bytes) -> tuple[bytes, ByHand]:
    """The file rewritten, and what to look at by hand. Raises SyntaxError."""
    try:
        wrapper = MetadataWrapper(cst.parse_module(source))
    except cst.ParserSyntaxError as error:
        raise SyntaxError(f"line {error.raw_line}: {error.message}") from None
    rewriter = _Rewriter()
    after = wrapper.visit(rewriter).bytes
    if rewriter.uses_module:
        # Some names are left where they were, so they still need the module.
        rewriter = _Rewriter(keeps_module=True)
        after = wrapper.visit(rewriter).bytes
    ast.parse(after)  # never write what Python cannot read
    return after, tuple(rewriter.by_hand)


class _Rewriter(cst.CSTTransformer):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, *, keeps_module: bool = False) -> None:
        super().__init__()
        self.keeps_module = keeps_module
        self.uses_module = False
        """Whether something is still reached through ``hypothesis``."""
        self.by_hand: list[tuple[int, str]] = []
        self.imports_module = False
        """Whether ``hypothesis`` is a name in this file."""
        self.is_user = False
        """Whether the file imports anything of Hypothesis."""

    def _leave_by_hand(self, node: cst.CSTNode, what: str) -> None:
        line = self.get_metadata(PositionProvider, node).start.line
        self.by_hand.append((line, what))

    # Imports.

    def visit_Module(self, node: cst.Module) -> None:
        for line in node.code.splitlines():
            words = line.split()
            if words[:1] in (["import"], ["from"]) and "hypothesis" in line:
                self.is_user = True
                plain = "hypothesis" in (each.rstrip(",").partition(".")[0] for each in words[1:])
                self.imports_module |= words[0] == "import" and plain

    def visit_Import(self, node: cst.Import) -> bool:
        return False  # its names are not expressions

    def visit_ImportFrom(self, node: cst.ImportFrom) -> bool:
        return False

    def leave_Import(self, original: cst.Import, updated: cst.Import) -> cst.Import:
        names = [self._import(original, each) for each in updated.names]
        plain = [each for each in updated.names if each.asname is None]
        if self.keeps_module and any(_is_theirs(_dotted(each.name)) for each in plain):
            names[-1] = names[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
            names.append(cst.ImportAlias(cst.Name("hypothesis")))
        return updated.with_changes(names=names)

    def _import(self, node: cst.Import, alias: cst.ImportAlias) -> cst.ImportAlias:
        module = _dotted(alias.name)
        if not _is_theirs(module):
            return alias
        ours = our_module(module)
        if ours is None:
            self._leave_by_hand(node, f"import {module}: {_why(module)}")
            return alias
        return alias.with_changes(name=_node(ours))

    def leave_ImportFrom(
        self, original: cst.ImportFrom, updated: cst.ImportFrom
    ) -> cst.ImportFrom | cst.FlattenSentinel[cst.BaseSmallStatement]:
        module = _dotted(updated.module)
        if updated.relative or not _is_theirs(module):
            return updated
        if isinstance(updated.names, cst.ImportStar):
            ours = our_module(module)
            if ours is None:
                self._leave_by_hand(original, f"from {module} import *: {_why(module)}")
                return updated
            return updated.with_changes(module=_node(ours))
        return self._moved(original, updated, module)

    def _moved(
        self, original: cst.ImportFrom, updated: cst.ImportFrom, module: str
    ) -> cst.ImportFrom | cst.FlattenSentinel[cst.BaseSmallStatement]:
        """The import from our module; names that we have not stay where they are."""
        assert not isinstance(updated.names, cst.ImportStar)
        ours = our_module(module) or ("shortlex" if module in SPREAD else None)
        kept, moved = [], []
        for alias in updated.names:
            name = str(cst.ensure_type(alias.name, cst.Name).value)
            new = None if ours is None else our_name(module, ours, name)
            if new is None:
                self._leave_by_hand(
                    original, f"from {module} import {name}: {_why(f'{module}.{name}', module)}"
                )
                kept.append(alias)
            else:
                moved.append(_renamed(alias, name, new))
        if ours is None or not moved:
            return updated
        new_import = updated.with_changes(module=_node(ours), names=_ended(moved, updated.names))
        if not kept:
            return new_import
        old_import = updated.with_changes(names=_ended(kept, updated.names))
        return cst.FlattenSentinel([new_import, old_import])

    def leave_SimpleStatementLine(
        self, original: cst.SimpleStatementLine, updated: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.FlattenSentinel[cst.SimpleStatementLine]:
        if len(updated.body) == len(original.body) or len(original.body) > 1:
            return updated
        # An import that was divided: each half gets a line of its own.
        first, second = updated.body
        return cst.FlattenSentinel(
            [updated.with_changes(body=[first]), cst.SimpleStatementLine(body=[second])]
        )

    # Names and calls.

    def leave_Attribute(
        self, original: cst.Attribute, updated: cst.Attribute
    ) -> cst.BaseExpression:
        name = updated.attr.value
        inner = original.value
        if name in TOOLS and isinstance(inner, cst.Attribute) and inner.attr.value == "hypothesis":
            own = cst.ensure_type(updated.value, cst.Attribute)
            return updated.with_changes(value=own.with_changes(attr=cst.Name("shortlex")))
        if name == "is_hypothesis_test" and self.is_user:
            return updated.with_changes(attr=cst.Name("is_shortlex_test"))
        if _dotted(original) == "pytest.mark.hypothesis":
            return updated.with_changes(attr=cst.Name("shortlex"))
        return self._named(original, updated)

    def _named(self, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression:
        """A name that is reached through ``import hypothesis``."""
        path = _dotted(original)
        module, _, name = path.rpartition(".")
        if not self.imports_module or not _is_theirs(module):
            return updated
        ours = our_module(path)
        if ours is not None:
            return _node(ours)
        ours = our_module(module)
        new = None if ours is None else our_name(module, ours, name)
        if new is None:
            self.uses_module = True
            # Not again for `hypothesis.internal` inside `hypothesis.internal.conjecture`.
            if ours is not None:
                self._leave_by_hand(original, f"{path}: {_why(path, module)}")
            return original
        return _node(f"{ours}.{new}")

    def _line(self, node: cst.CSTNode) -> int:
        return self.get_metadata(PositionProvider, node).start.line

    def leave_Call(self, original: cst.Call, updated: cst.Call) -> cst.Call:
        if not self.is_user:
            return updated
        called = _dotted(original.func).rpartition(".")[2]
        if called == "characters":
            return updated.with_changes(args=[_spelled_today(each) for each in updated.args])
        if called == "reproduce_failure" and len(original.args) == 2:
            self._leave_by_hand(
                original,
                "@reproduce_failure: Shortlex takes the token of its own report. Remove this.",
            )
        if called in ("settings", "register_profile"):
            return updated.with_changes(args=_without(updated.args, "print_blob"))
        return updated

    def leave_SimpleString(
        self, original: cst.SimpleString, updated: cst.SimpleString
    ) -> cst.SimpleString:
        if "hypothesis" not in updated.value.lower():
            return updated
        self.by_hand += by_hand_in(updated.value, self._line(original))
        return updated.with_changes(value=rewrite_options(updated.value))


def our_module(module: str) -> str | None:
    """Our module with the names of this one, if there is one."""
    return MODULES.get(module) or extra_module(module)


def our_name(module: str, ours: str, name: str) -> str | None:
    """What a name is called in our module; None if there is nothing like it."""
    if module == "hypothesis.errors":
        return OUR_NAMES.get(name)
    if name == "is_hypothesis_test":
        return "is_shortlex_test"
    if name == "__version_info__":
        return None
    if our_module(f"{module}.{name}") is not None:
        return name
    return name if _has(ours, name) else None


def _has(module: str, name: str) -> bool:
    try:
        return hasattr(import_module(module), name)
    except ImportError:
        # The library of an extra need not be installed where files are rewritten.
        return True


def _why(*paths: str) -> str:
    """What to say of something that we have not."""
    for path in paths:
        for known, reason in LATER.items():
            if path == known or path.startswith(known + "."):
                return reason
        if path.startswith("hypothesis.errors."):
            return "Shortlex never raises it: remove what is done about it."
    return PRIVATE


def _is_theirs(module: str) -> bool:
    return module.partition(".")[0] == "hypothesis"


def _dotted(node: cst.CSTNode | None) -> str:
    """``a.b.c`` as text; "" if it is anything else."""
    if isinstance(node, cst.Name):
        return str(node.value)
    if isinstance(node, cst.Attribute):
        before = _dotted(node.value)
        return f"{before}.{node.attr.value}" if before else ""
    return ""


def _node(dotted: str) -> cst.Name | cst.Attribute:
    node = cst.parse_expression(dotted)
    assert isinstance(node, cst.Name | cst.Attribute), "names with dots"
    return node


def _renamed(alias: cst.ImportAlias, name: str, new: str) -> cst.ImportAlias:
    """The import of a name that is called differently here. The file goes on with the old name."""
    if new == name:
        return alias
    asname = alias.asname or cst.AsName(name=cst.Name(name))
    return alias.with_changes(name=cst.Name(new), asname=asname)


def _ended(names: list[cst.ImportAlias], before: Any) -> list[cst.ImportAlias]:
    """The names, with a comma at the end only if there was one."""
    names[-1] = names[-1].with_changes(comma=before[-1].comma)
    return names


def _spelled_today(arg: cst.Arg) -> cst.Arg:
    if arg.keyword is None or arg.keyword.value not in TODAY:
        return arg
    return arg.with_changes(keyword=cst.Name(TODAY[arg.keyword.value]))


def _without(args: Any, name: str) -> list[cst.Arg]:
    """The arguments without one that has no effect here."""
    kept = [each for each in args if each.keyword is None or each.keyword.value != name]
    if kept and len(kept) < len(args) and kept[-1] is not args[-1]:
        kept[-1] = kept[-1].with_changes(comma=args[-1].comma)
    return kept
