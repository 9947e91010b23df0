"""A model as its page shows it: where it wins and loses on each benchmark, and how it fails."""

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from generator.limits import RIVALS
from generator.outcome import Outcome
from generator.problem import ProblemView
from generator.relations import Refined, refinements
from generator.render import readable
from tallybench.benchmarks.copies import Copied
from tallybench.model.counts import cost_order
from tallybench.model.metrics import METRICS, Unit, metric_of
from tallybench.model.result import Figure, Result
from tallybench.statistics.cost import CostRatio, Pair
from tallybench.statistics.orders import Fit
from tallybench.statistics.published.boards import RANKED_BY, Board, Row
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.ranking import Difference
from tallybench.statistics.sample_statistics import ClassFigures, class_figures
from tallybench.statistics.spending import spent_line

MOST_BEST, MOST_WORST = 5, 10  # problems on which it is far ahead or far behind
MOST_BESIDE = 24_000  # characters of programs side by side, its own and the best known ones
KS = (1, 2, 3, 5, 10, 20, 50, 100)
OVER_K = ("score@{k}", "pass@{k}", "efficient@{k}")


class Rival(NamedTuple):
    """Another ranked model that a model is compared with."""

    row: Row  # its line of the leaderboard
    score: Difference  # how far the model is ahead of it in score@1
    cost: CostRatio  # what the model's correct code costs compared with its


class ProblemOutcome(NamedTuple):
    """A model's result on a problem."""

    problem: ProblemView
    outcome: Outcome


class Ending(NamedTuple):
    """How some of a model's problems and samples ended."""

    label: str  # in a word
    problems: tuple[ProblemView, ...]  # problems whose best sample ended so
    samples: int  # how many samples ended so, over all problems


@dataclass(frozen=True, kw_only=True)
class ModelOnBenchmark:
    """A model's results on a benchmark."""

    row: Row  # its line of the current leaderboard
    problems: tuple[ProblemOutcome, ...]  # its results on the problems as they are now, in the benchmark's order
    others: tuple[Entry, ...]  # its other results: on older versions, and those replaced by newer ones
    # The ranked models next to it, and how it differs from them; empty if it is not ranked.
    against: tuple[Rival, ...]
    copies: tuple[Copied, ...]  # whose samples it has, beyond what models have in common
    refined: tuple[Refined, ...] = ()  # the rounds of refinement that it is part of, by kind

    @cached_property
    def counted(self) -> list[ProblemOutcome]:
        """The problems on which it has a ratio to the best known solution, the lowest first."""
        found = [pair for pair in self.problems if pair.problem.for_efficiency and pair.outcome.ratio]
        return sorted(found, key=lambda pair: cost_order(pair.outcome.ratio or 0, pair.outcome.censored))

    @property
    def best(self) -> list[ProblemOutcome]:
        """Where it is furthest below the ground truth: by more than a tie, and none of `worst`."""
        worst = {pair.problem.task_id for pair in self.worst}
        faster = [
            pair
            for pair in self.counted
            if pair.outcome.best and pair.outcome.best.beats_truth and pair.problem.task_id not in worst
        ]
        faster.sort(key=lambda pair: (pair.outcome.total or 0) / (pair.outcome.counts.ground_truth or 1))
        return faster[:MOST_BEST]

    @property
    def worst(self) -> list[ProblemOutcome]:
        """Where it is furthest above the best known solution."""
        above = [pair for pair in self.counted[::-1] if pair.outcome.best and not pair.outcome.best.ties_with_best]
        return above[:MOST_WORST]

    @cached_property
    def shown_beside(self) -> set[str]:
        """The problems in `worst` whose programs are shown beside the best known ones, as far as there is room."""
        taken, shown = 0, set()
        for problem, outcome in self.worst:
            code = outcome.sample.code if outcome.sample else None
            best = problem.texts.best_solution if problem.texts else None
            if code and problem.texts and best:
                size = len(code) + len(problem.texts.code_of(best))
                if taken + size <= MOST_BESIDE:
                    taken += size
                    shown.add(problem.task_id)
        return shown

    @property
    def worse_orders(self) -> list[tuple[ProblemView, Fit, Fit]]:
        """Where its code grows faster than the best known solution: both orders, the largest difference first."""
        worse = self.row.orders.worse if self.row.orders else {}
        found = []
        for problem, _ in self.problems:
            orders = problem.orders
            fit = orders and orders.of(worse.get(problem.task_id))
            if orders and orders.best and fit:
                found.append((problem, fit, orders.best))
        return sorted(found, key=lambda told: told[2].exponent - told[1].exponent)

    @property
    def wrong_on_generated(self) -> list[ProblemView]:
        """The problems on which a sample passes the source's tests but fails a generated one."""
        wrong = set(self.row.extra.wrong) if self.row.extra else set()
        return [problem for problem, _ in self.problems if problem.task_id in wrong]

    @property
    def outcomes(self) -> list["Ending"]:
        """How many problems and samples ended how, the most frequent first."""
        samples = Counter(sample.label for _, outcome in self.problems for sample in outcome.of_samples)
        problems: dict[str, list[ProblemView]] = {label: [] for label in samples}
        for problem, outcome in self.problems:
            problems.setdefault(outcome.label, []).append(problem)
        found = [Ending(label, tuple(ended), samples[label]) for label, ended in problems.items()]
        return sorted(found, key=lambda ending: (-len(ending.problems), -ending.samples, ending.label))

    @property
    def by_method(self) -> ClassFigures | None:
        """Of classes with tests for each method: what it uses of them, and how the wrong ones fail."""
        samples = self.row.entry.scored.samples
        return class_figures(samples) if any(sample.suites is not None for sample in samples) else None

    @cached_property
    def over_k(self) -> list[tuple[str, list[tuple[int, float]]]]:
        """What the best of k samples reaches, by figure, out of 100; empty if a problem has one sample."""
        scored = self.row.entry.scored
        counts = scored.counts()
        fewest = min((len(problem.samples) for problem in counts), default=0)
        ks = [k for k in KS if k <= fewest]
        if len(ks) < 2:
            return []
        tie = scored.tie_tolerance
        found = []
        for metric in METRICS:
            if metric.values is not None and metric.name in OVER_K:
                values = [(k, metric.values(counts, k, tie)) for k in ks]
                scale = 100 if metric.unit is Unit.SHARE else 1
                found.append((metric.name.format(k="k"), [(k, scale * fmean(of)) for k, of in values if of]))
        return [(name, values) for name, values in found if values]

    @property
    def spent(self) -> str | None:
        """The tokens that the answers took, and how many per good one; None if they were not reported."""
        return spent_line(self.row.entry.result) if self.row.entry.result.spending else None

    def again(self, options: str) -> str:
        """Return the commands that measure it again, with the benchmark's options."""
        name = Path(self.row.entry.path).name
        model = shlex.quote(readable(self.row.entry.name, 100))
        return (
            f"tallybench dev samples show {name} > samples.jsonl\n"
            f"tallybench evaluate samples.jsonl{options} --model {model} -o again.json\n"
            f"tallybench report {name} again.json"
        )

    def again_from_source(self, options: str) -> str:
        """Return the commands for samples that are public elsewhere."""
        name = Path(self.row.entry.path).name
        return (
            f"tallybench dev samples fetch samples --result {name}\n"
            f"tallybench evaluate samples{options} --about {name} -o again.json\n"
            f"tallybench report {name} again.json"
        )


def model_path(entry: Entry) -> str:
    """Of a model's page, from the site's root."""
    return f"models/{entry.slug}/"


def figures_of(result: Result) -> list[tuple[str, Unit, Figure]]:
    """Return a result's headline figures in the order of the table of metrics; unlisted ones come last."""
    order = {metric.name: place for place, metric in enumerate(METRICS)}
    found = []
    for name, figure in result.metrics.items():
        metric = metric_of(name)
        place = len(order) if metric is None else order[metric.name]
        found.append((place, len(name), name, Unit.RATIO if metric is None else metric.unit, figure))
    return [(name, unit, figure) for _, _, name, unit, figure in sorted(found, key=lambda item: item[:3])]


def figure_words(name: str) -> str:
    """Return what a figure is, in a sentence without its full stop; empty if it is in no table."""
    metric = metric_of(name)
    return "" if metric is None else metric.describes


def nearest(place: int, models: int) -> range:
    """Return the places of those next to a model on a board in the order of scores: it is compared with them."""
    first = max(0, min(place - RIVALS // 2, models - RIVALS - 1))
    return range(first, min(models, first + RIVALS + 1))


def models_on(
    board: Board,
    problems: Sequence[ProblemView],
    entries: Sequence[Entry],
    copies: Mapping[str, tuple[Copied, ...]],
    costs: Mapping[Pair, CostRatio],
) -> list[ModelOnBenchmark]:
    """Return all models of a board, the baselines too."""
    rows = board.all_rows
    outcomes: dict[str, list[ProblemOutcome]] = {row.entry.slug: [] for row in rows}
    for problem in problems:
        for outcome in (*problem.outcomes, *problem.baselines):
            outcomes[outcome.row.entry.slug].append(ProblemOutcome(problem, outcome))
    others: dict[str, list[Entry]] = {slug: [] for slug in outcomes}
    on_board = {row.entry.path for row in rows}
    for entry in entries:
        if entry.slug in others and entry.path not in on_board:
            others[entry.slug].append(entry)
    differences: Mapping[tuple[int, int], Difference] = board.differences.get(RANKED_BY, {})
    places = {row.entry.slug: place for place, row in enumerate(board.rows)}
    refined = refinements(entries)
    found = []
    for row in rows:
        slug = row.entry.slug
        place = places.get(slug)
        near = [] if place is None else [(place, there) for there in nearest(place, len(board.rows))]
        against = [Rival(board.rows[pair[1]], differences[pair], costs[pair]) for pair in near if pair in differences]
        found.append(
            ModelOnBenchmark(
                row=row,
                problems=tuple(outcomes[slug]),
                others=tuple(others[slug]),
                against=tuple(against),
                copies=copies.get(slug, ()),
                refined=refined.get(row.entry.path, ()),
            )
        )
    return found
