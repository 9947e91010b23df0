"""What the inputs that a model made are worth (COFFE, section 4.2 and table 5), and what making them cost."""

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import orjson

from tallybench.authoring.audit import passes
from tallybench.authoring.audit.inputs import build_inputs
from tallybench.authoring.audit.summary import relative_deviation
from tallybench.authoring.running import Runner
from tallybench.authoring.stress_generation import Outcome
from tallybench.authoring.stress_generation.contract import plain_invalid
from tallybench.authoring.stress_generation.inputs import Fate
from tallybench.authoring.stress_generation.methods import Made
from tallybench.counting.covering import Covered, CoverTask
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.generating.settings import Settings
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution

MILLIONS = "millions"
COLUMNS = {
    "assertions": ("assertions", "{:,}"),
    "inputs": ("proposed", "{}"),
    "valid": ("valid", "{}"),
    "accuracy": ("accuracy", "{:.1f} %"),
    "own contract": ("own_contract", "{0[0]}/{0[1]}"),
    "kept": ("kept", "{}"),
    "dearest, M": ("dearest", MILLIONS),
    "lines": ("lines", "{0[0]}/{0[1]}"),
    "RSD(+)": ("deviation", "{:.1f} %"),
    "requests": ("requests", "{}"),
    "tokens in": ("tokens_in", "{:,}"),
    "tokens out": ("tokens_out", "{:,}"),
    "counted, M": ("instructions", MILLIONS),
}
"""The figure and its format, by the column's title."""
HEADER = ("problem", *COLUMNS)


@dataclass(frozen=True)
class Spread:
    """How well inputs tell the solutions of a pool apart."""

    solutions: int  # how many of them are right on every input on which they end
    deviation: float | None  # RSD(+) of an input, the mean over inputs, in percent; None for fewer than two
    # RSD(+) of what each solution of the pool spends on all inputs together, without the ground truth, as in COFFE's
    # code (`rsd_plus`); None for fewer than two
    of_totals: float | None
    instructions: int  # the least that all of them and the ground truth spent together
    fault: str | None = None  # why the rest is unknown


@dataclass(frozen=True)
class SpreadTask:
    """Count solutions from elsewhere on the inputs that were made for a problem."""

    problem: Problem
    pool: tuple[Solution, ...]

    def run(self, worker: Worker) -> Spread:
        meter, problem = worker.meter, self.problem
        try:
            with build_inputs(meter, problem) as built:
                found = [built.count(solution) for solution in self.pool if passes(meter, problem, solution)]
        except InputError as error:
            return Spread(0, None, None, 0, str(error))
        yardstick = built.yardstick
        right = [yardstick.counts[problem.ground_truth.name], *(counts for counts, wrong in found if not wrong)]
        spent = sum(count or 0 for counts, wrong in found if wrong for count in counts.values())
        bounded = [[counts[name] or yardstick.budget(name) for name in yardstick.inputs] for counts in right]
        deviations = [relative_deviation(of_input) for of_input in zip(*bounded, strict=True)]
        _, *totals = [sum(of_solution) for of_solution in bounded]
        spent += sum(map(sum, bounded))
        return Spread(
            solutions=len(right),
            deviation=statistics.fmean(deviations) if len(right) > 1 else None,
            of_totals=100 * statistics.stdev(totals) / statistics.fmean(totals) if len(totals) > 1 else None,
            instructions=spent,
        )


def with_made(problem: Problem, made: Made) -> Problem:
    """Return a problem with the inputs and the contract (or none) that were made in place of its own."""
    return replace(
        problem,
        contract=None if made.contract is None else made.contract.program,
        stressful=tuple(
            given.draft.as_input(given.name, problem.entry_point) for given in made.inputs if given.draft is not None
        ),
        references=problem.references or (Solution("reference_canonical", problem.ground_truth.code),),
    )


def measure_coverage(problems: Mapping[str, Problem], runner: Runner) -> dict[str, Covered]:
    """Return how much of each problem's ground truth its inputs reach, by task id."""
    return runner.finish(
        "coverage",
        {task_id: CoverTask(problem) for task_id, problem in problems.items()},
        kept=Covered,
        lost=lambda _, lost: Covered(0, 0, 0, lost.reason),
    )


def measure_spread(
    problems: Mapping[str, Problem], pool: Mapping[str, Sequence[Solution]], runner: Runner
) -> dict[str, Spread]:
    """Return how well the inputs of each problem with a pool tell its solutions apart, by task id."""
    return runner.finish(
        "pool",
        {
            task_id: SpreadTask(problem, tuple(pool[task_id]))
            for task_id, problem in problems.items()
            if pool.get(task_id)
        },
        kept=Spread,
        lost=lambda _, lost: Spread(0, None, None, 0, lost.reason),
    )


def _sum(values: Sequence[Any]) -> int | None:
    """Return the sum of numbers; None if one is unknown."""
    return None if None in values else sum(values)


def _sum_known(values: Sequence[Any]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _sum_pairs(values: Sequence[Any]) -> tuple[int, int]:
    known = [value for value in values if value is not None]
    return sum(pair[0] for pair in known), sum(pair[1] for pair in known)


Figures = dict[str, Any]
"""The figures for one problem or for all, by the names in TOTALS; None: unknown, or not made by the method."""
TOTALS: dict[str, Callable[[Sequence[Any]], Any]] = {
    "assertions": _sum_known,  # of the contract
    "dropped": _sum,  # proposed assertions that were not kept
    "invalid_rejected": _sum_pairs,  # how many of the benchmark's own invalid inputs the contract rejects; of how many
    "proposed": _sum,  # distinct inputs; an answer without one counts as one
    "valid": _sum,  # inputs that are built within the limits, keep the contract, and are answered by the ground truth
    "own_contract": _sum_pairs,  # how many built inputs keep the benchmark's own contract; how many were checked
    "kept": _sum,
    "dearest": lambda values: max((value for value in values if value is not None), default=None),  # in instructions
    "lines": _sum_pairs,  # how many lines of the ground truth the kept inputs reach; how many it has
    "deviation": lambda values: statistics.fmean(known) if (known := [v for v in values if v is not None]) else None,
    "requests": _sum,
    "tokens_in": _sum,
    "tokens_out": _sum,
    "instructions": _sum,  # that were counted, for the ground truth and the pool
}
"""Make the total of each figure from its values by problem; `deviation` is RSD(+) over the pool, in percent."""


def figures_of(
    benchmark: Benchmark, outcomes: Iterable[Outcome], covered: Mapping[str, Covered], spread: Mapping[str, Spread]
) -> dict[str, Figures]:
    """Return the figures of each problem for which something was made, by task id."""
    figures = {}
    for outcome in outcomes:
        task_id, made, answers = outcome.task_id, outcome.made, outcome.answers
        if made is None:
            continue
        tried = [given for given in made.tried if given.fate is not Fate.REPEATED]
        held = [given.own_contract for given in tried if given.own_contract is not None]
        lines, pool = covered.get(task_id), spread.get(task_id)
        invalid = 0 if made.contract is None else len(plain_invalid(benchmark.by_id[task_id]))
        figures[task_id] = _with_shares(
            assertions=None if made.contract is None else len(made.contract.assertions),
            dropped=made.dropped,
            invalid_rejected=(made.rejected, invalid),
            proposed=len(tried),
            valid=sum(given.fate is Fate.VERIFIED for given in tried),
            own_contract=(sum(held), len(held)),
            kept=len(made.kept),
            dearest=made.inputs[0].count if made.kept else None,
            lines=None if lines is None or lines.fault is not None else (lines.reached, lines.lines),
            deviation=None if pool is None else pool.deviation,
            requests=len(answers),
            tokens_in=_sum([answer.tokens_in for answer in answers]),
            tokens_out=_sum([answer.tokens_out for answer in answers]),
            instructions=sum(given.count or 0 for given in tried) + (0 if pool is None else pool.instructions),
        )
    return figures


def in_total(figures: Iterable[Figures]) -> Figures:
    """Return the figures of all problems."""
    every = list(figures)
    return _with_shares(**{name: total([one[name] for one in every]) for name, total in TOTALS.items()})


def _with_shares(**figures: Any) -> Figures:
    """Add accuracy (the share of proposed inputs that are valid) and line coverage, both in percent."""
    accuracy = 100 * figures["valid"] / figures["proposed"] if figures["proposed"] else None
    reached, lines = figures["lines"] or (0, 0)
    return figures | {"accuracy": accuracy, "line_coverage": 100 * reached / lines if lines else None}


def rows(figures: Mapping[str, Figures]) -> Iterator[tuple[str, ...]]:
    """Yield one row per problem and, if there are several, a total, in the columns of HEADER."""

    def shown(value: Any, form: str) -> str:
        if value is None or value == (0, 0):
            return "-"
        return f"{value / 1e6:,.1f}" if form == MILLIONS else form.format(value)

    whole = {"all": in_total(figures.values())} if len(figures) > 1 else {}
    for name, found in (*figures.items(), *whole.items()):
        yield name, *(shown(found[figure], form) for figure, form in COLUMNS.values())


def fates(made: Iterable[Made]) -> Iterator[str]:
    """Yield how many inputs had each fate, one line per fate, in the order of `Fate`."""
    counted = Counter(given.fate for found in made for given in found.tried)
    yield from (f"{fate}: {counted[fate]}" for fate in Fate if counted[fate])


def as_json_text(
    benchmark: Benchmark,
    method: str,
    settings: Settings,
    outcomes: Sequence[Outcome],
    figures: Mapping[str, Figures],
    covered: Mapping[str, Covered],
    spread: Mapping[str, Spread],
) -> bytes:
    """Return everything as JSON, by problem and in total."""
    problems = []
    for outcome in outcomes:
        entry: dict[str, Any] = {"task_id": outcome.task_id, "fault": outcome.fault}
        if (made := outcome.made) is not None:
            entry |= {
                "content": benchmark.by_id[outcome.task_id].hash,
                "figures": figures[outcome.task_id],
                "contract": None if made.contract is None else made.contract.program,
                "inputs": [asdict(given) for given in made.tried],
                "kept": made.kept,
                "verdicts": made.verdicts,
                "coverage": covered.get(outcome.task_id),
                "pool": spread.get(outcome.task_id),
            }
        problems.append(entry)
    return orjson.dumps(
        {
            "benchmark": {"name": benchmark.name, "version": benchmark.version, "hash": benchmark.hash},
            "method": method,
            "settings": settings.facts(),
            "total": in_total(figures.values()) if figures else None,
            "problems": problems,
        },
        option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE | orjson.OPT_SORT_KEYS,
    )
