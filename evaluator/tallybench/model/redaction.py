"""Removes texts from results on benchmarks whose texts we may not show; verdicts, counts and hashes stay."""

import builtins
import re
from collections.abc import Iterator

from tallybench.model.counts import find_exclusions
from tallybench.model.parts import SuiteOutcome
from tallybench.model.result import Exclusion, FailureResult, Result, SampleResult
from tallybench.model.verdicts import StressVerdict, Verdict

_EXCEPTIONS = frozenset(
    name for name, found in vars(builtins).items() if isinstance(found, type) and issubclass(found, BaseException)
)
_SAYABLE = _EXCEPTIONS | frozenset(map(str, Verdict))
UNMEASURED = "could not be measured"
_FIRST = 100  # characters of a reason's first part
_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")


def plain_reason(reason: str) -> str:
    """Return only the part of a reason that is in our own words.

    Reasons have the form `what is wrong: ValueError: what the code said`, and the last part quotes data. What follows a
    colon is kept only if it names a verdict or an exception.
    """
    first, *rest = reason.split(": ")
    words = [first[:_FIRST].strip()]
    for word in rest:
        if word not in _SAYABLE:
            break
        words.append(word)
    return ": ".join(words)


def without_texts(result: Result) -> Result:
    """Return a result without code and anything that may quote the benchmark's data; idempotent."""
    problems = {
        task_id: problem.model_copy(update={"without_efficiency": plain_reason(problem.without_efficiency)})
        if problem.without_efficiency is not None
        else problem
        for task_id, problem in result.problems.items()
    }
    samples = tuple(map(bare_sample, result.samples))
    unusable = [exclusion for exclusion in result.exclusions if exclusion.of_source]
    others = find_exclusions(problems, samples) if result.counted else []
    return result.model_copy(
        update={
            "code_withheld": True,
            "problems": problems,
            "samples": samples,
            "exclusions": (*map(_plain_exclusion, unusable), *others),
        }
    )


def without_answers(result: Result) -> Result:
    """Return the result without its samples' code and without anything that this code printed or raised.

    A result whose samples are public elsewhere, at its `source`, is stored like this.
    """
    return result.model_copy(update={"code_withheld": True, "samples": tuple(map(bare_sample, result.samples))})


def third_party_texts(result: Result) -> Iterator[tuple[str, str]]:
    """Yield where a result holds texts that may be third-party: the place, and what is there."""
    bare = without_texts(result)
    if not result.code_withheld:
        yield "code_withheld", "is false"
    quotes = {
        "code": "the code",
        "failure": "what the tests called, expected or got, or what the code said",
        "stress": "what the code said",
        "tests": "what the tests called, expected or got, or what the code said",
    }
    for number, (sample, other) in enumerate(zip(result.samples, bare.samples, strict=True)):
        for name, what in quotes.items():
            if getattr(sample, name) != getattr(other, name):
                yield f"samples[{number}].{name}", what
        if any(_WORD.fullmatch(rule) is None for rule in sample.sanitized):
            yield f"samples[{number}].sanitized", "a rule that is not a name"
    for task_id, problem in result.problems.items():
        if problem.without_efficiency != bare.problems[task_id].without_efficiency:
            yield f"problems.{task_id}.without_efficiency", "a reason that may quote data"
        if any(
            name is not None and _WORD.fullmatch(name) is None
            for name in (problem.best_known, problem.ground_truth, problem.least_memory)
        ):
            yield f"problems.{task_id}", "a solution that is not a name"
    if result.exclusions != bare.exclusions:
        yield "exclusions", "reasons that may quote data"


def bare_sample(sample: SampleResult) -> SampleResult:
    """Return a sample without its code and without anything that this code printed or raised; idempotent."""
    return sample.model_copy(
        update={
            "code": None,
            "failure": _bare_failure(sample),
            "stress": {
                name: outcome.model_copy(
                    update={
                        "reason": None if outcome.reason is None else _said(outcome.verdict, outcome.reason),
                        "memory_reason": None if outcome.memory_reason is None else _exception(outcome.memory_reason),
                    }
                )
                for name, outcome in sample.stress.items()
            },
            "tests": {
                suite: outcome.model_copy(update={"failure": _bare_failure(outcome)})
                for suite, outcome in sample.tests.items()
            },
        }
    )


def _bare_failure(tested: SampleResult | SuiteOutcome) -> FailureResult | None:
    failure = tested.failure
    return None if failure is None else FailureResult(reason=_said(tested.verdict, failure.reason))


def _exception(reason: str) -> str:
    """Return the exception's name if it is a built-in one; otherwise UNMEASURED."""
    name = reason.partition(":")[0]
    return name if name in _EXCEPTIONS else UNMEASURED


def _said(verdict: Verdict | StressVerdict, reason: str) -> str:
    """Return the verdict, and the exception's name if it is a built-in one."""
    name = reason.removeprefix(f"{verdict}: ").partition(":")[0]
    return f"{verdict}: {name}" if name in _EXCEPTIONS else str(verdict)


def _plain_exclusion(exclusion: Exclusion) -> Exclusion:
    name, colon, reason = exclusion.reason.partition(": ")
    if exclusion.excluded_from == "inputs" and colon and _WORD.fullmatch(name):
        return exclusion.model_copy(update={"reason": f"{name}: {plain_reason(reason)}"})
    return exclusion.model_copy(update={"reason": plain_reason(exclusion.reason)})
