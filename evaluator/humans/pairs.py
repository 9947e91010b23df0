"""Pairs of a slow and a fast program, made of measured human solutions (`benchmarks/sources/contest_pairs.py`)."""

from hashlib import sha256

import orjson

from evaluator.benchmarks.sources.contest_pairs import (
    SLOWER,
    Pair,
    PairsFile,
    ProblemPairs,
    ProgramOfPair,
    split_of,
    split_tests,
)
from evaluator.humans.solutions import HumanSolution, HumanSolutions, MeasuredHumans
from evaluator.problems.benchmark import Benchmark


def make_pairs(measured: MeasuredHumans, benchmark: Benchmark) -> PairsFile:
    """The pairs of all problems that have some.

    Each correct program is the slow side of at most one pair. Its fast side is one of those that need at most two
    thirds of its instructions, as a hash of both falls. A program that is over the budget of an input is a slow side
    only: what it needs is known from below.

    Args:
        measured: the human solutions of the benchmark, counted.
        benchmark: has their problems.
    """
    problems = {}
    for found in measured.problems:
        problem = benchmark.by_id[found.task_id]
        pairs = _pairs(found)
        if pairs:
            public, private = split_tests(problem.cases)
            problems[found.task_id] = ProblemPairs(
                hash=problem.hash, split=split_of(found.task_id), public=public, private=private, pairs=pairs
            )
    return PairsFile(
        benchmark=measured.benchmark,
        version=measured.version,
        environment=measured.fingerprint.hash,
        problems=problems,
    )


def pairs_json(pairs: PairsFile) -> bytes:
    """The file: the same pairs are the same bytes."""
    content = pairs.model_dump(mode="json")
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def pair_lines(pairs: PairsFile) -> list[str]:
    """How many there are, a line a split."""
    lines = []
    for split in sorted({problem.split for problem in pairs.problems.values()}):
        chosen = [problem for problem in pairs.problems.values() if problem.split is split]
        count = sum(len(problem.pairs) for problem in chosen)
        public = sum(len(problem.public) for problem in chosen) / len(chosen)
        private = sum(len(problem.private) for problem in chosen) / len(chosen)
        lines.append(
            f"pairs, {split}: {count} of {len(chosen)} problems; on average {public:.1f} public tests "
            f"and {private:.1f} private ones"
        )
    return lines or [f"pairs: none; no problem has two counted solutions of which one needs {SLOWER} times as much"]


def _pairs(found: HumanSolutions) -> tuple[Pair, ...]:
    totals = found.totals
    counted = [solution for solution in found.solutions if solution.name in totals]
    pairs = []
    for slow in counted:
        faster = [
            fast
            for fast in counted
            if None not in fast.counts.values() and totals[fast.name] * SLOWER <= totals[slow.name]
        ]
        if faster:
            fast = min(faster, key=lambda other: sha256(f"{slow.sha256} {other.sha256}".encode()).digest())
            pairs.append(Pair(slow=_program(slow, totals), fast=_program(fast, totals)))
    return tuple(sorted(pairs, key=lambda pair: pair.slow.sha256))


def _program(solution: HumanSolution, totals: dict[str, int]) -> ProgramOfPair:
    return ProgramOfPair(
        sha256=solution.sha256,
        instructions=totals[solution.name],
        at_least=None in solution.counts.values(),
    )
