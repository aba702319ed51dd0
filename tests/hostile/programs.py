"""Programs: test bodies that misbehave, as plain data, composed by strategies of Shortlex.

A program is a tree of lines. ``source_of`` prints it as the test that is run, by Shortlex and by
the reference alike, so what is printed when a verdict is wrong is what was run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from shortlex import strategies as st

HELPERS = {
    "Box": """
class Box:
    def __init__(self, value):
        self.__dict__["value"] = value
""",
    "Item": """
@dataclasses.dataclass
class Item(Box):
    value: object
""",
    "Pair": """
class Pair(typing.NamedTuple):
    left: object
    right: object
""",
    "crc": """
def crc(x):
    return zlib.crc32(repr(plain(x)).encode("utf-8", "backslashreplace"))
def plain(x):
    if issubclass(type(x), (list, tuple)):
        return [plain(each) for each in x]
    if type(x) in (set, frozenset):
        return sorted(map(plain, x))
    if type(x) is dict:
        return [(plain(key), plain(value)) for key, value in x.items()]
    if issubclass(type(x), Box):
        return plain(x.value)
    return hex(x) if type(x) is int else repr(x)
""",
    "deep": """
def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)
""",
    "boom": """
def boom(*args, **kwargs):
    raise OSError("patched")
""",
    "Plain": """
class Plain(Box):
    def __repr__(self):
        return f"Plain({self.value!r})"
""",
    "Nameless": """
class Nameless(Box):
    pass
""",
    "Raising": """
class Raising(Box):
    def __repr__(self):
        raise ValueError("no repr")
""",
    "Endless": """
class Endless(Box):
    def __repr__(self):
        return repr(self)
""",
    "Huge": """
class Huge(Box):
    def __repr__(self):
        return "x" * 1_000_000
""",
    "Odd": r"""
class Odd(Box):
    def __repr__(self):
        return "\ud800\n\0\x1b[31m"
""",
    "Numeric": """
class Numeric(Box):
    def __repr__(self):
        return 7
""",
    "Changing": """
class Changing(Box):
    shown = 0
    def __repr__(self):
        self.shown += 1
        return f"Changing({self.value!r})"
""",
    "Exiting": """
class Exiting(Box):
    def __repr__(self):
        raise SystemExit(3)
""",
    "Unequal": """
class Unequal(Box):
    def __eq__(self, other):
        raise ValueError("not comparable")
    __hash__ = None
""",
    "Everywhere": """
class Everywhere(Box):
    def __getattr__(self, name):
        return Everywhere(0)
    def __call__(self, *args, **kwargs):
        return Everywhere(0)
""",
    "Lying": """
class Lying(Box):
    @property
    def __class__(self):
        return int
""",
    "Classy": """
class Metaclass(type):
    def __hash__(self):
        raise ValueError("no hash")
    __eq__ = __repr__ = __hash__
class Classy(Box, metaclass=Metaclass):
    pass
""",
    "MuteError": """
class MuteError(Exception):
    def __str__(self):
        raise RuntimeError("no words")
    __repr__ = __str__
""",
    "NumberError": """
class NumberError(Exception):
    def __str__(self):
        return 7
""",
    "FrozenError": """
@dataclasses.dataclass(frozen=True)
class FrozenError(Exception):
    text: str = ""
""",
    "SlotsError": """
class SlotsError(Exception):
    __slots__ = ()
    def __setattr__(self, name, value):
        raise AttributeError(name)
""",
    "EqualError": """
class EqualError(Exception):
    def __eq__(self, other):
        raise RuntimeError("not comparable")
    __hash__ = None
""",
    "FalseError": """
class FalseError(Exception):
    def __bool__(self):
        return False
    def __len__(self):
        return 0
""",
    "NotedError": """
class NotedError(Exception):
    __notes__ = 5
""",
    "PickyError": """
class PickyError(Exception):
    def __init__(self, one, two):
        pass
""",
    "NoTraceError": """
class NoTraceError(Exception):
    def with_traceback(self, traceback):
        raise RuntimeError("no traceback")
""",
    "OwnBase": """
class OwnBase(BaseException):
    pass
""",
    "aliased": """
@st.composite
def aliased(draw, elements):
    first = draw(elements)
    return (first, first) if draw(st.booleans()) else (first, list(first))
""",
    "swallowing": """
@st.composite
def swallowing(draw, elements):
    try:
        return draw(elements)
    except BaseException:
        return None
""",
    "caught": """
@st.composite
def caught(draw, elements):
    try:
        return draw(elements)
    except Exception:
        return None
""",
    "undecided": """
@st.composite
def undecided(draw, elements):
    value = draw(elements)
    assume(value)
    return value
""",
}
"""Definitions that programs use, by the name that they define."""

ENDS = {
    # what fails
    "raise ValueError('x')": "Exception",
    "assert False": "AssertionError",
    "raise KeyError(0)": "Exception",
    "1 / 0": "Exception",
    "int('x')": "Exception",
    "next(iter(()))": "StopIteration",
    "raise StopIteration": "StopIteration",
    "raise StopAsyncIteration": "StopIteration",
    "raise RecursionError('r')": "RecursionError",
    "deep(1_000_000)": "RecursionError",
    "raise MemoryError": "MemoryError",
    "raise UnicodeDecodeError('utf-8', b'\\xff', 0, 1, 'bad')": "UnicodeError",
    "raise ValueError('\\ud800\\0\\n')": "UnicodeError",
    "'\\ud800'.encode()": "UnicodeError",
    "raise ValueError('x' * 1_000_000)": "long message",
    "raise ValueError(2 ** 20000)": "big number in message",
    "raise SystemExit": "SystemExit",
    "sys.exit(0)": "SystemExit",
    "raise SystemExit('\\ud800')": "SystemExit",
    "raise GeneratorExit": "GeneratorExit",
    "raise ExceptionGroup('g', [ValueError(1), TypeError(2)])": "group",
    "raise ExceptionGroup('g', [ExceptionGroup('h', [ValueError(1)])])": "group",
    "raise BaseExceptionGroup('g', [SystemExit(1), ValueError(2)])": "group",
    "raise BaseExceptionGroup('g', [pytest.skip.Exception('s'), ValueError(2)])": "group",
    "raise BaseExceptionGroup('g', [pytest.fail.Exception('s'), ValueError(2)])": "group",
    "raise ExceptionGroup('g', [unittest.SkipTest('s'), ValueError(2)])": "group",
    "raise MuteError": "hostile error",
    "raise NumberError": "hostile error",
    "raise FrozenError": "hostile error",
    "raise SlotsError": "hostile error",
    "raise EqualError": "hostile error",
    "raise FalseError": "hostile error",
    "raise NotedError": "hostile error",
    "raise PickyError(1, 2)": "hostile error",
    "raise NoTraceError": "hostile error",
    "raise SAME": "same error",
    "raise ValueError('x') from KeyError(0)": "chain",
    "raise ValueError('x') from SAME": "chain",
    "raise OSError(2, 'x')": "Exception",
    "raise TimeoutError": "Exception",
    "raise BrokenPipeError": "Exception",
    "raise UserWarning('w')": "Exception",
    "raise SyntaxError('bad', ('f', 1, 1, 'x'))": "Exception",
    "raise ImportError('x')": "Exception",
    "raise NotImplementedError": "Exception",
    "raise EOFError": "Exception",
    "raise AttributeError('do_draw')": "Exception",
    "unittest.TestCase().fail('x')": "fail",
    "pytest.fail('x')": "fail",
    "pytest.fail('x', pytrace=False)": "fail",
    # what skips
    "pytest.skip('x')": "skip",
    "pytest.xfail('x')": "skip",
    "raise unittest.SkipTest('x')": "skip",
    "pytest.importorskip('no_such_module')": "skip",
    "raise BaseExceptionGroup('g', [pytest.skip.Exception('s')])": "skip",
    # what stops
    "raise KeyboardInterrupt": "stop",
    "raise KeyboardInterrupt('x')": "stop",
    "raise asyncio.CancelledError": "stop",
    "raise OwnBase": "stop",
    "pytest.exit('x')": "stop",
    "raise BaseExceptionGroup('g', [KeyboardInterrupt(), ValueError(2)])": "stop",
    "signal.raise_signal(signal.SIGINT)": "stop",
    # what rejects
    "assume(False)": "reject",
    "reject()": "reject",
    # what returns
    "return": "return",
    "return 0": "return value",
    "return [1]": "return value",
    "return Everywhere(0)": "return value",
}
"""How a body may end, and the behaviour that this is counted as."""

REMARKS = {
    "note('n')": "note",
    "note(2 ** 20000)": "note",
    "note('\\ud800')": "note",
    "note(Raising(0))": "note",
    "note(Endless(0))": "note",
    "event('e')": "event",
    "event('e', 2 ** 20000)": "event",
    "event(Plain(0), Plain(1))": "event",
    "target(1)": "target",
    "target(-2 ** 20000, label='big')": "target",
    "print('p')": "print",
    "warnings.warn('w')": "warning",
}

GLOBALS = {
    "sys.setrecursionlimit(sys.getrecursionlimit() + 1)": "recursion limit",
    "random.seed(0)": "random",
    "random.random()": "random",
    "random.setstate(random.Random(5).getstate())": "random",
    "random.seed = boom": "patch",
    "random.getstate = boom": "patch",
    "random.setstate = boom": "patch",
    "random.random = boom": "patch",
    "random.Random = boom": "patch",
    "builtins.open = boom": "patch",
    "builtins.print = boom": "patch",
    "os.getpid = boom": "patch",
    "os.urandom = boom": "patch",
    "os.replace = boom": "patch",
    "os.listdir = boom": "patch",
    "os.stat = boom": "patch",
    "os.getcwd = boom": "patch",
    "os.path.exists = boom": "patch",
    "time.time = boom": "patch",
    "time.monotonic = boom": "patch",
    "time.perf_counter = lambda: 0.0": "patch",
    "time.sleep = boom": "patch",
    "threading.Thread = boom": "patch",
    "warnings.warn = boom": "patch",
    "warnings.warn_explicit = boom": "patch",
    "signal.signal = boom": "patch",
    "signal.getsignal = boom": "patch",
    "sys.exit = boom": "patch",
    "sys.stdout = None": "stream",
    "sys.stdout = io.StringIO()": "stream",
    "sys.stderr = None": "stream",
    "sys.argv = []": "stream",
    "os.chdir('/')": "directory",
    "os.environ.clear()": "environment",
    "os.environ['SHORTLEX_VERBOSITY'] = 'nonsense'": "environment",
    "sys.path.clear()": "modules",
    "sys.modules.pop('json', None)": "modules",
    "sys.modules.pop('random', None)": "modules",
    "warnings.simplefilter('error')": "warning",
    "signal.signal(signal.SIGINT, signal.SIG_IGN)": "signal",
    # Not `print`, which another of these may replace by what raises an error.
    "signal.signal(signal.SIGALRM, lambda *_: 0); signal.setitimer(0, 0.001)": "signal",
    "sys.settrace(lambda *args: None)": "trace",
    "sys.setprofile(lambda *args: None)": "trace",
    "gc.disable()": "gc",
    "gc.collect(0)": "gc",
    "sys.set_int_max_str_digits(640)": "digits",
    "sys.setswitchinterval(1e-6)": "switch",
}
"""What a body may do to its process. None of it changes how the body ends."""

CATCHES = ["except ValueError:", "except Exception:", "except BaseException:", "except:"]

ATOMS = [
    ("st.booleans()", "bool"),
    ("st.integers(0, 2)", "int"),
    ("st.integers(0, 5)", "int"),
    ("st.integers(-1, 1)", "int"),
    ("st.none()", "other"),
    ("st.just(())", "sized"),
    ("st.sampled_from(['', 'a', '\\ud800', 'x' * 100_000])", "sized"),
    ("st.sampled_from([b'', b'\\0'])", "sized"),
    ("st.text('ab', max_size=2)", "sized"),
    ("st.sampled_from([0.0, -0.0, math.nan, math.inf])", "float"),
    ("st.sampled_from([0, 2 ** 20000, -(2 ** 70)])", "big"),
    ("st.just(1j)", "other"),
    ("st.sampled_from([False, 0, 0.0, -0.0])", "float"),
    ("st.permutations([0, 1, 2])", "list"),
    ("st.sets(st.integers(0, 2), max_size=2)", "set"),
    ("st.sets(st.sampled_from([0, 8, 16]), max_size=3)", "ordered set"),
    ("st.frozensets(st.sampled_from(['a', 'b']), max_size=2)", "sized"),
    ("st.dictionaries(st.integers(0, 1), st.booleans(), max_size=2)", "dict"),
    ("st.lists(st.integers(0, 1), max_size=2)", "list"),
    ("st.lists(st.integers(0, 2), max_size=2, unique=True)", "list"),
    ("st.iterables(st.integers(0, 1), max_size=2)", "iterator"),
    ("st.data()", "data"),
]

WRAPPERS = [
    ("st.lists({0}, max_size=2)", "list"),
    ("st.tuples({0}, st.booleans())", "sized"),
    ("st.one_of({0}, st.none())", "any"),
    ("{0}.map(lambda v: [v, v])", "list"),
    ("{0}.map(lambda v: [[v]] * 2)", "nested"),
    ("{0}.map(lambda v: [[v], [v]])", "nested"),
    ("{0}.filter(bool)", "any"),
    ("{0}.filter(lambda v: False)", "any"),
    ("{0}.flatmap(lambda v: st.tuples(st.just(v), st.booleans()))", "sized"),
    ("{0}.map(step)", "any"),
    ("{0}.filter(step)", "any"),
    ("st.builds(step, {0})", "any"),
    ("st.deferred(lambda: {0})", "any"),
    ("st.shared({0}, key='k')", "any"),
    ("aliased(st.lists({0}, max_size=1))", "pair"),
    ("swallowing({0})", "any"),
    ("caught({0})", "any"),
    ("undecided({0})", "any"),
    ("st.builds(Item, {0})", "valued"),
    ("st.builds(Pair, {0}, st.booleans())", "sized"),
    ("st.builds(Plain, {0})", "valued"),
    ("st.builds(Nameless, {0})", "valued"),
    ("st.builds(Raising, {0})", "valued"),
    ("st.builds(Endless, {0})", "valued"),
    ("st.builds(Huge, {0})", "valued"),
    ("st.builds(Odd, {0})", "valued"),
    ("st.builds(Numeric, {0})", "valued"),
    ("st.builds(Changing, {0})", "valued"),
    ("st.builds(Exiting, {0})", "valued"),
    ("st.builds(Unequal, {0})", "valued"),
    ("st.builds(Everywhere, {0})", "valued"),
    ("st.builds(Lying, {0})", "valued"),
    ("{0}.map(Classy)", "valued"),
    ("st.builds(list, st.tuples({0}))", "list"),
    ("{0}.map(Plain)", "valued"),
    ("{0}.map(Raising)", "valued"),
]

UNWRAPPED = {"data", "iterator"}
"""Kinds that have no usable repr, so that nothing is made of them."""

SHAPES = ["function", "method", "unittest", "async"]


class Node(NamedTuple):
    """A line, with the lines below it."""

    text: str
    body: tuple[Node, ...] = ()
    tag: str = ""
    """The behaviour that it is counted as."""


class Variable(NamedTuple):
    name: str
    kind: str


class Program(NamedTuple):
    """A test: its shape, its arguments, its body, and what its strategies call."""

    shape: str
    arguments: tuple[tuple[Variable, str], ...]
    body: tuple[Node, ...]
    step: tuple[Node, ...]
    """The body of ``step(v)``, which strategies call; it gives ``v`` back."""
    examples: tuple[str, ...] = ()
    """The arguments of explicit examples."""

    @property
    def tags(self) -> set[str]:
        """All behaviours that it is composed of."""
        source = source_of(self)
        names = {name for name in HELPERS if name in source} - {"crc", "boom", "Box"}
        kinds = {variable.kind for variable, _ in self.arguments}
        names |= {"example"} if self.examples else set()
        return {self.shape, *names, *kinds, *_tags((*self.body, *self.step))}

    @property
    def has_set_order(self) -> bool:
        return "[0, 8, 16]" in source_of(self)


def _tags(nodes: tuple[Node, ...]) -> Iterator[str]:
    for node in nodes:
        if node.tag:
            yield node.tag
        yield from _tags(node.body)


def source_of(program: Program) -> str:
    """The definitions that a program needs, and the test."""
    test = test_of(program)
    return definitions_for(test) + test


def source_of_step(program: Program) -> str:
    """What strategies call: by hand, without strategies, none of it is run."""
    return "\n".join(_printed(program.step))


def test_of(program: Program) -> str:
    """The test, without the definitions that it needs."""
    arguments = ", ".join(f"{variable.name}={strategy}" for variable, strategy in program.arguments)
    names = [variable.name for variable, _ in program.arguments]
    is_method = program.shape in ("method", "unittest")
    head = f"def test({', '.join(['self'] * is_method + names)}):"
    if program.shape == "async":
        head = "async " + head
    examples = [f"@example({each})" for each in program.examples]
    lines = [*examples, f"@given({arguments})", head, *_indented(_printed(program.body))]
    if is_method:
        base = "(unittest.TestCase)" if program.shape == "unittest" else ""
        lines = [f"class Body{base}:", *_indented(lines)]
    if "step" in arguments or "step" in "\n".join(lines):
        lines = ["def step(v):", *_indented(_printed(program.step)), "    return v", "", *lines]
    if any("SAME" in line for line in lines):
        lines = ["SAME = ValueError('the same every time')", "", *lines]
    if any("COUNT" in line for line in lines):
        lines = ["COUNT = []", "", *lines]
    run = {"method": "Body().test", "unittest": "Body('test').debug"}.get(program.shape, "test")
    return "\n".join([*lines, "", f"run = {run}", ""])


def definitions_for(text: str) -> str:
    """The definitions that a text needs."""
    needed: list[str] = []
    # Definitions may use each other, the later the earlier ones.
    for name in reversed(HELPERS):
        if name in text or any(name in HELPERS[each] for each in needed):
            needed.append(name)
    return "".join(HELPERS[name].lstrip("\n") + "\n" for name in reversed(needed))


def _printed(nodes: tuple[Node, ...]) -> list[str]:
    lines = []
    for node in nodes:
        lines.append(node.text)
        if node.text.endswith(":"):
            lines += _indented(_printed(node.body))
    return lines or ["pass"]


def _indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


IMPORTS = (
    "import asyncio, builtins, dataclasses, gc, io, math, os, random, signal, sys, threading\n"
    "import time, typing, unittest, unittest.mock, warnings, zlib\n"
    "import pytest\n"
)


def pasteable(program: Program, options: str = "") -> str:
    """The whole program as a file, with some settings."""
    names = "assume, event, example, given, note, reject, settings, strategies as st, target"
    lines = source_of(program).splitlines()
    if options:
        starts = ("@example(", "@given(")
        at = next(i for i, line in enumerate(lines) if line.lstrip().startswith(starts))
        lines.insert(at, f"{lines[at].partition('@')[0]}@settings({options})")
    return "\n".join([f"{IMPORTS}from shortlex import {names}", "", *lines, ""])


# Strategies of programs.


@st.composite
def conditions(draw: Any, scope: tuple[Variable, ...]) -> str:
    """Something that holds for some cases."""
    usable = [each for each in scope if each.kind not in UNWRAPPED]
    if not usable or draw(st.integers(0, 9)) == 0:
        return "True"
    x = draw(st.sampled_from(usable))
    value = x.name
    if x.kind == "valued":
        value = f"{x.name}.value"
    options = [f"crc({value}) % 2 == 0", f"crc({value}) % 3 != 0", f"crc({value}) % 5 == 1"]
    if x.kind in ("bool", "any"):
        options.insert(0, f"{value}")
    if x.kind == "int":
        options = [f"{value} > {k}" for k in range(3)] + [f"{value} == {k}" for k in range(3)]
    if x.kind == "big":
        options = [f"{value} > 5", f"{value} < 0"]
    if x.kind in ("list", "sized", "set", "dict", "ordered set"):
        options += [f"len({value}) > {k}" for k in range(2)]
    if x.kind == "ordered set":
        options += [f"list({value}) != sorted({value})", f"list({value})[-1:] == [0]"]
    if x.kind == "float":
        options += [f"math.copysign(1, {value}) < 0", f"{value} != {value}"]
    if x.kind == "pair":
        options += [f"{value}[0] is {value}[1]", f"{value}[0] is not {value}[1]"]
    if x.kind == "nested":
        options += [f"{value}[0] is {value}[1]"]
    lists = [each.name for each in usable if each.kind in ("list", "set", "dict")]
    if x.kind in ("list", "set", "dict") and len(lists) > 1:
        y = draw(st.sampled_from(lists))
        options += [f"{value} is {y}", f"{value} == {y}"]
    condition = draw(st.sampled_from(options))
    if draw(st.integers(0, 5)) == 5:
        condition = f"not {condition}" if " " not in condition else f"not ({condition})"
    if draw(st.integers(0, 4)) == 4:
        condition = f"{condition} and {draw(conditions(scope))}"
    return condition


@st.composite
def strategies(draw: Any, depth: int, excluded: frozenset[str]) -> tuple[str, str]:
    """The source of a strategy, and the kind of what it makes."""
    atoms = [
        (text, kind)
        for text, kind in ATOMS
        if kind not in excluded and not any(name in text for name in excluded)
    ]
    text, kind = draw(st.sampled_from(atoms))
    while kind not in UNWRAPPED and depth and draw(st.integers(0, 2)) == 2:
        wrappers = [each for each in WRAPPERS if not any(name in each[0] for name in excluded)]
        wrapper, made = draw(st.sampled_from(wrappers))
        text = wrapper.format(text)
        # What is made of something with a hostile repr has one too, so it is only looked at as is.
        if kind in ("valued", "opaque"):
            kind = "opaque"
        else:
            kind = made
        depth -= 1
    return text, kind


class Context(NamedTuple):
    """Where a step stands."""

    scope: tuple[Variable, ...]
    depth: int
    excluded: frozenset[str]
    can_draw: bool = True
    """Whether data() can be drawn from."""
    is_in_case: bool = True
    """Whether notes can be made: not in another thread."""
    is_async: bool = False


def fresh(scope: tuple[Variable, ...]) -> str:
    return f"x{len(scope)}"


@st.composite
def blocks(draw: Any, context: Context, most: int = 4) -> tuple[Node, ...]:
    """Lines that follow each other."""
    nodes: list[Node] = []
    for _ in range(draw(st.integers(0, most))):
        made, variable = draw(steps(context))
        nodes += made
        if variable is not None:
            context = context._replace(scope=(*context.scope, variable))
    return tuple(nodes)


def _allowed(table: dict[str, str], excluded: frozenset[str]) -> list[tuple[str, str]]:
    return [
        (text, tag)
        for text, tag in table.items()
        if tag not in excluded and not any(name in text for name in excluded)
    ]


@st.composite
def ends(draw: Any, context: Context) -> list[Node]:
    text, tag = draw(st.sampled_from(_allowed(ENDS, context.excluded)))
    return [Node(text, tag=tag)]


@st.composite
def steps(draw: Any, context: Context) -> tuple[list[Node], Variable | None]:
    """One thing that a body does, and the variable that it assigns."""
    excluded, scope = context.excluded, context.scope
    kinds = ["end if", "end if", "end if"]
    if context.depth:
        kinds += ["if", "try", "finally", "for", "thread", "with"]
    if context.can_draw:
        kinds += ["draw", "draw"]
    if context.is_in_case:
        kinds += ["remark", "nested"]
    kinds += ["assume", "global", "global", "mutate", "end", "count"]
    if draw(st.integers(0, 19)) == 19:
        kinds += ["fork"] * 5
    if context.is_async:
        kinds += ["await"]
    kind = draw(st.sampled_from([each for each in kinds if each not in excluded]))
    inner = context._replace(depth=context.depth - 1)
    if kind == "end if":
        return [Node(f"if {draw(conditions(scope))}:", tuple(draw(ends(context))))], None
    if kind == "end":
        return draw(ends(context)), None
    if kind == "if":
        return [Node(f"if {draw(conditions(scope))}:", draw(blocks(inner)))], None
    if kind == "for":
        return [Node("for _ in range(2):", draw(blocks(inner)), "loop")], None
    if kind == "try":
        catch = draw(st.sampled_from(CATCHES))
        handler = draw(blocks(inner, 2)) if draw(st.booleans()) else (Node("pass"),)
        body = Node("try:", draw(blocks(inner)), "try")
        return [body, Node(catch, handler, catch)], None
    if kind == "finally":
        return [
            Node("try:", draw(blocks(inner))),
            Node("finally:", draw(blocks(inner, 2)), "finally"),
        ], None
    if kind == "with":
        text = draw(
            st.sampled_from(
                [
                    "with warnings.catch_warnings():",
                    "with pytest.raises(ValueError):",
                    "with unittest.TestCase().subTest():",
                    "with unittest.mock.patch('time.time'):",
                    "with unittest.mock.patch('random.seed'):",
                ]
            )
        )
        return [Node(text, draw(blocks(inner)), "with")], None
    if kind == "thread":
        alone = inner._replace(is_in_case=False, is_async=False)
        return [
            Node("def work():", draw(blocks(alone, 2))),
            Node("thread = threading.Thread(target=work)", tag="thread"),
            Node("thread.start()"),
            Node("thread.join()"),
        ], None
    if kind == "draw":
        text, made = draw(strategies(1, excluded | {"data", "step"}))
        name = fresh(scope)
        return [Node(f"{name} = data.draw({text})", tag="draw")], Variable(name, made)
    if kind == "remark":
        text, tag = draw(st.sampled_from(_allowed(REMARKS, excluded)))
        return [Node(text, tag=tag)], None
    if kind == "assume":
        return [Node(f"assume({draw(conditions(scope))})", tag="assume")], None
    if kind == "count":
        end = draw(ends(context))[0]
        often = draw(st.sampled_from(["% 2", "% 3 == 0", "> 1", "== 5"]))
        return [
            Node("COUNT.append(0)", tag="count"),
            Node(f"if len(COUNT) {often}:", (end,)),
        ], None
    if kind == "fork" and draw(st.booleans()):
        # The child comes back from the body, or is stopped in it by an error.
        return [
            Node("child = os.fork()", tag="fork"),
            Node("if child:", (Node("os.waitpid(child, 0)"),)),
            Node("else:", tuple(draw(ends(context)))),
        ], None
    if kind == "fork":
        return [Node("os.waitpid(os.fork() or os._exit(0), 0)", tag="fork")], None
    if kind == "nested":
        return [Node("given(x=st.booleans())(lambda x: None)()", tag="nested")], None
    if kind == "await":
        return [Node("await asyncio.sleep(0)", tag="await")], None
    if kind == "global":
        text, tag = draw(st.sampled_from(_allowed(GLOBALS, excluded)))
        return [Node(text, tag=tag)], None
    changes = [
        change
        for each in scope
        for change in {
            "list": [f"{each.name}.append(0)", f"{each.name}.clear()", f"{each.name}.reverse()"],
            "set": [f"{each.name}.add(1)", f"{each.name}.clear()"],
            "dict": [f"{each.name}.clear()", f"{each.name}[5] = True"],
            "iterator": [f"list({each.name})"],
            "nested": [f"{each.name}[0].append(0)"],
            "pair": [f"{each.name}[0].append(0)"],
        }.get(each.kind, [])
    ]
    text = draw(st.sampled_from(changes)) if changes else "pass"
    return [Node(text, tag="mutation")], None


@st.composite
def programs(draw: Any, excluded: frozenset[str] = frozenset()) -> Program:
    """A whole test."""
    shape = draw(
        st.sampled_from([each for each in SHAPES[:1] * 6 + SHAPES if each not in excluded])
    )
    if shape == "async":
        excluded |= {"signal = boom"}  # asyncio itself calls it
    arguments: list[tuple[Variable, str]] = []
    for i in range(draw(st.integers(1, 3))):
        text, kind = draw(strategies(2, excluded | {"data"}))
        arguments.append((Variable("abc"[i], kind), text))
    can_draw = draw(st.integers(0, 2)) == 2
    if can_draw:
        arguments.append((Variable("data", "data"), "st.data()"))
    scope = tuple(variable for variable, _ in arguments)
    context = Context(scope, 2, excluded, can_draw=can_draw, is_async=shape == "async")
    body = draw(blocks(context))
    step: tuple[Node, ...] = ()
    if any("step" in text for _, text in arguments):
        step = draw(blocks(Context((Variable("v", "any"),), 1, excluded, can_draw=False), 3))
    return Program(shape, tuple(arguments), body, step, draw(examples(tuple(arguments), excluded)))


LITERALS = {
    "bool": ["False", "True"],
    "int": ["0", "1", "2"],
    "list": ["[]", "[0]"],
    "set": ["set()", "{1}"],
    "dict": ["{}", "{0: True}"],
    "sized": ["()", "'a'"],
    "float": ["0.0", "math.nan"],
    "big": ["0", "2 ** 20000"],
    "valued": ["Plain(0)", "Raising(1)"],
}
"""Values for explicit examples, by kind."""


@st.composite
def examples(
    draw: Any, arguments: tuple[tuple[Variable, str], ...], excluded: frozenset[str]
) -> tuple[str, ...]:
    """Explicit examples, in some programs; not of what no literal stands for."""
    if "example" in excluded or any(each.kind not in LITERALS for each, _ in arguments):
        return ()
    if draw(st.integers(0, 7)) != 7:
        return ()
    made = []
    for _ in range(draw(st.integers(1, 2))):
        values = [(each.name, draw(st.sampled_from(LITERALS[each.kind]))) for each, _ in arguments]
        made.append(", ".join(f"{name}={value}" for name, value in values))
    return tuple(made)
