"""ECCO (Waghjale et al., EMNLP 2024), in its public layout: tables, and a folder of tests for each problem.

edit/test*           pairs: `input` (slow), `target` (fast), `problem_id`
generate/test*       problems: `problem_id`, `problem_description`
generate_eval/test*  what users' programs took: `problem_id`, `runtimes`, `memories`; only studies read it
codenet/generated_test_cases/PROBLEM  `input.N.txt` and `output.N.txt`; next to it `public_test_cases`

Tables are JSON Lines or Parquet. All solutions are programs. ECCO measures time and memory on its tests and has no
other inputs, so the private tests are also the stressful inputs here. Most are small, but only what the program does
is counted, not the interpreter's start. The public tests are for refinement only.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from tallybench.benchmarks.sources.data_files import Excluded, Found, data_version, with_problems
from tallybench.benchmarks.sources.ecco_files import (
    EDIT,
    GENERATE,
    PairRow,
    Test,
    TestFolders,
    TextRow,
    as_cases,
    find_table,
    find_tests,
    split_table,
    table_rows,
)
from tallybench.model.benchmark import Benchmark
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.problem import GIVEN, Problem, Solution, Task
from tallybench.model.training import Costed, Training, TrainingProblem

_REFERENCES = 5  # fast programs per problem to be solved from a description; counting more would gain little


def load_ecco_edit(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load the programs to be made faster: the slow ones in the test split's pairs, each once."""
    table, folders = split_table(data, EDIT), find_tests(data)
    targets: dict[tuple[str, str], list[str]] = {}
    for pair in table_rows(table, PairRow):
        targets.setdefault((pair.problem_id, pair.input), []).append(pair.target)
    rows = [
        (edit_task(problem_id, slow), partial(_edit, folders, problem_id, slow, list(dict.fromkeys(fast))))
        for (problem_id, slow), fast in targets.items()
    ]
    ids = {edit_task(problem_id, slow): problem_id for problem_id, slow in targets}
    return _with_tests(with_problems(benchmark, data, [table], rows), folders, ids)


def load_ecco_generate(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load the problems of the test split that are to be solved from a description, like `load_ecco_edit`.

    A problem's human solutions are the programs in its pairs, fast ones first. ECCO names no ground truth, so the first
    fast program is used.
    """
    table, pairs, folders = split_table(data, GENERATE), split_table(data, EDIT), find_tests(data)
    fast: dict[str, list[str]] = {}
    slow: dict[str, list[str]] = {}
    for pair in table_rows(pairs, PairRow):
        fast.setdefault(pair.problem_id, []).append(pair.target)
        slow.setdefault(pair.problem_id, []).append(pair.input)
    rows = []
    ids = {}
    for row in table_rows(table, TextRow):
        ids[generate_task(row.problem_id)] = row.problem_id
        best = list(dict.fromkeys(fast.get(row.problem_id, ())))
        programs = list(dict.fromkeys((*best, *slow.get(row.problem_id, ()))))
        rows.append((generate_task(row.problem_id), partial(_generate, folders, row, best[:_REFERENCES], programs)))
    return _with_tests(with_problems(benchmark, data, [table, pairs], rows), folders, ids)


def load_ecco_training(benchmark: Benchmark, data: Path) -> Training:
    """Load the pairs of the other splits, with the texts of their problems if the data have them.

    ECCO's pairs say which of two programs is faster, not by how much. The fastest program of a problem is the last one
    of the longest chain of pairs; this chain is also the trajectory.
    """
    folders, found, public = find_tests(data), [], {}
    for split in ("train", "val"):
        if (table := find_table(data, EDIT, split)) is None:
            continue
        texts = find_table(data, GENERATE, split)
        prompts = (
            {} if texts is None else {row.problem_id: row.problem_description for row in table_rows(texts, TextRow)}
        )
        pairs: dict[str, dict[tuple[str, str], None]] = {}
        for row in table_rows(table, PairRow):
            pairs.setdefault(row.problem_id, {})[row.input, row.target] = None
        for problem_id, known in pairs.items():
            names: dict[str, str] = {}
            for code in (code for pair in known for code in pair):
                names.setdefault(code, f"program_{len(names) + 1}")
            programs = {code: Costed(name, code, 0, False) for code, name in names.items()}
            chain = [programs[code] for code in longest_chain(known)]
            best = Solution(chain[-1].name, chain[-1].code)
            task_id = generate_task(problem_id)
            problem = _problem(task_id, Task.WRITE, prompts.get(problem_id, ""), best, [best.code], [])
            both = tuple((programs[slow], programs[fast]) for slow, fast in known)
            found.append(TrainingProblem(problem, split.replace("val", "validation"), both, tuple(chain)))
            if tests := folders.public_tests(problem_id):
                public[task_id] = as_cases(tests)
    problems = tuple(one.problem for one in found)
    return Training(replace(benchmark, problems=problems, whole=False, public=public), tuple(found))


def longest_chain(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """Return the longest chain of programs, each the slow one in a pair with the next; the first chain if several are.

    Pairs that would close a cycle, because two measurements contradict each other, are skipped.
    """
    faster: dict[str, list[str]] = {}
    for slow, fast in pairs:
        faster.setdefault(slow, []).append(fast)
    best: dict[str, list[str]] = {}
    for start in faster:
        if start in best:
            continue
        path = [(start, iter(faster[start]))]
        while path:
            code, others = path[-1]
            step = next((one for one in others if one not in best and all(one != seen for seen, _ in path)), None)
            if step is not None:
                path.append((step, iter(faster.get(step, ()))))
                continue
            after = max((best[one] for one in faster.get(code, ()) if one in best), key=len, default=[])
            best[code] = [code, *after]
            path.pop()
    return max(best.values(), key=len)


def edit_task(problem_id: str, program: str) -> str:
    """Return the task id for a slow program."""
    return f"EccoEdit/{problem_id}-{hashlib.sha256(program.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def generate_task(problem_id: str) -> str:
    """Return the task id for a problem."""
    return f"Ecco/{problem_id}"


def problem_of(task_id: str) -> str:
    """Return the problem that a task id was made from."""
    return task_id.partition("/")[2].partition("-")[0]


def _edit(folders: TestFolders, problem_id: str, slow: str, fast: list[str]) -> Found:
    tests = folders.private_tests(problem_id)
    return Found(_problem(edit_task(problem_id, slow), Task.EDIT, "", Solution(GIVEN, slow), fast, tests))


def _generate(folders: TestFolders, row: TextRow, best: list[str], programs: list[str]) -> Found:
    if not best:
        raise Excluded(f"no program of it is among the pairs of {EDIT}")
    tests, canonical = folders.private_tests(row.problem_id), Solution("canonical", best[0])
    problem = _problem(generate_task(row.problem_id), Task.WRITE, row.problem_description, canonical, best, tests)
    return Found(problem, tuple(Solution(f"human_{number}", code) for number, code in enumerate(programs, 1)))


def _problem(task_id: str, task: Task, prompt: str, canonical: Solution, fast: list[str], tests: list[Test]) -> Problem:
    return Problem(
        task_id=task_id,
        entry_point="",
        level="file",
        task=task,
        prompt=prompt,
        tests="",
        cases=as_cases(tests),
        canonical=canonical,
        references=tuple(Solution(f"target_{number}", code) for number, code in enumerate(fast, 1)),
        stressful=tuple(
            StressfulInput(f"test_{number}", Kind.GIVEN, "", "expression", "", expressions=(repr(given),))
            for number, given, _ in tests
        ),
    )


def _with_tests(found: Benchmark, folders: TestFolders, ids: Mapping[str, str]) -> Benchmark:
    """Return the benchmark with its public tests; the private tests belong to its version, like a file."""
    content = repr([(case.arguments, case.expected) for problem in found for case in problem.cases])
    files = {**found.files, "test_cases": hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()}
    public = {problem.task_id: as_cases(folders.public_tests(ids[problem.task_id])) for problem in found}
    public = {task_id: cases for task_id, cases in public.items() if cases}
    return replace(found, version=data_version(files.values()), files=files, public=public)
