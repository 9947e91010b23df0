"""What is shown of human solutions: rows for people, JSON for programs."""

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import orjson

from evaluator.humans.percentiles import Agreement, ResultPercentiles
from evaluator.humans.solutions import HumanSolutions, MeasuredHumans
from evaluator.results.budget import MEMORY_FLOOR
from evaluator.results.report import percent
from evaluator.results.result import Figure

HEADER = ("task", "tests", "solutions", "correct", "counted", "best", "best, instructions", "median / best", "slowest")


def problem_rows(humans: MeasuredHumans) -> list[list[str]]:
    """A row a problem."""
    rows = []
    for problem in humans.problems:
        totals = problem.totals
        correct = sum(solution.correct for solution in problem.solutions)
        row = [problem.task_id, str(problem.tests), str(len(problem.solutions)), str(correct)]
        if problem.best is None:
            rows.append([*row, *["-"] * 5])
            continue
        best = totals[problem.best]
        middle, slowest = statistics.median(totals.values()) / best, max(totals.values()) / best
        rows.append([*row, str(len(totals)), problem.best, f"{best:,}", f"{middle:.2f}", f"{slowest:.2f}"])
    return rows


def fault_lines(humans: MeasuredHumans) -> list[str]:
    """What was left out and why, and how many solutions fail; a line each."""
    lines = [f"left out: {task_id}: {reason}" for task_id, reason in humans.exclusions]
    lines += [f"not counted: {problem.task_id}: {problem.fault}" for problem in humans.problems if problem.fault]
    solutions = [solution for problem in humans.problems for solution in problem.solutions]
    verdicts = Counter(str(solution.verdict) for solution in solutions if not solution.correct)
    problems = sum(any(not solution.correct for solution in problem.solutions) for problem in humans.problems)
    by_verdict = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
    right = len(solutions) - verdicts.total()
    lines.append(f"{right} of {len(solutions)} human solutions pass all tests of their problem")
    if verdicts:
        lines.append(f"{verdicts.total()} do not, in {problems} problems: {by_verdict}")
    uncounted = sum(solution.fault is not None for solution in solutions)
    if uncounted:
        lines.append(f"{uncounted} correct ones fail on a stressful input and have no total")
    return lines


def percentile_lines(results: Sequence[ResultPercentiles]) -> list[str]:
    """Where the samples of each result lie; a line each."""
    lines = []
    for result in results:
        lines.append(
            f"{result.model}: on average slower than it are {percent(result.correct)} problems (correct samples) "
            f"and {percent(result.all)} (a sample that is not correct counts as 0), in % of the human solutions"
        )
        if result.drawing_error is not None:
            error = 100 * result.drawing_error
            lines.append(
                f"{result.model}: since solutions were drawn, the first figure has a standard error of {error:.1f}"
            )
        if result.memory is not None:
            lines.append(_of_memory(result, result.memory))
    return lines


def _of_memory(result: ResultPercentiles, more: Figure) -> str:
    line = f"{result.model}: more memory than it need {percent(more)} problems, in % of the human solutions"
    ratios = [(one.memory_ratio, one.task_id) for one in result.samples if one.memory_ratio is not None]
    if not ratios or result.memory_tied is None or result.memory_tied.value is None:
        return line
    middle, (most, where) = statistics.median(ratio for ratio, _ in ratios), max(ratios)
    return (
        f"{line}, and {100 * result.memory_tied.value:.1f} % need as much; it needs {middle:.1f} times what the median "
        f"one does (median of its correct samples), {most:.1f} times at the most ({where})"
    )


def memory_lines(humans: MeasuredHumans) -> list[str]:
    """How far the memory of human solutions differs, where it was measured."""
    sums = [problem.memory for problem in humans.problems]
    peaks = [
        solution.peaks.values()
        for problem, known in zip(humans.problems, sums, strict=True)
        for solution in problem.solutions
        if solution.name in known
    ]
    spans = [max(known.values()) / min(known.values()) for known in sums if len(known) > 1]
    if not spans:
        return []
    within = sum(all((peak or 0) <= MEMORY_FLOOR for peak in taken) for taken in peaks)
    return [
        f"memory: {len(peaks)} solutions have a peak on every input, {within} of them within {MEMORY_FLOOR >> 10} KiB "
        f"on each; the one that needs most needs {statistics.median(spans):.1f} times what the leanest does (median of "
        f"{len(spans)} problems), {max(spans):.1f} times at the most"
    ]


def agreement_lines(agreements: Sequence[Agreement] | None) -> list[str]:
    """How stable a rank is across interpreter builds; a line each."""
    if agreements is None:
        return []
    if not agreements:
        return ["interpreter builds: no problem has three solutions that both counted"]
    taus = [agreement.kendall for agreement in agreements if agreement.kendall is not None]
    tau = f"mean {statistics.fmean(taus):.3f}, lowest {min(taus):.3f}" if taus else "none, for all tie"
    changes = [agreement.change for agreement in agreements]
    same_best = sum(agreement.best_kept for agreement in agreements)
    return [
        f"interpreter builds, {len(agreements)} problems: Kendall's tau {tau}; a percentile changes by "
        f"{statistics.fmean(changes):.2f} points on average, by {max(changes):.2f} in the worst problem; "
        f"the best solution stays the best, or ties, in {same_best}"
    ]


def as_json(
    measured: Sequence[MeasuredHumans],
    results: Sequence[ResultPercentiles],
    agreements: Sequence[Agreement] | None,
) -> bytes:
    """Everything: no code, so that it may be published."""
    first = measured[0]
    content: dict[str, Any] = {
        "schema_version": 1,
        "benchmark": {"name": first.benchmark, "version": first.version},
        **({"drawing": asdict(first.drawing)} if first.drawing else {}),
        "environments": [humans.fingerprint.hash for humans in measured],
        "exclusions": [{"task_id": task_id, "reason": reason} for task_id, reason in first.exclusions],
        "problems": {problem.task_id: _problem(problem) for problem in first.problems},
        "samples": [_result(result) for result in results],
        "builds": None if agreements is None else [asdict(agreement) for agreement in agreements],
    }
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _problem(problem: HumanSolutions) -> dict[str, Any]:
    totals, memory = problem.totals, problem.memory
    return {
        "hash": problem.hash,
        "tests": problem.tests,
        "fault": problem.fault,
        **({} if problem.population is None else {"drawn_from": problem.population}),
        "best": problem.best,
        "solutions": [
            {
                "name": solution.name,
                "sha256": solution.sha256,
                "verdict": str(solution.verdict),
                "reason": solution.reason,
                "counts": solution.counts,
                "fault": solution.fault,
                **({"peaks": solution.peaks, "memory": memory.get(solution.name)} if solution.peaks else {}),
                "total": totals.get(solution.name),
                "percentile": _share(problem, solution.name, totals),
            }
            for solution in problem.solutions
        ],
    }


def _share(problem: HumanSolutions, name: str, totals: dict[str, int]) -> float | None:
    """The share of the other solutions that are slower."""
    shares = problem.percentile(totals[name], without=name) if name in totals else None
    return None if shares is None else round(shares[0], 6)


def _result(result: ResultPercentiles) -> dict[str, Any]:
    return {
        "model": result.model,
        "correct": result.correct.model_dump(mode="json"),
        "all": result.all.model_dump(mode="json"),
        **({} if result.memory is None else {"memory": result.memory.model_dump(mode="json")}),
        **({} if result.memory_tied is None else {"memory_tied": result.memory_tied.model_dump(mode="json")}),
        **({} if result.drawing_error is None else {"drawing_error": result.drawing_error}),
        "places": [asdict(sample) for sample in result.samples],
    }
