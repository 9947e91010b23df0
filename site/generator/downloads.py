"""Files to download: the leaderboards as CSV and JSON, the results as they are, and what the comparison page reads."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from generator import feeds
from generator.benchmark import BenchmarkView
from generator.heatmap import heatmap_csv
from generator.model import ModelOnBenchmark, nearest
from generator.outcome import Outcome
from generator.page_charts import finding_csv
from generator.pairs import pair_files
from generator.problem import ProblemView
from generator.render import readable
from generator.site import Site
from generator.tables.leaderboard import columns_on, data_of
from generator.written import WrittenSolution
from tallybench.benchmarks.catalogue import dump_catalogue
from tallybench.model.result import result_schema
from tallybench.statistics.cost import CostRatio, exact_totals, mean_cost
from tallybench.statistics.frames import Frames, make_frames
from tallybench.statistics.published.boards import PAIRED, Board, value_of
from tallybench.statistics.published.data_files import EXTRA_TESTS, GROWTH, PASS_TABLE
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.report import inert
from tallybench.statistics.table_checks import board_faults, frame_faults, pair_faults, population_faults, refuse

_INDENTED = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
_DENSE = orjson.OPT_SORT_KEYS


def files(root: Path, site: Site, facts: Mapping[str, Any]) -> Iterator[tuple[str, bytes | Path]]:
    """Path below the site's root, and the content or the file that is copied there."""
    frames = make_frames(site.entries)
    refuse([*_faults(site, frames), *frame_faults(frames)])
    yield from _result_files(root, site.entries)
    yield from _of_benchmarks(site)
    for finding in site.findings:
        yield f"data/findings/{finding.key}.csv", finding_csv(finding)
    if site.pairs is not None and site.study is not None:
        yield from pair_files(site.pairs, site.study).items()
    for path in (PASS_TABLE, GROWTH, EXTRA_TESTS):
        if (root / path).exists():
            yield f"data/{Path(path).name}", root / path
    yield feeds.BUNDLE, feeds.results_bundle(frames, facts["repository"])
    yield feeds.FEED, feeds.atom_feed(site, facts["site_url"])
    yield feeds.LLMS, feeds.llms_txt(site, facts["site_url"], facts["repository"]).encode()
    yield "CITATION.cff", root / "CITATION.cff"
    yield "data/result.schema.json", orjson.dumps(result_schema(), option=_INDENTED)


def _result_files(root: Path, entries: Iterable[Entry]) -> Iterator[tuple[str, Path]]:
    for entry in entries:
        for path in (entry.path, entry.record_path):
            if (root / path).is_file():
                yield f"data/{path}", root / path


def own_files(folder: Path, site: Site) -> Iterator[tuple[str, bytes | Path]]:
    """Yield the same for the user's own benchmark."""
    refuse([*_faults(site)])
    for entry in site.entries:
        yield f"data/{entry.path}", folder / entry.path
    yield from _of_benchmarks(site)
    yield "data/result.schema.json", orjson.dumps(result_schema(), option=_INDENTED)


def _of_benchmarks(site: Site) -> Iterator[tuple[str, bytes]]:
    for benchmark in site.benchmarks:
        for path, content in _of_benchmark(benchmark):
            yield f"{benchmark.data}{path}", content
        yield f"{benchmark.data}heatmap.csv", heatmap_csv(benchmark).encode()
        for problem in benchmark.problems:
            yield f"{problem.data}.csv", problem_csv(problem).encode()
            yield f"{problem.data}.json", orjson.dumps(problem_code(problem), option=_DENSE)


def _of_benchmark(benchmark: BenchmarkView) -> Iterator[tuple[str, bytes]]:
    for board in benchmark.all_boards:
        yield f"leaderboard-{board.version}.csv", leaderboard_csv(board).encode()
        yield f"leaderboard-{board.version}.json", orjson.dumps(leaderboard_rows(board), option=_INDENTED)
    against = differences_by_model(benchmark.board)
    for model in benchmark.models:
        slug = model.row.entry.slug
        yield f"models/{slug}.json", orjson.dumps(comparable_results(model, against.get(slug, {})), option=_DENSE)
    yield "catalogue.json", dump_catalogue(benchmark.catalogue)


def _faults(site: Site, frames: Frames | None = None) -> Iterator[str]:
    """Check the leaderboards, the pairs, and that a model's outcomes add up to its problems and samples."""
    for benchmark in site.benchmarks:
        for board in benchmark.all_boards:
            name, rows = f"{board.benchmark} {board.version}", leaderboard_rows(board)
            yield from board_faults(name, rows)
            if frames is not None:
                yield from population_faults(name, rows, frames.results)
        for model in benchmark.models:
            there = (len(model.problems), sum(len(outcome.of_samples) for _, outcome in model.problems))
            ended = (sum(len(end.problems) for end in model.outcomes), sum(end.samples for end in model.outcomes))
            if ended != there:
                yield f"{benchmark.name}: outcomes of {model.row.entry.slug} add up to {ended}, and not to {there}"
    if site.pairs is not None:
        yield from pair_faults(site.pairs)


def leaderboard_rows(board: Board) -> list[dict[str, Any]]:
    """Return a leaderboard as data, one row per model; the baselines come last."""
    columns = columns_on(board)
    return [data_of(row, columns) for row in board.all_rows]


def leaderboard_csv(board: Board) -> str:
    """Return a leaderboard as CSV, one line per model; text that looks like a formula gets a quote in front."""
    rows = leaderboard_rows(board)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else ["model"], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: inert(value) for key, value in row.items()})
    return out.getvalue()


def comparable_results(model: ModelOnBenchmark, against: Mapping[str, Mapping[str, list[float]]]) -> dict[str, Any]:
    """Return a model's result on each problem, for the comparison of two.

    `against` is how far it is ahead of each other ranked model, by that one's folder and by figure. `total` is that of
    the sample that represents the model; `cost` the mean of its correct samples within the budget, over which two
    models are compared (`evaluator/tallybench/statistics/cost.py`).

    On the site, `problems/` is beside the page that compares, for every benchmark.
    """
    entry = model.row.entry
    tie = entry.result.tie_tolerance
    costs = {rival.row.entry.slug: rival.cost for rival in model.against}
    return {
        "name": entry.name,
        "slug": entry.slug,
        "claim": entry.is_claim and not entry.baseline,
        "baseline": entry.baseline,
        "fingerprint": entry.result.environment.fingerprint,
        "tie": {"relative": tie.relative, "absolute": tie.absolute},
        "figures": {name: value_of(entry.figure(name)) for name in PAIRED},
        "against": {slug: {**figures, "cost": _interval(costs.get(slug))} for slug, figures in against.items()},
        "problems": [
            {
                "id": problem.task_id,
                "entry_point": problem.facts.entry_point,
                "url": f"../problems/{problem.slug}/",
                "code": f"problems/{problem.slug}.json",
                "solution": problem.solution_of(outcome.best).number if outcome.best else None,
                "verdict": str(outcome.sample.verdict) if outcome.sample else "no sample",
                "stress": _stress(outcome),
                "total": outcome.total,
                "cost": mean_cost(totals) if (totals := exact_totals(outcome.counts)) else None,
                "inputs": len(problem.facts.inputs),
                "efficiency": outcome.counts.efficiency,
            }
            for problem, outcome in model.problems
        ],
    }


def _interval(cost: CostRatio | None) -> list[float] | None:
    """Return a cost ratio with the ends of its interval; None if it has none."""
    if cost is None or cost.value is None or cost.low is None or cost.high is None:
        return None
    return [cost.value, cost.low, cost.high]


def _stress(outcome: Outcome) -> str | None:
    sample = outcome.sample
    if sample is None or not sample.stress:
        return None
    verdicts = {str(result.verdict) for result in sample.stress.values()}
    failures = sorted(verdicts - {"counted", "over_budget"})
    return failures[0] if failures else "over_budget" if "over_budget" in verdicts else "counted"


def differences_by_model(board: Board) -> dict[str, dict[str, dict[str, list[float]]]]:
    """Return how far each ranked model is ahead of those next to it, with the interval's ends: by both, by figure."""
    found: dict[str, dict[str, dict[str, list[float]]]] = {}
    for figure, differences in board.differences.items():
        for first, row in enumerate(board.rows):
            own = found.setdefault(row.entry.slug, {})
            for second in nearest(first, len(board.rows)):
                if (difference := differences.get((first, second))) is not None:
                    values = [round(bound, 6) for bound in (difference.value, difference.low, difference.high)]
                    own.setdefault(board.rows[second].entry.slug, {})[figure] = values
    return found


COLUMNS = (
    "model",
    "sample",
    "solution",
    "outcome",
    "instructions",
    "over_budget",
    "to_best_known",
    "peak_memory",
    "code_sha256",
    "tree_sha256",
)


def problem_csv(problem: ProblemView) -> str:
    """Return one line per sample: its model, which of the page's solutions it is, how it ended, and what it spends.

    `model` is a model's folder. If `over_budget` is 1, `instructions` is a lower bound. `peak_memory` is in
    bytes, the highest over the stressful inputs, and empty if it was not measured on each.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for solution in problem.written:
        for model in solution.writers:
            for one in model.samples:
                sample, ratio = one.sample, one.ratio
                facts = (one.label, one.total or "", int(one.censored), "" if ratio is None else f"{ratio:.4f}")
                peak = "" if one.peak is None else one.peak
                hashes = (sample.code_sha256 or "", sample.tree_sha256 or "")
                writer.writerow((model.entry.slug, sample.index, solution.number, *facts, peak, *hashes))
    return out.getvalue()


def problem_code(problem: ProblemView) -> dict[str, Any]:
    """Return the code of its solutions, if it may be shown, by their number on the page, and where it is from."""
    return {
        "task_id": problem.task_id,
        "solutions": {str(solution.number): _code(solution) for solution in problem.written},
    }


def _code(solution: WrittenSolution) -> dict[str, str]:
    if solution.shown is None:
        return {"from": _origin(solution.writers[0].entry)}
    entry, sample = solution.shown
    return {"code": sample.code or "", "from": _origin(entry)}


def _origin(entry: Entry) -> str:
    source = entry.result.source
    if source is not None:
        return f"from {source.repository}, commit {source.commit[:10]}, {source.licence or 'no licence stated'}"
    return "withheld" if entry.result.code_withheld else f"as in the result file of {readable(entry.name, 60)}"
