"""Judge what a child reported about one test: each assertion, with literals that were never in the child's process.

Call this under a guard: what is compared may be built to take long.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

from tallybench.sandbox.outputs import close
from tallybench.sandbox.suites.describe import TAG, describe, type_name
from tallybench.values.text import clean_text, described
from tallybench.values.wire import WireError, decode, encode

FAILED, ERROR = "failed", "error"  # as in unittest: an assertion does not hold, or anything else
RAISES, HAS_CALLS = "assertRaises", "assert_has_calls"
LEAVES = "observed"  # the reported values' name in the expressions of operands
_SAME = 1e-6  # how far a float may differ from what the canonical class computes

_Observations = Sequence[tuple[int, tuple[Any, ...]]]


@dataclass(frozen=True)
class Site:
    """One assertion of a test."""

    kind: str  # its name
    operands: tuple[str, ...]  # expressions over the values that were reported
    leaves: int  # how many values it reports
    options: tuple[tuple[str, str], ...] = ()  # keywords, such as `places`, as expressions


@dataclass(frozen=True)
class SuiteTest:
    """One test method."""

    suite: str  # the name of its class
    name: str  # the method's
    program: str  # what is executed after the solution
    sites: tuple[Site, ...]  # its assertions; a report identifies one by its number
    constants: str  # the imports that the operands' expressions use
    # the class and the name of a test that has to run first, whose report does not count
    prelude: tuple[str, str] | None = None


@dataclass(frozen=True)
class Fault:
    """Why a test does not pass."""

    kind: str  # FAILED or ERROR
    reason: str
    expected: Any = None  # what an assertion wanted and got; None if it does not compare with anything
    got: Any = None
    exception: str | None = None  # the type of the exception that ended the test; None if none did


@dataclass(frozen=True)
class Report:
    """What a child reported about one test."""

    seen: _Observations  # for each assertion that was reached, its number and its values
    # the type and the text of the exception that ended the test; None if it ran to its end
    error: tuple[str, str] | None

    @classmethod
    def of(cls, said: Any) -> "Report":
        """Return the report in a child's answer, decoded; raise ValueError if that is malformed."""
        match said:
            case (list(seen), None | (str(), str()) as error) if not isinstance(error, list):
                if all(map(_is_observation, seen)):
                    return cls(seen, error)
        raise ValueError("it is no report")

    @classmethod
    def read(cls, output: bytes) -> "Report":
        """Return the report in a child's answer. Call this under a guard; a malformed answer raises ValueError."""
        try:
            return cls.of(decode(output))
        except WireError as error:
            raise ValueError(str(error)) from None


def _is_observation(one: Any) -> bool:
    return isinstance(one, tuple) and len(one) == 2 and type(one[0]) is int and isinstance(one[1], tuple)


@dataclass(frozen=True)
class Reference:
    """What the canonical class reports about one test."""

    seen: _Observations  # as in any report
    # for each assertion that was reached, which of its values do not depend on the clock or on chance; None if the
    # second report reached other assertions
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


def judge_test(test: SuiteTest, report: Report, reference: Reference) -> Fault | None:
    """Return what is wrong with the tested class's report, judged by the canonical one's; None if it passes."""
    for number, (site_number, values) in enumerate(report.seen):
        if not 0 <= site_number < len(test.sites) or len(values) != test.sites[site_number].leaves:
            return Fault(ERROR, "it reported something else than the test's assertions")
        site = test.sites[site_number]
        canonical = None
        if number < len(reference.seen) and reference.seen[number][0] == site_number:
            canonical = reference.seen[number][1]
        try:
            wrong = _wrong(site, test.constants, values, canonical)
        except MemoryError:
            raise
        except Exception as error:
            return Fault(ERROR, clean_text(f"{site.kind} could not use the values: {described(error)}"))
        if wrong is not None:
            return wrong
        if canonical is not None and reference.stable is not None and site.leaves > 1:
            for value, wanted, stable in zip(values, canonical, reference.stable[number], strict=True):
                if stable and not _agree(value, wanted):
                    reason = f"{site.kind} compares two computed values, and one is not what it has to be"
                    return Fault(FAILED, reason, wanted, value)
    if report.error is not None:
        name, text = report.error
        return Fault(ERROR, clean_text(f"{name}: {text}" if text else name), exception=clean_text(name))
    # A test that ran to its end has to reach the same assertions as the canonical class.
    reached, expected = [site for site, _ in report.seen], [site for site, _ in reference.seen]
    if reached == expected or (reference.stable is None and set(reached) == set(expected)):
        return None
    return Fault(FAILED, f"it reached {len(reached)} assertions where the canonical class reaches {len(expected)}")


def _wrong(site: Site, constants: str, values: tuple[Any, ...], canonical: tuple[Any, ...] | None) -> Fault | None:
    namespace = _namespace(constants) | {LEAVES: values}
    operands = [eval(code, dict(namespace)) for code in _compiled(site.operands)]
    if site.kind == RAISES:
        wanted = [type_name(operand) for operand in operands]
        raised = values[0] if isinstance(values[0], list) else []
        if any(name in raised for name in wanted):
            return None
        return Fault(FAILED, f"{RAISES}: {wanted[0]} was not raised", wanted[0], raised[0] if raised else None)
    if len(operands) == 1:
        canonical_value = canonical[0] if canonical is not None and site.leaves == 1 else None
        holds = ONE_OPERAND[site.kind](operands[0], canonical_value)
        return None if holds else Fault(FAILED, f"{site.kind} does not hold", got=operands[0])
    first, second = operands
    options = {name: eval(text, dict(namespace)) for name, text in site.options}
    if TWO_OPERANDS[site.kind](first, second, **options):
        return None
    # If one of them is a literal, it is what the test expects.
    expected, got = (first, second) if LEAVES not in site.operands[0] else (second, first)
    return Fault(FAILED, f"{site.kind} does not hold", expected, got)


@lru_cache(maxsize=4096)
def _compiled(operands: tuple[str, ...]) -> tuple[CodeType, ...]:
    return tuple(compile(operand, "<assertion>", "eval", dont_inherit=True, optimize=0) for operand in operands)


@lru_cache(maxsize=256)
def _namespace(constants: str) -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "tests", "describe": describe}
    exec(compile(constants, "<constants>", "exec", dont_inherit=True, optimize=0), namespace)
    return namespace


def _agree(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict) and isinstance(value, dict):
        return value.keys() == wanted.keys() and all(_agree(value[key], wanted[key]) for key in wanted)
    return close(value, wanted, _SAME)


def _is_described(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and value[0] == TAG


def _is_opaque(value: Any) -> bool:
    """Return whether a description has only the type of a value, and not what it holds."""
    return _is_described(value) and value[2] is None


def _true(value: Any, canonical: Any) -> bool:
    """Return whether a value is true; without a plain form, it is if the canonical class's has the same type."""
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


def _left(items: Any, taken: Any) -> list[Any] | None:
    """Return the items without those that were taken, each as often as it was; None if one is missing."""
    rest = list(items)
    for item in taken:
        if item not in rest:
            return None
        rest.remove(item)
    return rest


def _has_calls(made: Sequence[Any], wanted: Sequence[Any], any_order: bool = False) -> bool:
    """Return whether there were these calls: in this order with none in between, or in any order."""
    if any_order:
        return _left(made, wanted) is not None
    return any(made[start : start + len(wanted)] == wanted for start in range(len(made) - len(wanted) + 1))


# The known assertions. Those of mocks get the calls that a mock recorded, each with its positional and its
# named arguments.
MOCK_COUNTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "assert_called": lambda made, _: len(made) > 0,
    "assert_not_called": lambda made, _: len(made) == 0,
    "assert_called_once": lambda made, _: len(made) == 1,
}
MOCK_CALLS: Mapping[str, Callable[..., bool]] = {
    "assert_called_with": lambda made, wanted: len(made) > 0 and bool(made[-1] == wanted),
    "assert_called_once_with": lambda made, wanted: len(made) == 1 and bool(made[0] == wanted),
    "assert_any_call": lambda made, wanted: wanted in made,
    HAS_CALLS: _has_calls,
}
ONE_OPERAND: Mapping[str, Callable[[Any, Any], bool]] = {
    "assertTrue": _true,
    "assertFalse": lambda value, canonical: not _is_opaque(value) and not _true(value, canonical),
    "assertIsNone": lambda value, _: value is None,
    "assertIsNotNone": _there,
    **MOCK_COUNTS,
}
TWO_OPERANDS: Mapping[str, Callable[..., bool]] = {
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
    "assertCountEqual": lambda first, second: _left(second, first) == [],
    **MOCK_CALLS,
}
