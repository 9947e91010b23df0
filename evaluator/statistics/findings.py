"""What we found: questions that visitors ask, each answered from the results of one board, with the data behind it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pandas as pd

from evaluator.results.published.boards import CURVE, Board
from evaluator.results.published.entries import Entry
from evaluator.statistics.correlation import Correlation, correlate
from evaluator.statistics.finding import Chart, Finding, Shape
from evaluator.statistics.frames import Frames, make_frames
from evaluator.statistics.pairwise import compare_samples, summarize_pairs
from evaluator.statistics.prompts import compare_prompts
from evaluator.statistics.recitation import recitation
from evaluator.statistics.speed import correct_solutions, problems_by_spread, speed_of_models

LEAST_MODELS = 6  # of fewer there is nothing to find
MOST_BARS = 15


@dataclass(frozen=True)
class _Sources:
    """What findings are made of: the ranked models of a board."""

    entries: Sequence[Entry]
    frames: Frames
    canonical: pd.DataFrame
    models: pd.DataFrame
    ranks: dict[str, int]


def find(board: Board) -> list[Finding]:
    """All findings of a board, none of one with few ranked models.

    Args:
        board: a leaderboard; its baselines give the canonical solutions.
    """
    entries = [row.entry for row in board.rows]
    if len(entries) < LEAST_MODELS:
        return []
    frames = make_frames(entries)
    own = [row.entry for row in board.baselines if "canonical" in row.entry.slug]
    sources = _Sources(
        entries,
        frames,
        make_frames(own).samples,
        _models(frames),
        {row.entry.slug: row.rank or 0 for row in board.rows},
    )
    questions: Sequence[Callable[[_Sources], Iterator[Finding]]] = (
        _fastest,
        _distance,
        _size,
        _time,
        _better_coders,
        _prompts,
        _problems,
        _same_code,
        _repeated,
    )
    return [finding for question in questions for finding in question(sources)]


def _models(frames: Frames) -> pd.DataFrame:
    models = frames.results.merge(speed_of_models(frames.samples), on="model", how="left")
    models["year"] = [_year(released) for released in models["released"]]
    models["year"] = models["year"].astype("Float64")
    return models.sort_values("score@1", ascending=False).reset_index(drop=True)


def _year(released: object) -> float | None:
    """2024.5 for the middle of 2024."""
    if not isinstance(released, str):
        return None
    day = pd.Timestamp(released)
    return day.year + (day.day_of_year - 1) / 365.25


def _fastest(sources: _Sources) -> Iterator[Finding]:
    models = sources.models
    first = models.iloc[0]
    beside = [name for name, slug in zip(models["name"], models["model"], strict=True) if sources.ranks[slug] == 1]
    others = [name for name in beside if name != first["name"]]
    tied = f" {_listed(others)} may be as good: the difference could be chance." if others else ""
    yield Finding(
        key="fastest",
        question="Which model writes the fastest code?",
        answer=f"{first['name']} leads with a score of {first['score@1']:.1f} of 100 (95 % interval "
        f"{first['score@1 low']:.1f} to {first['score@1 high']:.1f}) among {len(models)} models and settings.{tied}",
        data=models.head(MOST_BARS)[["model", "name", "score@1", "score@1 low", "score@1 high"]],
        chart=Chart(
            shape=Shape.BARS,
            x="score@1",
            y="name",
            x_title="score@1, 0 to 100",
            low="score@1 low",
            high="score@1 high",
        ),
    )


def _distance(sources: _Sources) -> Iterator[Finding]:
    """How far the leader's correct code is from the best known."""
    first = sources.models.iloc[0]
    correct = correct_solutions(sources.frames.samples)
    own = correct[correct["model"] == first["model"]]
    ratio = own["ratio"].astype(float)
    shares = {name: first[name] for name in CURVE if name in first.index}
    told = ", ".join(f"{100 * share:.0f} % with {_times(name)}" for name, share in shares.items())
    data = pd.DataFrame(
        {
            "name": [_times(name) for name in shares],
            "share": [100 * float(share) for share in shares.values()],
            "low": [100 * float(first[f"{name} low"]) for name in shares],
            "high": [100 * float(first[f"{name} high"]) for name in shares],
        }
    )
    yield Finding(
        key="distance",
        question="How far are the best from the best known code?",
        answer=f"Half of the correct programs of {first['name']} spend {ratio.median():.1f} times the instructions of "
        f"the best known solution or more. Of all problems it solves {told}.",
        data=data,
        chart=Chart(
            shape=Shape.BARS,
            x="share",
            y="name",
            x_title="problems, %",
            low="low",
            high="high",
        ),
    )


def _size(sources: _Sources) -> Iterator[Finding]:
    data = _single(sources)[["model", "name", "parameters", "score@1"]].dropna()
    found = correlate(data, "parameters", "score@1")
    if found is not None:
        yield Finding(
            key="size",
            question="Do larger models write faster code?",
            answer=_told(
                found, "Larger models have higher scores", "Larger models have lower scores", "size and score"
            ),
            caution="Over the models whose size is published; most of the leading ones keep theirs secret.",
            data=data,
            chart=Chart(
                shape=Shape.POINTS,
                x="parameters",
                y="score@1",
                x_title="parameters, billions",
                y_title="score@1",
                log=True,
            ),
        )


def _time(sources: _Sources) -> Iterator[Finding]:
    data = _single(sources)[["model", "name", "released", "year", "score@1"]].dropna()
    found = correlate(data, "year", "score@1")
    if found is not None:
        yield Finding(
            key="time",
            question="Do newer models write faster code?",
            answer=_told(found, "Newer models have higher scores", "Newer models have lower scores", "date and score"),
            caution="HumanEval's problems are of 2021: every model here may have seen them.",
            data=data,
            chart=Chart(shape=Shape.POINTS, x="year", y="score@1", x_title="released, year", y_title="score@1"),
        )


def _better_coders(sources: _Sources) -> Iterator[Finding]:
    data = _single(sources)[["model", "name", "pass@1", "speed", "problems"]].dropna()
    data = data.assign(correct=100 * data["pass@1"].astype(float))
    found = correlate(data, "correct", "speed")
    if found is not None:
        yield Finding(
            key="better-coders",
            question="Do models that solve more problems also write faster code?",
            answer=_told(
                found,
                "The correct code of models that solve more is faster",
                "The correct code of models that solve more is slower",
                "the share of problems solved and the speed of correct code",
            ),
            caution="Speed is measured beside the other models' correct programs for the same problems, so that no "
            "model looks slow for solving a hard one.",
            data=data,
            chart=Chart(
                shape=Shape.POINTS,
                x="correct",
                y="speed",
                x_title="pass@1, %",
                y_title="speed of correct code",
            ),
        )


def _prompts(sources: _Sources) -> Iterator[Finding]:
    data = compare_prompts(sources.entries)
    scores = data[data["figure"] == "score@1"].sort_values("difference", ascending=False)
    if scores.empty:
        return
    told = [
        f"{row['name']}: {row['difference']:+.1f} points ({row['low']:+.1f} to {row['high']:+.1f})"
        for _, row in scores.iterrows()
    ]
    yield Finding(
        key="prompts",
        question="Does asking for fast code help?",
        answer=f"Score beside the same model asked for the function alone, with 95 % intervals: {'; '.join(told)}.",
        data=scores,
        chart=Chart(
            shape=Shape.BARS,
            x="difference",
            y="name",
            x_title="difference in score@1, points",
            low="low",
            high="high",
        ),
    )


def _problems(sources: _Sources) -> Iterator[Finding]:
    data = problems_by_spread(sources.frames.samples)
    data = data[data["models"] >= LEAST_MODELS].head(MOST_BARS)
    names = dict(zip(sources.frames.problems["task_id"], sources.frames.problems["entry_point"], strict=True))
    data = data.assign(name=[f"{names.get(task) or task}" for task in data["task_id"]])
    if data.empty:
        return
    worst = data.iloc[0]
    yield Finding(
        key="problems",
        question="Where does correct code differ most?",
        answer=f"On {worst['name']} ({worst['task_id']}): {worst['models']} of {len(sources.entries)} models solve it, "
        f"and their correct programs spend up to {worst['largest_ratio']:.0f} times the instructions of the best known "
        f"solution, half of them {worst['median_ratio']:.1f} times or more.",
        caution="Programs over the budget, 20 times the best known solution, are stopped there: the truth may be more.",
        data=data,
        chart=Chart(
            shape=Shape.BARS,
            x="median_ratio",
            y="name",
            x_title="times the best known instructions: half of the models, and the slowest",
            low="median_ratio",
            high="largest_ratio",
        ),
    )


def _same_code(sources: _Sources) -> Iterator[Finding]:
    organizations = sources.frames.results.set_index("model")["organization"].astype(str)
    found = recitation(sources.frames.samples, sources.canonical, organizations)
    data = found.merge(sources.models[["model", "name"]], on="model").dropna(subset=["shared"])
    data = data.assign(percent=100 * data["shared"].astype(float)).sort_values("percent", ascending=False)
    if len(data) < LEAST_MODELS:
        return
    canonical = 100 * data["canonical"].astype(float)
    first, last = data.iloc[0], data.iloc[-1]
    yield Finding(
        key="same-code",
        question="Do models write the same code, or recite it?",
        answer=f"Of programs long enough to tell, a model shares {data['percent'].median():.0f} % (median) with one "
        f"of another maker, but for names and comments: from {last['percent']:.0f} % ({last['name']}) to "
        f"{first['percent']:.0f} % ({first['name']}). HumanEval's own solution is {canonical.median():.1f} % of them "
        f"(median), {canonical.max():.1f} % at most.",
        caution="The same code is no proof of reciting: many problems have one short answer.",
        data=data,
        chart=Chart(
            shape=Shape.BARS, x="percent", y="name", x_title="programs that another maker's model wrote too, %"
        ),
    )


def _repeated(sources: _Sources) -> Iterator[Finding]:
    """Pairs of sets with more than five correct samples a problem, by the t-test."""
    data = summarize_pairs(compare_samples(sources.frames.samples))
    if data.empty:
        return
    names = dict(zip(sources.models["model"], sources.models["name"], strict=True))
    data = data.assign(
        name=[f"{names[a]} before {names[b]}" for a, b in zip(data["first"], data["second"], strict=True)]
    )
    data = data.assign(percent=100 * data["faster"]).sort_values(["percent", "name"], ascending=[False, True])
    first = data.iloc[0]
    yield Finding(
        key="repeated",
        question="Where a model answers ten times, is one way of asking faster?",
        answer=f"By Student's t-test on each problem, corrected for many tests, {names[first['first']]} is faster than "
        f"{names[first['second']]} on {first['percent']:.1f} % of {first['problems']} problems, and slower on "
        f"{100 * first['slower']:.1f} %. The Mann-Whitney test tells the two apart on "
        f"{100 * first['mann_whitney']:.1f} %.",
        data=data.head(MOST_BARS),
        chart=Chart(shape=Shape.BARS, x="percent", y="name", x_title="problems on which the first is faster, %"),
    )


def _single(sources: _Sources) -> pd.DataFrame:
    """The models without pipelines and settings of a model that is there already: one row a model."""
    models = sources.models[~sources.models["pipeline"]]
    asked = {row["model"] for _, row in compare_prompts(sources.entries).iterrows()}
    return models[~models["model"].isin(asked)]


def _told(found: Correlation, up: str, down: str, both: str) -> str:
    if not found.significant:
        return f"Not that it shows: {both} have no clear relation ({found})."
    return f"{up if found.rho > 0 else down} ({found})."


def _times(name: str) -> str:
    ratio = name.removeprefix("within@1(").removesuffix(")")
    return "no more instructions than the best known" if ratio == "1" else f"at most {ratio} times as many"


def _listed(names: Sequence[str]) -> str:
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names))
