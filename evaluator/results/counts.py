"""What the metrics need to know, and what they leave out: from the parts of a result alone."""

from collections import defaultdict
from collections.abc import Sequence

from evaluator.results.metrics import ProblemCounts, SampleCounts, Tie
from evaluator.results.result import Exclusion, ProblemResult, SampleResult
from evaluator.results.verdicts import StressVerdict, Verdict

BUDGET = 20  # times the best known solution's count
# Another hash seed moves the count of a solution that looks up strings by up to 2.7 %, and that of one that spends
# next to nothing by some thousand instructions (`tallybench stability`). No ranking should turn on that.
TIE = Tie(relative=0.03, absolute=10_000)


def problem_counts(
    problems: dict[str, ProblemResult], samples: Sequence[SampleResult], budget: int
) -> list[ProblemCounts]:
    """What the metrics need, from the parts of a result alone: whoever has the file can compute its figures anew."""
    by_task = defaultdict(list)
    for sample in samples:
        by_task[sample.task_id].append(sample)
    counts = []
    for task_id, problem in sorted(problems.items()):  # as in the file: the bootstrap draws by position
        budgets = {name: budget * one.best_known for name, one in problem.inputs.items()}
        truths = {name: one.ground_truth for name, one in problem.inputs.items()}
        counts.append(
            ProblemCounts(
                efficiency=problem.without_efficiency is None,
                samples=[_counts(sample, budgets) for sample in by_task[task_id]],
                ground_truth=sum(truths[name] or budgets[name] for name in budgets) or None,
                best_known=sum(one.best_known for one in problem.inputs.values()) or None,
                truth_censored=None in truths.values(),
            )
        )
    return counts


def _counts(sample: SampleResult, budgets: dict[str, int]) -> SampleCounts:
    correct = sample.verdict is Verdict.PASSED
    stress = tuple(sample.stress[name].verdict for name in budgets if name in sample.stress)
    total: int | None = None
    if stress and set(stress) <= {StressVerdict.COUNTED, StressVerdict.OVER_BUDGET}:
        total = sum(sample.stress[name].count or budgets[name] for name in budgets)
    return SampleCounts(correct, stress, total)


def find_exclusions(problems: dict[str, ProblemResult], samples: Sequence[SampleResult]) -> list[Exclusion]:
    """Every problem that some figure leaves out, and why."""
    found = []
    timed = set()
    correct = set()
    for sample in samples:
        if sample.verdict is Verdict.PASSED:
            correct.add(sample.task_id)
            verdicts = {one.verdict for one in sample.stress.values()}
            if verdicts and verdicts <= {StressVerdict.COUNTED, StressVerdict.OVER_BUDGET}:
                timed.add(sample.task_id)
    for task_id, problem in problems.items():
        if problem.without_efficiency is not None:
            found.append(Exclusion(task_id=task_id, excluded_from="efficiency", reason=problem.without_efficiency))
        elif task_id not in timed:
            reason = "every correct sample failed under stress" if task_id in correct else "no correct sample"
            found.append(Exclusion(task_id=task_id, excluded_from="speedup", reason=reason))
    return found
