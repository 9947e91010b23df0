"""The columns of the list of a benchmark's problems."""

from generator.problem import ProblemView
from generator.render import instructions, points, ratio
from generator.tables.column import Column
from tallybench.model.budget import BUDGET


def _share_of_models(solvers: int | None, problem: ProblemView) -> float | None:
    return solvers / len(problem.outcomes) if solvers is not None and problem.outcomes else None


def _count_of_models(solvers: int | None, problem: ProblemView) -> str:
    return "–" if solvers is None or not problem.outcomes else f"{solvers} of {len(problem.outcomes)}"


def _band(share: float | None) -> str:
    if share is None:
        return "not known"
    return "no model" if share == 0 else "every model" if share == 1 else "some models"


def _inputs(problem: ProblemView) -> str:
    used, left_out = len(problem.facts.inputs), len(problem.facts.left_out)
    return f"{used} of {used + left_out}" if left_out else str(used)


def _truth_ratio(problem: ProblemView) -> float | None:
    return problem.references.truth_ratio if problem.references else None


def _efficiency(problem: ProblemView) -> str:
    return "counts" if problem.for_efficiency else "pass@k only"


COLUMNS: tuple[Column[ProblemView], ...] = (
    Column(
        name="problem", head="Problem", sort="text", heads_rows=True, show=lambda problem, links: links.problem(problem)
    ),
    Column(
        name="id",
        head="Id",
        title="sorted in the benchmark's order",
        sort="number",
        first="ascending",
        in_words=True,
        value=lambda problem: problem.number,
        show=lambda problem, _: problem.task_id,
    ),
    Column(
        name="spread",
        head="Spread",
        title="the factor by which the ranked models' correct solutions typically lie above or below their middle; "
        f"over the budget counts as {BUDGET} times the best known",
        sort="number",
        value=lambda problem: problem.spread,
        show=lambda problem, _: ratio(problem.spread),
    ),
    Column(
        name="level",
        head="Level",
        facet=lambda problem: problem.facts.level,
        optional="hidden",
        show=lambda problem, _: problem.facts.level,
    ),
    Column(
        name="efficiency",
        head="Efficiency",
        title="whether the problem counts for efficiency, or for pass@k only",
        facet=_efficiency,
        optional="shown",
        show=lambda problem, _: _efficiency(problem),
    ),
    Column(
        name="tests",
        head="Tests",
        title="correctness tests",
        sort="number",
        optional="hidden",
        value=lambda problem: problem.facts.tests,
        show=lambda problem, _: f"{problem.facts.tests:,}",
    ),
    Column(
        name="inputs",
        head="Inputs",
        title="stressful inputs",
        sort="number",
        optional="shown",
        value=lambda problem: len(problem.facts.inputs),
        show=lambda problem, _: _inputs(problem),
    ),
    Column(
        name="human",
        head="Human",
        title="solutions by people, in the source",
        sort="number",
        optional="hidden",
        value=lambda problem: problem.facts.human_solutions,
        show=lambda problem, _: "–" if problem.facts.human_solutions is None else f"{problem.facts.human_solutions:,}",
    ),
    Column(
        name="solved",
        head="Solved by",
        title="models and settings, ranked or not, with a correct sample",
        sort="number",
        facet=lambda problem: _band(_share_of_models(problem.solvers, problem)),
        value=lambda problem: _share_of_models(problem.solvers, problem),
        show=lambda problem, _: _count_of_models(problem.solvers, problem),
    ),
    Column(
        name="score",
        head="Mean score",
        title="the models' mean score@1, 0 to 100",
        sort="number",
        value=lambda problem: problem.mean_score,
        show=lambda problem, _: points(problem.mean_score),
    ),
    Column(
        name="efficient",
        head="Efficient",
        title="models and settings, ranked or not, with a solution that spends no more than the ground truth",
        sort="number",
        optional="shown",
        value=lambda problem: _share_of_models(problem.efficient_solvers, problem),
        show=lambda problem, _: _count_of_models(problem.efficient_solvers, problem),
    ),
    Column(
        name="best",
        head="Best known",
        title="instructions of the best known solution over all stressful inputs",
        sort="number",
        first="ascending",
        optional="shown",
        value=lambda problem: problem.references.best_total if problem.references else None,
        show=lambda problem, _: instructions(problem.references.best_total if problem.references else None),
    ),
    Column(
        name="truth",
        head="Ground truth",
        title="ground truth's instructions over the best known solution's",
        sort="number",
        optional="shown",
        value=_truth_ratio,
        show=lambda problem, _: ratio(
            _truth_ratio(problem), problem.references is not None and problem.references.truth_total is None
        ),
    ),
)
