"""What further tests change for models: pass@1 with the base tests, with all, and with each reduced suite.

EvalPlus' tables 3 (how far pass@k drops) and 4 (sizes of reduced suites, how much of the drop each criterion keeps).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tallybench.authoring.test_generation.reduction import CRITERIA, reduce_tests
from tallybench.authoring.test_generation.requirements import Requirements
from tallybench.model.verdicts import Verdict
from tallybench.statistics.published.entries import Entry

SUITES: dict[str, tuple[str, ...]] = {
    **{criterion: (criterion,) for criterion in CRITERIA},
    "all together": CRITERIA,
}


@dataclass(frozen=True)
class SuiteSize:
    """How large a suite is.

    Attributes:
        suite: its name in SUITES.
        added: generated tests per problem, on average.
        most: the most generated tests of a problem.
        found: how many wrong programs pass the base tests and fail this suite.
        of: how many of them fail the suite of all generated inputs.
    """

    suite: str
    added: float
    most: int
    found: int
    of: int


@dataclass(frozen=True)
class ModelDrop:
    """pass@1 of one result.

    Attributes:
        name: the model, as the board has it.
        base: with the base tests, over the problems that have generated inputs.
        full: with all generated inputs, too.
        reduced: with a suite that was reduced without the programs that only this result has.
    """

    name: str
    base: float
    full: float
    reduced: float


def suite_sizes(found: Mapping[str, Requirements]) -> list[SuiteSize]:
    """Return the size of the suite of each criterion, and of that of all together."""
    wrong = {(task_id, digest) for task_id, met in found.items() for digest in met.samples}
    sizes = []
    for suite, criteria in SUITES.items():
        chosen = {task_id: reduce_tests(met, criteria) for task_id, met in found.items()}
        caught = sum(bool(found[task_id].samples[digest] & set(chosen[task_id])) for task_id, digest in wrong)
        counts = [len(tests) for tests in chosen.values()]
        sizes.append(SuiteSize(suite, sum(counts) / len(counts), max(counts), caught, len(wrong)))
    return sizes


def model_drops(entries: Iterable[Entry], found: Mapping[str, Requirements]) -> list[ModelDrop]:
    """Return pass@1 of results, the highest with the base tests first."""
    shown = list(entries)
    writers: dict[tuple[str, str], set[str]] = {}
    for entry in shown:
        for sample in entry.submitted.samples:
            if sample.code_sha256 is not None:
                writers.setdefault((sample.task_id, sample.code_sha256), set()).add(entry.slug)
    drops = []
    whole = {task_id: set(reduce_tests(met)) for task_id, met in found.items()}
    for entry in shown:
        own = {digest for (_, digest), slugs in writers.items() if slugs == {entry.slug}}
        suites = {
            task_id: set(reduce_tests(met, without=own)) if own & met.samples.keys() else whole[task_id]
            for task_id, met in found.items()
        }
        drops.append(_drop(entry, found, suites))
    return sorted(drops, key=lambda drop: (-drop.base, drop.name))


def _drop(entry: Entry, found: Mapping[str, Requirements], suites: Mapping[str, set[int]]) -> ModelDrop:
    shares: dict[str, list[tuple[bool, bool, bool]]] = {task_id: [] for task_id in found}
    for sample in entry.submitted.samples:
        if sample.task_id not in found:
            continue
        passed = sample.verdict is Verdict.PASSED
        caught_by = found[sample.task_id].samples.get(sample.code_sha256 or "", frozenset())
        shares[sample.task_id].append(
            (passed, passed and not caught_by, passed and not caught_by & suites[sample.task_id])
        )
    base, full, reduced = (
        sum(sum(sample[kind] for sample in samples) / len(samples) for samples in shares.values() if samples)
        / len(shares)
        for kind in range(3)
    )
    return ModelDrop(entry.name, base, full, reduced)
