"""The runner of the studies: it evaluates what was asked for, and collects what goes into the report and its files."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from tallybench.counting.pool import Progress, finish_tasks
from tallybench.counting.session import Session, lend_workers
from tallybench.counting.store import outcome_store
from tallybench.counting.tasks import CheckTask
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.evaluation.plan import Plan
from tallybench.files import write_atomically
from tallybench.journal import Journal
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import CheckOutcome
from tallybench.model.problem import Problem, code_hash
from tallybench.model.result import Result, dump_result
from tallybench.samples.reading import Sample
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting
from tallybench.studies.report import Paper, Report, Section

Key = TypeVar("Key")


@dataclass(frozen=True)
class Study:
    """A paper whose figures are measured again.

    Attributes:
        name: the name of the study, of its file of published figures, and of the report's files.
        title: of the paper.
        tables: the tables that can be measured, in order.
        sections: measures them, one section after the other.
        plan: says what a run will cost, by part; None if that is a matter of minutes.
    """

    name: str
    title: str
    tables: tuple[str, ...]
    sections: Callable[["Run"], Iterator[Section]]
    plan: Callable[["Run"], list[tuple[str, Plan | str]]] | None = None

    def choose(self, tables: str | None) -> tuple[str, ...]:
        """Parse a comma-separated list of tables; None chooses all.

        Raises:
            InputError: there is no such table.
        """
        chosen = self.tables if tables is None else tuple(one.strip() for one in tables.split(",") if one.strip())
        if unknown := [table for table in chosen if table not in self.tables]:
            raise InputError(f"--tables {','.join(unknown)}: there is {', '.join(self.tables)}")
        return tuple(table for table in self.tables if table in chosen)


@dataclass
class Run:
    """One run of a study: what was asked for, and what has been collected so far.

    Attributes:
        data: the folder of the paper's public data.
        paper: its published figures.
        tables: those that were asked for.
        predictions: files of predictions, each with its model's name.
        whole: measure everything, even where only a part is measured by default.
        python: the measuring interpreter; None: that of the measuring environment.
        session: whose workers do it; None opens one for each step.
        progress: called with a step's name, how much is done, and how much there is.
        facts: what the report is made from.
        results: the results that are written next to the report.
    """

    data: Path
    paper: Paper
    tables: Sequence[str]
    predictions: Sequence[tuple[Path, str]] = ()
    whole: bool = False
    python: str | None = None
    session: Session | None = None
    progress: Progress = lambda *_: None
    facts: list[tuple[str, str]] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)

    @property
    def setting(self) -> WorkerSetting:
        """What workers are started with."""
        return WorkerSetting(self.python or default_interpreter())

    def evaluate(self, samples: Iterable[Sample], model: str, options: Options) -> Result:
        """Evaluate samples; a run that was killed resumes where it stopped."""
        return evaluate(samples, model, options, self.progress, Journal("study", resume=True), session=self.session)

    def keep(self, path: Path, result: Result) -> Result:
        """Keep the result of a file of predictions for the report's folder, list it in the facts, and return it."""
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        fact = f"{result.benchmark.name}, {path.name}, SHA-256 {digest}"
        self.facts.append((f"predictions of {result.model.name}", fact))
        self.results.append(result)
        return result


def figure_of(result: Result, metric: str, factor: int = 100) -> float | None:
    """Return a figure of a result times a factor, in percent by default; None if it has no value."""
    figure = result.metrics.get(metric)
    return None if figure is None or figure.value is None else factor * figure.value


def run_study(study: Study, run: Run) -> Report:
    """Measure what was asked for. All of it is kept, so that an interrupted run resumes where it stopped.

    Raises:
        InputError: the data, the predictions or an option cannot be used.
        MachineError: this machine lacks what it needs.
    """
    sections = tuple(study.sections(run))
    return Report(f"{study.title}, measured again", tuple(run.facts), sections)


def write_report(study: Study, run: Run, report: Report, folder: Path) -> None:
    """Write the report as Markdown and JSON, and the results beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / f"{study.name}.md", [report.markdown().encode()])
    write_atomically(folder / f"{study.name}.json", [report.json()])
    for result in run.results:
        name = "".join(letter if letter.isalnum() or letter in "-._" else "-" for letter in result.model.name)
        write_atomically(folder / f"{name}-{result.benchmark.name}.json", dump_result(result))


def check_programs(
    programs: Mapping[Key, tuple[Problem, str]],
    setting: WorkerSetting,
    session: Session | None,
    progress: Progress,
    step: str,
    kept: tuple[str, Fingerprint] | None = None,
) -> dict[Key, CheckOutcome]:
    """Run the correctness tests on programs as they are, without sanitizing them.

    Args:
        programs: the problem and the program, by any key.
        setting: what workers are started with.
        session: whose workers do it; None opens one for the call.
        progress: called with the step's name, how much is done, and how much there is.
        step: the step's name.
        kept: the cache's folder and the environment under which outcomes are kept; None keeps none.
    """
    problems = {problem.task_id: problem for problem, _ in programs.values()} if kept else {}
    stores = {task_id: outcome_store(kept[0], problem, kept[1]) for task_id, problem in problems.items() if kept}

    def recall(key: Key) -> CheckOutcome | None:
        problem, code = programs[key]
        return stores[problem.task_id].get(CheckOutcome.model_validate, "check", code_hash(code)) if stores else None

    def note(key: Key, outcome: CheckOutcome) -> None:
        problem, code = programs[key]
        if stores:
            stores[problem.task_id].note(outcome.model_dump(mode="json"), "check", code_hash(code))

    tasks = {key: CheckTask(Tests.of(problem), code) for key, (problem, code) in programs.items()}
    with lend_workers(session, setting) as pool:
        return finish_tasks(
            pool,
            tasks,
            recall=recall,
            note=note,
            lost=lambda lost: CheckOutcome.failed(lost.verdict, lost.reason),
            step=step,
            progress=progress,
        )
