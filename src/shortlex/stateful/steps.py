"""Steps: runs the steps of one case, at two speeds.

A step is one element of the record: the choice to go on, the choice of the rule, the number of the
value that it will make, if any, and its arguments. So deleting a step deletes all of that and
nothing else. A step of a candidate whose rule is not allowed any more is left out of the record, as
if it had never been there.

Size: both speeds take the same steps, and are read side by side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from inspect import iscoroutinefunction
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from shortlex.core.case import Case, RandomCase, RecordedCase
from shortlex.core.domain import Choice
from shortlex.core.identity import identity, reference
from shortlex.core.integer import Integer
from shortlex.core.raised import add_note
from shortlex.core.shown import escaped, shown, shown_error
from shortlex.core.sizes import MORE, MUST
from shortlex.core.source import TRIES
from shortlex.core.trace import STEP
from shortlex.errors import InvalidDefinition, Rejected, UnsatisfiedAssumption
from shortlex.property.coroutines import Run, kept_loop
from shortlex.runner.execute import is_rejection
from shortlex.runner.origin import set_stage
from shortlex.stateful.bundles import Bundle, Pool, Several
from shortlex.stateful.machine import Definition, Invariant, Step
from shortlex.stateful.script import Script

ROOM_SHARE = 0.8
"""A random case takes no more steps once it has this share of the choices it may have."""

MAX_TRIES = 5
"""How often arguments may be refused in a row before a random case ends."""

GROWING_CASES = 3
"""Over this many cases, their lengths grow to the usual one: an early failure is a short one."""

SWARM_SHARE = 0.35
"""The share of random cases in which some rules are switched off."""


class Limits(NamedTuple):
    """What the settings say about a case."""

    min_steps: int
    max_steps: int
    async_backend: str


class Tally:
    """How often each step was taken, and what kept it from being taken, over all random cases."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()
        """By the rule; 0 for one that never ran."""
        self.blocked: Counter[tuple[str, str]] = Counter()
        """By the rule and the reason."""
        self.lengths: Counter[int] = Counter()
        """By the number of steps that a case should take: how many random cases there were."""
        self._definition: Definition | None = None

    @property
    def counters(self) -> tuple[Counter[Any], ...]:
        """All counts, for cases that run in a child process."""
        return self.taken, self.blocked, self.lengths

    def taken_of(self, definition: Definition) -> Counter[str]:
        """How often each rule ran, with those of a machine, to be raised whenever one runs."""
        if self._definition is not definition:
            self._definition = definition
            self.taken.update({rule.name: 0 for rule in definition.rules})
        return self.taken


class Owner(Protocol):
    """What an execution asks of the property that it belongs to."""

    tally: Tally

    def definition_of(self, machine: Any) -> Definition: ...

    def see_leak(self, name: str) -> None: ...


class Execution:
    """One case of a machine."""

    definition: Definition
    machine: Any
    script: Script | None = None
    """Writes down what happens, if somebody will read it."""
    run: Run | None = None
    """Runs coroutines, in a machine that has any."""

    def __init__(self, owner: Owner, case: Case, limits: Limits) -> None:
        self.owner: Final = owner
        self.case: Final = case
        self.limits: Final = limits
        self.pool: Final = Pool()
        self._explored = case.explored

    def take_place(self, make: Callable[[], Any], making: str) -> None:
        """Make the machine, take its steps, and tear it down."""
        case, script = self.case, None
        if case.keeps_notes:
            self.script = script = Script(case, making, self.pool)
        try:
            self.machine = make()
        except BaseException as error:
            set_stage(error, "setup")
            if script is not None:
                script.fail(error)
            raise
        self.definition = self.owner.definition_of(self.machine)
        if script is not None:
            script.end(None)
        case.pool = self.pool
        try:
            if not self.definition.is_async:
                self.run_to_end()
                return
            with kept_loop(self.limits.async_backend, self.owner.see_leak) as self.run:
                self.run_to_end()
        finally:
            case.pool = None

    def run_to_end(self) -> None:
        """Take the steps, and tear the machine down whatever happens."""
        try:
            self.initialize()
            if type(self.case) is RandomCase:
                self.take_random_steps(self.case, self.case.random)
            else:
                self.take_recorded_steps(self.case)  # type: ignore[arg-type]  # not a random one
        except BaseException as error:
            if self.script is not None:
                self.script.stop(error, self.definition)
            try:
                self.tear_down()
            except Exception as second:
                if is_rejection(error):
                    raise
                add_note(error, f"Then, in teardown: {escaped(shown_error(second))}")
            raise
        self.tear_down()

    def tear_down(self) -> None:
        script = self.script
        if script is not None:
            is_async = iscoroutinefunction(self.machine.teardown)
            script.begin("teardown", {}, is_async=is_async)
        try:
            self.call(self.machine.teardown)
        except BaseException as error:
            set_stage(error, "teardown")
            if script is not None:
                script.fail(error)
            raise
        if script is not None:
            script.end(None)

    def call(self, function: Callable[..., Any], **kwargs: Any) -> Any:
        """Call a method, and await its coroutine if it makes one."""
        if self.run is None:
            return function(**kwargs)
        result = function(**kwargs)
        if hasattr(result, "send") and hasattr(result, "close"):
            return self.run(lambda: result)
        return result

    def initialize(self) -> None:
        """Run every initialize rule once, in any order in which their bundles are filled."""
        waiting = list(self.definition.initializers)
        case = self.case
        if waiting:
            self.check(self.definition.early_invariants)
        while waiting:
            place = case.choose(Integer(0, len(waiting) - 1)) if len(waiting) > 1 else 0
            if waiting[place].blocker(self.machine, self.pool) is not None:
                allowed = (
                    i
                    for i, each in enumerate(waiting)
                    if each.blocker(self.machine, self.pool) is None
                )
                place = next(allowed, -1)
                if place < 0:
                    case.reject(f"no initialize rule of {self.definition.name} can run")
                if isinstance(case, RecordedCase):
                    case.replace_last(place)
                else:
                    case.choices[-1] = place
            step = waiting.pop(place)
            case.start_span("initialize")
            given = self.pool.name_next(case) if step.targets else None
            self.perform(step, self.arguments(step), given, is_last=not waiting)
            case.stop_span()
        if not self.definition.initializers:
            self.check(self.definition.invariants)

    def arguments(self, step: Step) -> dict[str, Any]:
        """Draw the arguments of a step."""
        case, script = self.case, self.script
        if script is None:
            values = {name: case.draw(strategy) for name, strategy in step.arguments}
        else:
            values = {
                name: script.draw_argument(name, strategy) for name, strategy in step.arguments
            }
        self.pool.taken.clear()
        return values

    def perform(
        self, step: Step, arguments: dict[str, Any], given: int | None, *, is_last: bool = True
    ) -> bool:
        """Run a step and check the invariants. Returns whether its assumptions held."""
        script, is_done = self.script, True
        if script is not None:
            arguments = script.watch(arguments)
            script.begin(step.name, arguments, is_async=step.is_async)
        number = len(self.pool.values)
        try:
            if step.is_async:
                result = self.call(step.function.__get__(self.machine), **arguments)
            else:
                result = step.function(self.machine, **arguments)
            if result is not None or step.targets:
                self.keep(step, result, given)
        except UnsatisfiedAssumption as error:
            is_done = False
            if script is not None:
                script.skip(error)
        except BaseException as error:
            set_stage(error, "rule")
            if script is not None:
                script.fail(error)
            raise
        else:
            if script is not None:
                script.end(result, step.targets, number)
        if is_last:
            self.check(self.definition.invariants)
        elif self.definition.early_invariants:
            self.check(self.definition.early_invariants)
        return is_done

    def keep(self, step: Step, result: Any, given: int | None) -> None:
        """Add what a step returned to its targets."""
        targets = step.targets
        if not targets:
            if type(result) is Several and not result:
                return
            raise InvalidDefinition(
                f"{self.definition.name}.{step.name} returned {shown(result)}, but has no target, "
                "so the value would be lost. Give the rule target=Bundle(...), or return nothing."
            )
        is_replay = type(self.case) is not RandomCase
        values: Iterable[Any] = result if type(result) is Several else (result,)
        for offset, value in enumerate(values):
            self.pool.add(
                value, targets, given + offset if is_replay and given is not None else None
            )

    def check(self, invariants: Iterable[Invariant]) -> None:
        """Check invariants whose preconditions hold."""
        machine = self.machine
        for each in invariants:
            if not each.conditions or each.is_due(machine):
                self.check_one(each)

    def check_one(self, invariant: Invariant) -> None:
        try:
            if invariant.is_async:
                result = self.call(invariant.function.__get__(self.machine))
            else:
                result = invariant.function(self.machine)
            invariant.refuse_result(self.machine, result)
        except UnsatisfiedAssumption:
            return
        except BaseException as error:
            set_stage(error, "invariant")
            if self.script is not None:
                self.script.break_invariant(invariant.name, error, invariant.is_async)
            raise

    # A light case. What it does for each step is repeated for recorded cases below.

    def take_random_steps(self, case: RandomCase, random: Random) -> None:
        definition, pool, machine, tally = (
            self.definition,
            self.pool,
            self.machine,
            self.owner.tally,
        )
        rules, invariants, choices = definition.rules, definition.invariants, case.choices
        taken, has_script = tally.taken_of(definition), self.script is not None
        next_float, count = random.random, len(rules)
        room = int(case.limit * ROOM_SHARE)
        active = self.swarm(random)
        weighted = definition.has_weights
        done = tries = 0
        wanted = self.length()
        while done < wanted:
            mark = len(choices)
            if mark > room:
                break
            # Recorded before anything is evaluated that may raise.
            choices.append(True)
            index = (
                definition.choose(random, machine, active)
                if weighted
                else active[int(next_float() * len(active))]
            )
            if count > 1:
                choices.append(index)
            rule = rules[index]
            if rule.is_guarded and (reason := rule.blocker(machine, pool)) is not None:
                tally.blocked[rule.name, reason] += 1
                index = self.another(random, index, active, choices)
                if index < 0:
                    del choices[mark:]
                    break
                rule = rules[index]
            given = None
            if rule.targets:
                given = len(pool.values)
                choices.append(given)
            try:
                if has_script:
                    arguments = self.arguments(rule)
                else:
                    arguments = {name: draw(case) for name, draw in rule.draws}
            except (Rejected, UnsatisfiedAssumption):
                self.take_back(mark)
                tally.blocked[rule.name, "no arguments were found"] += 1
                tries += 1
                if tries == MAX_TRIES:
                    break
                continue
            if pool.taken:
                pool.taken.clear()
            if has_script or rule.is_async:
                if not self.perform(rule, arguments, given):
                    tally.blocked[rule.name, "assume() was not met"] += 1
            else:
                try:
                    result = rule.function(machine, **arguments)
                    if result is not None or given is not None:
                        self.keep(rule, result, given)
                except UnsatisfiedAssumption:
                    tally.blocked[rule.name, "assume() was not met"] += 1
                except BaseException as error:
                    set_stage(error, "rule")
                    raise
                if invariants:
                    self.check(invariants)
            taken[rule.name] += 1
            done, tries = done + 1, 0
        if done < self.limits.max_steps:
            choices.append(False)

    def length(self) -> int:
        """How many steps a random case takes: as many as allowed, except for the first cases."""
        least, most, _ = self.limits
        lengths = self.owner.tally.lengths
        number = lengths.total() + 1
        if number <= GROWING_CASES:
            most = max(least, 1 + most * number // (GROWING_CASES + 1))
        lengths[most] += 1
        return most

    def swarm(self, random: Random) -> list[int]:
        """The rules that a random case may take. In some cases they are few, so that these are
        taken more often, and nothing undoes what they do."""
        every = list(range(len(self.definition.rules)))
        r = random.random()
        if r >= SWARM_SHARE or len(every) < 2:
            return every
        off = r / SWARM_SHARE
        return [index for index in every if random.random() >= off] or every

    def another(self, random: Random, index: int, active: list[int], choices: list[Choice]) -> int:
        """A random rule that is allowed, if the first one is not; -1 if there is none."""
        rules, blocked = self.definition.rules, self.owner.tally.blocked
        rest = [each for each in active if each != index]
        others = [each for each in range(len(rules)) if each not in active]
        for group in (rest, others):
            while group:
                choices[-1] = one = self.definition.choose(random, self.machine, group)
                reason = rules[one].blocker(self.machine, self.pool)
                if reason is None:
                    return one
                blocked[rules[one].name, reason] += 1
                group.remove(one)
        return -1

    def take_back(self, mark: int) -> None:
        """Forget the choices of a step whose arguments were refused, before anything has run."""
        del self.case.choices[mark:]
        self.pool.put_back()
        self.go_on()

    def go_on(self) -> None:
        """Continue a case after a refused draw, which elsewhere would end it."""
        self.case.stopped_by, self.case.explored = None, self._explored

    # A recorded case.

    def take_recorded_steps(self, case: RecordedCase) -> None:
        done = refused = 0
        min_steps, max_steps, _ = self.limits
        while done < max_steps and refused < TRIES:
            checkpoint, is_must = case.checkpoint(), done < min_steps
            if not case.choose(MUST if is_must else MORE) and not self.goes_on(case):
                return
            case.start_element(STEP)
            step = self.chosen(case, is_forgiven=case.source.is_forgiving() and not is_must)
            if step is None:
                case.undo(checkpoint)
                # Written down, because a replay asks whether there is another step.
                if not is_must and case.choose(MORE):
                    case.replace_last(False)
                return
            if step.blocker(self.machine, self.pool) is not None:
                self.pass_over(case, step)
                case.undo(checkpoint)
                continue
            given = self.pool.name_next(case) if step.targets else None
            try:
                arguments = self.arguments(step)
            except (Rejected, UnsatisfiedAssumption):
                self.go_on()
                self.pool.put_back()
                case.undo(checkpoint)
                refused += 1
                continue
            is_done = self.perform(step, arguments, given)
            case.stop_span(discard=not is_done)
            done, refused = done + 1, 0

    def goes_on(self, case: RecordedCase) -> bool:
        """Whether a recorded random case takes a step although its choice says no.

        It should be long enough to fail, but use up no more than half of what it may.
        """
        if case.source.is_forgiving() or case.room < case.size or not case.source.take(MORE):
            return False
        case.replace_last(True)
        return True

    def chosen(self, case: RecordedCase, *, is_forgiven: bool) -> Step | None:
        """The rule that the case takes next; None if no rule is allowed.

        A replay may get a rule that is blocked: ``is_forgiven``. Otherwise that is replaced.
        """
        rules = self.definition.rules
        if self.definition.has_weights:
            # In a random case, a weight that is no number was an error here.
            self.definition.weights_now(range(len(rules)), self.machine)
        index = case.choose(self.definition.positions) if len(rules) > 1 else 0
        if is_forgiven or rules[index].blocker(self.machine, self.pool) is None:
            return rules[index]
        allowed = [each for each in rules if each.blocker(self.machine, self.pool) is None]
        if not allowed:
            return None
        step = allowed[index % len(allowed)]
        case.replace_last(step.place)
        return step

    def pass_over(self, case: RecordedCase, step: Step) -> None:
        """Read the choices of a step that is blocked, so that the next step is read right."""
        try:
            if step.targets:
                case.choose(identity(0))
            for _, strategy in step.arguments:
                if isinstance(strategy, Bundle) and not self.pool.members(strategy.names):
                    case.choose(reference(0))
                else:
                    case.draw(strategy)
        except (Rejected, UnsatisfiedAssumption):
            self.go_on()
        self.pool.put_back()
