"""What the results tell of the code itself: by prompt, by problem, by sample."""

from collections.abc import Iterator

from evaluator.statistics.finding import LEAST_MODELS, MOST_BARS, Chart, Finding, Shape, Sources, listed
from evaluator.statistics.pairwise import compare_samples, summarize_pairs
from evaluator.statistics.prompts import compare_prompts
from evaluator.statistics.recitation import recitation
from evaluator.statistics.speed import problems_by_spread, success_and_speed


def prompts(sources: Sources) -> Iterator[Finding]:
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


def problems(sources: Sources) -> Iterator[Finding]:
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


def same_code(sources: Sources) -> Iterator[Finding]:
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


def repeated(sources: Sources) -> Iterator[Finding]:
    """Pairs of sets with more than five correct samples a problem, by the t-test."""
    data = summarize_pairs(compare_samples(sources.frames.samples))
    if data.empty:
        return
    names = dict(zip(sources.models["model"], sources.models["name"], strict=True))
    data = data.assign(
        row=data["first"].map(names), column=data["second"].map(names), percent=100 * data["faster"]
    ).sort_values(["percent", "row", "column"], ascending=[False, True, True])
    first = data.iloc[0]
    yield Finding(
        key="repeated",
        question="Where a model answers ten times, is one way of asking faster?",
        answer=f"By Student's t-test on each problem, corrected for many tests, {names[first['first']]} is faster than "
        f"{names[first['second']]} on {first['percent']:.1f} % of {first['problems']} problems, and slower on "
        f"{100 * first['slower']:.1f} %. The Mann-Whitney test tells the two apart on "
        f"{100 * first['mann_whitney']:.1f} %.",
        data=data,
        chart=Chart(
            shape=Shape.MATRIX,
            x="column",
            y="row",
            x_title="Problems on which the set of the row is faster than that of the column, %",
        ),
    )


def success(sources: Sources) -> Iterator[Finding]:
    """For sets with several samples of a problem, whether what is solved often is solved fast."""
    found = success_and_speed(sources.frames.samples).merge(sources.models[["model", "name"]], on="model")
    data = found.dropna(subset=["rho"]).sort_values("rho")
    if data.empty:
        return
    clear = [row["name"] for _, row in data.iterrows() if not row["rho_low"] <= 0 <= row["rho_high"]]
    told = [f"{row['rho']:+.2f} ({row['name']})" for _, row in data.iterrows()]
    yield Finding(
        key="success",
        question="Do models solve fast what they solve often?",
        answer="Rank correlation of the share of a model's samples that solve a problem with what its correct samples "
        f"spend beside the best known solution: {', '.join(told)}. "
        + (f"It is more than chance for {listed(clear)}." if clear else "None of it is more than chance."),
        caution="Only sets with several samples of each problem tell. Below 0, what is solved often is solved fast.",
        data=data,
        chart=Chart(
            shape=Shape.BARS, x="rho", y="name", x_title="rank correlation, -1 to 1", low="rho_low", high="rho_high"
        ),
    )
