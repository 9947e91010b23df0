"""Pairs of a slow and a fast program, made from measured human solutions (`benchmarks/sources/contest_pairs.py`)."""

from hashlib import sha256

from tallybench.benchmarks.sources.contest_pairs import (
    SLOWER,
    Pair,
    PairsFile,
    ProblemPairs,
    ProgramOfPair,
    split_of,
    split_tests,
)
from tallybench.model.benchmark import Benchmark
from tallybench.studies.humans.measure import HumanSolutions, MeasuredHumans


def make_pairs(measured: MeasuredHumans, benchmark: Benchmark) -> PairsFile:
    """Return the pairs of all problems of the benchmark that have any.

    Each correct program is the slow side of at most one pair. Its fast side is one of those that need at most two
    thirds of its instructions, chosen by a hash of both. A program that is over the budget of an input can only be a
    slow side, because its count is a lower bound.
    """
    problems = {}
    for found in measured.problems:
        if pairs := _pairs(found):
            public, private = split_tests(benchmark.by_id[found.task_id].cases)
            split = split_of(found.task_id)
            problems[found.task_id] = ProblemPairs(
                hash=found.facts.hash, split=split, public=public, private=private, pairs=pairs
            )
    environment = measured.fingerprint.hash
    return PairsFile(benchmark=measured.benchmark, version=measured.version, environment=environment, problems=problems)


def pair_lines(pairs: PairsFile) -> list[str]:
    """Count the pairs, a line for each split."""
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
    counted = [
        ProgramOfPair(sha256=sample.code_sha256 or "", instructions=counts.total, at_least=counts.censored)
        for sample, counts in zip(found.samples, found.counts.samples, strict=True)
        if counts.total is not None
    ]
    pairs = []
    for slow in counted:
        faster = [fast for fast in counted if not fast.at_least and fast.instructions * SLOWER <= slow.instructions]
        if faster:
            fast = min(faster, key=lambda other: sha256(f"{slow.sha256} {other.sha256}".encode()).digest())
            pairs.append(Pair(slow=slow, fast=fast))
    return tuple(sorted(pairs, key=lambda pair: pair.slow.sha256))
