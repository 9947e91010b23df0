"""The solutions that models wrote for a problem: programs that several of them wrote alike are one solution."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from generator.limits import SOLUTIONS
from generator.outcome import Outcome, SampleOutcome
from tallybench.model.counts import cost_order
from tallybench.model.result import SampleResult
from tallybench.model.verdicts import Verdict
from tallybench.statistics.orders import Fit, ProblemOrders, grows_faster
from tallybench.statistics.published.entries import Entry


@dataclass(frozen=True)
class Writer:
    """A model that wrote a solution."""

    entry: Entry  # its result
    samples: tuple[SampleOutcome, ...]  # those of its samples that are this solution


@dataclass(frozen=True, kw_only=True)
class WrittenSolution:
    """A solution that at least one model wrote."""

    number: int = 0  # its place on the problem's page, from 1: the cheapest correct one first, the failed ones last
    outcome: SampleOutcome  # how it ended
    writers: tuple[Writer, ...]  # the models that wrote it, in the leaderboard's order, the benchmark's own sets last
    on_page: bool = True  # whether the problem's page shows it: if there are very many, only the most frequent ones
    order: Fit | None = None  # how its instructions grow with the size of the input; None if that was not measured
    worse: bool = False  # whether they grow faster than the best known solution's

    @property
    def anchor(self) -> str:
        """Where on the problem's page its code and counts are."""
        return f"solution-{self.number}" if self.on_page else "models"

    @property
    def label(self) -> str:
        return self.outcome.label

    @property
    def samples(self) -> int:
        """How many samples it represents."""
        return sum(len(writer.samples) for writer in self.writers)

    @property
    def models(self) -> list[Writer]:
        """The writers that are models, not sets of the benchmark's own."""
        return [writer for writer in self.writers if not writer.entry.baseline]

    @cached_property
    def in_memory(self) -> SampleOutcome:
        """The sample whose peak memory is shown: the one whose counts are, if its memory was measured."""
        if any(peak is not None for peak in self.outcome.counts.peaks):
            return self.outcome
        samples = (one for writer in self.writers for one in writer.samples)
        measured = (one for one in samples if any(peak is not None for peak in one.counts.peaks))
        return next(measured, self.outcome)

    @cached_property
    def shown(self) -> tuple[Entry, SampleResult] | None:
        """A sample whose code may be shown, and whose it is; None if there is no such sample.

        One in a result's own file comes first: it depends on no other source.
        """
        found = [(writer.entry, one.sample) for writer in self.writers for one in writer.samples if one.sample.code]
        return min(found, key=lambda pair: pair[0].result.source is not None, default=None)


def written_solutions(outcomes: Iterable[Outcome], orders: ProblemOrders | None = None) -> list[WrittenSolution]:
    """Return the distinct solutions of a problem.

    Two samples are one solution if their programs are the same, or if the function that is asked for has the same
    syntax tree and both end alike, with counts that tie. (Helpers and imports around it may differ, and with them
    what it costs.)
    """
    outcomes = list(outcomes)
    alike: dict[tuple[str, str], list[_Sample]] = {}
    samples = [one.sample for outcome in outcomes for one in outcome.of_samples]
    trees = {sample.code_sha256: sample.tree_sha256 for sample in samples if sample.tree_sha256}
    for place, outcome in enumerate(outcomes):
        for one in outcome.of_samples:
            code = one.sample.code_sha256 or ""
            program = one.sample.tree_sha256 or trees.get(code) or code  # older results have none
            alike.setdefault((program, one.label), []).append(_Sample(place, outcome.row.entry, one))
    found = [_solution(group) for samples in alike.values() for group in _by_count(samples)]
    found.sort(key=_place)
    numbered = [replace(solution, number=number) for number, solution in enumerate(found, 1)]
    shown = {solution.number for solution in sorted(numbered, key=_prominence)[:SOLUTIONS]}
    return [
        replace(solution, on_page=solution.number in shown, order=order, worse=worse)
        for solution in numbered
        for order, worse in [_order(solution, orders)]
    ]


def with_code_on_page(solutions: Iterable[WrittenSolution], most: int) -> frozenset[int]:
    """Return the numbers of the solutions whose code is on a page, up to `most` characters.

    The benchmark's own come first, then the most frequent ones.
    """
    taken, found = 0, set()
    for solution in sorted(solutions, key=_prominence):
        if solution.shown is not None and taken + len(solution.shown[1].code or "") <= most:
            taken += len(solution.shown[1].code or "")
            found.add(solution.number)
    return frozenset(found)


def _prominence(solution: WrittenSolution) -> tuple[bool, int, int]:
    """Return the benchmark's own solutions first, then the most frequent ones."""
    own = any(writer.entry.baseline for writer in solution.writers)
    return not own, -solution.samples, solution.number


def _order(solution: WrittenSolution, orders: ProblemOrders | None) -> tuple[Fit | None, bool]:
    """Its order of growth, and whether that is worse than the best known solution's."""
    if orders is not None:
        for writer in solution.writers:
            for one in writer.samples:
                if (fit := orders.of(one.sample.code_sha256)) is not None:
                    return fit, bool(grows_faster(fit, orders.best))
    return None, False


class _Sample(NamedTuple):
    place: int  # of its model among the outcomes
    entry: Entry
    outcome: SampleOutcome


def _by_count(samples: list[_Sample]) -> Iterator[list[_Sample]]:
    """Yield the samples parted where their counts do not tie with the lowest. An exact total and a bound never tie."""
    group: list[_Sample] = []
    for sample in sorted(samples, key=lambda sample: cost_order(sample.outcome.total or 0, sample.outcome.censored)):
        one, first = sample.outcome, group[0].outcome if group else None
        lowest = first.total if first else None
        apart = lowest and (one.total or 0) > lowest + one.tie.slack(lowest, len(one.counts.stress))
        if apart or (first and first.censored != one.censored):
            yield group
            group = []
        group.append(sample)
    yield group


def _solution(samples: list[_Sample]) -> WrittenSolution:
    by_model: dict[int, list[_Sample]] = {}
    for sample in samples:
        by_model.setdefault(sample.place, []).append(sample)
    writers = [Writer(own[0].entry, tuple(one.outcome for one in own)) for _, own in sorted(by_model.items())]
    return WrittenSolution(outcome=samples[0].outcome, writers=tuple(writers))


def _place(solution: WrittenSolution) -> tuple[object, ...]:
    """Correct ones come first, by what they cost, then those over the budget, those without a count, the wrong ones."""
    one = solution.outcome
    return (
        one.sample.verdict is not Verdict.PASSED,
        one.total is None,
        cost_order(one.total or 0, one.censored),
        solution.label,
        -solution.samples,
        one.sample.code_sha256 or "",
    )
