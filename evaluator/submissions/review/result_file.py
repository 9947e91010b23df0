"""Reviews a result's file that a pull request adds or removes."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath

from evaluator.benchmarks.copies import Copied, find_copies, uncompared
from evaluator.benchmarks.trees import LONGEST
from evaluator.errors import InputError, TallyBenchError
from evaluator.results.metrics import HEADLINES
from evaluator.results.published.approvals import FILE as APPROVED
from evaluator.results.published.entries import FILE
from evaluator.results.published.record import Record
from evaluator.results.result import Figure, Result
from evaluator.samples.fetch import fetch
from evaluator.submissions.checks import MAX_BYTES, checked_content, own_copies, suspicions
from evaluator.submissions.code.findings import find_in_code
from evaluator.submissions.faults import Fault
from evaluator.submissions.names import look_alike
from evaluator.submissions.placeholders import placeholder_faults
from evaluator.submissions.places import day_before, is_date
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
        samples: the folder of fetched samples, for results whose samples are public elsewhere.
        fetch: get these samples first, and put them there.
        models: the model of each folder: those that are published, and those of the files that were reviewed.
    """

    repository: Path
    main: BaseBranch
    by: Account | None
    today: str
    verify: Callable[[Path], Record] | None
    python: str | None = None
    samples: Path | None = None
    fetch: bool = False
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
        if name is not None:
            faults += self._date_faults(name["date"])
        if result is not None:
            if result.source is None or not self.main.is_maintainer(self.by):
                faults += placeholder_faults(result.model)
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
        facts = {"suspicions": told(suspicions(result)), **_headlines(result.metrics)}
        findings = list(_said(copies, result))
        try:
            self._get_samples(result)
            written_down, unusual = self._in_code(result)
            findings += written_down + unusual
            found = found.model_copy(update={"held": told((*found.held, *self._code_holds(path, content, unusual)))})
            facts |= self._measured(path.name, content, result)
        except TooLong:
            facts["faults"] = (f"measuring it again was ended: {TOO_LONG}",)
        except InputError as error:
            facts["held"] = (*found.held, short_text(f"it was not measured again: {error}"))
        return found.model_copy(update={**facts, "findings": told(findings)})

    def _copies(self, result: Result, folder: str) -> list[Copied]:
        """How much of a result is the benchmark's, or that of other models' results."""
        others = [
            (f"{entry.name} ({entry.path})", entry.result)
            for entry in self.main.entries
            if entry.benchmark == result.benchmark.name and entry.slug != folder and not entry.baseline
        ]
        return [*own_copies(result), *find_copies(result, None, others)]

    def _get_samples(self, result: Result) -> None:
        """Gets the samples that are public elsewhere, where that is asked for.

        Raises:
            InputError: they cannot be had.
        """
        if result.source is None or self.samples is None or not self.fetch:
            return
        try:
            for _ in fetch(result.source, self.samples):
                pass
        except TallyBenchError as error:  # a host that does not answer is not this machine's matter, but the review's
            raise InputError(str(error)) from None

    def _code_holds(self, path: PurePosixPath, content: bytes, unusual: list[str]) -> Iterator[str]:
        """That a maintainer has to read what is unusual in the code."""
        digest = sha256(content).hexdigest()
        if unusual and digest not in self.main.approvals.code:
            yield (
                f"its code does what is unusual in {len(unusual)} places, which are listed below: read it; the result "
                f"is ranked once {APPROVED} has the line: code {digest} {path}"
            )

    def _in_code(self, result: Result) -> tuple[list[str], list[str]]:
        """What its code shows. To know answers, inputs are built, so that it is part of measuring."""
        if self.verify is None and result.source is not None:
            return [], []
        return find_in_code(result, self.samples, python=self.python, run=self.verify is not None)

    def _measured(self, name: str, content: bytes, result: Result) -> Mapping[str, object]:
        """What measuring a file without faults again gives."""
        if not result.has_public_code or self.verify is None:
            return {}
        with tempfile.TemporaryDirectory(prefix="tallybench-") as folder:
            file = Path(folder, name)
            file.write_bytes(content)
            try:
                record = self.verify(file)
            except TooLong:
                raise
            except InputError as error:
                raise InputError(str(error).replace(str(file), name)) from None
        return {
            "measured": "yes",
            "agrees": record.agrees,
            "ranked": record.environment.ranked,
            "differences": told(map(str, record.differences)),
            "fresh": told(map(str, record.score_changes)),
            **_headlines(record.metrics),
        }

    def _date_faults(self, date: str) -> Iterator[Fault]:
        """A file is of the day on which it is sent: what it is measured on for a rank depends on that."""
        if date > self.today:
            yield Fault("", f"its date is later than today, {self.today}")
        elif is_date(date) and date < day_before(self.today):  # a job may go on past midnight
            yield Fault("", f"its date is earlier than the day on which it is sent, {self.today}; submit it again")

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
