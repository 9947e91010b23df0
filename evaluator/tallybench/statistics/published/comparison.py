"""Compare a result with its re-measurement: whether both can come from the same run, and what differs."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from pydantic import Field

from tallybench.model.budget import BUDGET, TIE, same_peak
from tallybench.model.counts import spent_misfits
from tallybench.model.environment import Fingerprint, is_ranked
from tallybench.model.parts import Count, Name, Part, ShortText
from tallybench.model.problem import EXTRA, SUITES
from tallybench.model.result import Environment, MemoryResult, ProblemResult, Result, SampleResult
from tallybench.model.verdicts import Verdict

# The last is that of a wrong sample at an editing task (`SampleResult.spent`).
COUNTS = frozenset(("count", "reference count", "count of what is wrong"))
MEASURED = COUNTS | {"memory", "reference memory"}
SERIOUS = frozenset(("code", "verdict", "stress verdict"))  # a different environment explains only a stress verdict


class Difference(Part):
    """Something that was measured differently."""

    task_id: Name
    index: Count | None = Field(default=None, description="of the sample; None: the problem's")
    input: Name | None = Field(default=None, description="the stressful input; of a verdict, the suite of tests")
    what: Literal[
        "code",
        "verdict",
        "stress verdict",
        "count",
        "reference count",
        "count of what is wrong",
        "memory",
        "reference memory",
    ]
    submitted: ShortText
    measured: ShortText

    def __str__(self) -> str:
        sample = "" if self.index is None else f" sample {self.index}"
        place = "" if self.input is None else f", input {self.input}"
        return f"{self.task_id}{sample}{place}: {self.what} {self.submitted}, measured {self.measured}"

    @property
    def beyond_a_tie(self) -> bool:
        """Whether it is a count that differs by more than a tie, or peak memory."""
        if self.what not in COUNTS or "None" in (self.submitted, self.measured):
            return self.what in MEASURED
        claimed, measured = int(self.submitted), int(self.measured)
        return abs(claimed - measured) > TIE.slack(min(claimed, measured), 1)


def differences(submitted: Result, again: Result) -> tuple[Difference, ...]:
    """Return what came out differently.

    Under another fingerprint, counts and peak memory are expected to differ: the new ones replace the submitted ones,
    and the differences are not listed one by one.
    """
    found = (*_references(submitted, again), *_samples(submitted, again))
    if _same_environment(submitted, again):
        return found
    return tuple(difference for difference in found if difference.what not in MEASURED)


def agree(submitted: Result, again: Result, found: Iterable[Difference]) -> bool:
    """Return whether a different environment or a tie explains every difference that was found.

    Verdicts have to be the same. Under the same fingerprint, stress verdicts and peak memory have to be the same too,
    and counts within the tolerance of a tie.
    """
    serious = SERIOUS if _same_environment(submitted, again) else SERIOUS - {"stress verdict"}
    return not any(difference.what in serious or difference.beyond_a_tie for difference in found)


def _same_environment(submitted: Result, again: Result) -> bool:
    return again.environment.fingerprint == submitted.environment.fingerprint


def environment_misfits(environment: Environment) -> Iterator[tuple[str, str]]:
    """Yield where an environment contradicts its own facts: the field, and what is wrong."""
    facts = environment.facts
    if Fingerprint(facts).hash != environment.fingerprint:
        yield "environment.fingerprint", "is not the hash of the facts"
    if facts.get("counter") != environment.counter:
        yield "environment.counter", f"is {environment.counter}, the facts say {facts.get('counter')}"
    if environment.ranked != (is_ranked(facts) and environment.sandbox == "bubblewrap"):
        yield "environment.ranked", f"is {environment.ranked}, but the facts and the sandbox say otherwise"


def measurement_misfits(
    submitted: Result, problems: dict[str, ProblemResult], samples: tuple[SampleResult, ...], *, public: bool = True
) -> Iterator[tuple[str, str]]:
    """Yield why these measurements cannot belong to a result: the place, and what is wrong.

    On fresh inputs, which are not `public`, problems have other hashes than in the result.
    """
    for task_id, problem in problems.items():
        if task_id not in submitted.problems:
            yield f"problems.{task_id}", "is not in the result"
        elif public and problem.hash != submitted.problems[task_id].hash:
            yield f"problems.{task_id}.hash", "is not the result's: it is a different problem"
    theirs = {_key(sample) for sample in submitted.samples}
    seen = Counter(map(_key, samples))
    for number, sample in enumerate(samples):
        where = f"samples[{number}]"
        if _key(sample) not in theirs or seen[_key(sample)] > 1 or sample.task_id not in problems:
            yield where, f"{sample.task_id} sample {sample.index} is not in the result, or appears twice"
        elif sample.code is not None:
            yield f"{where}.code", "must be absent: a record has only the hash; the result has the code"
        else:
            yield from sample_misfits(where, sample, problems[sample.task_id])


def sample_misfits(where: str, sample: SampleResult, problem: ProblemResult) -> Iterator[tuple[str, str]]:
    """Yield where a sample's verdict, stress and problem contradict each other: the place, and what is wrong."""
    passed = sample.verdict is Verdict.PASSED
    if sample.code_sha256 is None and sample.verdict is not Verdict.NO_CODE:
        yield f"{where}.verdict", f"is {sample.verdict}, but there is no code"
    if passed == (sample.failure is not None):
        yield f"{where}.failure", "must be present for every verdict except `passed`, and only then"
    outcomes = sample.tests
    wrong = [suite for suite in SUITES if suite in outcomes and outcomes[suite].verdict is not Verdict.PASSED]
    decided = next((outcomes[suite].verdict for suite in wrong if suite != EXTRA), Verdict.PASSED)
    if outcomes.keys() != problem.tests.keys() or (outcomes and decided is not sample.verdict):
        yield f"{where}.tests", "do not match the problem's suites, or contradict the sample's verdict"
    for field, what in spent_misfits(sample, problem):
        yield f"{where}.{field}", what
    if set(sample.stress) != (set(problem.inputs) if passed else set()):
        yield f"{where}.stress", f"has {len(sample.stress)} inputs, the problem {len(problem.inputs)}"
        return
    for name, stress in sample.stress.items():
        if stress.count is not None and stress.count > BUDGET * problem.inputs[name].best_known:
            yield f"{where}.stress.{name}.count", "is over the budget, but not recorded as such"


def _key(sample: SampleResult) -> tuple[str, int]:
    return sample.task_id, sample.index


def _references(submitted: Result, again: Result) -> Iterator[Difference]:
    with_memory = submitted.has_memory
    for task_id, problem in sorted(again.problems.items()):
        theirs = submitted.problems[task_id]
        for name, given in sorted(problem.inputs.items()):
            if (known := theirs.inputs.get(name)) is None:
                continue
            for field in ("best_known", "ground_truth"):
                if (claimed := getattr(known, field)) != (measured := getattr(given, field)):
                    yield _difference("reference count", claimed, measured, task_id, name=name)
            if with_memory and not _same_memory(known.memory, given.memory):
                yield _difference("reference memory", _bytes(known.memory), _bytes(given.memory), task_id, name=name)


def _samples(submitted: Result, again: Result) -> Iterator[Difference]:
    with_memory = submitted.has_memory
    theirs = {_key(sample): sample for sample in submitted.samples}
    for sample in again.samples:
        where = _key(sample)
        claimed = theirs[where]
        if claimed.tree_sha256 not in (None, sample.tree_sha256):
            yield _difference("code", claimed.tree_sha256, sample.tree_sha256, *where)
        elif claimed.code_sha256 != sample.code_sha256:
            yield _difference("code", claimed.code_sha256, sample.code_sha256, *where)
        elif claimed.verdict != sample.verdict:
            yield _difference("verdict", claimed.verdict, sample.verdict, *where)
        else:
            for suite, outcome in sorted(sample.tests.items()):
                if suite in claimed.tests and claimed.tests[suite].verdict != outcome.verdict:
                    yield _difference("verdict", claimed.tests[suite].verdict, outcome.verdict, *where, suite)
            for name, stress in sorted(sample.stress.items()):
                known = claimed.stress.get(name)
                if known is None or known.verdict != stress.verdict:
                    yield _difference("stress verdict", known and known.verdict, stress.verdict, *where, name)
                    continue
                if known.count != stress.count:
                    yield _difference("count", known.count, stress.count, *where, name)
                if with_memory and not same_peak(known.memory, stress.memory):
                    yield _difference("memory", known.memory, stress.memory, *where, name)
            for name in sorted(claimed.spent.keys() | sample.spent.keys()):
                if (count := claimed.spent.get(name)) != (measured := sample.spent.get(name)):
                    yield _difference("count of what is wrong", count, measured, *where, name)


def _difference(
    what: str, claimed: object, measured: object, task_id: str, index: int | None = None, name: str | None = None
) -> Difference:
    facts = {"what": what, "submitted": str(claimed), "measured": str(measured)}
    return Difference.model_validate(facts | {"task_id": task_id, "index": index, "input": name})


def _same_memory(claimed: MemoryResult | None, measured: MemoryResult | None) -> bool:
    if claimed is None or measured is None:
        return claimed is measured
    return same_peak(claimed.least, measured.least) and same_peak(claimed.ground_truth, measured.ground_truth)


def _bytes(memory: MemoryResult | None) -> str:
    return "None" if memory is None else f"{memory.least} and {memory.ground_truth}"
