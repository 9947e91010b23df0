"""Findings about whole models: which is fastest, and what correlates with that."""

from collections.abc import Iterator

import pandas as pd

from tallybench.model.budget import BUDGET
from tallybench.statistics.correlation import Correlation, correlate
from tallybench.statistics.finding import Chart, Finding, Shape, Sources, listed, single_models
from tallybench.statistics.published.boards import CURVE
from tallybench.statistics.speed import correct_solutions


def fastest(sources: Sources) -> Iterator[Finding]:
    models = sources.models
    first = models.iloc[0]
    beside = [name for name, slug in zip(models["name"], models["model"], strict=True) if sources.ranks[slug] == 1]
    others = [name for name in beside if name != first["name"]]
    tied = f" {listed(others)} may be as good: the difference could be chance." if others else ""
    yield Finding(
        key="fastest",
        question="Which model writes the fastest code?",
        answer=f"{first['name']} leads with a score of {first['score@1']:.1f} of 100 (95 % interval "
        f"{first['score@1 low']:.1f} to {first['score@1 high']:.1f}) among {len(models)} models and settings.{tied}",
        data=models[["model", "name", "score@1", "score@1 low", "score@1 high"]],
        chart=Chart(
            shape=Shape.BARS,
            x="score@1",
            y="name",
            x_title="score@1, 0 to 100",
            low="score@1 low",
            high="score@1 high",
        ),
    )


def distance(sources: Sources) -> Iterator[Finding]:
    """Yield how far the leader's correct code is from the best known."""
    first = sources.models.iloc[0]
    correct = correct_solutions(sources.frames.samples)
    own = correct[correct["model"] == first["model"]]
    ratio = own["ratio"].astype(float)
    shares = {name: first[name] for name in CURVE if name in first.index}
    solved = ", ".join(f"{100 * share:.0f} % with {_times(name)}" for name, share in shares.items())
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
        f"the best known solution or more. It solves, out of all problems, {solved}.",
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


def size(sources: Sources) -> Iterator[Finding]:
    data = single_models(sources)[["model", "name", "parameters", "score@1"]].dropna()
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


def time(sources: Sources) -> Iterator[Finding]:
    data = single_models(sources)[["model", "name", "released", "year", "score@1"]].dropna()
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


def better_coders(sources: Sources) -> Iterator[Finding]:
    data = single_models(sources)[["model", "name", "pass@1", "speed", "problems", "censored"]].dropna()
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
            f"model looks slow for solving a hard one. {data['censored'].sum():,} programs are over the budget on an "
            f"input and enter with the budget, {BUDGET} times the best known solution, as a bound.",
            data=data,
            chart=Chart(
                shape=Shape.POINTS,
                x="correct",
                y="speed",
                x_title="pass@1, %",
                y_title="speed of correct code",
            ),
        )


def _told(found: Correlation, up: str, down: str, both: str) -> str:
    if not found.significant:
        return f"These results cannot say: {both} have no significant relation ({found})."
    return f"{up if found.rho > 0 else down} ({found})."


def _times(name: str) -> str:
    ratio = name.removeprefix("within@1(").removesuffix(")")
    return "no more instructions than the best known" if ratio == "1" else f"at most {ratio} times as many"
