"""Findings about the code itself: by prompt, by problem, by sample."""

from collections.abc import Iterator

import pandas as pd

from tallybench.model.budget import BUDGET
from tallybench.statistics.finding import LEAST_MODELS, Chart, Finding, Shape, Sources, listed
from tallybench.statistics.growing import order_standing
from tallybench.statistics.prompts import COST, FIGURES, compare_prompts, temperatures
from tallybench.statistics.recitation import recitation
from tallybench.statistics.speed import problems_by_spread, success_and_speed

LEAST_COMPARED = 5  # problems of a model; a share of fewer says nothing


def prompts(sources: Sources) -> Iterator[Finding]:
    """Yield whether asking a model for fast code gets better or cheaper code."""
    data = compare_prompts(sources.entries)
    scores = data[data["figure"] == "score@1"]
    costs = data[data["figure"] == COST].sort_values("difference")
    if scores.empty or costs.empty:
        return
    score = dict(zip(scores["model"], scores["text"], strict=True))
    each = [f"{row['name']}: score {score[row['model']]}; {row['text']}" for _, row in costs.iterrows()]
    yield Finding(
        key="prompts",
        question="Does asking for fast code help?",
        answer=f"{prompts_verdict(data)} Beside the same model asked for the function alone, with 95 % intervals: "
        f"{'. '.join(each)}.",
        caution="A score says how often code is efficient; the instructions say what correct code costs, on the "
        "problems that both solve within the budget. Samples over the budget have no part in that.",
        data=_beside(costs, data).drop(columns="text"),
        chart=Chart(
            shape=Shape.BARS,
            x="difference",
            y="name",
            x_title="instructions of correct code, change in %",
            low="low",
            high="high",
        ),
    )


def _beside(costs: pd.DataFrame, data: pd.DataFrame) -> pd.DataFrame:
    """Add the differences of the other figures to those of the cost, as columns of their own."""
    for figure in FIGURES:
        names = {"difference": figure, "low": f"{figure} low", "high": f"{figure} high"}
        other = data[data["figure"] == figure].rename(columns=names)
        costs = costs.merge(other[["model", *names.values()]], on="model", how="left")
    return costs


def prompts_verdict(data: pd.DataFrame) -> str:
    """Return what the intervals of the differences say: what changes by more than chance, and what does not.

    Args:
        data: from `compare_prompts`. Styles that ask for speed are recognized by their names.
    """
    fast = data[data["asked"].str.contains("performance|fast|speed|efficien", case=False, na=False)]
    if fast.empty:
        return "The results cannot say: no model here was asked for speed."
    clear = fast[fast["significant"].astype(bool)]
    changed, unchanged, helps = [], [], []
    for figure, name, better, worse, sign in (
        (COST, "the cost of correct code", "cheaper correct code", "dearer correct code", -1),
        ("score@1", "score@1", "a higher score", "a lower score", 1),
        ("pass@1", "pass@1", "more problems solved", "fewer problems solved", 1),
        ("efficient@1", "efficient@1", "more efficient programs", "fewer efficient programs", 1),
    ):
        gains = sign * clear.loc[clear["figure"] == figure, "difference"]
        up, down = int((gains > 0).sum()), int((gains < 0).sum())
        changed += [f"{number} with {what}" for number, what in ((up, better), (down, worse)) if number]
        unchanged += [] if up or down else [name]
        helps += [figure] if up and not down else []
    wordings = f"{fast['model'].nunique()} ways of asking for speed"
    quiet = f" No significant change in {listed(unchanged)}." if unchanged else ""
    if not changed:
        return f"No significant change with any of {wordings}; a change may still be there.{quiet}"
    lead = "Yes" if "score@1" in helps else "Yes, in cost" if COST in helps else "Not clearly"
    return f"{lead}: with {wordings}, {', '.join(changed)}.{quiet}"


def problems(sources: Sources) -> Iterator[Finding]:
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
        chart=Chart(
            shape=Shape.BARS,
            x="spread",
            y="name",
            x_title="factor between a correct program and their middle",
        ),
    )


def growth(sources: Sources) -> Iterator[Finding]:
    """Yield on how many problems models write code whose cost grows faster than the best known solution's."""
    standings = {entry.slug: order_standing(entry, sources.orders) for entry in sources.entries}
    rows = [
        {"model": row["model"], "name": row["name"], "worse": len(found.worse), "compared": found.compared}
        for _, row in sources.models.iterrows()
        if (found := standings.get(row["model"])) is not None and found.compared >= LEAST_COMPARED
    ]
    if len(rows) < LEAST_MODELS:
        return
    data = pd.DataFrame(rows)
    data["percent"] = 100 * data["worse"] / data["compared"]
    low, high = data["percent"].min(), data["percent"].max()
    leader = data.iloc[0]
    known = [found for found in sources.orders.values() if found.best is not None]
    yield Finding(
        key="growth",
        question="Do models choose a worse algorithm?",
        answer=f"A model's correct code grows faster with the size of the input than the best known solution on "
        f"{data['percent'].median():.0f} % (median) of the problems that it solves, {low:.0f} % to {high:.0f} %; "
        f"{leader['name']}'s on {leader['worse']} of {leader['compared']}. On "
        f"{sum(found.worse > 0 for found in known)} of {len(known)} problems at least one correct program does, such "
        "as n² where n is enough.",
        caution=f"Fitted to counts on inputs of rising size, so far on {len(known)} problems whose inputs can be of "
        "any size.",
        data=data,
        chart=Chart(
            shape=Shape.BARS, x="percent", y="name", x_title="problems with a worse order of growth, % of those solved"
        ),
    )


def same_code(sources: Sources) -> Iterator[Finding]:
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
        answer=f"Of programs long enough to tell, a model shares {data['percent'].median():.0f} % (median) with one "
        f"of another maker, but for names and comments: from {last['percent']:.0f} % ({last['name']}) to "
        f"{first['percent']:.0f} % ({first['name']}). HumanEval's own solution is {canonical.median():.1f} % of them "
        f"(median), {canonical.max():.1f} % at most. To the letter, {letter.median():.1f} % (median) of all programs "
        f"of a model are those of another maker's model, {letter.max():.1f} % at most.",
        caution="The same code is no proof of reciting: many problems have one short answer.",
        data=data,
        chart=Chart(
            shape=Shape.BARS, x="percent", y="name", x_title="programs that another maker's model wrote too, %"
        ),
    )


def success(sources: Sources) -> Iterator[Finding]:
    """Yield, for sets with several samples per problem, whether problems solved often are solved fast."""
    found = success_and_speed(sources.frames.samples).merge(sources.models[["model", "name"]], on="model")
    data = found.dropna(subset=["rho"]).sort_values("rho")
    if data.empty:
        return
    spreads = data.dropna(subset=["spread_rho"])
    several = [name for names in temperatures(sources.entries) if len(names) > 1 for name in names]
    temperature = (
        f"Sampled at several temperatures under one prompt: {listed(several)}."
        if several
        else "What temperature does to success and speed is unknown: no model here was sampled at several "
        "temperatures under one prompt."
    )
    yield Finding(
        key="success",
        question="Do models solve fast what they solve often?",
        answer="Rank correlation of the share of a model's samples that solve a problem with what its correct samples "
        f"spend beside the best known solution: {_correlations(data, 'rho', 'rho')} With how far "
        f"these samples differ in what they spend: {_correlations(spreads, 'spread_rho', 'spread')}",
        caution="Only sets with several samples of each problem tell. Below 0, what is solved often is solved fast, "
        "or at a more even cost. The chart shows the first; the data have both. " + temperature,
        data=data,
        chart=Chart(
            shape=Shape.BARS, x="rho", y="name", x_title="rank correlation, -1 to 1", low="rho_low", high="rho_high"
        ),
    )


def _correlations(data: pd.DataFrame, name: str, ends: str) -> str:
    """Return the correlations with their intervals, and the sets for which they are more than chance."""
    if data.empty:
        return "unknown."
    each = [
        f"{row[name]:+.2f} ({row[f'{ends}_low']:+.2f} to {row[f'{ends}_high']:+.2f}; {row['name']})"
        for _, row in data.iterrows()
    ]
    clear = [row["name"] for _, row in data.iterrows() if not row[f"{ends}_low"] <= 0 <= row[f"{ends}_high"]]
    chance = f"It is more than chance for {listed(clear)}." if clear else "Each of them could be chance."
    return f"{', '.join(each)}. {chance}"
