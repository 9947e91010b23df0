"""What is unusual in a solution, by kind, and the names that are usual in honest samples."""

import builtins
import re
from collections.abc import Mapping

KINDS: Mapping[str, str] = {
    "names": "names with two underscores that are not common, and attributes of frames, generators and code objects",
    "operators": "special methods in a class derived from a built-in type",
    "types": "classes made by calling type, and metaclasses",
    "lookups": "attributes or variables by a computed name: getattr, setattr, vars, globals, locals, attrgetter",
    "code": "exec, eval, compile, __import__",
    "files": "open, memoryview, breakpoint, help",
    "imports": "modules that few solutions need: gc, inspect, os, time, types, threading and all that are not listed",
    "modules": "a module used as a value, its private names, or a module reached through another one",
    "patches": "assignments to attributes of modules, built-in types or type(...)",
    "formats": "format strings that read attributes, and ones that are computed",
    "decorators": "built-in functions as decorators",
    "length": "programs that are too long to be read",
}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Special names that solutions use, and that reach nothing that plain code cannot reach.
COMMON = _words(
    "__init__ __repr__ __str__ __len__ __iter__ __next__ __getitem__ __setitem__ __contains__ __call__ __bool__ __eq__ "
    "__ne__ __lt__ __le__ __gt__ __ge__ __hash__ __add__ __sub__ __mul__ __truediv__ __neg__ __enter__ __exit__ "
    "__name__ __main__ __all__ __version__ __author__ __post_init__ __slots__"
)
SPECIAL = re.compile(r"__\w+__")
INNER = re.compile(
    r"f_(back|builtins|code|globals|lasti|lineno|locals|trace\w*)|(ag|cr|gi)_(await|code|frame|origin|running|"
    r"suspended|yieldfrom)|tb_(frame|lasti|lineno|next)|co_[a-z_]+|mro|cell_contents|_?_getframe\w*|_current_frames|"
    r"(get|set)(trace|profile)|tallybench_script"
)
USUAL_MODULES = _words(
    "__future__ abc array bisect calendar cmath collections copy dataclasses datetime decimal enum fractions functools "
    "hashlib heapq itertools json math numbers operator queue random re statistics string sys textwrap typing "
    "unicodedata"
)
# In these modules only some names are usual; in all others, most that do not begin with an underscore.
USUAL_MEMBERS: Mapping[str, frozenset[str]] = {
    "sys": _words("argv exit float_info maxsize setrecursionlimit stderr stdin stdout version_info"),
}
UNUSUAL_MEMBERS: Mapping[str, frozenset[str]] = {
    "operator": frozenset({"attrgetter", "methodcaller"}),
    "string": frozenset({"Formatter"}),
    "typing": frozenset({"ForwardRef", "get_type_hints"}),
    "functools": frozenset({"singledispatch", "singledispatchmethod"}),
    "dataclasses": frozenset({"make_dataclass"}),
    "enum": frozenset({"EnumType", "EnumMeta"}),
    "abc": frozenset({"ABCMeta"}),
}
# Modules that reach the machine or the interpreter, however a program gets them.
REACHED = _words(
    "abc ast asyncio atexit bltins builtins codecs contextlib copyreg ctypes dis gc importlib inspect io keyword "
    "linecache locale marshal os pickle pkgutil posix runpy shutil signal socket subprocess sys tempfile thread "
    "threading time traceback types warnings weakref"
)
# Those of them that are also common attribute names.
OWN_MEANING = _words("abc contextlib io keyword locale signal thread time traceback types warnings")
LOOKUPS = frozenset({"getattr", "setattr", "delattr", "vars", "globals", "locals"})
STORES = frozenset({"setattr", "delattr"})
CODE = frozenset({"exec", "eval", "compile"})
FILES = frozenset({"open", "breakpoint", "help", "memoryview"})
BUILT_IN = frozenset(name for name in dir(builtins) if not name.startswith("_"))
TYPES = frozenset(
    name
    for name in BUILT_IN
    if isinstance(kind := getattr(builtins, name), type) and not issubclass(kind, BaseException) and kind is not object
) | {"Counter", "OrderedDict", "UserDict", "UserList", "UserString", "defaultdict", "deque"}
DECORATORS = frozenset({"staticmethod", "classmethod", "property"})
# A field of a format string that reads an attribute.
READS_ATTRIBUTE = re.compile(r"\{\w*(?:\[[^\]{}]*\])*\.[^\W\d]")
