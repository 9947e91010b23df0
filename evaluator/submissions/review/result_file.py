"""Reviews a result's file that a pull request adds or removes."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from evaluator.benchmarks import load_benchmark
from evaluator.benchmarks.copies import Copied, find_copies, uncompared
from evaluator.benchmarks.trees import LONGEST
from evaluator.results.metrics import HEADLINES
from evaluator.results.published.entries import FILE
from evaluator.results.published.record import Record
from evaluator.results.result import Figure, Result
from evaluator.submissions.checks import MAX_BYTES, checked_content, is_embedded, own_copies, suspicions
from evaluator.submissions.code.lookups import find_lookups
from evaluator.submissions.faults import Fault
from evaluator.submissions.names import look_alike
from evaluator.submissions.review.base_branch import BaseBranch
from evaluator.submissions.review.git_changes import Change, content_of
from evaluator.submissions.review.owners import Account
from evaluator.submissions.review.ownership import file_holds
from evaluator.submissions.review.report import Reviewed, short_text, told
from evaluator.submissions.verify import TOO_LONG, TooLong


@dataclass(frozen=True)
class FileReviewer:
    """Reviews the files of a pull request one by one.

    Attributes:
        repository: in which they are.
        main: what is published.
        by: who sends the pull request.
        today: YYYY-MM-DD.
        verify: measures a result's file again; None measures nothing.
        python: the measuring interpreter; None is the ranked one where it is present.
        models: the model of each folder: those that are published, and those of the files that were reviewed.
    """

    repository: Path
    main: BaseBranch
    by: Account | None
    today: str
    verify: Callable[[Path], Record] | None
    python: str | None = None
    models: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.models.update((entry.slug, entry.name) for entry in self.main.entries)

    def review(self, change: Change) -> Reviewed:
        """What was found of a file."""
        if change.status == "D":
            held = told(file_holds(change, None, self.main, self.by))
            return Reviewed(path=short_text(change.path), action="removed", held=held)
        found = Reviewed(path=short_text(change.path), action="added")
        content = content_of(self.repository, change, MAX_BYTES)
        if content is None:
            what = f"has more than {MAX_BYTES >> 20} MB; give fewer samples a problem"
            return found.model_copy(update={"faults": (what,)})
        path = PurePosixPath(change.path)
        result, faults = checked_content(content, PurePosixPath(*path.parts[1:]))
        name = FILE.fullmatch(path.stem)
        if name is not None and name["date"] > self.today:
            faults.append(Fault("", f"its date is later than today, {self.today}"))
        if result is not None:
            faults += self._folder_faults(path.parent.name, result.model.name)
            facts = {"model": short_text(result.model.name), "withheld": not result.has_public_code}
            held = told(file_holds(change, result, self.main, self.by))
            found = found.model_copy(update={**facts, "held": held})
            copies = self._copies(result, path.parent.name)
            faults += [
                Fault("samples", f"{copied}; a model's samples are its own") for copied in copies if copied.whole
            ]
        if faults or result is None:
            return found.model_copy(update={"faults": told(map(str, faults))})
        findings = [*_said(copies, result), *self._lookups(result)]
        facts = {"suspicions": told(suspicions(result)), "findings": told(findings), **_headlines(result.metrics)}
        return found.model_copy(update={**facts, **self._measured(path.name, content, result)})

    def _copies(self, result: Result, folder: str) -> list[Copied]:
        """How much of a result is the benchmark's, or that of other models' results."""
        others = [
            (f"{entry.name} ({entry.path})", entry.result)
            for entry in self.main.entries
            if entry.benchmark == result.benchmark.name and entry.slug != folder and not entry.baseline
        ]
        return [*own_copies(result), *find_copies(result, None, others)]

    def _lookups(self, result: Result) -> list[str]:
        """Answers that are written down. To know them, inputs are built, so that it is part of measuring."""
        if self.verify is None or result.code_withheld or not is_embedded(result):
            return []
        return find_lookups(result, load_benchmark(result.benchmark.name), self.python)

    def _measured(self, name: str, content: bytes, result: Result) -> Mapping[str, object]:
        """What measuring a file without faults again gives."""
        if result.code_withheld or self.verify is None:
            return {}
        with tempfile.TemporaryDirectory(prefix="tallybench-") as folder:
            file = Path(folder, name)
            file.write_bytes(content)
            try:
                record = self.verify(file)
            except TooLong:
                return {"faults": (f"measuring it again was ended: {TOO_LONG}",)}
        return {
            "measured": "yes",
            "agrees": record.agrees,
            "ranked": record.environment.ranked,
            "differences": told(map(str, record.differences)),
            "fresh": told(map(str, record.score_changes)),
            **_headlines(record.metrics),
        }

    def _folder_faults(self, slug: str, model: str) -> Iterator[Fault]:
        """A folder is of one model, and a model has one folder, in this pull request too."""
        if self.models.setdefault(slug, model) != model:
            yield Fault("model.name", f"results/{slug} is the folder of another model, {self.models[slug]}")
        for other, name in self.models.items():
            if other != slug and (look_alike(name, model) or look_alike(other, slug)):
                yield Fault(
                    "model.name",
                    f"cannot be told from {name}, which has the folder results/{other}; submit that model with "
                    f"--as {other}, another one under another name",
                )


def _said(copies: list[Copied], result: Result) -> Iterator[str]:
    """What is more than models have in common by themselves."""
    yield from (str(copied) for copied in copies if copied.said)
    if long := uncompared(result):
        yield f"{long} samples have more than {LONGEST:,} characters, and were compared with nobody's"


def _headlines(metrics: Mapping[str, Figure]) -> Mapping[str, object]:
    return {"metrics": {name: figure for name, figure in metrics.items() if name in HEADLINES}}
