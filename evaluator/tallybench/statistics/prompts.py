"""What the prompt changes: one model, asked in several ways.

The study of Coignion et al. varies the temperature; published sets of one model vary what the prompt asks for in
addition to the function: nothing, performance or readability.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import pandas as pd

from tallybench.statistics.cost import cost_ratios, model_costs
from tallybench.statistics.finding import Chart, Finding, Shape, Sources, listed
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.ranking import comparable, paired_differences

FIGURES = ("score@1", "pass@1", "efficient@1")
COST = "cost"  # of correct code, on the problems that both solve within the budget
# Each figure's name, how it reads when it improves and when it gets worse, and the sign of an improvement.
_CHANGES = {
    COST: ("the cost of correct code", "cheaper correct code", "dearer correct code", -1),
    "score@1": ("score@1", "a higher score", "a lower score", 1),
    "pass@1": ("pass@1", "more problems solved", "fewer problems solved", 1),
    "efficient@1": ("efficient@1", "more efficient programs", "fewer efficient programs", 1),
}


def asking_for_speed(sources: Sources) -> Iterator[Finding]:
    """Yield whether asking a model for fast code gets better or cheaper code."""
    data = compare_prompts(sources.entries)
    scores = data[data["figure"] == "score@1"]
    costs = data[data["figure"] == COST].sort_values("difference")
    if scores.empty or costs.empty:
        return
    score = dict(zip(scores["model"], scores["text"], strict=True))
    each = [f"{row['name']}: score {score[row['model']]}; {row['text']}" for _, row in costs.iterrows()]
    for figure in FIGURES:  # beside the cost, as columns of their own
        names = {"difference": figure, "low": f"{figure} low", "high": f"{figure} high"}
        other = data[data["figure"] == figure].rename(columns=names)
        costs = costs.merge(other[["model", *names.values()]], on="model", how="left")
    yield Finding(
        key="prompts",
        question="Does asking for fast code help?",
        answer=f"{prompts_verdict(data)} Compared to the same model asked for the function alone, 95 % intervals: "
        f"{'. '.join(each)}.",
        caution="A score says how often code is efficient; the instructions say what correct code costs, on the "
        "problems that both solve within the budget. Samples over the budget are left out of that.",
        data=costs.drop(columns="text"),
        chart=Chart(
            Shape.BARS, "difference", "name", "instructions of correct code, change in %", low="low", high="high"
        ),
    )


def prompts_verdict(data: pd.DataFrame) -> str:
    """Return what the differences from `compare_prompts` say: what changes by more than chance, and what does not.

    Styles that ask for speed are recognized by their names.
    """
    fast = data[data["asked"].str.contains("performance|fast|speed|efficien", case=False, na=False)]
    if fast.empty:
        return "The results cannot say: no model here was asked for speed."
    clear = fast[fast["significant"].astype(bool)]
    changed, unchanged, helps = [], [], []
    for figure, (name, better, worse, sign) in _CHANGES.items():
        gains = sign * clear.loc[clear["figure"] == figure, "difference"]
        up, down = int((gains > 0).sum()), int((gains < 0).sum())
        changed += [f"{number} with {what}" for number, what in ((up, better), (down, worse)) if number]
        unchanged += [] if up or down else [name]
        helps += [figure] if up and not down else []
    wordings = f"{fast['model'].nunique()} ways of asking for speed"
    quiet = f" No significant change in {listed(unchanged)}." if unchanged else ""
    if not changed:
        return f"No significant change with any of {wordings}; there may still be one.{quiet}"
    lead = "Yes" if "score@1" in helps else "Yes, in cost" if COST in helps else "Not clearly"
    return f"{lead}: with {wordings}, {', '.join(changed)}.{quiet}"


def compare_prompts(entries: Sequence[Entry]) -> pd.DataFrame:
    """Return, by set of samples and figure, the difference from the same model asked for the function alone.

    Columns: model and base (folders), name, asked (its prompt style), figure, difference, low, high (its 95 % interval,
    paired over problems; in points of 100; `cost` in per cent of the instructions), problems, significant (whether
    the difference is more than chance) and text (the difference in words).

    Results of one maker and revision with several prompt styles are one model; the one with the shortest name is the
    base.
    """
    rows = [row for base, others in _families(entries) for other in others for row in _differences(base, other)]
    columns = ["model", "base", "name", "asked", "figure", "difference", "low", "high", "problems", "significant"]
    return pd.DataFrame(rows, columns=pd.Index([*columns, "text"]))


def _families(entries: Sequence[Entry]) -> Iterator[tuple[Entry, list[Entry]]]:
    families: dict[tuple[str | None, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        model = entry.result.model
        if model.revision and not model.pipeline and "prompt style" in model.generation:
            families[model.organization, model.revision].append(entry)
    for family in families.values():
        base, *others = sorted(family, key=lambda entry: (len(entry.name), entry.slug))
        asked = base.result.model.generation["prompt style"]
        others = [entry for entry in others if entry.result.model.generation["prompt style"] != asked]
        if others and comparable([entry.result for entry in (base, *others)]):
            yield base, others


def _differences(base: Entry, other: Entry) -> Iterator[dict[str, object]]:
    facts = {
        "model": other.slug,
        "base": base.slug,
        "name": other.name,
        "asked": str(other.result.model.generation["prompt style"]),
    }
    for figure in FIGURES:
        values = [entry.values(figure) for entry in (other, base)]
        found = paired_differences(values)[0, 1]
        scale = 1 if figure == "score@1" else 100
        difference, low, high = (scale * end for end in (found.value, found.low, found.high))
        text = f"{difference:+z.1f} points ({low:+z.1f} to {high:+z.1f})"
        yield facts | _row(figure, (difference, low, high), len(values[0]), found.significant, text)
    cost = cost_ratios([model_costs(other), model_costs(base)], [(0, 1)])[0, 1]
    if cost.value is not None and cost.low is not None and cost.high is not None:
        changes = (100 * (cost.value - 1), 100 * (cost.low - 1), 100 * (cost.high - 1))
        yield facts | _row(COST, changes, cost.problems, cost.significant, str(cost))


def _row(
    figure: str, change: tuple[float, float, float], problems: int, significant: bool, text: str
) -> dict[str, object]:
    ends = dict(zip(("difference", "low", "high"), change, strict=True))
    return {"figure": figure, **ends, "problems": problems, "significant": significant, "text": text}
