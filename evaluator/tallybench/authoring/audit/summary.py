"""A benchmark's figures from the audits of its problems, the bars that it has to clear, and the report of both."""

import re
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import orjson

from tallybench.authoring.audit import ProblemAudit
from tallybench.authoring.audit.inputs import MOST_SPREAD, InputAudit
from tallybench.authoring.audit.thoroughness import LEAST_MUTATION_SCORE
from tallybench.benchmarks.check import LARGEST_INPUT, LEAST_FAMILIES, LONGEST_BUILD
from tallybench.model.benchmark import Benchmark
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
HEADER = ("task", "inputs", "best, M", "truth / best", "slow / best", "orders", "lines", "branches", "RSD(+)", "faults")


@dataclass(frozen=True)
class Finding:
    """A figure of the benchmark, with its bar if it has one."""

    what: str  # the figure's name
    value: str  # in words
    bar: str = ""  # what it has to be; empty if it is for information only
    missed: tuple[str, ...] = ()  # the problems that miss the bar, or that make a total miss it


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


def summarize(audits: Sequence[ProblemAudit], inputs: int, whole: bool = True) -> list[Finding]:
    """Return a benchmark's figures from the audits of its problems; `inputs` is how many stressful inputs these have.

    The coverage bars are for all problems together, so they apply only if the `whole` benchmark was audited.
    """
    counting = [audit for audit in audits if audit.no_headroom is None and audit.inputs]
    return [
        *_faults(audits, inputs),
        *_coverage(audits, whole),
        *_mutation(audits),
        *_headroom(audits, counting),
        *_best_known(audits, counting),
        _deviation("RSD(+), solutions from elsewhere", audits, lambda audit: audit.pool),
        _deviation("RSD(+), with ours", audits, lambda audit: (*audit.pool, audit.best, *audit.slow)),
        *_costs(audits),
        *_families([audit for audit in audits if audit.no_headroom is None]),
    ]


def _ids(audits: Iterable[ProblemAudit], condition: Callable[[ProblemAudit], object]) -> tuple[str, ...]:
    return tuple(audit.task_id for audit in audits if condition(audit))


def _faults(audits: Sequence[ProblemAudit], inputs: int) -> Iterator[Finding]:
    def faulty(audit: ProblemAudit) -> set[str]:
        return {found[1] for fault in audit.faults if (found := re.search(r"stressful input (\w+): ", fault))}

    right = inputs - sum(len(faulty(audit)) for audit in audits)
    yield Finding("accuracy", f"{right} of {inputs} stressful inputs", "all", _ids(audits, faulty))
    faults = sum(len(audit.faults) for audit in audits)
    yield Finding("faults", str(faults), "none", _ids(audits, lambda audit: audit.faults))


def _coverage(audits: Sequence[ProblemAudit], whole: bool) -> Iterator[Finding]:
    found = {audit.task_id: audit.coverage for audit in audits if audit.coverage is not None}
    lines = {task_id: (one.lines, len(one.missed_lines)) for task_id, one in found.items()}
    branches = {task_id: (one.branches, one.missed_branches) for task_id, one in found.items()}
    for what, least, of_problems in (
        ("line coverage", LEAST_LINE_COVERAGE, lines),
        ("branch coverage", LEAST_BRANCH_COVERAGE, branches),
    ):
        there, missed = (sum(one[index] for one in of_problems.values()) for index in (0, 1))
        share = 100 * (there - missed) / max(there, 1)
        value = f"{share:.2f} % ({there - missed} of {there}) of the best known solutions"
        lacking = tuple(task_id for task_id, one in of_problems.items() if one[1]) if share < least else ()
        yield Finding(what, value, f"at least {least:g} %", lacking) if whole else Finding(what, value)


def _mutation(audits: Sequence[ProblemAudit]) -> Iterator[Finding]:
    found = {audit.task_id: audit.mutation for audit in audits if audit.mutation is not None}
    if found:
        mutants = sum(mutation.mutants for mutation in found.values())
        killed = mutants - sum(len(mutation.survivors) for mutation in found.values())
        value = f"{killed / max(mutants, 1):.1%} ({killed} of {mutants} mutants of the canonical solutions)"
        missed = tuple(task_id for task_id, mutation in found.items() if mutation.score < LEAST_MUTATION_SCORE)
        yield Finding("mutation score of the tests", value, f"at least {LEAST_MUTATION_SCORE:.0%} each", missed)


def _headroom(audits: Sequence[ProblemAudit], counting: Sequence[ProblemAudit]) -> Iterator[Finding]:
    classes = [audit for audit in counting if audit.level == "class"]
    ratios = {audit.task_id: headroom(audit) for audit in counting}
    yield _each("headroom, slow / best", ratios, LEAST_HEADROOM, " (capped by the budget)")
    if classes:  # a script may be about one method and not show the slow solution: the worst one counts
        gaps = {audit.task_id: _worst_gap(audit) for audit in classes}
        yield _each("slow / best, worst script", gaps, LEAST_WORST_GAP)
    without = _ids(audits, lambda audit: audit.no_headroom is not None)
    missed = without if len(without) > MOST_WITHOUT_HEADROOM else ()
    value = f"{len(without)} of {len(audits)} problems"
    yield Finding("without headroom", value, f"at most {MOST_WITHOUT_HEADROOM}", missed)

    def is_higher(audit: ProblemAudit) -> bool:
        return (pair := orders(audit)) is not None and pair[1] - pair[0] >= HIGHER_ORDER

    value = f"{len(_ids(counting, is_higher))} of {len(counting)} problems"
    lower = _ids(classes, lambda audit: not is_higher(audit))
    few = len(classes) - len(lower) < LEAST_HIGHER_ORDER * len(classes)
    bar = f"at least {LEAST_HIGHER_ORDER:.0%} of the classes" if classes else ""
    yield Finding("slow of a higher order", value, bar, lower if few else ())


def _each(what: str, ratios: Mapping[str, float | None], least: float, note: str = "") -> Finding:
    """Return the finding for a figure that has to be at least `least` for each problem."""
    known = [ratio for ratio in ratios.values() if ratio is not None]
    value = f"at least {min(known):.1f}, median {statistics.median(known):.1f}{note}" if known else "-"
    missed = tuple(task_id for task_id, ratio in ratios.items() if (ratio or 0) < least)
    return Finding(what, value, f"at least {least:g} each", missed)


def _worst_gap(audit: ProblemAudit) -> float:
    gaps = (one.least_count(slow) / one.least_count(audit.best) for one in audit.inputs for slow in audit.slow)
    return max(gaps, default=0.0)


def _best_known(audits: Sequence[ProblemAudit], counting: Sequence[ProblemAudit]) -> Iterator[Finding]:
    def is_beaten(audit: ProblemAudit, solution: str) -> bool:
        best = audit.total(audit.best)
        return audit.total(solution) > best + TIE.slack(best, len(audit.inputs))

    beaten = [
        audit.total(audit.ground_truth) / audit.total(audit.best)
        for audit in counting
        if is_beaten(audit, audit.ground_truth)
    ]
    by = f", by {statistics.geometric_mean(beaten):.1f} in the geometric mean" if beaten else ""
    yield Finding("ground truth beaten", f"{len(beaten)} of {len(counting)} problems{by}")
    later = _ids(audits, lambda audit: audit.inputs and is_beaten(audit, audit.references[0]))
    value = f"in {len(audits) - len(later)} of {len(audits)} problems"
    yield Finding("best reference is the first", value, "all", later)


def _deviation(what: str, audits: Sequence[ProblemAudit], chosen: Callable[[ProblemAudit], Sequence[str]]) -> Finding:
    deviations = [problem_deviation(audit.inputs, list(dict.fromkeys(chosen(audit)))) for audit in audits]
    found = [deviation for deviation in deviations if deviation is not None]
    value = f"{statistics.fmean(found):.1f} % over {len(found)} problems" if found else "give solutions with --pool"
    return Finding(what, value)


def _costs(audits: Sequence[ProblemAudit]) -> Iterator[Finding]:
    inputs = [(audit, audited) for audit in audits for audited in audit.inputs]

    def above(most: float, cost: Callable[[ProblemAudit, InputAudit], float]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(audit.task_id for audit, audited in inputs if cost(audit, audited) > most))

    inside = sum(LEAST_OF_BEST <= one.least_count(audit.best) <= MOST_OF_BEST for audit, one in inputs)
    value = f"{inside} of {len(inputs)} inputs take it 2 to 200 million instructions"
    costly = above(MOST_OF_BEST, lambda audit, one: one.least_count(audit.best))
    yield Finding("cost of the best known", value, "at most 200 million", costly)
    seconds = max((audited.build_seconds for _, audited in inputs), default=0.0)
    slow = above(LONGEST_BUILD, lambda _, one: one.build_seconds)
    yield Finding("time to build an input", f"at most {seconds:.2f} s", f"at most {LONGEST_BUILD:g} s", slow)
    memory = max((audited.memory for _, audited in inputs), default=0) / 2**20
    large = above(LARGEST_INPUT, lambda _, one: one.memory)
    yield Finding("memory of an input", f"at most {memory:.1f} MiB", f"at most {LARGEST_INPUT >> 20} MiB", large)


def _families(audits: Sequence[ProblemAudit]) -> Iterator[Finding]:
    sizes = [(len(audit.families), len(audit.inputs)) for audit in audits]
    enough = sum(families >= max(LEAST_FAMILIES, (inputs + 1) // 2) for families, inputs in sizes)
    families, inputs = (sum(one[index] for one in sizes) for index in (0, 1))
    yield Finding("families", f"{families} of {inputs} inputs; enough on {enough} problems")
    spreads = [spread for audit in audits for family in audit.families for spread in family.spread.values()]
    if spreads:
        wide = sum(spread > MOST_SPREAD for spread in spreads)
        value = f"median {statistics.median(spreads):.1%}, {wide} of {len(spreads)} above {MOST_SPREAD:.0%}"
        yield Finding("cost of a solution over seeds", value)


def problem_rows(audits: Sequence[ProblemAudit]) -> Iterator[tuple[str, ...]]:
    """Yield one row per problem, in the columns of HEADER."""
    for audit in audits:
        if not audit.inputs:
            yield (audit.task_id, *["-"] * (len(HEADER) - 2), str(len(audit.faults)))
            continue
        coverage, order = audit.coverage, orders(audit)
        deviation = problem_deviation(audit.inputs, audit.pool)
        slowest = max(audit.slow, key=audit.total, default=None)
        yield (
            audit.task_id,
            str(len(audit.inputs)),
            f"{audit.total(audit.best) / 1e6:.1f}",
            _ratio(audit, audit.ground_truth),
            "none" if slowest is None else _ratio(audit, slowest),
            "-" if order is None else f"{order[0]:.2f}, {order[1]:.2f}",
            "-" if coverage is None else f"{coverage.lines - len(coverage.missed_lines)}/{coverage.lines}",
            "-" if coverage is None else f"{coverage.branches - coverage.missed_branches}/{coverage.branches}",
            "-" if deviation is None else f"{deviation:.1f} %",
            str(len(audit.faults)),
        )


def _ratio(audit: ProblemAudit, solution: str) -> str:
    least = ">" if audit.over_budget(solution) else ""
    return f"{least}{audit.total(solution) / audit.total(audit.best):.1f}"


def finding_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield one line per figure of the whole benchmark: whether it meets its bar, its value, and the bar."""
    for finding in findings:
        state = "    " if not finding.bar else "miss" if finding.missed else "ok  "
        bar = f" (bar: {finding.bar})" if finding.bar else ""
        yield f"{state} {finding.what:34}{finding.value}{bar}"
        if finding.missed:
            yield f"{'':39}missed by {', '.join(finding.missed)}"


def as_json(benchmark: Benchmark, audits: Sequence[ProblemAudit], findings: Sequence[Finding]) -> bytes:
    """Return everything as JSON, problem by problem and in total."""

    def problem(audit: ProblemAudit) -> dict[str, Any]:
        deviation = problem_deviation(audit.inputs, audit.pool) if audit.inputs else None
        growth = {name: {"exponent": grown.exponent, "points": grown.points} for name, grown in audit.growth.items()}
        return asdict(audit) | {"growth": growth, "headroom": headroom(audit), "rsd_pool": deviation}

    return orjson.dumps(
        {
            "benchmark": {"name": benchmark.name, "version": benchmark.version, "hash": benchmark.hash},
            "findings": findings,
            "problems": [problem(audit) for audit in audits],
        },
        option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE,
    )
