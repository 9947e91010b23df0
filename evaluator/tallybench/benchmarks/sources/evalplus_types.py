"""The types that inputs of MBPP+ lost in JSON, which has no tuples, sets or complex numbers.

Which arguments had which type is a fact about each problem, taken from `evalplus/data/mbpp.py` in version 0.3.1.
"""

from collections.abc import Callable
from typing import Any

_Restore = Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


def _list_of_tuples(value: list[Any]) -> list[Any]:
    return [tuple(item) for item in value]


def _tuple_of_tuples(value: list[Any]) -> tuple[Any, ...]:
    return tuple(tuple(item) for item in value)


def _tuple_with_tuples(value: list[Any]) -> tuple[Any, ...]:
    return tuple(tuple(item) if isinstance(item, list) else item for item in value)


def _all_tuples(value: Any) -> Any:
    return tuple(map(_all_tuples, value)) if isinstance(value, list) else value


def _list_of_sets(value: list[Any]) -> list[Any]:
    return [set(item) if isinstance(item, list) and item else {} for item in value]


def _dict_of_tuples(value: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(item) for key, item in value.items()}


# How arguments are restored, and for which problems; the last way is used for all further arguments.
_WAYS: tuple[tuple[tuple[_Restore, ...], str], ...] = (
    ((tuple,), "2 116 132 143 222 261 273 394 399 421 424 429 470 560 579 596 616 630 726 740 744 809"),
    ((_list_of_tuples,), "63 64 70 94 120 237 272 299 400 409 417 438 473 614 780"),
    ((_list_of_tuples, _same), "75 413 444 753"),
    ((_same, tuple), "106 750"),
    ((tuple, _same), "250 307 405 446 617 720 763 808"),
    ((_tuple_of_tuples,), "259 401 445"),
    ((_all_tuples,), "580 615 791"),
    ((_tuple_with_tuples,), "278"),
    ((_list_of_sets,), "115"),
    ((_dict_of_tuples, _same), "722"),
    ((float, complex), "124"),
    ((complex,), "252"),
)
_BY_PROBLEM = {f"Mbpp/{number}": way for way, numbers in _WAYS for number in numbers.split()}


def restored(task_id: str, arguments: list[Any]) -> tuple[Any, ...]:
    """Return a problem's arguments with the types that they lost.

    Raises:
        TypeError, ValueError, AttributeError: they are not what this problem has.
    """
    way = _BY_PROBLEM.get(task_id, (_same,))
    last = len(way) - 1
    return tuple(way[min(place, last)](argument) for place, argument in enumerate(arguments))
