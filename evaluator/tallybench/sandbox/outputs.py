"""Whether an output is right: a value that was returned, or a text that was printed."""

import math
from typing import Any, Protocol

from tallybench.sandbox.judging_limits import OVER_LIMITS, TooMuch, guarded
from tallybench.values.text import clean_text, described
from tallybench.values.wire import WireError, decode, encode

# For decoding and judging what was returned under stress, by the number of bytes: decoding 1 MB takes a second.
_CPU_SECONDS, _CPU_SECONDS_A_BYTE, _MOST_CPU_SECONDS = 10.0, 10 / (1 << 20), 60.0
# The encodings of equal values differ by less than this: a complex takes 17 bytes, a bool of the same value 1.
_TIMES_LARGER, _BYTES_LARGER = 20, 1 << 20


class Judged(Protocol):
    """What says how outputs are compared: a problem, or its tests."""

    @property
    def tolerance(self) -> float | None:
        """The largest error of a float, absolute or relative; None compares exactly."""

    @property
    def accepts(self) -> str | None:
        """A program that defines `accepts(output, expected, *arguments)`; None if only one output is right."""


def wrong_output(judged: Judged, arguments: bytes, expected: bytes, output: bytes, *, text: bool = False) -> str | None:
    """Compare what a function returned, or a program printed (`text`), under stress with what is expected.

    Equal bytes are equal values, so the usual case needs no decoding. Otherwise the values are compared: by the
    problem's own `accepts`, within its tolerance, or by `==`. The arguments are encoded, as are outputs that are not
    texts; the output is untrusted.

    Returns:
        What is wrong with it; None if it is right.
    """
    if output == expected:
        return None
    if (larger := far_larger(output, expected)) is not None:
        return larger
    size = len(arguments) + len(expected) + len(output)
    try:
        with guarded(min(_CPU_SECONDS + _CPU_SECONDS_A_BYTE * size, _MOST_CPU_SECONDS)):
            given = decode(arguments)
            if text:
                right = texts_agree(judged, given, expected.decode(), output.decode())
            else:
                right = agree(judged, given, decode(expected), decode(output))
    except WireError as error:
        return str(error)
    except (TooMuch, MemoryError, RecursionError):
        return OVER_LIMITS
    except UnicodeDecodeError:
        return "what it printed is not UTF-8"
    except Exception as error:
        return clean_text(f"it could not be compared with the expected output: {described(error)}")
    return None if right else "it differs from the references' output"


def far_larger(output: bytes, expected: bytes) -> str | None:
    """Return what is wrong with an output that is too large to be judged; None if it is not too large."""
    if len(output) <= _TIMES_LARGER * len(expected) + _BYTES_LARGER:
        return None
    return f"the output has {len(output):,} bytes where {len(expected):,} are expected"


def agree(judged: Judged, arguments: tuple[Any, ...], expected: Any, output: Any) -> bool:
    """Return whether a value is right. It may be of any size, so call this under a guard."""
    if judged.accepts is not None:
        return _accepted(judged.accepts, output, expected, arguments)
    if judged.tolerance is not None:
        return close(output, expected, judged.tolerance)
    return bool(output == expected)


def texts_agree(judged: Judged, arguments: tuple[Any, ...], expected: str, output: str) -> bool:
    """Return whether a printed text is right. It may be of any size, so call this under a guard."""
    if judged.accepts is not None:
        return _accepted(judged.accepts, output, expected, arguments)
    return differing_line(expected, output, judged.tolerance) is None


def _accepted(accepts: str, output: Any, expected: Any, arguments: tuple[Any, ...]) -> bool:
    namespace: dict[str, Any] = {"__name__": "accepts"}
    exec(compile(accepts, "<accepts>", "exec", dont_inherit=True, optimize=0), namespace)
    # It may change what it is given, and the next solution's test uses the same arguments.
    return bool(namespace["accepts"](output, expected, *decode(encode(arguments))))


def lines_of(text: str) -> list[str]:
    """Return a text's lines, without white space at their ends and without empty lines at its end."""
    return [line.rstrip() for line in text.rstrip().split("\n")]


def differing_line(expected: str, output: str, tolerance: float | None = None) -> int | None:
    """Return the index of the first line in which two texts differ; None if they are equal.

    If one is the beginning of the other, it is the first line after the shorter one.
    """
    wanted, got = lines_of(expected), lines_of(output)
    for number, (line, printed) in enumerate(zip(wanted, got, strict=False)):
        if line != printed and (tolerance is None or not _same_words(line, printed, tolerance)):
            return number
    return None if len(wanted) == len(got) else min(len(wanted), len(got))


def _same_words(expected: str, output: str, tolerance: float) -> bool:
    wanted, got = expected.split(), output.split()
    return len(wanted) == len(got) and all(
        word == printed or _close_words(word, printed, tolerance) for word, printed in zip(wanted, got, strict=True)
    )


def _close_words(expected: str, output: str, tolerance: float) -> bool:
    if not output.isascii() or "_" in output:  # float() also takes underscores and other digits
        return False
    try:
        return close(float(output), float(expected), tolerance)
    except ValueError:
        return False


def close(output: Any, expected: Any, tolerance: float) -> bool:
    """Return whether values are equal, with floats within `tolerance`, absolute or relative to the expected value."""
    if isinstance(expected, float) and isinstance(output, int | float):
        if output == expected or not (math.isfinite(output) and math.isfinite(expected)):
            return output == expected
        return abs(output - expected) <= tolerance * max(1.0, abs(expected))
    if isinstance(expected, list | tuple) and type(output) is type(expected):
        return len(output) == len(expected) and all(
            close(item, wanted, tolerance) for item, wanted in zip(output, expected, strict=True)
        )
    return bool(output == expected)
