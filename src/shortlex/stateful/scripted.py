"""Scripted: runs the script of an example, and checks the invariants of its machine.

A script calls the steps as plain methods. So for as long as it runs, the steps of the class are
replaced by functions that check the invariants, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from shortlex.core.raised import add_note
from shortlex.errors import UnsatisfiedAssumption
from shortlex.property.coroutines import kept_loop
from shortlex.stateful.machine import Definition, Invariant, Step


def run_script(script: Callable[[], Any], backend: str, on_leak: Callable[[str], None]) -> None:
    """Run a script to its end, on an event loop if it is async."""
    if not iscoroutinefunction(script):
        script()
        return
    with kept_loop(backend, on_leak) as run:
        run(script)


@contextmanager
def invariants_checked(definition: Definition) -> Iterator[None]:
    """Check the invariants before the first step of each instance, and after each of its steps.

    Async invariants are checked only after async steps: elsewhere nothing can await them.
    """
    machine, checker = definition.machine, _Checker(definition)
    own = dict(vars(machine))
    steps = (*definition.initializers, *definition.rules)
    for step in steps:
        setattr(machine, step.name, checker.checked(step))
    try:
        yield
    finally:
        for step in steps:
            if step.name in own:
                setattr(machine, step.name, own[step.name])
            else:
                delattr(machine, step.name)


class _Story:
    """What one instance of the machine has done."""

    def __init__(self, instance: object, definition: Definition) -> None:
        self.instance = instance
        self.waiting = {each.name for each in definition.initializers}
        """The initialize rules that have not run."""
        self.is_new = True
        self.is_busy = False
        """Whether a step runs: what that calls is no step of the script."""


class _Checker:
    """Checks the invariants of all instances that a script makes."""

    def __init__(self, definition: Definition) -> None:
        self._definition = definition
        self._stories: dict[int, _Story] = {}
        """By identity: an instance may not be hashable."""

    def checked(self, step: Step) -> Any:
        """A step that is followed by the invariants."""
        function = step.function
        if step.is_async:

            @wraps(function)
            async def checked(instance: Any, *args: Any, **kwargs: Any) -> Any:
                with self._during(step, instance) as story:
                    result = await function(instance, *args, **kwargs)
                    if story is not None:
                        story.waiting.discard(step.name)
                        for each in self._due(story, is_async=True):
                            with _naming(each, step):
                                each.refuse_result(instance, await each.function(instance))
                return result
        else:

            @wraps(function)
            def checked(instance: Any, *args: Any, **kwargs: Any) -> Any:
                with self._during(step, instance):
                    return function(instance, *args, **kwargs)

        return checked

    @contextmanager
    def _during(self, step: Step, instance: object) -> Iterator[_Story | None]:
        """Check before and after a step; None if another step has called it."""
        story = self._stories.setdefault(id(instance), _Story(instance, self._definition))
        if story.is_busy:
            yield None
            return
        story.is_busy = True
        try:
            if story.is_new:
                story.is_new = False
                self._check(story, None)
            try:
                yield story
            except UnsatisfiedAssumption:  # the step was skipped, perhaps after a part of it
                story.waiting.discard(step.name)
                self._check(story, step)
                raise
            story.waiting.discard(step.name)
            self._check(story, step)
        finally:
            story.is_busy = False

    def _check(self, story: _Story, step: Step | None) -> None:
        for each in self._due(story, is_async=False):
            with _naming(each, step):
                each.refuse_result(story.instance, each.function(story.instance))

    def _due(self, story: _Story, *, is_async: bool) -> Iterator[Invariant]:
        """The invariants that must hold now."""
        definition = self._definition
        for each in definition.early_invariants if story.waiting else definition.invariants:
            if each.is_async is is_async and each.is_due(story.instance):
                yield each


@contextmanager
def _naming(invariant: Invariant, step: Step | None) -> Iterator[None]:
    """Say which invariant broke, and after which step."""
    with suppress(UnsatisfiedAssumption):
        try:
            yield
        except UnsatisfiedAssumption:
            raise
        except Exception as error:
            when = "before the first step" if step is None else f"after the step {step.name}"
            add_note(error, f"The invariant {invariant.name} broke {when}.")
            raise
