"""Every generated page: one function each, which names its template and its heading.

A new page is a function here that `overview_pages` or `single_pages` names, and a template; the pages about all results
together are in `found_pages.py`.
"""

from collections.abc import Callable, Iterator
from functools import partial

from jinja2 import Environment

from generator import heatmap, page_charts
from generator.benchmark import BenchmarkView
from generator.found_pages import leader
from generator.limits import CHART_MODELS, COPIES_AMONG, RELEASES, RIVALS, SUPERSEDED
from generator.model import ModelOnBenchmark, figure_words, figures_of
from generator.page import BARE, Page, Section, Templates
from generator.page_charts import draw_finding, drawn_part
from generator.problem import ProblemView
from generator.render import plain, plural, ratio, readable
from generator.site import ModelView, Site
from generator.tables import about_model, columns_with_values, leaderboard, outcomes, problems
from tallybench.model.budget import BUDGET
from tallybench.model.metrics import is_of_public_inputs
from tallybench.statistics.published.boards import Board, value_of
from tallybench.statistics.published.record import WITHIN_CHANCE

SEARCHED = 300  # characters of a statement that the search indexes
RANKS_EXPLAINED = (
    "Rows are sorted by score. Rank 5-12 means that four models score higher, and all models but twelve score lower, "
    "by more than chance explains."
)


def make_templates(site: Site, env: Environment) -> Templates:
    """Return the templates of all pages, which know what pages are made with."""
    env.globals.update(
        charts=page_charts,
        draw_finding=draw_finding,
        drawn_part=drawn_part,
        problem_paths={problem.task_id: problem.path for problem in site.default.problems},
        figures_of=figures_of,
        figure_words=figure_words,
        leaderboard_columns=leaderboard.columns_of,
        has_memory=leaderboard.has_memory,
        is_of_public_inputs=is_of_public_inputs,
        outcome_badge=outcomes.badge,
        ranks_explained=RANKS_EXPLAINED,
        state_badge=about_model.state_badge,
        otherwise=about_model.otherwise_in_words,
        top_columns=leaderboard.top_columns,
        within_chance=WITHIN_CHANCE,
        chart_models=CHART_MODELS,
        rivals=RIVALS,
        most_releases=RELEASES,
        most_superseded=SUPERSEDED,
        most_copies=COPIES_AMONG,
    )
    return Templates(env, site)


def overview_pages(templates: Templates) -> Iterator[Page]:
    """Yield each benchmark's pages about all its models and problems."""
    for benchmark in templates.site.benchmarks:
        yield benchmark_page(templates, benchmark)
        for board in (benchmark.board, *benchmark.other_boards):
            yield leaderboard_page(templates, benchmark, board)
        yield problems_page(templates, benchmark)
        yield heatmap_page(templates, benchmark)
        yield compare_page(templates, benchmark)


def single_pages(templates: Templates) -> Iterator[Callable[[], Page]]:
    """Yield how each page of one problem or one model is made."""
    for benchmark in templates.site.benchmarks:
        for problem in benchmark.problems:
            yield partial(problem_page, templates, benchmark, problem)
    for model in templates.site.models:
        yield partial(model_page, templates, model)


def benchmark_page(templates: Templates, benchmark: BenchmarkView) -> Page:
    """Return the page about what a benchmark is, where it comes from, and what is left out."""
    title = plain(benchmark.catalogue.source.title)
    return templates.page(
        "benchmark.html",
        f"{benchmark.about}index.md",
        title=f"Benchmark {benchmark.name}",
        description=f"{benchmark.name}: {len(benchmark.problems)} problems of {title}: where they come from, under "
        "which licence, and what is left out.",
        benchmark=benchmark,
    )


def leaderboard_page(templates: Templates, benchmark: BenchmarkView, board: Board) -> Page:
    """Return a benchmark's leaderboard: the current one, or a different version's."""
    current = board.version == benchmark.version
    address = f"{benchmark.home}leaderboard" if current else f"{benchmark.home}leaderboard/{board.version}"
    title = "Leaderboard" if benchmark.is_default else f"Leaderboard of {benchmark.name}"
    title = title if current else f"{title}{' of' if benchmark.is_default else ','} version {board.version}"
    count = len(benchmark.problems)
    about = f"How efficiently language models solve {count} problems of {benchmark.name}. {leader(board)}"
    path = f"{address}.md"
    return Page(
        path=path,
        title=title,
        description=about if current else f"Models on {benchmark.name} {board.version}, another version of its data.",
        html=templates.render("leaderboard.html", path, benchmark=benchmark, board=board, current=current),
        hide=BARE,
        words=None if current else "",
        card="" if current else f"{benchmark.home}leaderboard.md",
    )


def problems_page(templates: Templates, benchmark: BenchmarkView) -> Page:
    ordered = benchmark.by_spread
    return templates.page(
        "problems.html",
        f"{benchmark.home}problems/index.md",
        title="Problems" if benchmark.is_default else f"Problems of {benchmark.name}",
        description=f"All {len(benchmark.problems)} problems of {benchmark.name}: on which solutions differ most, how "
        "many models solve them, and how efficiently.",
        benchmark=benchmark,
        problems=ordered,
        columns=columns_with_values(problems.COLUMNS, ordered),
    )


def heatmap_page(templates: Templates, benchmark: BenchmarkView) -> Page:
    """Return all problems and models in one table."""
    on = "" if benchmark.is_default else f" of {benchmark.name}"
    lines, models = heatmap.lines(benchmark), heatmap.models_of(benchmark)
    return templates.page(
        "heatmap.html",
        f"{benchmark.home}heatmap.md",
        title=f"Heatmap{on}",
        description=f"The score of {len(models)} {'ranked ' if benchmark.board.rows else ''}models on each of "
        f"{len(lines)} problems of {benchmark.name}: "
        "the hardest problems first, the best models at the left.",
        benchmark=benchmark,
        heatmap=heatmap,
        lines=lines,
        models=models,
    )


def compare_page(templates: Templates, benchmark: BenchmarkView) -> Page:
    on = "" if benchmark.is_default else f" on {benchmark.name}"
    return templates.page(
        "compare.html",
        f"{benchmark.home}compare.md",
        title=f"Compare two models{on}",
        description=f"Two models side by side{on}, problem by problem, with paired intervals.",
        benchmark=benchmark,
        board=benchmark.board,
    )


def problem_page(templates: Templates, benchmark: BenchmarkView, problem: ProblemView) -> Page:
    """Return a problem: its statement and solutions, if they may be shown, and every model's result on it."""
    path = f"{problem.path.rstrip('/')}.md"
    texts, facts, place = problem.texts, problem.facts, problem.number - 1
    on = "" if benchmark.is_default else f", {benchmark.name}"
    editing = facts.task == "edit"
    sections = {
        "program": ("The program to make faster", editing and texts is not None),
        "statement": ("What the program does" if editing else "Statement", True),
        "models": ("What models wrote", True),
        "code": ("Code and counts", bool(problem.written)),
        "contract": ("Contract", texts is not None),
        "tests": ("Correctness tests", texts is not None and bool(texts.scripts)),
        "inputs": ("Stressful inputs", problem.references is not None or bool(facts.left_out)),
        "solutions": ("Reference solutions", texts is not None),
        "source": ("Source", True),
        "run": ("Run it yourself", True),
    }
    return Page(
        path=path,
        title=f"{facts.entry_point} ({problem.task_id}{on})" if facts.entry_point else f"{problem.task_id}{on}",
        description=_in_figures(benchmark, problem),
        html=templates.render(
            "problem.html",
            path,
            benchmark=benchmark,
            problem=problem,
            previous=benchmark.problems[place - 1] if place else None,
            next=benchmark.problems[place + 1] if place + 1 < len(benchmark.problems) else None,
            columns=columns_with_values(outcomes.WRITTEN, problem.written),
        ),
        sections=tuple(Section(name, title) for name, (title, is_there) in sections.items() if is_there),
        boost=2.0 if benchmark.is_default else 1.0,
        words=(readable(texts.task, SEARCHED) or None) if texts else problem.task_id,
        card=_card(benchmark),
    )


def _in_figures(benchmark: BenchmarkView, problem: ProblemView) -> str:
    """Return a problem in a sentence or two, for cards and search engines."""
    facts = problem.facts
    name = f"{problem.task_id} of {benchmark.name}{', ' + facts.entry_point if facts.entry_point else ''}"
    if not problem.outcomes:
        return f"{name}: {plural(len(facts.inputs), 'stressful input')}, and no model's result yet."
    solved = f"{name}: solved by {problem.solvers} of {plural(len(problem.outcomes), 'model')} and settings"
    if problem.spread is None or problem.references is None:
        return f"{solved}, in {plural(len(problem.written), 'distinct way')}."
    over = sum(outcome.label == "over budget" for outcome in problem.outcomes)
    truth = ratio(problem.references.truth_ratio, problem.references.truth_total is None)
    return (
        f"{solved}; {over} of them over the budget of {BUDGET} times the best known solution. "
        f"The ground truth spends {truth} its instructions; correct solutions differ by a typical factor of "
        f"{problem.spread:.1f}."
    )


def model_page(templates: Templates, model: ModelView) -> Page:
    """Return a model, with a section for each benchmark that it has a result on."""
    path = f"models/{model.slug}.md"
    own = templates.site.own
    where = "TallyBench" if own is None else plain(own.title)
    name = plain(model.entry.name)
    figures, parts = ("figures", "Figures"), (("problems", "Problem by problem"), ("outcomes", "How its answers ended"))
    against, rest = ("against", "Against the others"), (("provenance", "Provenance"), ("again", "Measure it again"))
    sections = []
    for benchmark, on in model.results:
        recited = [("recitation", "Its own words")] if model.slug in benchmark.recited else []
        grows = [("growth", "How its code grows")] if on.row.orders else []
        rounds = [("rounds", "Rounds of refinement")] if on.refined else []
        named = (figures, *rounds, *parts, *grows, *recited, *([against] if on.against else []), *rest)
        below = tuple(Section(f"{benchmark.name}-{part}", title) for part, title in named)
        sections.append(Section(benchmark.name, f"On {benchmark.name}", below))
    return Page(
        path=path,
        title=name,
        description=f"{name} on {where}: {'; '.join(_score_on(*result) for result in model.results)}. "
        "Where it is fast, where it is slow, how it fails.",
        html=templates.render("model.html", path, model=model, columns=outcomes.problem_columns),
        sections=tuple(sections),
        words="figures, wins and losses, provenance",
    )


def _score_on(benchmark: BenchmarkView, on: ModelOnBenchmark) -> str:
    """Return a model's score and rank on a benchmark, in words."""
    score = value_of(on.row.entry.figure("score@1"))
    told = "no score" if score is None else f"score {score:.1f}"
    rank = "" if on.row.rank is None else f", rank {on.row.ranks} of {len(benchmark.board.rows)} ranked"
    claimed = " (claimed)" if on.row.entry.is_claim else ""
    return f"{told}{claimed}{rank} on {benchmark.name}"


def _card(benchmark: BenchmarkView) -> str:
    """Return the page whose card a problem's page shares; empty if it has its own.

    Drawing one takes some 20 ms. Problems that may only be shown as figures have their benchmark's.
    """
    return "" if benchmark.texts is not None else f"{benchmark.about}index.md"
