"""Call scripts: lists of calls, as plain data, on which a class is tested and counted.

A call is a tuple of the method's name and its arguments; the first call is `("__init__", ...)`. A script yields a pair:
`values`, a list of what each call returned (None for the constructor and for calls that raised), and `raised`, which
maps the index of a call to the name of the exception's type. A constructor that raises ends the script.
"""

from collections.abc import Sequence
from typing import Any

from tallybench.values.shorten import LONGEST, shorten, shorten_call
from tallybench.values.text import clean_text

CONSTRUCTOR = "__init__"

Call = tuple[Any, ...]
Yield = tuple[list[Any], dict[int, str]]
"""What a script yields."""


def script_fault(calls: Any) -> str | None:
    """Return why something is not a call script; None if it is one."""
    if type(calls) is not list or not calls:
        return "a call script is a list of at least one call"
    for index, call in enumerate(calls):
        if type(call) is not tuple or not call or type(call[0]) is not str or not call[0].isidentifier():
            return f"call {index} is not a tuple of a method's name and its arguments"
        if (call[0] == CONSTRUCTOR) != (index == 0):
            return f"call {index} is {call[0]}: the first call, and no other, is {CONSTRUCTOR}"
    return None


def yield_of(expected: Sequence[Any]) -> Yield:
    """Return what a script yields, given one entry per call: a value, or the type of the exception raised."""
    raised = {
        index: value.__name__
        for index, value in enumerate(expected)
        if isinstance(value, type) and issubclass(value, Exception)
    }
    return [None if index in raised else value for index, value in enumerate(expected)], raised


def show_call(entry_point: str, call: Call) -> str:
    """Return a call of a script as one would write it, shortened."""
    name, *arguments = call
    return shorten_call(entry_point if name == CONSTRUCTOR else f".{name}", tuple(arguments), {})


def show_script(entry_point: str, calls: Sequence[Call]) -> str:
    """Return a script's calls as one would write them; only the first ones if the script is long."""
    shown, room = [], 2 * LONGEST
    for call in calls:
        if room <= 0:
            shown.append("...")
            break
        shown.append(show_call(entry_point, call))
        room -= len(shown[-1]) + 2
    return clean_text("; ".join(shown), 2 * LONGEST)


def show_outcomes(yielded: Yield) -> list[str]:
    """Return, shortened, what each call of a script returned or raised."""
    values, raised = yielded
    return [f"raises {raised[index]}" if index in raised else shorten(value) for index, value in enumerate(values)]
