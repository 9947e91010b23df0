"""The job: COFFE's data and predictions in, one report out."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluator.benchmarks import load_benchmark
from evaluator.errors import InputError
from evaluator.execution.messages import WorkerSetting
from evaluator.execution.pool import Progress, Workers
from evaluator.execution.session import Session, lend_workers, opened
from evaluator.measuring.fingerprint import ready_to_count
from evaluator.measuring.stability import RUNS
from evaluator.measuring.vetting import vet_benchmark, vetting_folder
from evaluator.problems.benchmark import Benchmark
from evaluator.reproduce.inputs import inputs_section, measure_coverages
from evaluator.reproduce.models import model_section
from evaluator.reproduce.paper import Paper
from evaluator.reproduce.predictions import Evaluated, evaluate_predictions, find_benchmark, options_of
from evaluator.reproduce.repeats import EACH, PARTS, measure_repeats, part_of, repeats_section
from evaluator.reproduce.report import Section
from evaluator.reproduce.sanitizing import judge_plain, sanitizing_section
from evaluator.reproduce.tallies import tally_section
from evaluator.results.environment import Fingerprint
from evaluator.run.plan import Plan, plan_run
from evaluator.samples.attempts import read_attempts
from evaluator.samples.predictions import read_predictions

TABLES = ("1", "2", "4", "5", "6")
_MEASURED = ("coffe-function", "coffe-code-contests")


@dataclass(frozen=True)
class Wanted:
    """What is to be reproduced.

    Attributes:
        data: COFFE's `datasets` folder.
        predictions: files of predictions, each with its model's name.
        tables: of TABLES.
        whole: table 4 over all problems, not over a part.
        paper: a file of further published figures.
        python: the measuring interpreter; None is the ranked one where it is present.
        session: whose workers do it; None opens one for the call.
    """

    data: Path
    predictions: tuple[tuple[Path, str], ...] = ()
    tables: tuple[str, ...] = TABLES
    whole: bool = False
    paper: Path | None = None
    python: str | None = None
    session: Session | None = None


@dataclass(frozen=True)
class Reproduced:
    """A report.

    Attributes:
        facts: what it was made from, in words.
        sections: in the order of the tables.
        evaluated: what table 6 is made from.
    """

    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    evaluated: tuple[Evaluated, ...]


def check_tables(tables: Sequence[str]) -> tuple[str, ...]:
    """The tables, in order.

    Raises:
        InputError: there is no such table.
    """
    if unknown := [table for table in tables if table not in TABLES]:
        raise InputError(f"--tables {','.join(unknown)}: there is {', '.join(TABLES)}")
    return tuple(table for table in TABLES if table in tables)


def reproduce(wanted: Wanted, progress: Progress | None = None) -> Reproduced:
    """Measures what is wanted. All that is measured is kept, so that an interrupted run goes on where it was.

    Raises:
        InputError: the data, the predictions or an option cannot be used.
        MachineError: this machine lacks what it needs.
    """
    progress = progress or (lambda *_: None)
    paper = Paper(wanted.paper)
    sections = []
    facts = [("data", "COFFE's public files"), *_files(wanted.data)]
    if {"1", "2"} & set(wanted.tables):
        splits = [load_benchmark(name, wanted.data) for name in ("coffe-function", "coffe-file")]
        sections += [tally_section(key, wanted.data, splits, paper) for key in ("1", "2") if key in wanted.tables]
    if not {"4", "5", "6"} & set(wanted.tables):
        return Reproduced(tuple(facts), tuple(sections), ())
    python, fingerprint = ready_to_count(wanted.python)
    facts.append(("fingerprint", f"{fingerprint.hash[:16]}, {'ranked' if fingerprint.ranked else 'not ranked'}"))
    with lend_workers(wanted.session, WorkerSetting(python)) as pool:
        if {"4", "5"} & set(wanted.tables):
            vetted = [_vetted(name, wanted.data, pool, fingerprint, progress) for name in _MEASURED]
        if "4" in wanted.tables:
            parts = {
                source: part_of(vetted[_MEASURED.index(PARTS[source])], source, whole=wanted.whole) for source in PARTS
            }
            measured = [
                (source, measure_repeats(part, python, fingerprint, progress) if part else "fewer than three problems")
                for source, part in parts.items()
            ]
            sections.append(repeats_section(measured, paper, whole=wanted.whole))
        if "5" in wanted.tables:
            covered = [(benchmark, measure_coverages(benchmark, pool, fingerprint, progress)) for benchmark in vetted]
            sections.append(inputs_section(covered, paper))
    evaluated = []
    if "6" in wanted.tables:
        for path, model in wanted.predictions:
            options = options_of(find_benchmark(path, wanted.data), wanted.data, wanted.python)
            found = evaluate_predictions(path, model, options, progress, wanted.session)
            evaluated.append(found)
            facts.append((f"predictions of {model}", f"{found.benchmark}, {path.name}, SHA-256 {found.sha256[:16]}"))
            sections += [model_section(found, paper), _sanitizing(found, wanted, fingerprint, python, progress)]
    return Reproduced(tuple(facts), tuple(sections), tuple(evaluated))


def plan(wanted: Wanted) -> list[tuple[str, Plan | str]]:
    """What it will cost: a line a file of predictions, and what the tables 4 and 5 take besides, in words.

    Raises:
        InputError: the data or the predictions cannot be used.
        MachineError: this machine lacks what it needs.
    """
    with opened(wanted.session) as session:
        size = session.size
    lines: list[tuple[str, Plan | str]] = []
    if "4" in wanted.tables:
        each = "all problems" if wanted.whole else f"{EACH} problems"
        told = f"{each} of each of {len(PARTS)} parts, {RUNS} runs of 3 measurements"
        lines.append(("table 4", told))
    if "5" in wanted.tables:
        inputs = sum(len(problem.stressful) for name in _MEASURED for problem in load_benchmark(name, wanted.data))
        lines.append(("table 5", f"{inputs:,} inputs built and run twice, natively"))
    if "6" in wanted.tables:
        for path, model in wanted.predictions:
            options = options_of(find_benchmark(path, wanted.data), wanted.data, wanted.python)
            samples = read_predictions(path, load_benchmark(options.benchmark, wanted.data)).samples
            lines.append((f"table 6, {model} on {options.benchmark}", plan_run(samples, options, size)))
    return lines


def _vetted(name: str, data: Path, pool: Workers, fingerprint: Fingerprint, progress: Progress) -> Benchmark:
    return vet_benchmark(load_benchmark(name, data), pool, vetting_folder(fingerprint), progress)


def _sanitizing(found: Evaluated, wanted: Wanted, fingerprint: Fingerprint, python: str, progress: Progress) -> Section:
    whole = load_benchmark(found.benchmark, wanted.data)
    attempts = [
        attempt for attempt in read_attempts(found.predictions.samples, whole) if attempt.task_id in found.own.problems
    ]
    samples = [sample for sample in found.predictions.samples if sample.task_id in found.own.problems]
    ours = {(sample.task_id, sample.index): sample.verdict for sample in found.own.samples}
    with lend_workers(wanted.session, WorkerSetting(python)) as pool:
        plain = judge_plain(pool, whole, samples, fingerprint, progress)
    return sanitizing_section(f"{found.model} on {found.benchmark}", samples, attempts, ours, plain)


def _files(data: Path) -> list[tuple[str, str]]:
    files: dict[str, str] = {}
    for name in ("coffe-function", "coffe-file"):
        files |= load_benchmark(name, data).files
    return [(path, f"SHA-256 {digest[:16]}") for path, digest in sorted(files.items())]
