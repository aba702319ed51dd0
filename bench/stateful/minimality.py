"""Minimality: whether a step can be left out of a script, found without either library.

It reads a printed script, and takes its steps on the machine itself, with one of them left out. A
later step that used a value of it goes too, or uses another value of the same bundle instead.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

MAX_OTHERS = 20


class Step(NamedTuple):
    """One call in a script."""

    targets: tuple[str, ...]
    name: str
    arguments: dict[str, ast.expr]

    @property
    def used(self) -> set[str]:
        names = (node for each in self.arguments.values() for node in ast.walk(each))
        return {node.id for node in names if isinstance(node, ast.Name)}


class BlockedError(Exception):
    """A step that its precondition forbids, or whose value is gone."""


def steps_in(script: str) -> list[Step]:
    """The calls of rules in a script."""
    steps = []
    for statement in ast.parse(script).body:
        targets: tuple[str, ...] = ()
        if isinstance(statement, ast.Assign):
            names = [node for each in statement.targets for node in ast.walk(each)]
            targets = tuple(node.id for node in names if isinstance(node, ast.Name))
        call = getattr(statement, "value", None)
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        arguments = {each.arg or "": each.value for each in call.keywords}
        steps.append(Step(targets, call.func.attr, arguments))
    return steps


class Judge:
    """Takes steps on a machine, of which it knows the preconditions and invariants."""

    def __init__(self, machine: type[Any]) -> None:
        from shortlex.stateful.machine import Definition

        definition = Definition(machine)
        self.machine = machine
        self.rules = {each.name: each for each in (*definition.initializers, *definition.rules)}
        self.first = {each.name for each in definition.initializers}
        self.invariants = definition.invariants

    def rules_in(self, steps: Sequence[Step]) -> list[Step]:
        """The steps that can be left out."""
        return [step for step in steps if step.name in self.rules and step.name not in self.first]

    def error_of(self, steps: Sequence[Step]) -> type[BaseException] | None:
        """The type of the error that these steps end with."""
        machine = self.machine()
        names: dict[str, Any] = {}
        gone: set[tuple[str, str]] = set()
        try:
            for step in steps:
                if step.name in self.rules:
                    self._take(machine, step, names, gone)
                    self._check(machine)
            machine.teardown()
        except BlockedError:
            return None
        except Exception as error:
            return type(error)
        return None

    def _take(
        self, machine: Any, step: Step, names: dict[str, Any], gone: set[tuple[str, str]]
    ) -> None:
        rule = self.rules[step.name]
        if not all(condition(machine) for condition in rule.conditions):
            raise BlockedError
        for argument, strategy in rule.arguments:
            value = step.arguments.get(argument)
            if isinstance(value, ast.Name) and getattr(strategy, "names", None):
                if value.id not in names or (strategy.name, value.id) in gone:
                    raise BlockedError
                if strategy.is_consuming:
                    gone.add((strategy.name, value.id))
        arguments = {
            name: eval(compile(ast.Expression(each), "script", "eval"), {}, names)  # noqa: S307  # our own
            for name, each in step.arguments.items()
        }
        result = rule.function(machine, **arguments)
        if step.targets:
            values = tuple(result) if len(step.targets) > 1 or _is_several(result) else (result,)
            if len(values) < len(step.targets):
                raise BlockedError
            names.update(zip(step.targets, values, strict=False))

    def _check(self, machine: Any) -> None:
        for each in self.invariants:
            if all(condition(machine) for condition in each.conditions):
                each.function(machine)

    def needless(self, script: str) -> str | None:
        """A step that can be left out, with the failure kept; None if there is none."""
        steps = steps_in(script)
        wanted = self.error_of(steps)
        if wanted is None:
            return "the script does not fail"
        for place, step in enumerate(steps):
            if step.name not in self.rules or step.name in self.first:
                continue
            for shorter in self._without(steps, place):
                if self.error_of(shorter) is wanted:
                    return f"{step.name} (step {place + 1})"
        return None

    def _without(self, steps: list[Step], place: int) -> Iterator[list[Step]]:
        rest = steps[:place] + steps[place + 1 :]
        lost = set(steps[place].targets)
        users = [step for step in rest if step.used & lost]
        if not users:
            yield rest
            return
        kept = []
        for step in rest:
            if step.used & lost:
                lost |= set(step.targets)
            else:
                kept.append(step)
        yield kept
        lost = set(steps[place].targets)
        bundle = next(iter(lost)).rpartition("_")[0]
        names = [name for step in rest for name in step.targets]
        for name in [each for each in names if each.rpartition("_")[0] == bundle][:MAX_OTHERS]:
            yield [_renamed(step, lost, name) for step in rest]


def _renamed(step: Step, lost: set[str], name: str) -> Step:
    class Rename(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.Name:  # as ast asks
            return ast.Name(name, ast.Load()) if node.id in lost else node

    def renamed(value: ast.expr) -> ast.expr:
        copy = ast.parse(ast.unparse(value), mode="eval").body
        changed: ast.expr = ast.fix_missing_locations(Rename().visit(copy))
        return changed

    return step._replace(arguments={key: renamed(each) for key, each in step.arguments.items()})


def _is_several(result: object) -> bool:
    return type(result).__name__ == "Several"
