"""The rows of the dataset, made from the problems, their measurements, and the results."""

from collections.abc import Iterator, Sequence
from typing import Any

from tallybench.benchmarks.extra_tests import extra_tests, read_lines
from tallybench.benchmarks.measured import Measured, counted_solutions
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution
from tallybench.statistics.frames import COLUMNS, result_row, sample_rows
from tallybench.statistics.published.boards import superseded_runs
from tallybench.statistics.published.entries import Entry
from tallybench.values.literals import LiteralError, write_literal

Row = dict[str, Any]


def problem_rows(benchmark: Benchmark) -> Iterator[Row]:
    """Yield one row per problem.

    Raises:
        InputError: a problem's example cannot be written as a literal, or the extra tests are for other problems.
    """
    path = extra_tests(benchmark.name)
    extra = read_lines(path, benchmark) if path.exists() else {}
    for problem in benchmark:
        yield {
            "task_id": problem.task_id,
            "task": str(problem.task),
            "level": str(problem.level),
            "source": benchmark.texts.url,
            "licence": benchmark.texts.licence,
            "entry_point": problem.entry_point,
            "prompt": problem.prompt,
            "canonical_solution": _continuation(problem),
            "test": problem.tests,
            "tests": problem.tests,
            "canonical": problem.canonical.code,
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
            "canonical_wrong": _canonical_wrong(problem),
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
        for stressful_input in problem.stressful:
            known = measured.problems[problem.task_id]
            built = known.inputs[stressful_input.name]
            yield {
                "task_id": problem.task_id,
                "name": stressful_input.name,
                "format": str(stressful_input.format),
                "kind": str(stressful_input.kind),
                "exposes": stressful_input.exposes,
                "program": stressful_input.program,
                "function": stressful_input.function,
                "expressions": list(stressful_input.expressions),
                "seed": stressful_input.seed,
                "family": stressful_input.is_family,
                "size": built.size,
                "sha256": built.sha256,
                "shape": list(built.shape),
                "preview": built.preview,
                "best_known": built.counts[known.best_known],
                "ground_truth": built.counts[known.ground_truth],
                "counts": [{"solution": name, "count": count} for name, count in sorted(built.counts.items())],
                "memory": None
                if built.memory is None
                else [{"solution": name, "bytes": peak} for name, peak in sorted(built.memory.items())],
            }


def solution_rows(benchmark: Benchmark, measured: Measured) -> Iterator[Row]:
    """Yield one row per counted solution.

    These are ground truths, references and slow solutions; `measured` must cover these problems.
    """
    for problem in benchmark:
        if not problem.stressful:
            continue
        known = measured.problems[problem.task_id]
        for solution, role in counted_solutions(problem).items():
            counts = [
                (stressful_input.name, known.inputs[stressful_input.name].counts[solution.name])
                for stressful_input in problem.stressful
            ]
            inputs = {stressful_input.name: known.inputs[stressful_input.name] for stressful_input in problem.stressful}
            peaks = [
                {"input": name, "bytes": built.memory[solution.name]}
                for name, built in inputs.items()
                if built.memory is not None
            ]
            numbers = [count for _, count in counts if count is not None]
            yield {
                "task_id": problem.task_id,
                "name": solution.name,
                "role": str(role),
                "code": solution.code,
                "sha256": known.solutions[solution.name].sha256,
                "best_known": solution.name == known.best_known,
                "total": sum(numbers) if len(numbers) == len(counts) else None,
                "counts": [{"input": name, "count": count} for name, count in counts],
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


def _continuation(problem: Problem) -> str | None:
    """Return the canonical solution without the prompt, as in HumanEval; None if it does not begin with the prompt."""
    code = problem.canonical.code
    return code.removeprefix(problem.prompt) if code.startswith(problem.prompt) else None


def _code(solution: Solution) -> Row:
    return {"name": solution.name, "code": solution.code}


def _canonical_wrong(problem: Problem) -> Row | None:
    if problem.canonical_wrong is None:
        return None
    arguments, why = problem.canonical_wrong
    return {"arguments": _literal(problem, "CANONICAL_WRONG", arguments), "why": why}


def _literal(problem: Problem, field: str, value: Any) -> str:
    try:
        return write_literal(value)
    except LiteralError as error:
        raise InputError(f"{problem.task_id}: {field}: {error}; give another example in the problem's file") from None
