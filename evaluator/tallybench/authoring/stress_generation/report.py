"""Reports the making of inputs: a row per problem and one in total, as in COFFE's table 5, and what it cost."""

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import orjson

from tallybench.authoring.stress_generation.appraisal import Spread
from tallybench.authoring.stress_generation.inputs import Fate
from tallybench.authoring.stress_generation.making import Made
from tallybench.authoring.stress_generation.run import Outcome
from tallybench.counting.covering import Covered
from tallybench.generating.settings import Settings
from tallybench.model.benchmark import Benchmark

HEADER = (
    *("problem", "assertions", "inputs", "valid", "accuracy", "own contract", "kept", "dearest, M", "lines", "RSD(+)"),
    *("requests", "tokens in", "tokens out", "counted, M"),
)


@dataclass(frozen=True)
class Figures:
    """The figures of a problem, or of all.

    Attributes:
        assertions: assertions of the contract; None if the method makes no contract.
        dropped: proposed assertions that were not kept.
        invalid_rejected: how many of the benchmark's own invalid inputs the contract rejects, and how many there are.
        proposed: distinct inputs that were proposed; an answer without one counts as one.
        valid: those of them that are built within the limits and keep the contract, and that the ground truth answers.
        own_contract: how many of the built ones keep the benchmark's own contract, and how many were checked for that.
        kept: inputs that are kept.
        dearest: instructions of the ground truth on the dearest one; None if none is kept.
        lines: how many lines of the ground truth the kept inputs reach, and how many it has; None if unknown.
        deviation: RSD(+) over the pool, in percent; None without a pool.
        requests: requests to the model.
        tokens_in: input tokens; None if the server does not report them.
        tokens_out: output tokens, likewise.
        instructions: all instructions that were counted, for the ground truth and the pool.
    """

    assertions: int | None
    dropped: int
    invalid_rejected: tuple[int, int]
    proposed: int
    valid: int
    own_contract: tuple[int, int]
    kept: int
    dearest: int | None
    lines: tuple[int, int] | None
    deviation: float | None
    requests: int
    tokens_in: int | None
    tokens_out: int | None
    instructions: int

    @property
    def accuracy(self) -> float | None:
        """The share of proposed inputs that are valid, in percent; None if none was proposed."""
        return 100 * self.valid / self.proposed if self.proposed else None

    @property
    def line_coverage(self) -> float | None:
        """The share of the ground truth's lines that are reached, in percent; None if unknown."""
        return 100 * self.lines[0] / self.lines[1] if self.lines and self.lines[1] else None


def figures_of(outcome: Outcome, made: Made, invalid: int, covered: Covered | None, spread: Spread | None) -> Figures:
    """Return the figures of a problem."""
    tried, spent = [given for given in made.tried if given.fate is not Fate.REPEATED], outcome.spent
    held = [given.own_contract for given in tried if given.own_contract is not None]
    counts = [given.count for given in tried if given.count is not None]
    known = covered is not None and covered.fault is None
    return Figures(
        assertions=None if made.contract is None else len(made.contract.assertions),
        dropped=made.dropped,
        invalid_rejected=(made.rejected, 0 if made.contract is None else invalid),
        proposed=len(tried),
        valid=sum(given.fate is Fate.VERIFIED for given in tried),
        own_contract=(sum(held), len(held)),
        kept=len(made.kept),
        dearest=made.inputs[0].count if made.kept else None,
        lines=(covered.reached, covered.lines) if covered is not None and known else None,
        deviation=None if spread is None else spread.deviation,
        requests=spent.requests,
        tokens_in=spent.tokens_in,
        tokens_out=spent.tokens_out,
        instructions=sum(counts) + (0 if spread is None else spread.instructions),
    )


def in_total(figures: Sequence[Figures]) -> Figures:
    """Sum the figures of all problems; coverage and RSD(+) become means."""

    def total(numbers: Iterable[int | None]) -> int | None:
        known = list(numbers)
        return None if None in known else sum(number or 0 for number in known)

    def pairs(given: Iterable[tuple[int, int] | None]) -> tuple[int, int]:
        known = [pair for pair in given if pair is not None]
        return sum(pair[0] for pair in known), sum(pair[1] for pair in known)

    asserted = [one.assertions for one in figures if one.assertions is not None]
    deviations = [one.deviation for one in figures if one.deviation is not None]
    return Figures(
        assertions=sum(asserted) if asserted else None,
        dropped=sum(one.dropped for one in figures),
        invalid_rejected=pairs(one.invalid_rejected for one in figures),
        proposed=sum(one.proposed for one in figures),
        valid=sum(one.valid for one in figures),
        own_contract=pairs(one.own_contract for one in figures),
        kept=sum(one.kept for one in figures),
        dearest=max((one.dearest for one in figures if one.dearest is not None), default=None),
        lines=pairs(one.lines for one in figures),
        deviation=statistics.fmean(deviations) if deviations else None,
        requests=sum(one.requests for one in figures),
        tokens_in=total(one.tokens_in for one in figures),
        tokens_out=total(one.tokens_out for one in figures),
        instructions=sum(one.instructions for one in figures),
    )


def rows(figures: Mapping[str, Figures]) -> Iterator[tuple[str, ...]]:
    """Yield a row per problem and, if there are several, one in total, in the columns of HEADER."""
    for task_id, found in figures.items():
        yield _row(task_id, found)
    if len(figures) > 1:
        yield _row("all", in_total(list(figures.values())))


def _row(name: str, found: Figures) -> tuple[str, ...]:
    return (
        name,
        _number(found.assertions),
        str(found.proposed),
        str(found.valid),
        _percent(found.accuracy),
        "-" if not found.own_contract[1] else f"{found.own_contract[0]}/{found.own_contract[1]}",
        str(found.kept),
        _millions(found.dearest),
        "-" if found.lines is None else f"{found.lines[0]}/{found.lines[1]}",
        _percent(found.deviation),
        str(found.requests),
        _number(found.tokens_in),
        _number(found.tokens_out),
        _millions(found.instructions),
    )


def fates(made: Iterable[Made]) -> Iterator[str]:
    """Yield how many inputs had each fate, one line per fate, in the order of `Fate`."""
    counted = Counter(given.fate for found in made for given in found.tried)
    for fate in Fate:
        if counted[fate]:
            yield f"{fate}: {counted[fate]}"


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
                "figures": _figures(figures[outcome.task_id]),
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
            "total": _figures(in_total(list(figures.values()))) if figures else None,
            "problems": problems,
        },
        option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE | orjson.OPT_SORT_KEYS,
    )


def _figures(found: Figures) -> dict[str, Any]:
    return asdict(found) | {"accuracy": found.accuracy, "line_coverage": found.line_coverage}


def _number(number: int | None) -> str:
    return "-" if number is None else f"{number:,}"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1f} %"


def _millions(count: int | None) -> str:
    return "-" if count is None else f"{count / 1e6:,.1f}"
