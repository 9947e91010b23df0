"""What the prompt changes: one model, asked in several ways.

The study of Coignion et al. varies the temperature; published sets of one model vary what the prompt asks for in
addition to the function: nothing, performance or readability.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import pandas as pd

from tallybench.statistics.cost import cost_ratios, model_costs
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.ranking import comparable, paired_differences

FIGURES = ("score@1", "pass@1", "efficient@1")
COST = "cost"  # of correct code, on the problems that both solve within the budget


def compare_prompts(entries: Sequence[Entry]) -> pd.DataFrame:
    """Return, by set of samples and figure, the difference from the same model asked for the function alone.

    Columns: model and base (folders), name, asked (its prompt style), figure, difference, low, high (its 95 % interval,
    paired over problems; in points of 100; `cost` in per cent of the instructions), problems, significant (whether
    the difference is more than chance) and text (the difference in words).

    Args:
        entries: results of one board. Those of one maker and revision with several prompt styles are one model; the
            one with the shortest name is the base.
    """
    rows = [row for base, others in _families(entries) for other in others for row in _differences(base, other)]
    columns = [
        "model",
        "base",
        "name",
        "asked",
        "figure",
        "difference",
        "low",
        "high",
        "problems",
        "significant",
        "text",
    ]
    return pd.DataFrame(rows, columns=pd.Index(columns))


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


def temperatures(entries: Sequence[Entry]) -> list[list[str]]:
    """Return the names of the results of each model and prompt, one for each temperature that it was sampled at."""
    found: dict[tuple[str | None, str | None, str], dict[str, str]] = defaultdict(dict)
    for entry in entries:
        model = entry.result.model
        if not model.pipeline and "temperature" in model.generation:
            key = (model.organization, model.revision or model.name, str(model.prompt))
            found[key].setdefault(str(model.generation["temperature"]), entry.name)
    return [list(names.values()) for names in found.values()]


def _differences(base: Entry, other: Entry) -> Iterator[dict[str, object]]:
    facts = {
        "model": other.slug,
        "base": base.slug,
        "name": other.name,
        "asked": str(other.result.model.generation["prompt style"]),
    }
    for figure in FIGURES:
        values = [entry.values(figure) for entry in (other, base)]
        scale = 1 if figure == "score@1" else 100
        found = paired_differences(values)[0, 1]
        difference, low, high = (scale * end for end in (found.value, found.low, found.high))
        yield facts | {
            "figure": figure,
            "difference": difference,
            "low": low,
            "high": high,
            "problems": len(values[0]),
            "significant": found.significant,
            "text": f"{difference:+z.1f} points ({low:+z.1f} to {high:+z.1f})",
        }
    cost = cost_ratios([model_costs(other), model_costs(base)], [(0, 1)])[0, 1]
    if cost.value is not None and cost.low is not None and cost.high is not None:
        yield facts | {
            "figure": COST,
            "difference": 100 * (cost.value - 1),
            "low": 100 * (cost.low - 1),
            "high": 100 * (cost.high - 1),
            "problems": cost.problems,
            "significant": cost.significant,
            "text": str(cost),
        }
