"""Judges what a child reported about one test: each assertion, with literals that were never in the child's process.

Call this under a guard: what is compared may be built to take long.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

from tallybench.sandbox.outputs import close
from tallybench.sandbox.suites.describe import TAG, describe, type_name
from tallybench.sandbox.suites.names import COMPARED, COUNTED, RAISES
from tallybench.sandbox.suites.rewrite import LEAVES, Site, SuiteTest
from tallybench.values.text import clean_text, described
from tallybench.values.wire import encode

FAILED, ERROR = "failed", "error"  # as in unittest: an assertion does not hold, or anything else
_SAME = 1e-6  # how far a float may differ from what the canonical class computes


@dataclass(frozen=True)
class Fault:
    """Why a test does not pass.

    Attributes:
        kind: FAILED or ERROR.
        reason: in words.
        expected: what an assertion wanted; None if it does not compare with anything.
        got: what it got.
        exception: the type of the exception that ended the test; None if none did.
    """

    kind: str
    reason: str
    expected: Any = None
    got: Any = None
    exception: str | None = None


@dataclass(frozen=True)
class Report:
    """What a child reported about one test.

    Attributes:
        seen: for each assertion that was reached, its number and its values.
        error: the type and the text of the exception that ended the test; None if it ran to its end.
    """

    seen: Sequence[tuple[int, tuple[Any, ...]]]
    error: tuple[str, str] | None

    @classmethod
    def of(cls, said: Any) -> "Report":
        """Return the report in a child's answer.

        Raises:
            ValueError: the answer is malformed.
        """
        match said:
            case (list(seen), error) if all(_is_observation(one) for one in seen):
                if error is None or (
                    isinstance(error, tuple) and len(error) == 2 and all(isinstance(text, str) for text in error)
                ):
                    return cls(seen, error)
        raise ValueError("it is no report")


def _is_observation(one: Any) -> bool:
    return isinstance(one, tuple) and len(one) == 2 and type(one[0]) is int and isinstance(one[1], tuple)


@dataclass(frozen=True)
class Reference:
    """What the canonical class reports about one test.

    Attributes:
        seen: as in any report.
        stable: for each assertion that was reached, which of its values do not depend on the clock or on chance; None
            if the second report reached other assertions.
    """

    seen: Sequence[tuple[int, tuple[Any, ...]]]
    stable: Sequence[tuple[bool, ...]] | None

    @property
    def repeats(self) -> bool:
        """Whether nothing in it depends on the clock or on chance."""
        return self.stable is not None and all(all(flags) for flags in self.stable)

    @classmethod
    def of(cls, report: Report, other: Report) -> "Reference":
        """Combine two reports of the canonical class: one now, one on another day with other random numbers."""
        if [site for site, _ in report.seen] != [site for site, _ in other.seen]:
            return cls(report.seen, None)
        stable = [
            tuple(encode(value) == encode(then) for value, then in zip(values, later, strict=True))
            for (_, values), (_, later) in zip(report.seen, other.seen, strict=True)
        ]
        return cls(report.seen, stable)


def judge_test(test: SuiteTest, report: Report, reference: Reference | None) -> Fault | None:
    """Return what is wrong with the report about a test; None if it passes.

    Args:
        test: the test.
        report: that of the tested class.
        reference: that of the canonical class; None if that class itself is judged.
    """
    for number, (site_number, values) in enumerate(report.seen):
        if not 0 <= site_number < len(test.sites) or len(values) != test.sites[site_number].leaves:
            return Fault(ERROR, "it reported something else than the test's assertions")
        site = test.sites[site_number]
        canonical = None
        if reference is not None and number < len(reference.seen) and reference.seen[number][0] == site_number:
            canonical = reference.seen[number][1]
        try:
            wrong = _wrong(site, test.constants, values, canonical)
        except MemoryError:
            raise
        except Exception as error:
            return Fault(ERROR, clean_text(f"{site.kind} could not use the values: {described(error)}"))
        if wrong is not None:
            return wrong
        if canonical is not None and reference is not None and reference.stable is not None and site.leaves > 1:
            for value, wanted, stable in zip(values, canonical, reference.stable[number], strict=True):
                if stable and not _agree(value, wanted):
                    reason = f"{site.kind} compares two computed values, and one is not what it has to be"
                    return Fault(FAILED, reason, wanted, value)
    if report.error is not None:
        name, text = report.error
        reason = clean_text(f"{name}: {text}" if text else name)
        return Fault(ERROR, reason, exception=clean_text(name))
    if reference is not None:
        return _unreached(report, reference)
    return None


def _unreached(report: Report, reference: Reference) -> Fault | None:
    """Return the fault of a test that ran to its end but did not reach the same assertions as the canonical class."""
    reached = [site for site, _ in report.seen]
    wanted = [site for site, _ in reference.seen]
    if reached == wanted or (reference.stable is None and Counter(reached).keys() == Counter(wanted).keys()):
        return None
    return Fault(FAILED, f"it reached {len(reached)} assertions where the canonical class reaches {len(wanted)}")


def _wrong(site: Site, constants: str, values: tuple[Any, ...], canonical: tuple[Any, ...] | None) -> Fault | None:
    namespace = _namespace(constants) | {LEAVES: values}
    if site.kind == RAISES:
        wanted = [type_name(eval(code, dict(namespace))) for code in _compiled(site.operands)]
        raised = values[0]
        if isinstance(raised, list) and any(name in raised for name in wanted):
            return None
        got = raised[0] if isinstance(raised, list) and raised else None
        return Fault(FAILED, f"{RAISES}: {wanted[0]} was not raised", wanted[0], got)
    operands = [eval(code, dict(namespace)) for code in _compiled(site.operands)]
    options = {name: eval(text, dict(namespace)) for name, text in site.options}
    if len(operands) == 1:
        canonical_value = canonical[0] if canonical is not None and site.leaves == 1 else None
        holds = _ONE[site.kind](operands[0], canonical_value)
        return None if holds else Fault(FAILED, f"{site.kind} does not hold", got=operands[0])
    first, second = operands
    if _TWO[site.kind](first, second, **options):
        return None
    # Where one of them is a literal, it is what the test expects.
    literal_first = LEAVES not in site.operands[0]
    expected, got = (first, second) if literal_first else (second, first)
    return Fault(FAILED, f"{site.kind} does not hold", expected, got)


def _is_described(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and value[0] == TAG


def _is_opaque(value: Any) -> bool:
    """Return whether a description has only the type of a value, and not what it holds."""
    return _is_described(value) and value[2] is None


def _true(value: Any, canonical: Any) -> bool:
    """Return whether a value is true; one without a plain form is if the canonical class's has the same type."""
    return bool(value == canonical) if _is_opaque(value) else bool(value[2] if _is_described(value) else value)


def _there(value: Any, canonical: Any) -> bool:
    return bool(value == canonical) if _is_opaque(value) else value is not None


def _contains(member: Any, container: Any) -> bool:
    return member in (container[2] if _is_described(container) else container)


def _almost(first: Any, second: Any, places: int | None = None, delta: Any = None) -> bool:
    if first == second:
        return True
    difference = abs(first - second)
    return bool(difference <= delta) if delta is not None else round(difference, 7 if places is None else places) == 0


def _count_equal(first: Any, second: Any) -> bool:
    rest = list(second)
    for item in first:
        if item not in rest:
            return False
        rest.remove(item)
    return not rest


_ONE: Mapping[str, Callable[[Any, Any], bool]] = {
    "assertTrue": _true,
    "assertFalse": lambda value, canonical: not _is_opaque(value) and not _true(value, canonical),
    "assertIsNone": lambda value, _: value is None,
    "assertIsNotNone": _there,
    **COUNTED,
}
_TWO: Mapping[str, Callable[..., bool]] = {
    **dict.fromkeys(
        ("assertEqual", "assertIs", "assertListEqual", "assertTupleEqual", "assertDictEqual", "assertSetEqual"),
        lambda first, second: bool(first == second),
    ),
    **dict.fromkeys(("assertNotEqual", "assertIsNot"), lambda first, second: bool(first != second)),
    "assertIn": _contains,
    "assertNotIn": lambda member, container: not _contains(member, container),
    "assertGreater": lambda first, second: bool(first > second),
    "assertGreaterEqual": lambda first, second: bool(first >= second),
    "assertLess": lambda first, second: bool(first < second),
    "assertLessEqual": lambda first, second: bool(first <= second),
    "assertAlmostEqual": _almost,
    "assertNotAlmostEqual": lambda first, second, **options: not _almost(first, second, **options),
    "assertCountEqual": _count_equal,
    **COMPARED,
}


def _agree(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict) and isinstance(value, dict):
        return value.keys() == wanted.keys() and all(_agree(value[key], wanted[key]) for key in wanted)
    return close(value, wanted, _SAME)


@lru_cache(maxsize=4096)
def _compiled(operands: tuple[str, ...]) -> tuple[CodeType, ...]:
    return tuple(compile(operand, "<assertion>", "eval", dont_inherit=True, optimize=0) for operand in operands)


@lru_cache(maxsize=256)
def _namespace(constants: str) -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "tests", "describe": describe}
    exec(compile(constants, "<constants>", "exec", dont_inherit=True, optimize=0), namespace)
    return namespace
