"""The audit as a table for people and as JSON for machines."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

import orjson

from tallybench.authoring.audit.problem import ProblemAudit
from tallybench.authoring.audit.summary import Finding, headroom, orders, problem_deviation
from tallybench.model.benchmark import Benchmark

HEADER = ("task", "inputs", "best, M", "truth / best", "slow / best", "orders", "lines", "branches", "RSD(+)", "faults")


def problem_rows(audits: Sequence[ProblemAudit]) -> Iterator[tuple[str, ...]]:
    """Yield one row per problem, in the columns of HEADER."""
    for audit in audits:
        if not audit.inputs:
            yield (audit.task_id, *["-"] * (len(HEADER) - 2), str(len(audit.faults)))
            continue
        coverage, order = audit.coverage, orders(audit)
        deviation = problem_deviation(audit.inputs, audit.pool)
        room = headroom(audit)
        yield (
            audit.task_id,
            str(len(audit.inputs)),
            f"{audit.total(audit.best) / 1e6:.1f}",
            _ratio(audit, audit.ground_truth),
            "none" if audit.no_headroom is not None and room is None else _ratio(audit, _slowest(audit)),
            "-" if order is None else f"{order[0]:.2f}, {order[1]:.2f}",
            "-" if coverage is None else f"{coverage.lines - len(coverage.missed_lines)}/{coverage.lines}",
            "-" if coverage is None else f"{coverage.branches - coverage.missed_branches}/{coverage.branches}",
            "-" if deviation is None else f"{deviation:.1f} %",
            str(len(audit.faults)),
        )


def finding_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield a line for each figure of the whole benchmark: whether it meets its bar, what it is, what it has to be."""
    for finding in findings:
        state = "    " if not finding.bar else "miss" if finding.missed else "ok  "
        bar = f" (bar: {finding.bar})" if finding.bar else ""
        yield f"{state} {finding.what:34}{finding.value}{bar}"
        if finding.missed:
            yield f"{'':39}missed by {', '.join(finding.missed)}"


def as_json(benchmark: Benchmark, audits: Sequence[ProblemAudit], findings: Sequence[Finding]) -> bytes:
    """Return everything as JSON, problem by problem and in total."""
    return orjson.dumps(
        {
            "benchmark": {"name": benchmark.name, "version": benchmark.version, "hash": benchmark.hash},
            "findings": [asdict(finding) for finding in findings],
            "problems": [_problem(audit) for audit in audits],
        },
        option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE,
    )


def _problem(audit: ProblemAudit) -> dict[str, Any]:
    deviation = problem_deviation(audit.inputs, audit.pool) if audit.inputs else None
    growth = {name: {"exponent": grown.exponent, "points": grown.points} for name, grown in audit.growth.items()}
    return asdict(audit) | {"growth": growth, "headroom": headroom(audit), "rsd_pool": deviation}


def _slowest(audit: ProblemAudit) -> str:
    return max(audit.slow, key=audit.total)


def _ratio(audit: ProblemAudit, solution: str) -> str:
    least = ">" if audit.over_budget(solution) else ""
    return f"{least}{audit.total(solution) / audit.total(audit.best):.1f}"
