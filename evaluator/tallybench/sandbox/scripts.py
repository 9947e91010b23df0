"""How a class runs a call script: as a function with one argument, which a small driver behind the class makes of it.

The driver makes the object by the first call and does the others in order. It is in the solution's process, so that it
can be trusted as little as the solution: whatever comes out is compared outside. It copies a container as soon as a
call returns it, so that later changes do not show, and takes nothing but plain data: any other return value is reported
as if it was raised, by a name that no exception has.
"""

from dataclasses import replace
from typing import Any

from tallybench.errors import InputError
from tallybench.model.call_scripts import CONSTRUCTOR, show_call, show_script
from tallybench.model.parts import CheckOutcome
from tallybench.model.problem import Case
from tallybench.sandbox.correctness import Telling, Tests, check_solution
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import Answer, compile_solution, run_solution
from tallybench.sandbox.outputs import close
from tallybench.values.shorten import LONGEST, shorten
from tallybench.values.text import clean_text
from tallybench.values.wire import WireError, decode

ENTRY = "tallybench_script"
_TWIN = "tallybench_twin"
_TWIN_CPU_SECONDS = 120.0

_DRIVER = """

try:
    {entry} = {name}
except:
    {entry} = None
else:
    def {entry}(calls, made_of={entry}):
        from builtins import Exception, MemoryError, bool, bytes, complex, dict, float, frozenset, getattr
        from builtins import int, len, list, range, set, str, tuple, type

        values, raised, odd = [], {{}}, []
        keep = values.append

        def copied(value):
            kind = type(value)
            if kind is int or kind is str or value is None or kind is bool or kind is float:
                return value
            if kind is list:
                return [copied(item) for item in value]
            if kind is tuple:
                return tuple([copied(item) for item in value])
            if kind is dict:
                return {{copied(key): copied(item) for key, item in value.items()}}
            if kind is set:
                return {{copied(item) for item in value}}
            if kind is frozenset:
                return frozenset([copied(item) for item in value])
            if kind is not bytes and kind is not complex:
                odd.append("a value of type %s" % kind.__name__)
                return None
            return value

        def told(kind):
            return kind.__name__ if {is_own} else "%s.%s" % (kind.__module__, kind.__name__)

        try:
            made = made_of(*calls[0][1:])
        except MemoryError:
            raise
        except Exception as error:
            return [None], {{0: told(type(error))}}
        keep(None)
        for index in range(1, len(calls)):
            name, *arguments = calls[index]
            try:
                value = getattr(made, name)(*arguments)
            except MemoryError:
                raise
            except Exception as error:
                value, raised[index] = None, told(type(error))
            kind = type(value)
            if not (value is None or kind is int or kind is str or kind is bool):
                value = copied(value)
                if odd:
                    value, raised[index] = None, odd[0]
                    odd.clear()
            keep(value)
        return values, raised
"""

# Whether the type of an exception, `kind`, is Python's own. In the tests, where nothing is counted, a class that Python
# code defines is not, whatever it says of itself (Py_TPFLAGS_HEAPTYPE); who passes them has no namesakes.
_SAYS_SO = 'kind.__module__ == "builtins"'
_IS_OWN = f'{_SAYS_SO} and not ().__class__.__class__.__dict__["__flags__"].__get__(kind) & 512'

# What a child does besides the class's own work: the same script and driver, with a class that has the answers.
_TWIN_CLASS = """\
class {name}:
{methods}

def {twin}(calls, values, raised):
    import builtins
    global answer
    for index, name in raised.items():
        values[index] = getattr(builtins, name)
    answer = iter(values).__next__
    return {entry}(calls)
"""
_RETURNS = "    def {method}(self, *_):\n        return answer()\n"
_RAISES = """\
    def {method}(self, *_):
        value = answer()
        if value.__class__ is type:
            raise value
        return value
"""


def driven(entry_point: str, solution: str) -> str:
    """Return a program that defines a class, with the driver: it defines `ENTRY`, which takes a call script.

    Args:
        entry_point: the class.
        solution: the program. Where it does not define the class, nothing can be called.
    """
    return solution + driver_of(entry_point)


def driver_of(entry_point: str, is_own: str = _SAYS_SO) -> str:
    """Return the driver of a class; it is executed behind what defines the class.

    Args:
        entry_point: the class.
        is_own: by what it knows that the type of an exception, `kind`, is one of Python's own.
    """
    return _DRIVER.format(entry=ENTRY, name=entry_point, is_own=is_own)


def check_class(zygote: Zygote, tests: Tests, solution: str, cpu_seconds: int | None = None) -> CheckOutcome:
    """Run a problem's correctness tests, call scripts, on one class: each on an object of its own, in one process.

    Args:
        zygote: a native one.
        tests: of level `class`.
        solution: a program that defines the class.
        cpu_seconds: for all tests together; None is what the tests say.
    """
    name = tests.entry_point

    def call(arguments: tuple[Any, ...], _named: dict[str, Any]) -> str:
        return show_script(name, arguments[0])

    def difference(case: Case, output: Any) -> tuple[str, str, str, str]:
        return first_difference(tests, case, output)

    program = solution + driver_of(name, _IS_OWN)
    return check_solution(zygote, replace(tests, entry_point=ENTRY), program, Telling(call, difference), cpu_seconds)


def first_difference(tests: Tests, case: Case, output: Any) -> tuple[str, str, str, str]:
    """Return the first call of a script whose outcome is not the expected one.

    The reason, the call, expected and got.
    """
    (calls,) = case.arguments
    wanted, got = _outcomes(case.expected), _outcomes(output)
    whole = (show_script(tests.entry_point, calls), shorten(case.expected), shorten(output))
    if got is None or wanted is None or len(got) > len(calls):
        return "what the calls yield differs", *whole
    for index, call in enumerate(calls):
        right, found = (outcomes[index] if index < len(outcomes) else None for outcomes in (wanted, got))
        if right != found and not (right and found and _close(tests.tolerance, right, found)):
            shown = (_told(right), _told(found))
            return f"call {index} of {len(calls) - 1} differs", show_call(tests.entry_point, call), *shown
    return "what the calls yield differs", *whole


def _close(tolerance: float | None, right: tuple[str, Any], found: tuple[str, Any]) -> bool:
    return tolerance is not None and right[0] == found[0] and close(found[1], right[1], tolerance)


def _outcomes(yielded: Any) -> list[tuple[str, Any]] | None:
    """Return what each call came to, as how it ended and with what; None where it is nothing that a script yields."""
    if type(yielded) is not tuple or len(yielded) != 2:
        return None
    values, raised = yielded
    if type(values) is not list or type(raised) is not dict:
        return None
    return [("raised", raised[index]) if index in raised else ("returned", value) for index, value in enumerate(values)]


def _told(outcome: tuple[str, Any] | None) -> str:
    if outcome is None:
        return "(no such call: the constructor raised)"
    ended, value = outcome
    if ended == "returned":
        return shorten(value)
    return clean_text(str(value) if " " in str(value) else f"raises {value}", LONGEST)


def run_script(
    zygote: Zygote, bytecode: bytes, arguments: bytes, cpu_seconds: float, meter: str | None = None
) -> Answer:
    """Run a compiled program with its driver on one (encoded) call script."""
    return run_solution(zygote, bytecode, ENTRY, arguments, cpu_seconds, meter)


def count_driver(native: Zygote, emulated: Zygote, entry_point: str, arguments: bytes, output: bytes) -> int:
    """Return what a child spends besides the work of the class itself.

    Args:
        native: compiles.
        emulated: counts.
        entry_point: the class.
        arguments: the encoded script.
        output: what it yields, encoded: of a reference, or of a sample whose growth is measured.

    Raises:
        InputError: the output does not fit the call script, or cannot be replayed.
    """
    (calls,) = decode(arguments)
    raised = _raised(output, len(calls))
    if raised is None:
        raise InputError(f"the benchmark is at fault: {entry_point}: it yields what no call script of it can yield")
    compiled = compile_solution(native, _twin_program(entry_point, calls, raised)).output
    assert compiled is not None
    # A tuple of three, of the parts of a tuple of one and of a tuple of two.
    everything = b"(" + (3).to_bytes(4, "little") + arguments[5:] + output[5:]
    answer = run_solution(emulated, decode(compiled), _TWIN, everything, _TWIN_CPU_SECONDS)
    if answer.output != output or answer.count is None:
        odd = ", ".join(sorted(set(raised.values())))
        raise InputError(
            f"the benchmark is at fault: {entry_point}: a script's outcome cannot be replayed; a call may return plain "
            f"data and raise built-in exceptions{f', and it did this: {odd}' if odd else ''}"
        )
    return answer.count


def _raised(output: bytes, calls: int) -> dict[int, str] | None:
    """Parse the exceptions' names by call index from untrusted output; None if it is malformed."""
    try:
        yielded = decode(output)
    except WireError:
        return None
    if _outcomes(yielded) is None:
        return None
    raised: dict[int, str] = yielded[1]
    if all(type(index) is int and 0 <= index < calls and type(name) is str for index, name in raised.items()):
        return raised
    return None


def _twin_program(entry_point: str, calls: list[tuple[Any, ...]], raised: dict[int, str]) -> str:
    raising = {calls[index][0] for index in raised}
    names = dict.fromkeys((CONSTRUCTOR, *(call[0] for call in calls)))
    methods = "".join((_RAISES if name in raising else _RETURNS).format(method=name) for name in names)
    twin = _TWIN_CLASS.format(name=entry_point, methods=methods, twin=_TWIN, entry=ENTRY)
    return driven(entry_point, twin)
