"""The figures of a benchmark from the audits of its problems, and the bars that it has to clear."""

import re
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tallybench.authoring.audit.coverage import Coverage
from tallybench.authoring.audit.families import MOST_SPREAD
from tallybench.authoring.audit.mutation import LEAST_SCORE as LEAST_MUTATION_SCORE
from tallybench.authoring.audit.problem import InputAudit, ProblemAudit
from tallybench.benchmarks.check import LARGEST_INPUT, LEAST_FAMILIES, LONGEST_BUILD
from tallybench.model.budget import TIE

LEAST_LINE_COVERAGE = 99.0  # percent
LEAST_BRANCH_COVERAGE = 95.0  # percent
LEAST_HEADROOM = 2.0
MOST_WITHOUT_HEADROOM = 25  # problems
MOST_OF_BEST = 200_000_000  # instructions of the best known solution on an input
LEAST_OF_BEST = 2_000_000
LEAST_WORST_GAP = 5.0  # for a class: the ratio of slow to best on the script where it is largest
LEAST_HIGHER_ORDER = 0.9  # the least share of classes whose slow solution is of a higher order
HIGHER_ORDER = 0.25  # the least difference of exponents that makes a higher order


@dataclass(frozen=True)
class Finding:
    """A figure of the benchmark, with its bar if it has one.

    Attributes:
        what: the figure's name.
        value: in words.
        bar: what it has to be; empty if it is for information only.
        missed: the problems that miss the bar, or that make a total miss it.
    """

    what: str
    value: str
    bar: str = ""
    missed: tuple[str, ...] = ()


def relative_deviation(counts: Sequence[float]) -> float:
    """Return RSD(+): the standard deviation of several solutions' counts on one input over their mean, in percent.

    The larger it is, the better the input tells solutions apart (COFFE, section 3.3).
    """
    return 100 * statistics.pstdev(counts) / statistics.fmean(counts)


def problem_deviation(inputs: Iterable[InputAudit], solutions: Sequence[str]) -> float | None:
    """Return the mean RSD(+) over a problem's inputs; None for fewer than two solutions."""
    if len(solutions) < 2:
        return None
    return statistics.fmean(relative_deviation([audited.least_count(name) for name in solutions]) for audited in inputs)


def headroom(audit: ProblemAudit) -> float | None:
    """Return the slow solution's instructions over the best known one's, a lower bound; None without a slow one."""
    if not audit.slow or not audit.inputs:
        return None
    return max(audit.total(name) for name in audit.slow) / audit.total(audit.best)


def orders(audit: ProblemAudit) -> tuple[float, float] | None:
    """Return the growth exponents of the best known solution and of the slowest one; None if they cannot be fitted."""
    best = audit.growth[audit.best].exponent if audit.best in audit.growth else None
    slow = [audit.growth[name].exponent for name in audit.slow if name in audit.growth]
    highest = max((exponent for exponent in slow if exponent is not None), default=None)
    return None if best is None or highest is None else (best, highest)


def faulty_inputs(audit: ProblemAudit) -> set[str]:
    """Return the names of the stressful inputs that a fault names."""
    return {found[1] for fault in audit.faults if (found := re.search(r"stressful input (\w+): ", fault))}


def summarize(audits: Sequence[ProblemAudit], inputs: int, whole: bool = True) -> list[Finding]:
    """Return the figures of a benchmark.

    Args:
        audits: the audits of its problems.
        inputs: how many stressful inputs these have.
        whole: whether these are all of its problems; the bars of coverage are for all of them together.
    """
    counting = [audit for audit in audits if audit.no_headroom is None and audit.inputs]
    return [
        _accuracy(audits, inputs),
        Finding("faults", str(sum(len(audit.faults) for audit in audits)), "none", _ids(audits, lambda a: a.faults)),
        *_coverage(audits, whole),
        *_mutation(audits),
        _headroom(counting),
        *_worst_gap(counting),
        _without_headroom(audits),
        _order(counting),
        _beaten(counting),
        _first(audits),
        _deviation("RSD(+), solutions from elsewhere", audits, lambda audit: audit.pool),
        _deviation("RSD(+), with ours", audits, lambda audit: (*audit.pool, audit.best, *audit.slow)),
        *_costs(audits),
        *_families(audits),
    ]


Condition = Callable[[ProblemAudit], object]


def _ids(audits: Iterable[ProblemAudit], condition: Condition) -> tuple[str, ...]:
    return tuple(audit.task_id for audit in audits if condition(audit))


def _accuracy(audits: Sequence[ProblemAudit], inputs: int) -> Finding:
    faulty = sum(len(faulty_inputs(audit)) for audit in audits)
    value = f"{inputs - faulty} of {inputs} stressful inputs"
    return Finding("accuracy", value, "all", _ids(audits, faulty_inputs))


def _coverage(audits: Sequence[ProblemAudit], whole: bool) -> Iterator[Finding]:
    found = {audit.task_id: audit.coverage for audit in audits if audit.coverage is not None}
    kinds: tuple[tuple[str, float, Callable[[Coverage], tuple[int, int]]], ...] = (
        ("line coverage", LEAST_LINE_COVERAGE, lambda reached: (reached.lines, len(reached.missed_lines))),
        ("branch coverage", LEAST_BRANCH_COVERAGE, lambda reached: (reached.branches, reached.missed_branches)),
    )
    for what, least, parts in kinds:
        pairs = {task_id: parts(coverage) for task_id, coverage in found.items()}
        there, missed = (sum(pair[index] for pair in pairs.values()) for index in (0, 1))
        share = 100 * (there - missed) / max(there, 1)
        value = f"{share:.2f} % ({there - missed} of {there}) of the best known solutions"
        lacking = tuple(task_id for task_id, pair in pairs.items() if pair[1]) if share < least else ()
        yield Finding(what, value, f"at least {least:g} %", lacking) if whole else Finding(what, value)


def _mutation(audits: Sequence[ProblemAudit]) -> Iterator[Finding]:
    """Yield how many mutants of the canonical solutions the tests find wrong, for classes only."""
    found = {audit.task_id: audit.mutation for audit in audits if audit.mutation is not None}
    if found:
        mutants = sum(mutation.mutants for mutation in found.values())
        killed = mutants - sum(len(mutation.survivors) for mutation in found.values())
        value = f"{killed / max(mutants, 1):.1%} ({killed} of {mutants} mutants of the canonical solutions)"
        missed = tuple(task_id for task_id, mutation in found.items() if mutation.score < LEAST_MUTATION_SCORE)
        yield Finding("mutation score of the tests", value, f"at least {LEAST_MUTATION_SCORE:.0%} each", missed)


def _headroom(counting: Sequence[ProblemAudit]) -> Finding:
    rooms = [room for audit in counting if (room := headroom(audit)) is not None]
    value = "-"
    if rooms:
        value = f"at least {min(rooms):.1f}, median {statistics.median(rooms):.1f} (capped by the budget)"
    lacking = _ids(counting, lambda audit: (headroom(audit) or 0) < LEAST_HEADROOM)
    return Finding("headroom, slow / best", value, f"at least {LEAST_HEADROOM:g} each", lacking)


def worst_gap(audit: ProblemAudit) -> float:
    """Return the largest ratio of the slow solution's instructions to the best known one's over the inputs."""
    return max(
        (
            audited.least_count(slow) / audited.least_count(audit.best)
            for audited in audit.inputs
            for slow in audit.slow
        ),
        default=0.0,
    )


def _worst_gap(counting: Sequence[ProblemAudit]) -> Iterator[Finding]:
    """Yield the worst gap, for classes only: a script may be about one method and not show the slow solution."""
    gaps = {audit.task_id: worst_gap(audit) for audit in counting if audit.level == "class"}
    if gaps:
        value = f"at least {min(gaps.values()):.1f}, median {statistics.median(gaps.values()):.1f}"
        missed = tuple(task_id for task_id, gap in gaps.items() if gap < LEAST_WORST_GAP)
        yield Finding("slow / best, worst script", value, f"at least {LEAST_WORST_GAP:g} each", missed)


def _without_headroom(audits: Sequence[ProblemAudit]) -> Finding:
    without = _ids(audits, lambda audit: audit.no_headroom is not None)
    value = f"{len(without)} of {len(audits)} problems"
    missed = without if len(without) > MOST_WITHOUT_HEADROOM else ()
    return Finding("without headroom", value, f"at most {MOST_WITHOUT_HEADROOM}", missed)


def _order(counting: Sequence[ProblemAudit]) -> Finding:
    pairs = [pair for audit in counting if (pair := orders(audit)) is not None]
    higher = sum(slow - best >= HIGHER_ORDER for best, slow in pairs)
    value = f"{higher} of {len(counting)} problems"
    classes = [audit for audit in counting if audit.level == "class"]
    if not classes:
        return Finding("slow of a higher order", value)
    lower = _ids(classes, lambda audit: (pair := orders(audit)) is None or pair[1] - pair[0] < HIGHER_ORDER)
    few = len(classes) - len(lower) < LEAST_HIGHER_ORDER * len(classes)
    bar = f"at least {LEAST_HIGHER_ORDER:.0%} of the classes"
    return Finding("slow of a higher order", value, bar, lower if few else ())


def _beaten(counting: Sequence[ProblemAudit]) -> Finding:
    beaten = [
        audit.total(audit.ground_truth) / audit.total(audit.best)
        for audit in counting
        if _is_beaten(audit, audit.ground_truth)
    ]
    value = f"{len(beaten)} of {len(counting)} problems"
    if beaten:
        value += f", by {statistics.geometric_mean(beaten):.1f} in the geometric mean"
    return Finding("ground truth beaten", value)


def _first(audits: Sequence[ProblemAudit]) -> Finding:
    later = _ids(audits, lambda audit: bool(audit.inputs) and _is_beaten(audit, audit.references[0]))
    return Finding(
        "best reference is the first", f"in {len(audits) - len(later)} of {len(audits)} problems", "all", later
    )


def _is_beaten(audit: ProblemAudit, solution: str) -> bool:
    """Return whether a solution spends more than the best known one, beyond the tie tolerance."""
    best = audit.total(audit.best)
    return audit.total(solution) > best + TIE.slack(best, len(audit.inputs))


def _deviation(what: str, audits: Sequence[ProblemAudit], chosen: Callable[[ProblemAudit], Sequence[str]]) -> Finding:
    found = [
        deviation
        for audit in audits
        if (deviation := problem_deviation(audit.inputs, list(dict.fromkeys(chosen(audit))))) is not None
    ]
    value = f"{statistics.fmean(found):.1f} % over {len(found)} problems" if found else "give solutions with --pool"
    return Finding(what, value)


def _families(audits: Sequence[ProblemAudit]) -> Iterator[Finding]:
    counting = [audit for audit in audits if audit.no_headroom is None]
    found = [len(audit.families) for audit in counting]
    enough = sum(
        families >= max(LEAST_FAMILIES, (len(audit.inputs) + 1) // 2)
        for families, audit in zip(found, counting, strict=True)
    )
    yield Finding(
        "families", f"{sum(found)} of {sum(len(one.inputs) for one in counting)} inputs; enough on {enough} problems"
    )
    spreads = sorted(spread for audit in counting for family in audit.families for spread in family.spread.values())
    if spreads:
        wide = sum(spread > MOST_SPREAD for spread in spreads)
        value = f"median {statistics.median(spreads):.1%}, {wide} of {len(spreads)} above {MOST_SPREAD:.0%}"
        yield Finding("cost of a solution over seeds", value)


def _costs(audits: Sequence[ProblemAudit]) -> Iterator[Finding]:
    best = [(audit.task_id, audited.least_count(audit.best)) for audit in audits for audited in audit.inputs]
    inside = sum(LEAST_OF_BEST <= count <= MOST_OF_BEST for _, count in best)
    spent = f"{inside} of {len(best)} inputs take it 2 to 200 million instructions"
    dear = tuple(dict.fromkeys(task_id for task_id, count in best if count > MOST_OF_BEST))
    yield Finding("cost of the best known", spent, "at most 200 million", dear)
    inputs = [audited for audit in audits for audited in audit.inputs]
    seconds = max((audited.build_seconds for audited in inputs), default=0.0)
    memory = max((audited.memory for audited in inputs), default=0)
    slow = _ids(audits, lambda audit: any(audited.build_seconds > LONGEST_BUILD for audited in audit.inputs))
    large = _ids(audits, lambda audit: any(audited.memory > LARGEST_INPUT for audited in audit.inputs))
    yield Finding("time to build an input", f"at most {seconds:.2f} s", f"at most {LONGEST_BUILD:g} s", slow)
    yield Finding(
        "memory of an input", f"at most {memory / 2**20:.1f} MiB", f"at most {LARGEST_INPUT >> 20} MiB", large
    )
