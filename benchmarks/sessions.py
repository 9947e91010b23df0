"""Whether many small calls cost what one large call costs, when they share a session.

    python -m benchmarks.sessions [--count]

Fifty samples of fifty problems are evaluated in one call, and in ten calls of five, each in a session of its own and
with an empty cache. With `--count` their instructions are counted as well.
"""

import argparse
import os
import time
from collections.abc import Sequence
from tempfile import TemporaryDirectory

from tallybench import Options, Sample, Session, load_problems
from tallybench.evaluation.pipeline import evaluate

CALLS, SAMPLES = 10, 5


def seconds(parts: Sequence[Sequence[Sample]], counter: str) -> float:
    """Return the wall clock of one session that evaluates these parts one after another."""
    began = time.perf_counter()
    with Session() as session:
        for part in parts:
            ids = tuple(sample.task_id for sample in part)
            evaluate(part, "ground truths", Options(ids=ids, counter=counter), session=session)
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", action="store_true")
    counter = "valgrind" if parser.parse_args().count else "none"
    problems = load_problems()[: CALLS * SAMPLES]
    samples = [Sample(problem.task_id, 0, "solution", problem.canonical.code) for problem in problems]
    parts = [samples[start : start + SAMPLES] for start in range(0, len(samples), SAMPLES)]
    took = {}
    for name, given in (("one call of fifty", [samples]), ("ten calls of five", parts)):
        with TemporaryDirectory() as cache:
            os.environ["TALLYBENCH_CACHE"] = cache
            took[name] = seconds(given, counter)
        print(f"{name:20} {took[name]:7.2f} s")
    print(f"ratio                {took['ten calls of five'] / took['one call of fifty']:7.2f}")


if __name__ == "__main__":
    main()
