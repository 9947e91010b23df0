"""What COFFE finds over all models of table 6 (section 5.3), asked of the published table and of the models given here.

The same functions compute both sides: how much of pass@1 is lost where efficiency is asked for, whether the models that
are right more often are also efficient more often, whether larger models are, and how many are faster than the best
ground truths.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from scipy.stats import kendalltau

from tallybench.studies.coffe_models import Evaluated
from tallybench.studies.coffe_report import published_key
from tallybench.studies.study import Listing, Paper, PaperFigure, Row, Section

_LEAST = 3  # models that a rank correlation needs
_COMPUTED = "computed from table 6"
_WHY = "the same question to other models; only those of table 6 can be compared one by one"


@dataclass(frozen=True)
class _Model:
    """A model's figures on a split by COFFE's rules, in percent; None if they are not known."""

    name: str
    passing: float | None
    efficient: float | None
    drop: float | None
    speedup: float | None

    @property
    def size(self) -> float | None:
        """Its parameters in billions, if its name has them."""
        found = re.search(r"(?:(\d+)x)?(\d+(?:\.\d+)?)B\b", self.name)
        return None if found is None else float(found[1] or 1) * float(found[2])


def findings_section(paper: Paper, found: Sequence[Evaluated]) -> Section:
    """Return the board of the given models, and what holds over them and over the published ones."""
    rows: list[Row] = []
    listings = []
    for split in ("function", "file"):
        own = [one for one in found if published_key(one, paper).endswith(f"/{split}")]
        if not own:
            continue
        ours = [_ours(one) for one in own]
        theirs = [_published(key.rsplit("/", 1)[0], paper) for key in sorted(paper) if _is_pass_at_1(key, split)]
        rows += _rows(split, theirs, ours, paper)
        published = [_published(published_key(one, paper), paper) for one in own]
        listings.append(_board(split, ours, published))
    notes = (
        "All by COFFE's rules: strict, and its comparison of outputs.",
        "A model that is not in table 6, or that was asked by other prompts than COFFE's, is asked the same question "
        "and not the same problem: its row has no figure of the paper.",
    )
    return Section("6/findings", "Table 6: all models", tuple(rows), notes, tuple(listings))


def _is_pass_at_1(key: str, split: str) -> bool:
    return key.startswith("6/") and key.endswith(f"/{split}/pass@1")


def _ours(found: Evaluated) -> _Model:
    figures = found.figures_by_coffe()
    return _Model(found.own.model.name, figures.pass_at_1, figures.efficient_at_1, figures.drop, figures.speedup)


def _published(key: str, paper: Paper) -> _Model:
    figures = (paper[f"{key}/{name}"].value for name in ("pass@1", "efficient@1", "drop", "speedup"))
    return _Model(key.split("/")[1], *figures)


def _rows(split: str, theirs: Sequence[_Model], ours: Sequence[_Model], paper: Paper) -> Iterator[Row]:
    def computed(value: float | None, key: str = "") -> PaperFigure:
        stated = paper[f"6/all/{split}/{key}"]
        return stated if stated.value is not None else PaperFigure(value=value, source=_COMPUTED)

    def row(name: str, figure: Callable[[Sequence[_Model]], tuple[float | None, int]], unit: str, digits: int) -> Row:
        published, of = figure(theirs)
        value, models = figure(ours)
        shown = computed(published, name)
        return Row(f"{split}: {name}", shown, value, f"of {models} models", f"{_WHY}; {of} there", unit, digits=digits)

    yield row("lowest drop", lambda models: _over(min, models, "drop"), "%", 0)
    yield row("highest drop", lambda models: _over(max, models, "drop"), "%", 0)
    yield row("Kendall's tau, pass@1 and efficient@1", lambda models: _tau(models, "passing", "efficient"), "", 2)
    yield row("Kendall's tau, size and efficient@1", lambda models: _tau(models, "size", "efficient"), "", 2)
    yield row("models with a speedup above 1", _faster, "", 0)


def _known(models: Sequence[_Model], *names: str) -> list[tuple[float, ...]]:
    values = [tuple(getattr(model, name) for name in names) for model in models]
    return [known for known in values if None not in known]


def _over(choose: Callable[..., float], models: Sequence[_Model], name: str) -> tuple[float | None, int]:
    values = [value for (value,) in _known(models, name)]
    return (choose(values) if values else None), len(values)


def _tau(models: Sequence[_Model], first: str, second: str) -> tuple[float | None, int]:
    """Return the rank correlation of two figures, and over how many models."""
    pairs = _known(models, first, second)
    if len(pairs) < _LEAST:
        return None, len(pairs)
    return float(kendalltau(*zip(*pairs, strict=True)).statistic), len(pairs)


def _faster(models: Sequence[_Model]) -> tuple[float | None, int]:
    speedups = [value for (value,) in _known(models, "speedup")]
    return (float(sum(value > 1 for value in speedups)) if speedups else None), len(speedups)


def _board(split: str, ours: Sequence[_Model], published: Sequence[_Model]) -> Listing:
    def shown(value: float | None) -> str:
        return "-" if value is None else f"{value:.2f}"

    pairs = sorted(
        zip(ours, published, strict=True), key=lambda pair: (-(pair[0].efficient or pair[0].passing or 0), pair[0].name)
    )
    names = ("passing", "efficient", "drop", "speedup")
    cells = tuple(
        (own.name, *(shown(getattr(one, name)) for name in names for one in (own, theirs))) for own, theirs in pairs
    )
    header = ("model", *(f"{title}{side}" for title in _TITLES for side in ("", ", paper")))
    return Listing(f"The models given, {split} level", header, cells)


_TITLES = ("pass@1, %", "efficient@1, %", "drop, %", "speedup")
