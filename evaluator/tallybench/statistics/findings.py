"""What we found: questions that visitors ask, each answered from the results of one board, with the data behind it."""

from collections.abc import Callable, Iterator

import pandas as pd

from tallybench.model.budget import BUDGET
from tallybench.statistics.finding import LEAST_MODELS, Chart, Finding, Shape, Sources, listed, single_models
from tallybench.statistics.orders import order_standing
from tallybench.statistics.prompts import asking_for_speed
from tallybench.statistics.published.boards import CURVE
from tallybench.statistics.sample_statistics import (
    correct_solutions,
    correlate,
    problems_by_spread,
    recitation,
)
from tallybench.statistics.sampling import settings_by_problem, success_and_speed, temperatures, within_problems

LEAST_COMPARED = 5  # problems per model; a share of fewer says nothing


def answer(sources: Sources) -> list[Finding]:
    """Return all findings."""
    questions: tuple[Callable[[Sources], Iterator[Finding]], ...] = (
        _fastest,
        _distance,
        _size,
        _time,
        _better_coders,
        asking_for_speed,
        _problems,
        _growth,
        _same_code,
        _success,
    )
    return [finding for question in questions for finding in question(sources)]


def _fastest(sources: Sources) -> Iterator[Finding]:
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
        chart=Chart(Shape.BARS, "score@1", "name", "score@1, 0 to 100", low="score@1 low", high="score@1 high"),
    )


def _distance(sources: Sources) -> Iterator[Finding]:
    """Yield how far the leader's correct code is from the best known."""
    first = sources.models.iloc[0]
    correct = correct_solutions(sources.frames.samples)
    ratio = correct.loc[correct["model"] == first["model"], "ratio"].astype(float)
    ends = {"share": "", "low": " low", "high": " high"}
    data = pd.DataFrame(
        [
            {"name": _times(name)} | {column: 100 * float(first[f"{name}{end}"]) for column, end in ends.items()}
            for name in CURVE
            if name in first.index
        ]
    )
    solved = ", ".join(f"{share:.0f} % with {name}" for name, share in zip(data["name"], data["share"], strict=True))
    yield Finding(
        key="distance",
        question="How far are the best from the best known code?",
        answer=f"Half of the correct programs of {first['name']} spend {ratio.median():.1f} times the instructions of "
        f"the best known solution or more. It solves, out of all problems, {solved}.",
        data=data,
        chart=Chart(Shape.BARS, "share", "name", "problems, %", low="low", high="high"),
    )


def _times(name: str) -> str:
    ratio = name.removeprefix("within@1(").removesuffix(")")
    return "no more instructions than the best known" if ratio == "1" else f"at most {ratio} times as many"


def _relation(
    key: str, question: str, data: pd.DataFrame, chart: Chart, claims: tuple[str, str], between: str, caution: str
) -> Iterator[Finding]:
    """Yield whether a chart's two columns rise together (the first claim) or not (the second); nothing if unknown."""
    if (found := correlate(data, chart.x, chart.y)) is None:
        return
    says = f"{claims[0] if found.rho > 0 else claims[1]} ({found})."
    if not found.significant:
        says = f"These results cannot say: {between} have no significant relation ({found})."
    yield Finding(key=key, question=question, answer=says, caution=caution, data=data, chart=chart)


def _size(sources: Sources) -> Iterator[Finding]:
    return _relation(
        "size",
        "Do larger models write faster code?",
        single_models(sources.models)[["model", "name", "parameters", "score@1"]].dropna(),
        Chart(Shape.POINTS, "parameters", "score@1", "parameters, billions", "score@1", log=True),
        ("Larger models have higher scores", "Larger models have lower scores"),
        "size and score",
        "Covers the models whose size is published; most of the leading ones keep theirs secret.",
    )


def _time(sources: Sources) -> Iterator[Finding]:
    return _relation(
        "time",
        "Do newer models write faster code?",
        single_models(sources.models)[["model", "name", "released", "year", "score@1"]].dropna(),
        Chart(Shape.POINTS, "year", "score@1", "released, year", "score@1"),
        ("Newer models have higher scores", "Newer models have lower scores"),
        "date and score",
        "HumanEval's problems date from 2021: every model here may have seen them.",
    )


def _better_coders(sources: Sources) -> Iterator[Finding]:
    data = single_models(sources.models)[["model", "name", "pass@1", "speed", "problems", "censored"]].dropna()
    return _relation(
        "better-coders",
        "Do models that solve more problems also write faster code?",
        data.assign(correct=100 * data["pass@1"].astype(float)),
        Chart(Shape.POINTS, "correct", "speed", "pass@1, %", "speed of correct code"),
        (
            "The correct code of models that solve more is faster",
            "The correct code of models that solve more is slower",
        ),
        "the share of problems solved and the speed of correct code",
        "Speed is measured beside the other models' correct programs for the same problems, so that no "
        f"model looks slow for solving a hard one. {data['censored'].sum():,} programs are over the budget on an "
        f"input and enter with the budget, {BUDGET} times the best known solution, as a bound.",
    )


def _problems(sources: Sources) -> Iterator[Finding]:
    data = problems_by_spread(sources.frames.samples).dropna(subset=["spread"])
    data = data[data["models"] >= LEAST_MODELS]
    names = dict(zip(sources.frames.problems["task_id"], sources.frames.problems["entry_point"], strict=True))
    data = data.assign(name=[f"{names.get(task) or task}" for task in data["task_id"]])
    if data.empty:
        return
    worst = data.iloc[0]
    yield Finding(
        key="problems",
        question="Where does correct code differ most?",
        answer=f"On {worst['name']} ({worst['task_id']}): {worst['models']} of {len(sources.entries)} models solve it. "
        f"Their correct programs typically lie a factor of {worst['spread']:.1f} above or below their middle, and "
        f"spend up to {worst['largest_ratio']:.0f} times the instructions of the best known solution, half of them "
        f"{worst['median_ratio']:.1f} times or more.",
        caution=f"Each model enters with its cheapest correct program. Problems that fewer than {LEAST_MODELS} models "
        f"solve are left out. Programs over the budget, {BUDGET} times the best known solution, are stopped there and "
        f"enter with it, as a bound: {worst['censored']} of the {worst['models']} on {worst['name']}. In the data the "
        "column `censored` has their number.",
        data=data,
        chart=Chart(Shape.BARS, "spread", "name", "factor between a correct program and their middle"),
    )


def _growth(sources: Sources) -> Iterator[Finding]:
    """Yield on how many problems models write code whose cost grows faster than the best known solution's."""
    standings = {entry.slug: order_standing(entry, sources.orders) for entry in sources.entries}
    rows = [
        {"model": model, "name": name, "worse": len(found.worse), "compared": found.compared}
        for model, name in zip(sources.models["model"], sources.models["name"], strict=True)
        if (found := standings.get(model)) is not None and found.compared >= LEAST_COMPARED
    ]
    if len(rows) < LEAST_MODELS:
        return
    data = pd.DataFrame(rows)
    data["percent"] = 100 * data["worse"] / data["compared"]
    leader = data.iloc[0]
    known = [found for found in sources.orders.values() if found.best is not None]
    yield Finding(
        key="growth",
        question="Do models choose a worse algorithm?",
        answer=f"A model's correct code grows faster with the size of the input than the best known solution on "
        f"{data['percent'].median():.0f} % (median) of the problems that it solves, {data['percent'].min():.0f} % to "
        f"{data['percent'].max():.0f} %; {leader['name']}'s on {leader['worse']} of {leader['compared']}. On "
        f"{sum(found.worse > 0 for found in known)} of {len(known)} problems at least one correct program does, such "
        "as n² where n is enough.",
        caution=f"Fitted to counts on inputs of rising size, so far on {len(known)} problems whose inputs can be of "
        "any size.",
        data=data,
        chart=Chart(Shape.BARS, "percent", "name", "problems with a worse order of growth, % of those solved"),
    )


def _same_code(sources: Sources) -> Iterator[Finding]:
    organizations = sources.frames.results.set_index("model")["organization"].astype(str)
    found = recitation(sources.frames.samples, sources.canonical, organizations)
    data = found.merge(sources.models[["model", "name"]], on="model").dropna(subset=["shared"])
    data = data.assign(percent=100 * data["shared"].astype(float)).sort_values("percent", ascending=False)
    if len(data) < LEAST_MODELS:
        return
    canonical, letter = (100 * data[name].astype(float) for name in ("canonical", "letter_shared"))
    first, last = data.iloc[0], data.iloc[-1]
    yield Finding(
        key="same-code",
        question="Do models write the same code, or recite it?",
        answer=f"Among programs long enough to tell, a model shares {data['percent'].median():.0f} % (median) with one "
        f"from another maker, except for names and comments: from {last['percent']:.0f} % ({last['name']}) to "
        f"{first['percent']:.0f} % ({first['name']}). HumanEval's own solution is {canonical.median():.1f} % of them "
        f"(median), {canonical.max():.1f} % at most. Among all programs of a model, {letter.median():.1f} % (median) "
        f"are identical to those of another maker's model, {letter.max():.1f} % at most.",
        caution="The same code does not prove recitation: many problems have one short answer.",
        data=data,
        chart=Chart(Shape.BARS, "percent", "name", "programs that another maker's model wrote too, %"),
    )


def _success(sources: Sources) -> Iterator[Finding]:
    """Yield, for sets with several samples per problem, whether problems solved often are solved fast."""
    found = success_and_speed(sources.frames.samples).merge(sources.models[["model", "name"]], on="model")
    data = found.dropna(subset=["rho"]).sort_values("rho")
    if data.empty:
        return
    families = temperatures(sources.entries)
    several = [entry.name for family in families if len(family) > 1 for entry in family.values()]
    temperature = "What temperature does to success and speed is unknown: no model here was sampled at several "
    temperature += "temperatures under one prompt."
    if several:
        temperature = f"Sampled at several temperatures under one prompt: {listed(several)}."
    spreads = _correlations(data.dropna(subset=["spread_rho"]), "spread_rho", "spread")
    within = within_problems(settings_by_problem(sources.frames.samples), "success", "cost")
    inside = "unknown."
    if within is not None:
        inside = f"{within.value:+.2f} ({within.low:+.2f} to {within.high:+.2f}, {within.problems} problems)."
    yield Finding(
        key="success",
        question="Do models solve fast what they solve often?",
        answer="Rank correlation of the share of a model's samples that solve a problem with what its correct samples "
        f"spend beside the best known solution: {_correlations(data, 'rho', 'rho')} With how far "
        f"these samples differ in what they spend: {spreads} Within a problem, over these sets, as in a study of "
        f"LeetCode (there -0.08): {inside}",
        caution="Only sets with several samples per problem can tell. Below 0, what is solved often is solved fast, "
        "or at a more even cost. The chart shows the first; the data have both. " + temperature,
        data=data,
        chart=Chart(Shape.BARS, "rho", "name", "rank correlation, -1 to 1", low="rho_low", high="rho_high"),
    )


def _correlations(data: pd.DataFrame, name: str, ends: str) -> str:
    """Return the correlations with their intervals, and the sets for which they are more than chance."""
    if data.empty:
        return "unknown."
    each, clear = [], []
    for _, row in data.iterrows():
        low, high = row[f"{ends}_low"], row[f"{ends}_high"]
        each.append(f"{row[name]:+.2f} ({low:+.2f} to {high:+.2f}; {row['name']})")
        clear += [] if low <= 0 <= high else [row["name"]]
    chance = f"It is more than chance for {listed(clear)}." if clear else "Each of them could be chance."
    return f"{', '.join(each)}. {chance}"
