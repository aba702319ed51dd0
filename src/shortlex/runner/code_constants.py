"""Code constants: the constants in the source of a module, by function, class and global name.

A folded expression such as ``2**31`` counts as one constant, and so do the literal parts of a
regular expression. Docstrings, annotations, texts that are prose, and numbers that random cases
have anyway are left out. Read from the syntax tree, not from compiled code, which differs between
versions of Python.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from shortlex.core.domain import Choice

MAX_LENGTH = 100
"""Longer texts are not kept."""

MAX_SPACES = 3
"""A text with more spaces is prose, such as a message."""

SMALLEST_NUMBER = 4
"""Integers nearer to zero are common in random cases."""

MAX_BITS = 256
"""Larger integers are not kept, nor computed."""

FORMAT = 1
"""Changes if other constants are kept, so that no older record is used."""

_REGEX_FUNCTIONS = frozenset(
    ("compile", "match", "fullmatch", "search", "findall", "finditer", "sub", "split")
)


@dataclass
class Scope:
    """A function, a class without its methods, or the value of a global name."""

    line: int
    """Where it begins, with its decorators."""
    constants: list[Choice] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """The names that it mentions, also dotted ones of two parts."""


@dataclass
class ModuleCode:
    """What is known of a module's source."""

    scopes: dict[str, Scope] = field(default_factory=dict)
    """Functions and classes by qualified name, as in ``__qualname__``."""
    values: dict[str, Scope] = field(default_factory=dict)
    """Global names."""
    imports: dict[str, list[str]] = field(default_factory=dict)
    """What imported names stand for: a module, or a module and a name in it."""

    def constants(self) -> Iterator[Choice]:
        """All constants."""
        for scope in (*self.scopes.values(), *self.values.values()):
            yield from scope.constants


def code_of(source: bytes, package: str) -> ModuleCode:
    """Read a module's source; raises SyntaxError or ValueError if it is none.

    ``package`` is what relative imports refer to.
    """
    code = ModuleCode()
    _Reader(code, package).visit(ast.parse(source))
    return code


def format_code(code: ModuleCode) -> str:
    """The module's constants as JSON."""
    parts = [
        {name: [scope.line, [_encoded(each) for each in scope.constants], scope.names]
         for name, scope in scopes.items()}
        for scopes in (code.scopes, code.values)
    ]  # fmt: skip
    return json.dumps([FORMAT, *parts, code.imports])


def parse_code(text: str) -> ModuleCode:
    """Read what ``format_code`` wrote; raises ValueError if it is something else."""
    try:
        version, scopes, values, imports = json.loads(text)
        if version != FORMAT:
            raise ValueError(f"format {version}")
        both = [
            {
                str(name): Scope(
                    int(line), [_decoded(*each) for each in constants], [*map(str, names)]
                )
                for name, (line, constants, names) in each.items()
            }
            for each in (scopes, values)
        ]
        targets = {str(name): [*map(str, target)] for name, target in imports.items()}
    except (TypeError, AttributeError, KeyError, RecursionError, OverflowError) as error:
        raise ValueError("these are no constants of a module") from error
    return ModuleCode(both[0], both[1], targets)


def _encoded(value: Choice) -> list[str]:
    if isinstance(value, bytes):
        return ["bytes", value.hex()]
    return [type(value).__name__, value if isinstance(value, str) else repr(value)]


def _decoded(kind: str, text: str) -> Choice:
    if len(text) > 2 * MAX_LENGTH:
        raise ValueError("too long")
    decoders: dict[str, Any] = {"int": int, "float": float, "str": str, "bytes": bytes.fromhex}
    value: Choice = decoders[kind](text)
    return value


class _Reader(ast.NodeVisitor):
    """Collects constants and names while it walks a tree."""

    def __init__(self, code: ModuleCode, package: str) -> None:
        self._code = code
        self._package = package
        self._path: list[str] = []
        self._scope = Scope(1)
        code.scopes[""] = self._scope

    # Scopes

    def _enter(self, node: Any, *inside: str) -> None:
        line = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        outer, self._scope = self._scope, Scope(line)
        self._path.append(node.name)
        self._code.scopes.setdefault(".".join(self._path), self._scope)
        self._path += inside
        for each in node.decorator_list:
            self.visit(each)
        self._visit_body(node.body)
        del self._path[-1 - len(inside) :]
        self._scope = outer

    def visit_FunctionDef(self, node: Any) -> None:  # named by ast
        self._visit_defaults(node.args)
        self._enter(node, "<locals>")

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815  # named by ast

    def visit_ClassDef(self, node: ast.ClassDef) -> None:  # named by ast
        self._enter(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:  # named by ast
        self._visit_defaults(node.args)
        outer, self._scope = self._scope, Scope(node.lineno)
        name = f"<lambda at {node.lineno}:{node.col_offset}>"
        self._code.scopes[".".join([*self._path, name])] = self._scope
        self.visit(node.body)
        self._scope = outer

    def _visit_defaults(self, arguments: ast.arguments) -> None:
        for default in (*arguments.defaults, *arguments.kw_defaults):
            if default is not None:
                self.visit(default)

    def _visit_body(self, body: list[ast.stmt]) -> None:
        for node in body:
            is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if not is_text:  # a docstring
                self.visit(node)

    def visit_Module(self, node: ast.Module) -> None:  # named by ast
        self._visit_body(node.body)

    def visit_Assign(self, node: ast.Assign) -> None:  # named by ast
        self._visit_value(node.targets, node.value, node.lineno)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:  # named by ast
        if node.value is not None:
            self._visit_value([node.target], node.value, node.lineno)

    def _visit_value(self, targets: list[Any], value: ast.expr, line: int) -> None:
        names = [each.id for each in targets if isinstance(each, ast.Name)]
        if self._path or not names or names == ["__all__"]:
            for target in targets:
                self.visit(target)
            if names != ["__all__"]:
                self.visit(value)
            return
        outer, self._scope = self._scope, Scope(line)
        self.visit(value)
        for name in names:
            self._code.values[name] = self._scope
        self._scope = outer

    # Names

    def visit_Import(self, node: ast.Import) -> None:  # named by ast
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            self._code.imports[bound] = [alias.name if alias.asname else bound]
            if not alias.asname and bound != alias.name:
                self._code.imports[alias.name] = [alias.name]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:  # named by ast
        module = node.module or ""
        if node.level:
            above = self._package.split(".")
            kept = above[: len(above) - node.level + 1]
            module = ".".join([*kept, *([module] if module else [])])
        for alias in node.names:
            self._code.imports[alias.asname or alias.name] = [module, alias.name]

    def visit_Name(self, node: ast.Name) -> None:  # named by ast
        self._scope.names.append(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:  # named by ast
        if isinstance(node.value, ast.Name):
            self._scope.names.append(f"{node.value.id}.{node.attr}")
        self.visit(node.value)

    # Constants

    def visit_Constant(self, node: ast.Constant) -> None:  # named by ast
        self._keep(node.value)

    def visit_BinOp(self, node: ast.BinOp) -> None:  # named by ast
        self._keep_folded(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:  # named by ast
        self._keep_folded(node)

    def _keep_folded(self, node: ast.expr) -> None:
        value = _folded(node)
        if value is None:
            self.generic_visit(node)
        else:
            self._keep(value)

    def visit_Call(self, node: ast.Call) -> None:  # named by ast
        self.generic_visit(node)
        function = node.func
        if (
            isinstance(function, ast.Attribute)
            and function.attr in _REGEX_FUNCTIONS
            and isinstance(function.value, ast.Name)
            and function.value.id in ("re", "regex")
            and node.args
            and isinstance(pattern := getattr(node.args[0], "value", None), str)
        ):
            for part in _literals(pattern):
                self._keep(part)

    def visit_arg(self, node: ast.arg) -> None:
        """Annotations are no constants."""

    def _keep(self, value: object) -> None:
        if is_telling(value) and len(self._scope.constants) < 1000:
            self._scope.constants.append(value)  # type: ignore[arg-type]  # is_telling() says so


def is_telling(value: object) -> bool:
    """Whether a constant is worth trying."""
    if type(value) is int:
        return abs(value) >= SMALLEST_NUMBER and value.bit_length() <= MAX_BITS
    if type(value) is float:
        return value not in (0.0, 1.0, -1.0)
    if type(value) is str:
        return 0 < len(value) <= MAX_LENGTH and value.count(" ") <= MAX_SPACES
    return type(value) is bytes and 0 < len(value) <= MAX_LENGTH


def _folded(node: ast.expr) -> Any:
    """The value of an expression of constants; None if it is no such expression."""
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) in (int, float, str, bytes) else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = _folded(node.operand)
        if type(value) not in (int, float):
            return None
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp):
        left, right = _folded(node.left), _folded(node.right)
        return None if left is None or right is None else _computed(node.op, left, right)
    return None


def _computed(operator: ast.operator, left: Any, right: Any) -> Any:
    """The value of a binary expression; None if it is refused, or would be large."""
    try:
        if isinstance(operator, ast.Add):
            return left + right
        if not all(type(each) in (int, float) for each in (left, right)):
            return None
        if isinstance(operator, ast.Sub):
            return left - right
        if isinstance(operator, ast.Mult):
            return left * right
        if isinstance(operator, ast.Div):
            return left / right
        if isinstance(operator, ast.FloorDiv):
            return left // right
        if isinstance(operator, ast.LShift):
            return left << right if right <= MAX_BITS else None
        if isinstance(operator, ast.Pow) and abs(right) <= MAX_BITS and abs(left) <= 1 << 32:
            power = left**right
            return None if isinstance(power, complex) else power
    except (TypeError, ArithmeticError, ValueError):
        pass
    return None


def _literals(pattern: str) -> list[str]:
    """The runs of two and more plain characters in a regular expression."""
    runs, run, i = [], "", 0
    while i < len(pattern):
        char = pattern[i]
        if char == "\\" and i + 1 < len(pattern) and not pattern[i + 1].isalnum():
            run, i = run + pattern[i + 1], i + 2
            continue
        if char in "*?{" and run:
            run = run[:-1]  # the last character may be missing
        if char == "\\" or char in ".^$*+?{}[]|()":
            runs.append(run)
            run = ""
            if char == "\\":
                i += 1
            elif char in "[{":
                # A set of characters or a count says nothing about runs.
                end = pattern.find("]" if char == "[" else "}", i + 1)
                i = end if end > 0 else len(pattern)
        else:
            run += char
        i += 1
    return [run for run in (*runs, run) if len(run) >= 2]
