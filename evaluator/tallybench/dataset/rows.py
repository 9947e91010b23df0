"""The columns of the dataset and its rows, made from the problems, their measurements, and the results."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tallybench.benchmarks.extra_tests import extra_tests, read_lines
from tallybench.benchmarks.measured import Measured, counted_solutions
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution
from tallybench.statistics.frames import COLUMNS, result_row, sample_rows, type_of
from tallybench.statistics.published.boards import superseded_runs
from tallybench.statistics.published.entries import Entry
from tallybench.values.literals import LiteralError, write_literal

if TYPE_CHECKING:
    from datasets import Features

CONFIGS = ("problems", "stressful", "solutions", "results")
SPLIT = "test"

_OF_RESULT = {
    "submitter": "who sent the result",
    "counter": "what counted: `valgrind`",
    "fingerprint": "the measuring environment: counts are comparable where it is the same",
    "evaluator_version": "of TallyBench",
    "budget": "in multiples of the best known solution's instructions",
}
_OF_SAMPLE = {
    "problem_hash": "of the problem as it was then",
    "code": "the program; missing if it is withheld or public elsewhere (`source`), or the answer has none",
    "stress": "a struct for each stressful input: `input`, `verdict`, `count`, and `memory`: peak memory in bytes, "
    "missing where it was not measured",
}
# Each column of `results` in order, and what it holds: those of the data frames, and those that the frames leave out.
RESULTS = COLUMNS["results"] | _OF_RESULT | COLUMNS["samples"] | _OF_SAMPLE

# Types of columns: pandas' names, a list with the type of its items, or a dict with those of its fields.
_TEXT, _NUMBER, _FLAG, _REAL = "string", "Int64", "boolean", "Float64"
_CODE = {"name": _TEXT, "code": _TEXT}
_PROBLEMS = {
    **dict.fromkeys(("task_id", "task", "level", "source", "licence", "entry_point", "prompt"), _TEXT),
    **dict.fromkeys(("canonical_solution", "test", "tests", "canonical"), _TEXT),
    "cases": [{"name": _TEXT, "arguments": _TEXT, "expected": _TEXT}],
    "extra_tests": [_TEXT],
    "written": _TEXT,
    "canonical_wrong": {"arguments": _TEXT, "why": _TEXT},
    "ground_truth": _CODE,
    "contract": _TEXT,
    "invalid": [{"reason": _TEXT, "arguments": _TEXT}],
    "references": [_CODE],
    "slow": [_CODE],
    "growing": {"size_of": _TEXT, "program": _TEXT},
    "headroom": _FLAG,
    "no_headroom": _TEXT,
    "few_families": _TEXT,
    "cost_varies": [{"input": _TEXT, "why": _TEXT}],
    "tolerance": _REAL,
    "accepts": _TEXT,
    "notes": _TEXT,
    "stressful_inputs": "Int32",
    "hash": _TEXT,
}
_STRESSFUL = {
    **dict.fromkeys(("task_id", "name", "format", "kind", "exposes", "program", "function"), _TEXT),
    "expressions": [_TEXT],
    "seed": _TEXT,
    "family": _FLAG,
    "size": _NUMBER,
    "sha256": _TEXT,
    "shape": [_TEXT],
    "preview": _TEXT,
    "best_known": _NUMBER,
    "ground_truth": _NUMBER,
    "counts": [{"solution": _TEXT, "count": _NUMBER}],
    "memory": [{"solution": _TEXT, "bytes": _NUMBER}],
}
_SOLUTIONS = {
    **dict.fromkeys(("task_id", "name", "role", "code", "sha256"), _TEXT),
    "best_known": _FLAG,
    "total": _NUMBER,
    "counts": [{"input": _TEXT, "count": _NUMBER}],
    "memory": [{"input": _TEXT, "bytes": _NUMBER}],
    "fingerprint": _TEXT,
}
_STRESS = [{"input": _TEXT, "verdict": _TEXT, "count": _NUMBER, "memory": _NUMBER}]

Row = dict[str, Any]


def features() -> "dict[str, Features]":
    """Return the columns of each config, in their order; `site/pages/dataset.md` describes them."""
    from datasets import Features, List, Value

    names = {_NUMBER: "int64", "Int32": "int32", _FLAG: "bool", _REAL: "float64"}

    def made(kind: Any) -> Any:
        if isinstance(kind, list):
            return List(made(kind[0]))
        if isinstance(kind, dict):
            return {name: made(inner) for name, inner in kind.items()}
        return Value(names.get(kind, kind))

    own = {name: _NUMBER if name == "budget" else _TEXT for name in (*_OF_RESULT, *_OF_SAMPLE)} | {"stress": _STRESS}
    results = {
        name: own.get(name) or type_of("samples" if name in COLUMNS["samples"] else "results", name) for name in RESULTS
    }
    columns = (_PROBLEMS, _STRESSFUL, _SOLUTIONS, results)
    return {config: Features(made(kinds)) for config, kinds in zip(CONFIGS, columns, strict=True)}


def problem_rows(benchmark: Benchmark) -> Iterator[Row]:
    """Yield one row per problem.

    Raises:
        InputError: a problem's example cannot be written as a literal, or the extra tests are for other problems.
    """
    path = extra_tests(benchmark.name)
    extra = read_lines(path, benchmark) if path.exists() else {}
    for problem in benchmark:
        canonical, wrong = problem.canonical.code, problem.canonical_wrong
        continues = canonical.startswith(problem.prompt)  # as in HumanEval
        yield {
            "task_id": problem.task_id,
            "task": str(problem.task),
            "level": str(problem.level),
            "source": benchmark.texts.url,
            "licence": benchmark.texts.licence,
            "entry_point": problem.entry_point,
            "prompt": problem.prompt,
            "canonical_solution": canonical.removeprefix(problem.prompt) if continues else None,
            "test": problem.tests,
            "tests": problem.tests,
            "canonical": canonical,
            "cases": [
                {
                    "name": case.name,
                    "arguments": _literal(problem, f"TESTS ({case.name})", case.arguments),
                    "expected": _literal(problem, f"TESTS ({case.name})", case.expected),
                }
                for case in problem.cases
            ],
            "extra_tests": list(extra[problem.task_id].inputs) if problem.task_id in extra else [],
            "written": None if problem.written is None else problem.written.isoformat(),
            "canonical_wrong": wrong and {"arguments": _literal(problem, "CANONICAL_WRONG", wrong[0]), "why": wrong[1]},
            "ground_truth": None if problem.corrected is None else _code(problem.corrected),
            "contract": problem.contract,
            "invalid": [
                {"reason": reason, "arguments": _literal(problem, f"INVALID ({reason})", arguments)}
                for reason, arguments in problem.invalid
            ],
            "references": [_code(solution) for solution in problem.references],
            "slow": [_code(solution) for solution in problem.slow],
            "growing": None if problem.growing is None else vars(problem.growing),
            "headroom": problem.no_headroom is None,
            "no_headroom": problem.no_headroom,
            "few_families": problem.few_families,
            "cost_varies": [{"input": name, "why": why} for name, why in problem.cost_varies.items()],
            "tolerance": problem.tolerance,
            "accepts": problem.accepts,
            "notes": problem.notes,
            "stressful_inputs": len(problem.stressful),
            "hash": problem.hash,
        }


def stressful_rows(benchmark: Benchmark, measured: Measured) -> Iterator[Row]:
    """Yield one row per stressful input; `measured` must cover these problems."""
    for problem in benchmark:
        for given in problem.stressful:
            known = measured.problems[problem.task_id]
            built = known.inputs[given.name]
            memory = None if built.memory is None else sorted(built.memory.items())
            yield {
                "task_id": problem.task_id,
                "name": given.name,
                "format": str(given.format),
                "kind": str(given.kind),
                "exposes": given.exposes,
                "program": given.program,
                "function": given.function,
                "expressions": list(given.expressions),
                "seed": given.seed,
                "family": given.is_family,
                "size": built.size,
                "sha256": built.sha256,
                "shape": list(built.shape),
                "preview": built.preview,
                "best_known": built.counts[known.best_known],
                "ground_truth": built.counts[known.ground_truth],
                "counts": [{"solution": name, "count": count} for name, count in sorted(built.counts.items())],
                "memory": memory and [{"solution": name, "bytes": peak} for name, peak in memory],
            }


def solution_rows(benchmark: Benchmark, measured: Measured) -> Iterator[Row]:
    """Yield one row per counted solution: ground truths, references, slow ones; `measured` must cover them."""
    for problem in benchmark:
        if not problem.stressful:
            continue
        known = measured.problems[problem.task_id]
        inputs = {given.name: known.inputs[given.name] for given in problem.stressful}
        for solution, role in counted_solutions(problem).items():
            counts = {name: built.counts[solution.name] for name, built in inputs.items()}
            peaks = [
                {"input": name, "bytes": built.memory[solution.name]}
                for name, built in inputs.items()
                if built.memory is not None
            ]
            yield {
                "task_id": problem.task_id,
                "name": solution.name,
                "role": str(role),
                "code": solution.code,
                "sha256": known.solutions[solution.name].sha256,
                "best_known": solution.name == known.best_known,
                "total": None if None in counts.values() else sum(count or 0 for count in counts.values()),
                "counts": [{"input": name, "count": count} for name, count in counts.items()],
                "memory": peaks or None,
                "fingerprint": measured.environment.fingerprint,
            }


def result_rows(entries: Sequence[Entry]) -> Iterator[Row]:
    """Yield one row per sample, result by result, and within each by problem."""
    superseded = superseded_runs(entries)
    for entry in entries:
        result, facts = entry.result, result_row(entry, superseded)
        of_result = {name: facts[name] for name in COLUMNS["results"]} | {
            "submitter": result.model.submitter,
            "counter": str(result.environment.counter),
            "fingerprint": result.environment.fingerprint,
            "evaluator_version": result.evaluator_version,
            "budget": result.budget,
        }
        # What is public elsewhere is not ours to republish, wherever the code came from.
        withheld = result.code_withheld or entry.submitted.source is not None
        samples = {(sample.task_id, sample.index): sample for sample in result.samples}
        for row in sample_rows(entry):
            sample = samples[row["task_id"], row["sample"]]
            yield (
                of_result
                | row
                | {
                    "problem_hash": result.problems[sample.task_id].hash,
                    "code": None if withheld else sample.code,
                    "stress": [
                        {
                            "input": name,
                            "verdict": str(stress.verdict),
                            "count": stress.count,
                            "memory": stress.memory,
                        }
                        for name, stress in sorted(sample.stress.items())
                    ],
                }
            )


def _code(solution: Solution) -> Row:
    return {"name": solution.name, "code": solution.code}


def _literal(problem: Problem, field: str, value: Any) -> str:
    try:
        return write_literal(value)
    except LiteralError as error:
        raise InputError(f"{problem.task_id}: {field}: {error}; give another example in the problem's file") from None
