"""The columns of the list of a benchmark's problems."""

from generator.problem import ProblemView
from generator.render import instructions, points, ratio
from generator.tables.column import Column, number_column
from tallybench.model.budget import BUDGET


def _share_of_models(solvers: int | None, problem: ProblemView) -> float | None:
    return solvers / len(problem.outcomes) if solvers is not None and problem.outcomes else None


def _count_of_models(solvers: int | None, problem: ProblemView) -> str:
    return "–" if solvers is None or not problem.outcomes else f"{solvers} of {len(problem.outcomes)}"


def _solved_by(problem: ProblemView) -> str:
    share = _share_of_models(problem.solvers, problem)
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
    number_column(
        "spread",
        "Spread",
        lambda problem: problem.spread,
        ratio,
        title="the factor by which the ranked models' correct solutions typically lie above or below their middle; "
        f"over the budget counts as {BUDGET} times the best known",
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
    number_column(
        "tests",
        "Tests",
        lambda problem: problem.facts.tests,
        "{:,}".format,
        title="correctness tests",
        optional="hidden",
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
    number_column(
        "human",
        "Human",
        lambda problem: problem.facts.human_solutions,
        lambda count: "–" if count is None else f"{count:,}",
        title="solutions by people, in the source",
        optional="hidden",
    ),
    Column(
        name="solved",
        head="Solved by",
        title="models and settings, ranked or not, with a correct sample",
        sort="number",
        facet=_solved_by,
        value=lambda problem: _share_of_models(problem.solvers, problem),
        show=lambda problem, _: _count_of_models(problem.solvers, problem),
    ),
    number_column(
        "score", "Mean score", lambda problem: problem.mean_score, points, title="the models' mean score@1, 0 to 100"
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
    number_column(
        "best",
        "Best known",
        lambda problem: problem.references.best_total if problem.references else None,
        instructions,
        title="instructions of the best known solution over all stressful inputs",
        first="ascending",
        optional="shown",
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
