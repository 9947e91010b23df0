"""Values and calls of any size as short text, for reports."""

from collections.abc import Callable
from typing import Any

from tallybench.values.text import clean_text

LONGEST = 120  # characters of a value in a report


def shorten_call(entry_point: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> str:
    """Return a call as one would write it, with each argument shortened."""
    shortened = [shorten(value) for value in arguments]
    shortened += [f"{name}={shorten(value)}" for name, value in named.items()]
    return clean_text(f"{entry_point}({', '.join(shortened)})", 2 * LONGEST)


def shorten(value: Any) -> str:
    """Return a shortened repr of plain data of any size, in time that depends only on what is shown."""
    return clean_text(_shorten(value, [LONGEST]), LONGEST)


def _shorten(value: Any, room: list[int]) -> str:
    if isinstance(value, str | bytes):
        text = repr(value[: room[0] + 1])
    elif isinstance(value, int) and value.bit_length() > 1000:
        text = f"<int of {value.bit_length()} bits>"
    elif isinstance(value, list | tuple | set | frozenset | dict):
        return _shorten_items(value, room)
    else:
        text = repr(value)
    room[0] -= len(text)
    return text


def _shorten_items(value: Any, room: list[int]) -> str:
    if not value and isinstance(value, set | frozenset):
        return repr(value)
    render: Callable[[Any], str] = lambda item: _shorten(item, room)  # noqa: E731
    if isinstance(value, dict):
        render = lambda pair: f"{_shorten(pair[0], room)}: {_shorten(pair[1], room)}"  # noqa: E731
    parts = []
    for item in value.items() if isinstance(value, dict) else value:
        if room[0] <= 0:
            parts.append("...")
            break
        room[0] -= 2
        parts.append(render(item))
    inner = ", ".join(parts)
    if isinstance(value, list):
        return f"[{inner}]"
    if isinstance(value, tuple):
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    return f"{{{inner}}}"
