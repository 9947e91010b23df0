"""Whose samples a model has, less what is no copy: those of the same model, or of what an agent says it starts from."""

import re
from collections.abc import Sequence

from generator.limits import COPIES_AMONG
from generator.render import readable
from tallybench.benchmarks.copies import Copied, copies_among
from tallybench.model.benchmark import Benchmark
from tallybench.model.result import Model
from tallybench.statistics.published.boards import Row


def said_copies(rows: Sequence[Row], benchmark: Benchmark | None) -> dict[str, tuple[Copied, ...]]:
    """By folder of a model: whose samples it has, beyond what models have in common by themselves.

    The review of a submission compares with every result. Here a share is left out that its models explain, unless all
    samples that can be compared are the other's. Among very many models it is left to the reviews.

    Args:
        rows: the models of a board.
        benchmark: with its solutions; None where they are not here.
    """
    if len(rows) > COPIES_AMONG:
        return {}
    labels = [readable(row.entry.name, 60) for row in rows]
    found = copies_among([(label, row.entry.result) for label, row in zip(labels, rows, strict=True)], benchmark)
    by_label: dict[str, list[Model]] = {}
    for label, row in zip(labels, rows, strict=True):
        by_label.setdefault(label, []).append(row.entry.result.model)

    def explained(model: Model, copied: Copied) -> bool:
        if copied.own or copied.whole:
            return False
        return all(explains(model, other) for other in by_label[copied.source] if other is not model)

    said = {
        row.entry.slug: tuple(one for one in copied if one.said and not explained(row.entry.result.model, one))
        for row, copied in zip(rows, found, strict=True)
    }
    return {slug: copied for slug, copied in said.items() if copied}


def explains(model: Model, other: Model) -> bool:
    """Return whether what two models are says why they wrote the same.

    Either both are one organisation's model of one revision, asked in different ways (of one name, where no revision is
    known: `GPT-3.5` and `GPT-3.5, 5 samples`); or both are agents, and the settings of one of them name the other as
    what it starts from.
    """
    same_maker = model.organization is not None and model.organization == other.organization
    ours, others = (one.revision or _without_setting(one.name) for one in (model, other))
    return (same_maker and ours == others) or _starts_from(model, other) or _starts_from(other, model)


def _without_setting(name: str) -> str:
    """Return a model's name without the setting that follows a comma or a bracket."""
    return re.split(r", | \(", name, maxsplit=1)[0]


def _starts_from(model: Model, other: Model) -> bool:
    """Return whether an agent's settings name another agent: `runs and debugs what Reflexion wrote`."""
    named = other.name.split()[:1]
    told = str(model.generation.get("pipeline", "")).split()
    return model.pipeline and other.pipeline and bool(named) and named[0] in told[1:]
