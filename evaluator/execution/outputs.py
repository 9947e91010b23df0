"""Whether an output under stress is right."""

import math
from typing import Any

from evaluator.execution.guard import TooMuch, guarded
from evaluator.execution.wire import WireError, decode
from evaluator.problems.model import Problem
from evaluator.verdicts import clean_text

CPU_SECONDS = 60.0


def wrong_output(problem: Problem, arguments: bytes, expected: bytes, output: bytes) -> str | None:
    """Compares a solution's output with the expected one.

    Equal bytes are equal values, so that the usual case costs no decoding. Else the values are compared: by the
    problem's own `accepts`, within its tolerance, or by `==`.

    Args:
        problem: says how outputs are compared.
        arguments: the encoded input.
        expected: the encoded output of a reference.
        output: the encoded output, untrusted.

    Returns:
        What is wrong with it; None where it is right.
    """
    if output == expected:
        return None
    try:
        with guarded(CPU_SECONDS):
            if _agree(problem, arguments, decode(expected), decode(output)):
                return None
    except WireError as error:
        return str(error)
    except (TooMuch, MemoryError, RecursionError):
        return "it could not be compared with the expected output within the limits"
    except Exception as error:
        return clean_text(f"it could not be compared with the expected output: {type(error).__name__}: {error}")
    return "it differs from the references' output"


def _agree(problem: Problem, arguments: bytes, expected: Any, output: Any) -> bool:
    if problem.accepts is not None:
        namespace: dict[str, Any] = {"__name__": "accepts"}
        exec(compile(problem.accepts, "<accepts>", "exec"), namespace)
        return bool(namespace["accepts"](output, expected, *decode(arguments)))
    if problem.tolerance is not None:
        return close(output, expected, problem.tolerance)
    return bool(output == expected)


def close(output: Any, expected: Any, tolerance: float) -> bool:
    """Equality in which floats may differ by `tolerance`, absolute or relative to the expected value."""
    if isinstance(expected, float) and isinstance(output, int | float):
        if output == expected or not (math.isfinite(output) and math.isfinite(expected)):
            return output == expected
        return abs(output - expected) <= tolerance * max(1.0, abs(expected))
    if isinstance(expected, list | tuple) and type(output) is type(expected):
        return len(output) == len(expected) and all(
            close(one, other, tolerance) for one, other in zip(output, expected, strict=True)
        )
    return bool(output == expected)
