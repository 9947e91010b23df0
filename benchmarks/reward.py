"""How many solutions a second `rewards` scores: correct ones, each another program, so that nothing is in the cache.

Usage: .venv/bin/python benchmarks/reward.py [SOLUTIONS]
"""

import sys
import time

from tallybench import Session, load_problems, rewards


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 164
    problems = [problem for problem in load_problems() if problem.stressful][:count]
    with Session() as session:
        # The first time, workers start, inputs are built and references are counted.
        rewards([(problem, problem.ground_truth.code) for problem in problems], session=session)
        unique = time.time_ns()
        started = time.perf_counter()
        rewards([(problem, f"{problem.ground_truth.code}\n# {unique}\n") for problem in problems], session=session)
        took = time.perf_counter() - started
        print(f"correct, counted: {len(problems)} solutions in {took:.1f} s, {len(problems) / took:.2f} a second")
        started = time.perf_counter()
        rewards(
            [(problem, f"raise ValueError({unique})\n{problem.ground_truth.code}") for problem in problems],
            session=session,
        )
        took = time.perf_counter() - started
        print(f"not correct: {len(problems)} solutions in {took:.1f} s, {len(problems) / took:.1f} a second")


if __name__ == "__main__":
    main()
