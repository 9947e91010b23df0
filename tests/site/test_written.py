"""What models wrote: which samples are one solution, in which order, and what pages and files make of them."""

import csv
import io
import json
from collections import Counter
from statistics import fmean, geometric_mean

import pytest
from generator import heatmap
from generator.downloads import COLUMNS, comparable_results, differences_by_model, problem_code, problem_csv
from generator.model import MOST_BESIDE
from generator.problem import MOST_CODE, ProblemView
from generator.relations import recited_by
from generator.render import cost_ratio
from generator.site import Site
from generator.tables.outcomes import reason_of
from generator.written import WrittenSolution, with_code_on_page

from tallybench.model.verdicts import Verdict


@pytest.fixture(scope="session")
def problems(kept_site: Site) -> list[ProblemView]:
    return kept_site.default.problems


def samples_of(solution: WrittenSolution) -> list[tuple[str, int]]:
    return [(writer.entry.slug, one.sample.index) for writer in solution.writers for one in writer.samples]


def test_each_sample_is_one_solution_and_no_solution_is_there_twice(problems: list[ProblemView]) -> None:
    shared = 0
    for problem in problems:
        given = Counter(
            (outcome.row.entry.slug, sample.index)
            for outcome in (*problem.outcomes, *problem.baselines)
            for sample in outcome.samples
        )
        assert Counter(name for solution in problem.written for name in samples_of(solution)) == given
        programs: dict[tuple[str | None, str], int] = {}
        for solution in problem.written:
            for writer in solution.writers:
                for one in writer.samples:
                    assert programs.setdefault((one.sample.code_sha256, one.label), solution.number) == solution.number
            shared += len(solution.models) > 1
    assert shared > 300, "models often write the same"


def test_what_is_one_solution_ends_alike_and_its_counts_tie(problems: list[ProblemView]) -> None:
    trees = 0
    for problem in problems:
        for solution in problem.written:
            each = [one for writer in solution.writers for one in writer.samples]
            assert {one.label for one in each} == {solution.label}
            totals = [one.total for one in each if one.total]
            if totals:
                tie = each[0].tie
                assert max(totals) <= min(totals) + tie.slack(min(totals), len(each[0].counts.stress))
            trees += len({one.sample.code_sha256 for one in each}) > 1
    assert trees > 100, "many differ in names and comments only"


def test_the_cheapest_correct_solution_comes_first_and_the_wrong_ones_last(problems: list[ProblemView]) -> None:
    for problem in problems:
        assert [solution.number for solution in problem.written] == list(range(1, len(problem.written) + 1))
        passed = [solution.outcome.sample.verdict is Verdict.PASSED for solution in problem.written]
        assert passed == sorted(passed, reverse=True)
        within = [solution.outcome for solution in problem.written if solution.outcome.counts.counted]
        assert [one.total for one in within] == sorted(one.total or 0 for one in within)


def test_a_lower_bound_stands_for_no_model_that_has_a_count(problems: list[ProblemView]) -> None:
    """GPT-5.4 has nine counted samples of HumanEval/95, and one over the budget with a lower total."""
    both = []
    for problem in problems:
        for outcome in problem.outcomes:
            exact = [one for one in outcome.of_samples if one.counts.correct and one.counts.counted]
            if exact:
                assert outcome.best in exact and outcome.total == min(one.total or 0 for one in exact)
                if any(one.censored and (one.total or 0) < (outcome.total or 0) for one in outcome.of_samples):
                    both.append((problem.task_id, outcome.row.entry.slug))
            for one in outcome.of_samples:
                assert not (one.censored and (one.beats_truth or one.ties_with_best))
    assert both == [("HumanEval/95", "gpt-5.4-performance")]


def test_a_reason_is_told_only_where_it_says_more_than_the_outcome(problems: list[ProblemView]) -> None:
    wrong = [solution for problem in problems for solution in problem.written if solution.outcome.reason]
    told = {solution.outcome.reason: reason_of(solution) for solution in wrong if not solution.outcome.censored}
    assert told["wrong_output"] == "" and told["a test's assertion failed"] == "a test's assertion failed"


def test_a_page_shows_the_code_of_what_most_samples_are_and_no_more_than_it_may(problems: list[ProblemView]) -> None:
    for problem in problems:
        shown = [solution for solution in problem.written if solution.number in problem.with_code]
        assert sum(len(solution.shown[1].code or "") for solution in shown if solution.shown) <= MOST_CODE
    written = problems[0].written
    assert with_code_on_page(written, 0) == frozenset()
    everything = with_code_on_page(written, 10**9)
    assert everything == {solution.number for solution in written if solution.shown} != frozenset()


def test_the_spread_of_a_problem_is_one_where_all_spend_the_same(kept_site: Site, problems: list[ProblemView]) -> None:
    spreads = [problem.spread for problem in kept_site.default.by_spread]
    assert spreads == sorted(spreads, key=lambda spread: -(spread or 0))
    assert (spreads[0] or 0) > 3
    assert all(spread is None or spread >= 1 for spread in spreads)
    for problem in problems:
        ratios = {outcome.ratio for outcome in problem.outcomes if outcome.correct and outcome.ratio}
        if problem.spread is not None and len(ratios) == 1:
            assert problem.spread == pytest.approx(1)
        assert (problem.spread is None) >= (not problem.for_efficiency)


def test_findings_and_the_table_of_problems_agree_where_code_differs_most(kept_site: Site) -> None:
    (finding,) = (finding for finding in kept_site.findings if finding.key == "problems")
    found = dict(zip(finding.data["task_id"], finding.data["spread"], strict=True))
    spreads = {problem.task_id: problem.spread for problem in kept_site.default.by_spread}
    assert next(task_id for task_id in spreads if task_id in found) == next(iter(found))
    assert kept_site.default.published == "2021-07", "the problems are as old as their paper"
    assert found == pytest.approx({task_id: spreads[task_id] for task_id in found})


def test_where_a_model_is_far_ahead_it_neither_ties_nor_is_far_behind(kept_site: Site) -> None:
    listed = 0
    for model in kept_site.default.models:
        best, worst = ({pair.problem.task_id for pair in pairs} for pairs in (model.best, model.worst))
        assert not best & worst
        for _, outcome in model.best:
            assert outcome.total and outcome.counts.ground_truth and outcome.counts.ground_truth > 1.03 * outcome.total
        listed += len(best)
    assert listed


def test_the_data_of_a_problem_have_a_line_a_sample(problems: list[ProblemView]) -> None:
    problem = problems[0]
    rows = list(csv.DictReader(io.StringIO(problem_csv(problem))))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == sum(len(outcome.samples) for outcome in (*problem.outcomes, *problem.baselines))
    for row in rows:
        solution = problem.written[int(row["solution"]) - 1]
        assert (row["model"], int(row["sample"])) in samples_of(solution)
        assert row["outcome"] == solution.label
        assert bool(row["instructions"]) == bool(solution.outcome.total)


def test_code_is_given_out_where_it_may_be_and_its_origin_always(problems: list[ProblemView]) -> None:
    problem = problems[0]
    solutions = problem_code(problem)["solutions"]
    assert set(solutions) == {str(solution.number) for solution in problem.written}
    for solution in problem.written:
        given = solutions[str(solution.number)]
        assert given["from"]
        assert ("code" in given) == (solution.shown is not None)
    assert json.dumps(solutions), "plain data"
    assert any("commit" in given["from"] for given in solutions.values() if "code" not in given), "public elsewhere"


def test_the_comparisons_solutions_are_those_of_the_problems_page(kept_site: Site) -> None:
    model = next(model for model in kept_site.default.models if model.row.entry.slug == "gpt-4o")
    for given, (problem, outcome) in zip(comparable_results(model, {})["problems"], model.problems, strict=True):
        assert outcome.sample is not None
        assert ("gpt-4o", outcome.sample.index) in samples_of(problem.written[given["solution"] - 1])


def test_the_curve_over_k_starts_at_the_figures_and_never_falls(kept_site: Site) -> None:
    several = [model for model in kept_site.default.models if model.row.entry.samples_a_problem > 1]
    assert several
    for model in several:
        for name, values in model.over_k:
            figure = model.row.entry.figure(name.replace("@k", "@1"))
            assert figure is not None and figure.value is not None
            assert values[0][0] == 1
            assert values[0][1] == pytest.approx(figure.value * (1 if name == "score@k" else 100), abs=1e-4)
            assert [value for _, value in values] == sorted(value for _, value in values)
    single = next(model for model in kept_site.default.models if model.row.entry.slug == "gpt-4o")
    assert single.over_k == []


def test_all_problems_and_samples_are_in_how_they_ended_the_worst_furthest_from_the_best_known(kept_site: Site) -> None:
    for model in kept_site.default.models:
        worst = [(outcome.censored, outcome.ratio or 0) for _, outcome in model.worst]
        assert len(worst) <= 10 and worst == sorted(worst, reverse=True), "over the budget first"
        assert sum(len(ending.problems) for ending in model.outcomes) == len(model.problems)
        samples = sum(len(found.samples) for _, found in model.problems)
        assert sum(ending.samples for ending in model.outcomes) == samples


def test_a_model_recites_a_share_of_what_can_be_told(kept_site: Site) -> None:
    recited = recited_by(kept_site.default.board)
    assert len(recited) > 10
    for slug, found in recited.items():
        assert found.compared > 0, slug
        for share, middle in (found.letter, found.letter_shared, found.canonical, found.shared):
            assert 0 <= share <= 1 and 0 <= middle <= 1
    assert len({found.shared[1] for found in recited.values()}) == 1, "one median"


def test_the_heatmap_has_the_hardest_problem_first_and_the_best_model_at_the_left(kept_site: Site) -> None:
    lines = heatmap.lines(kept_site.default)
    rows = heatmap.models_of(kept_site.default)
    assert len(lines) == kept_site.default.efficiency_problems
    means = [line.problem.mean_score or 0 for line in lines]
    assert means == sorted(means)
    scores = [row.entry.scored.metrics["score@1"].value or 0 for row in rows]
    assert scores == sorted(scores, reverse=True)
    for line in lines:
        assert len(line.cells) == len(rows)
        assert sum(number for _, _, number in line.parts) == len([cell for cell in line.cells if cell.text])
    table = list(csv.DictReader(io.StringIO(heatmap.heatmap_csv(kept_site.default))))
    for row in heatmap.models_of(kept_site.default):
        own = fmean(float(line[row.entry.slug]) for line in table)
        assert own == pytest.approx(row.entry.result.metrics["score@1"].value, abs=1e-3)


def test_a_models_page_has_the_programs_beside_the_best_known_that_there_is_room_for(kept_site: Site) -> None:
    left_out = 0
    for benchmark, model in (pair for view in kept_site.models for pair in view.results):
        size = {}
        for problem, outcome in model.worst:
            best = problem.texts.best_solution if problem.texts else None
            if outcome.sample and outcome.sample.code and problem.texts and best:
                size[problem.task_id] = len(outcome.sample.code) + len(problem.texts.code_of(best))
        shown = model.shown_beside
        room = MOST_BESIDE - sum(size[task_id] for task_id in shown)
        assert shown <= size.keys() and room >= 0
        assert all(size[task_id] > room for task_id in size.keys() - shown), "what is left out does not fit"
        if benchmark.name == "humaneval":
            assert shown == size.keys(), "functions are short"
        left_out += len(size) - len(shown)
    assert left_out > 0, "classes are long"


def test_the_comparisons_data_give_the_cost_ratio_of_the_statistics(kept_site: Site) -> None:
    """What the browser computes from two models' files is what their pages and the pairs have."""
    models = {model.row.entry.slug: model for model in kept_site.default.models}
    against = differences_by_model(kept_site.default.board)
    ours, theirs = "gpt-5.4-performance", "gpt-5.4"
    first, second = (comparable_results(models[slug], against[slug]) for slug in (ours, theirs))
    costs = [{one["id"]: one["cost"] for one in of["problems"] if one["cost"]} for of in (first, second)]
    both = sorted(costs[0].keys() & costs[1].keys())
    ratio = geometric_mean([costs[0][task_id] / costs[1][task_id] for task_id in both])
    (found,) = [rival.cost for rival in models[ours].against if rival.row.entry.slug == theirs]
    assert len(both) == found.problems and ratio == pytest.approx(found.value, rel=1e-5)
    assert first["against"][theirs]["cost"] == [found.value, found.low, found.high]
    assert second["against"][ours]["cost"][0] == pytest.approx(1 / ratio, rel=1e-5)
    assert cost_ratio(found).startswith("<strong>0.89×</strong>")
