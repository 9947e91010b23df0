"""The report of human solutions: rows and lines for people, JSON for programs."""

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from tallybench.model.budget import MEMORY_FLOOR
from tallybench.model.result import SampleResult
from tallybench.model.verdicts import Verdict
from tallybench.statistics.report import figure_text
from tallybench.studies.human_places import Agreement, ResultPercentiles
from tallybench.studies.humans import HumanSolutions, MeasuredHumans
from tallybench.studies.study import dump_json

HEADER = ("task", "tests", "solutions", "correct", "counted", "best", "best, instructions", "median / best", "slowest")


def problem_rows(humans: MeasuredHumans) -> list[list[str]]:
    """Return one row per problem."""
    rows = []
    for problem in humans.problems:
        totals = problem.totals
        correct = sum(sample.verdict is Verdict.PASSED for sample in problem.samples)
        row = [problem.task_id, str(problem.tests), str(len(problem.samples)), str(correct)]
        if problem.best is None:
            rows.append([*row, *["-"] * 5])
            continue
        best = totals[problem.best]
        middle, slowest = statistics.median(totals.values()) / best, max(totals.values()) / best
        rows.append([*row, str(len(totals)), problem.best, f"{best:,}", f"{middle:.2f}", f"{slowest:.2f}"])
    return rows


def summary_lines(
    humans: MeasuredHumans, results: Sequence[ResultPercentiles], agreements: Sequence[Agreement] | None
) -> list[str]:
    """Describe what was left out, what fails, how memory differs, the places of samples, and how builds agree."""
    lines = [f"left out: {task_id}: {reason}" for task_id, reason in humans.exclusions]
    lines += [f"not counted: {problem.task_id}: {problem.fault}" for problem in humans.problems if problem.fault]
    samples = [sample for problem in humans.problems for sample in problem.samples]
    wrong = [sample for sample in samples if sample.verdict is not Verdict.PASSED]
    lines.append(f"{len(samples) - len(wrong)} of {len(samples)} human solutions pass all tests of their problem")
    if wrong:
        problems = len({sample.task_id for sample in wrong})
        verdicts = Counter(str(sample.verdict) for sample in wrong)
        by_verdict = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
        lines.append(f"{len(wrong)} do not, in {problems} problems: {by_verdict}")
    if uncounted := sum(_fault(sample) is not None for sample in samples):
        lines.append(f"{uncounted} correct solutions fail on a stressful input and have no total")
    lines += memory_lines(humans)
    for result in results:
        lines += percentile_lines(result)
    return lines if agreements is None else [*lines, _agreement(agreements)]


def memory_lines(humans: MeasuredHumans) -> list[str]:
    """Describe how much the memory of human solutions differs; return nothing if it was not measured."""
    sums = [problem.memory for problem in humans.problems]
    peaks = [
        sample.peaks
        for problem in humans.problems
        for name, sample in zip(problem.names, problem.counts.samples, strict=True)
        if name in problem.memory
    ]
    spans = [max(known.values()) / min(known.values()) for known in sums if len(known) > 1]
    if not spans:
        return []
    within = sum(all((peak or 0) <= MEMORY_FLOOR for peak in taken) for taken in peaks)
    return [
        f"memory: {len(peaks)} solutions have a peak on every input, {within} of them within {MEMORY_FLOOR >> 10} KiB "
        f"on each; the largest need is {statistics.median(spans):.1f} times the smallest (median of {len(spans)} "
        f"problems), {max(spans):.1f} times at most"
    ]


def percentile_lines(result: ResultPercentiles) -> list[str]:
    """Describe the places of a result's samples."""
    correct, every = (figure_text("place", figure) for figure in (result.correct, result.all))
    lines = [
        f"{result.model}: share of human solutions that are slower, in %, on average: {correct} problems (correct "
        f"samples) and {every} (an incorrect sample counts as 0)"
    ]
    if result.drawing_error is not None:
        error = 100 * result.drawing_error
        lines.append(
            f"{result.model}: because solutions were drawn, the first figure has a standard error of {error:.1f}"
        )
    if result.memory is None:
        return lines
    taken = figure_text("place", result.memory)
    line = f"{result.model}: share of human solutions that need more memory, in %: {taken} problems"
    ratios = [(one.memory_ratio, one.task_id) for one in result.samples if one.memory_ratio is not None]
    if ratios and result.memory_tied is not None and result.memory_tied.value is not None:
        middle, (most, where) = statistics.median(ratio for ratio, _ in ratios), max(ratios)
        line += (
            f", and {100 * result.memory_tied.value:.1f} % need as much; it needs {middle:.1f} times the median "
            f"solution's memory (median of its correct samples), {most:.1f} times at most ({where})"
        )
    return [*lines, line]


def _agreement(agreements: Sequence[Agreement]) -> str:
    if not agreements:
        return "interpreter builds: no problem has three solutions counted with both"
    taus = [agreement.kendall for agreement in agreements if agreement.kendall is not None]
    tau = f"mean {statistics.fmean(taus):.3f}, lowest {min(taus):.3f}" if taus else "none, because all tie"
    changes = [agreement.change for agreement in agreements]
    return (
        f"interpreter builds, {len(agreements)} problems: Kendall's tau {tau}; a percentile changes by "
        f"{statistics.fmean(changes):.2f} points on average, by {max(changes):.2f} in the worst problem; "
        f"the best solution stays the best, or ties, in {sum(agreement.best_kept for agreement in agreements)}"
    )


def as_json(
    measured: Sequence[MeasuredHumans], results: Sequence[ResultPercentiles], agreements: Sequence[Agreement] | None
) -> bytes:
    """Return everything except code, so that it may be published."""
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
    return dump_json(content)


def _fault(sample: SampleResult) -> str | None:
    """Return why a correct solution has no total; None if no input failed."""
    failed = ((name, one) for name, one in sample.stress.items() if not one.verdict.bounded)
    return next((f"stressful input {name}: {one.verdict}: {one.reason}" for name, one in failed), None)


def _problem(problem: HumanSolutions) -> dict[str, Any]:
    return {
        "hash": problem.facts.hash,
        "tests": problem.tests,
        "fault": problem.fault,
        **({} if problem.population is None else {"drawn_from": problem.population}),
        "best": problem.best,
        "solutions": [
            _solution(problem, name, sample) for name, sample in zip(problem.names, problem.samples, strict=True)
        ],
    }


def _solution(problem: HumanSolutions, name: str, sample: SampleResult) -> dict[str, Any]:
    fault, total = _fault(sample), problem.totals.get(name)
    stress = sample.stress if fault is None else {}
    measured = stress if problem.facts.least_memory is not None else {}
    peaks = {input_name: one.memory for input_name, one in measured.items()}
    shares = None if total is None else problem.percentile(total, without=name)
    return {
        "name": name,
        "sha256": sample.code_sha256,
        "verdict": str(sample.verdict),
        "reason": None if sample.failure is None else sample.failure.reason,
        "counts": {input_name: one.count for input_name, one in stress.items()},
        "fault": fault,
        **({"peaks": peaks, "memory": problem.memory.get(name)} if peaks else {}),
        "total": total,
        "percentile": None if shares is None else round(shares[0], 6),
    }


def _result(result: ResultPercentiles) -> dict[str, Any]:
    figures = {name: getattr(result, name) for name in ("correct", "all", "memory", "memory_tied")}
    return {
        "model": result.model,
        **{name: figure.model_dump(mode="json") for name, figure in figures.items() if figure is not None},
        **({} if result.drawing_error is None else {"drawing_error": result.drawing_error}),
        "places": [asdict(sample) for sample in result.samples],
    }
