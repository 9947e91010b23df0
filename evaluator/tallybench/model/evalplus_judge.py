"""Judge outputs as EvalPlus does (Liu et al., NeurIPS 2023): its tolerance, and its rules if several outputs are right.

The rules are those of `evalplus/eval/` in version 0.3.1, except for HumanEval/32, whose rule was fixed later: in
0.3.1 no program passes that problem.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy

VERSION = 1  # bump when what is accepted changes, to mark earlier results as old

LEAST_TOLERANCE = 1e-6  # for problems that state none, if a float or a sequence of floats is expected
_RELATIVE = 1e-7

_Rule = Callable[[Any, Any, float, tuple[Any, ...]], bool]


def _as_sets(output: Any, expected: Any, tolerance: float, arguments: tuple[Any, ...]) -> bool:
    return set(output) == set(expected)


def _not_none(output: Any, expected: Any, tolerance: float, arguments: tuple[Any, ...]) -> bool:
    # The expected output only says whether anything is returned.
    return bool((output if isinstance(output, bool) else output is not None) == expected)


def _anything(output: Any, expected: Any, tolerance: float, arguments: tuple[Any, ...]) -> bool:
    return True


def _or_zero(output: Any, expected: Any, tolerance: float, arguments: tuple[Any, ...]) -> bool:
    return bool(output == expected or output == 0)


def _root(output: Any, expected: Any, tolerance: float, arguments: tuple[Any, ...]) -> bool:
    (coefficients,) = arguments
    return bool(abs(sum(factor * math.pow(output, power) for power, factor in enumerate(coefficients))) <= tolerance)


def _either_distance(output: Any, expected: Any, tolerance: float, arguments: tuple[Any, ...]) -> bool:
    # The digits of the difference, or the differences of the digits: the statement can be read both ways.
    left, right = map(str, arguments)
    width = max(len(left), len(right))
    pairs = zip(left.zfill(width), right.zfill(width), strict=True)
    return bool(output == expected or output == sum(abs(int(one) - int(two)) for one, two in pairs))


def _either_height(output: Any, expected: Any, tolerance: float, arguments: tuple[Any, ...]) -> bool:
    # The second argument is the slant height or the height: the statement can be read both ways.
    base_edge, height = arguments
    slant = math.sqrt((base_edge / 2) ** 2 + height**2)
    return bool(output == expected or abs(output - round(base_edge**2 + 2 * base_edge * slant)) <= tolerance)


# By source, as in the task ids, and by entry point.
_RULES: dict[tuple[str, str], _Rule] = {
    ("HumanEval", "find_zero"): _root,
    ("Mbpp", "are_equivalent"): _anything,
    ("Mbpp", "sum_div"): _or_zero,
    ("Mbpp", "surface_Area"): _either_height,
    ("Mbpp", "digit_distance_nums"): _either_distance,
    **{("Mbpp", name): _not_none for name in ("check_str", "text_match_three", "text_starta_endb")},
    **{
        ("Mbpp", name): _as_sets
        for name in (
            "similar_elements",
            "find_char_long",
            "common_in_nested_lists",
            "extract_singly",
            "larg_nnum",
            "intersection_array",
            "find_dissimilar",
            "Diff",
        )
    },
}


def only_whether_any(source: str, entry_point: str) -> bool:
    """Return whether a problem's expected outputs say only whether anything is returned."""
    return _RULES.get((source, entry_point)) is _not_none


def is_floats(expected: Any) -> bool:
    """Return whether a value is a float, or a list or tuple of floats."""
    if isinstance(expected, list | tuple):
        return bool(expected) and all(isinstance(item, float) for item in expected)
    return isinstance(expected, float)


def agrees(
    source: str, entry_point: str, tolerance: float, output: Any, expected: Any, arguments: tuple[Any, ...]
) -> bool:
    """Return whether an output is right; an exception means that it is not.

    Args:
        source, entry_point: the part of the task id before the number, `HumanEval` or `Mbpp`; and the function.
        tolerance: the absolute error that is allowed; 0 compares exactly.
        output: what the solution returned; `...` stands for what is not plain data.
        expected: what the ground truth returned.
        arguments: the input.
    """
    rule = _RULES.get((source, entry_point))
    if rule is _root:
        return _root(output, expected, tolerance, arguments)
    if rule(output, expected, tolerance, arguments) if rule else output == expected:
        return True
    if not tolerance or type(output) is not type(expected):
        return False
    if isinstance(expected, list | tuple) and len(output) != len(expected):
        return False
    return bool(numpy.allclose(output, expected, rtol=_RELATIVE, atol=tolerance))


def accepts_of(source: str, entry_point: str, tolerance: float) -> str | None:
    """Return the program by which a problem's outputs are accepted; None if they are compared exactly."""
    if not tolerance and (source, entry_point) not in _RULES:
        return None
    return f"""\
from tallybench.model.evalplus_judge import agrees  # version {VERSION}


def accepts(output, expected, *arguments):
    return agrees({source!r}, {entry_point!r}, {tolerance!r}, output, expected, arguments)
"""
