"""Harvest: the constants of the code under test, for random cases to try.

*Near* are those in the test function, in the functions and classes that it uses, and so on, and in
the global names that these mention. *Far* are those elsewhere in the modules where these are, and
in what these modules import. Only code of the project counts: neither Python's own modules nor
installed packages. Which other modules are imported makes no difference, so that a test tries the
same constants alone and in a whole suite.

Source is read once in each process, when the first case wants a constant. What was read from a
large file is kept on disk, by a hash of the file. If it cannot be kept, it is read again next time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary, ref

from shortlex.core.constants import Constants
from shortlex.core.domain import Choice
from shortlex.system.environment import home_directory, project_directory
from shortlex.system.genuine import io, make_directories, os

if TYPE_CHECKING:
    from shortlex.runner.code_constants import ModuleCode, Scope

MAX_FUNCTIONS = 300
"""How many functions and classes are looked at."""

MAX_FILES = 300
"""How many files are read for one test."""

MAX_CONSTANTS = 10_000
"""How many constants are kept for one test."""

MIN_KEPT_BYTES = 8_000
"""Smaller files are read again, which is as fast."""

MAX_SOURCE_BYTES = 1_000_000
"""Larger files are data."""

MAX_TESTS = 100
"""After this many tests, the constants of all are forgotten: a suite may have thousands."""

with_tests = True
"""Whether constants in the tests themselves count. A suite that was written for Hypothesis does
without: its tests may rely on it that no case has a word of theirs."""

_OURS = os.path.dirname(os.path.dirname(__file__)) + os.sep
_INSTALLED = ("site-packages", "dist-packages")
_PYTHON = os.path.dirname(os.__file__) + os.sep


_known: WeakKeyDictionary[FunctionType, tuple[CodeType, Constants]] = WeakKeyDictionary()
"""The constants of some tests, with the code of each: tools that reload modules replace it."""


def constants_for(function: object, *, is_kept: bool = True) -> Constants:
    """The constants to try in a test; they are looked up when first needed.

    With ``is_kept``, what was read from large files is kept on disk. A test that is called again
    gets the same constants, because finding them takes as long as hundreds of quick cases.
    """
    if not isinstance(function, FunctionType):
        return Constants(partial(_find, function, is_kept))
    known = _known.get(function)
    if known is not None and known[0] is function.__code__:
        return known[1]
    if len(_known) >= MAX_TESTS:
        _known.clear()
    # Weakly, or what is known of a function would keep it alive.
    refer = ref(function)
    constants = Constants(lambda: _find(refer(), is_kept))
    _known[function] = function.__code__, constants
    return constants


def _find(function: object, is_kept: bool) -> tuple[list[Choice], list[Choice]]:
    # Imported late, for most of the time of an import is that of `ast`.
    read = partial(_code_in, is_kept=is_kept)
    places = list(_places_near(function))
    asked = [place for place in places if with_tests or not is_test_file(place.file)]
    near, names = _near(asked, read)
    modules = dict.fromkeys(name for place in places if (name := place.module) in sys.modules)
    far = _far([*modules, *names], read)
    return _in_order(near), _in_order(far)


def _in_order(constants: list[Choice]) -> list[Choice]:
    """Sorted: the order of discovery differs between versions of Python."""
    unique = {(type(each).__name__, repr(each)): each for each in constants[:MAX_CONSTANTS]}
    return [each for _, each in sorted(unique.items())]


class _Place:
    """Where a function or a class is defined."""

    def __init__(self, module: str, file: str, name: str, line: int) -> None:
        self.module = module
        self.file = file
        self.name = name
        self.line = line
        """The line of a function; 0 for a class."""


def _places_near(function: object) -> Iterator[_Place]:
    """The functions and classes of the project that a function uses, itself first."""
    waiting, met = [function], set()
    count = 0
    while waiting and count < MAX_FUNCTIONS:
        each = waiting.pop(0)
        if id(each) in met:
            continue
        met.add(id(each))
        if isinstance(each, FunctionType):
            waiting += _used_by(each)
            source = _source_of(each)
            if is_of_project(source):
                count += 1
                line = each.__code__.co_firstlineno
                yield _Place(each.__module__ or "", source, each.__qualname__, line)
        elif isinstance(each, type):
            file = _file_of(each.__module__)
            if file is not None:
                count += 1
                waiting += [*vars(each).values(), *each.__bases__]
                yield _Place(each.__module__, file, each.__qualname__, 0)
        elif isinstance(each, (partial, MethodType, classmethod, staticmethod, property)):
            waiting += _parts_of(each)
        elif not isinstance(each, (ModuleType, BuiltinFunctionType)):
            if _file_of(type(each).__module__) is not None:
                waiting.append(type(each))
            if (wrapped := _attribute(each, "__wrapped__")) is not None:
                waiting.append(wrapped)


def _parts_of(each: Any) -> list[object]:
    if isinstance(each, partial):
        return [each.func, *each.args, *each.keywords.values()]
    if isinstance(each, MethodType):
        return [each.__func__, type(each.__self__)]
    if isinstance(each, property):
        return [part for part in (each.fget, each.fset) if part is not None]
    return [each.__func__]


def _used_by(function: FunctionType) -> list[object]:
    """What a function refers to: wrapped functions, its closure, defaults and global names."""
    used: list[object] = []
    if (wrapped := _attribute(function, "__wrapped__")) is not None:
        used.append(wrapped)
    file = _source_of(function)
    if not is_of_project(file) and file.endswith(".py"):
        # A decorator from an installed package, perhaps: the function that it wraps is in a cell.
        return used + [each for each in _cells(function) if isinstance(each, FunctionType)]
    used += _cells(function)
    used += function.__defaults__ or ()
    names = _names_in(function.__code__)
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType):
            if _file_of(value.__name__) is not None:
                used += [vars(value)[part] for part in names if part in vars(value)]
        elif value is not None:
            used.append(value)
    return used


def _cells(function: FunctionType) -> list[object]:
    values = []
    for cell in function.__closure__ or ():
        try:
            values.append(cell.cell_contents)
        except ValueError:
            continue  # it has no value yet
    return values


def _names_in(code: CodeType) -> list[str]:
    names = [*code.co_names]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += _names_in(constant)
    return sorted(set(names))


def _attribute(value: object, name: str) -> object:
    """An attribute that is really there: objects may make up others."""
    try:
        return vars(value).get(name)
    except TypeError:
        return None


def _file_of(module: object) -> str | None:
    """The source file of a module, if it belongs to the project."""
    file = getattr(sys.modules.get(str(module)), "__file__", None)
    return file if isinstance(file, str) and is_of_project(file) else None


def _source_of(function: FunctionType) -> str:
    """The file of a function. Code may have a relative name, from where Python was started."""
    name = function.__code__.co_filename
    file = getattr(sys.modules.get(str(function.__module__)), "__file__", None)
    is_same = isinstance(file, str) and os.path.basename(file) == os.path.basename(name)
    return str(file) if is_same else name


@lru_cache(maxsize=10_000)
def is_of_project(file: str) -> bool:
    """Whether a source file is the user's own."""
    return (
        file.endswith(".py")
        and not file.startswith((_OURS, _PYTHON))
        and not any(part in _INSTALLED for part in file.split(os.sep))
    )


def is_test_file(file: str) -> bool:
    """Whether a file has tests, whose constants say little about the code."""
    inside = file.removeprefix(os.path.join(project_directory(), ""))
    *folders, name = inside.split(os.sep)
    if name.startswith("test_") or name.endswith("_test.py") or name == "conftest.py":
        return True
    return inside != file and not {"test", "tests"}.isdisjoint(folders)


def _near(
    places: list[_Place], read: Callable[[str, str], ModuleCode | None]
) -> tuple[list[Choice], list[str]]:
    """The constants at these places, and the modules of the global names mentioned there."""
    constants: list[Choice] = []
    modules: list[str] = []
    met: set[tuple[str, str]] = set()

    def add(scope: Scope, module: str, code: ModuleCode) -> None:
        constants.extend(scope.constants)
        for name in scope.names:
            if (module, name) not in met:
                met.add((module, name))
                look_up(name, module, code)

    def look_up(name: str, module: str, code: ModuleCode) -> None:
        if name in code.values:
            add(code.values[name], module, code)
            return
        first, _, rest = name.partition(".")
        target = code.imports.get(first)
        if target is None:
            return
        # A name of a module, or a module of a package.
        other, wanted = ".".join(target), rest
        if other not in sys.modules:
            other, wanted = target[0], target[-1]
        file = _file_of(other)
        known = None if file is None else read(file, other)
        if known is not None and wanted in known.values:
            modules.append(other)
            add(known.values[wanted], other, known)

    for place in places:
        code = read(place.file, place.module)
        if code is None:
            continue
        scopes = code.scopes.items()
        # By line, because lambdas have no names and decorators change them.
        begun = [n for n, s in scopes if (s.line == place.line if place.line else n == place.name)]
        for name, scope in scopes:
            if name and any(name == each or name.startswith(f"{each}.") for each in begun):
                add(scope, place.module, code)
    return constants, modules


def _far(modules: list[str], read: Callable[[str, str], ModuleCode | None]) -> list[Choice]:
    """The constants of these modules and of those that they import, except for tests."""
    constants: list[Choice] = []
    waiting, met = [*modules], set[str]()
    while waiting and len(met) < MAX_FILES:
        name = waiting.pop(0)
        file = _file_of(name)
        if name in met or file is None:
            continue
        met.add(name)
        code = read(file, name)
        if code is not None:
            if not is_test_file(file):
                constants += code.constants()
            for target in code.imports.values():
                waiting += [".".join(target), target[0]]
    return constants


# Reading and keeping


@lru_cache(maxsize=1000)
def _code_in(file: str, module: str, *, is_kept: bool) -> ModuleCode | None:
    """What is in a source file; None if it cannot be read."""
    from shortlex.runner.code_constants import code_of, format_code, parse_code

    try:
        if os.stat(file).st_size > MAX_SOURCE_BYTES:
            return None
        with io.open(file, "rb") as source_file:
            source = source_file.read()
    except OSError:
        return None
    is_package = os.path.basename(file) == "__init__.py"
    package = module if is_package else module.rpartition(".")[0]
    path = _path_for(source, package) if is_kept and len(source) >= MIN_KEPT_BYTES else None
    if path is not None and (kept := _read(path)) is not None:
        try:
            return parse_code(kept)
        except ValueError:
            pass  # damaged, or of another version: it is written again
    try:
        code = code_of(source, package)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if path is not None:
        _write(path, format_code(code))
    return code


def _path_for(source: bytes, package: str) -> str:
    from hashlib import blake2b

    digest = blake2b(source + b"\0" + package.encode("utf-8", "replace"), digest_size=12)
    return os.path.join(home_directory(), "constants", f"{digest.hexdigest()}.json")


def _read(path: str) -> str | None:
    try:
        with io.open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, ValueError):
        return None


def _write(path: str, text: str) -> None:
    """Keep a text, if possible: the disk may be full, or not ours to write to."""
    unfinished = f"{path}.{os.urandom(8).hex()}.tmp"
    try:
        make_directories(os.path.dirname(path))
        with io.open(unfinished, "x", encoding="utf-8") as file:
            file.write(text)
        os.replace(unfinished, path)
    except OSError:
        try:
            os.unlink(unfinished)
        except OSError:
            pass
