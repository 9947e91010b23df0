"""ECCO (Waghjale et al., EMNLP 2024): its table 1, and a model's figures, by our rules and by its own.

Its model tables come from outputs that are not public; nor are the weights of its fine-tuned models. Outputs in its
format can be measured: their figures are shown beside the published ones, by the model's name and setting.
"""

import statistics
from collections.abc import Iterator
from pathlib import Path

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.sources.data_files import Excluded
from tallybench.benchmarks.sources.ecco_files import EDIT, PairRow, find_tests, split_table, table_rows, users_of
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.model.counts import count_under_floor
from tallybench.model.result import Result
from tallybench.samples.harness_lines import is_editing, open_round, rounds_of
from tallybench.studies.ecco_rules import (
    credit_lines,
    ecco_credits,
    ecco_places,
    mean_memory,
    mean_places,
    passed_tests,
    place_lines,
)
from tallybench.studies.human_places import result_percentiles
from tallybench.studies.human_report import memory_lines
from tallybench.studies.humans import measure_humans
from tallybench.studies.study import NOT_AT_HAND, Listing, PaperFigure, Row, Run, Section, Study, figure_of

_NOT_MADE = (
    "Tables 2, 3, 6, 8, 9 and 10: the outputs are not public; pass your own as predictions, and name the model with "
    "its setting, such as `GPT-4o, few-shot`, `GPT-4o, nl+exec-refine`, `CodeLLaMa, 34B` or `CodeLLaMa, base`",
    "Tables 4 and 5 (fine-tuning): neither the weights nor the code for training are public; `tallybench dev export "
    "training` writes training data of the same kinds",
    "Table 7: its body is missing from the text of the paper that is at hand",
    "Table 9 (variance over three samplings): instruction counts add no variance from the machine",
    "Runtime % and memory % of generation: what users' programs took is public (`generate_eval`), but in seconds and "
    "kilobytes; here samples are ranked among the pairs' programs, by instruction count. `evaluate --judge0` ranks "
    "them among ECCO's users, by a server's times",
)
# Each figure, our metric, its factor and unit, and what can be compared.
_EDITING = (
    ("pass@1", "pass@1", 100, "%", "all tests passed"),
    ("speedup", "speedup", 1, "", "ours: geometric mean over programs, of correct samples; theirs: by tests passed"),
    ("memory reduction", "memory_reduction", 1, "", "of correct samples; without interpreter and input, unlike theirs"),
    ("faster", "faster@1", 100, "%", "the share of programs made faster (table 8)"),
    ("less memory", "", 100, "%", "the share of programs that need less memory (table 8); ours by their rule alone"),
)
_GENERATION = (
    ("pass@1", "all tests passed"),
    ("runtime %", "ours: the share that is slower, by more than a tie; theirs counts ties, too; of correct samples"),
    ("memory %", "the same for peak memory; no value if all programs are below the measurable minimum"),
)
_Values = dict[str, tuple[float | None, float | None]]  # by figure: ours, and ours by their rules


def _sections(run: Run) -> Iterator[Section]:
    if "1" in run.tables:
        yield _splits_section(run)
    for path, model in run.predictions if "2" in run.tables else ():
        yield (_editing_section if is_editing(str(path)) else _generation_section)(run, path, model)
    yield Section("not made", "What is not made again, and why", notes=_NOT_MADE)


ECCO_STUDY = Study("ecco", "ECCO", ("1", "2"), _sections)


def _splits_section(run: Run) -> Section:
    rows: list[Row] = []
    notes = []
    folders = find_tests(run.data)
    if folders.public is None:
        notes.append("the data have no folder with public tests")
    for split in ("train", "val", "test"):
        try:
            table = split_table(run.data, EDIT, split)
        except InputError:
            if split == "test":
                raise
            notes.append(f"the {split} table is not in the data")
            continue
        pairs = [row.problem_id for row in table_rows(table, PairRow)]
        problems = list(dict.fromkeys(pairs))
        private, public = [], []
        for problem in problems:
            try:
                private.append(len(folders.private_tests(problem)))
            except Excluded:
                pass
            if shown := folders.public_tests(problem):
                public.append(len(shown))
        for name, count in (("problems", len(problems)), ("pairs", len(pairs))):
            rows.append(Row(f"{split}: {name}", run.paper[f"1/{split}/{name}"], count, digits=0))
        for kind, counts in (("public", public), ("private", private)):
            missing = len(problems) - len(counts)
            why = f"{missing} of {len(problems)} problems have none in the data" if missing else ""
            name, mean = f"{kind} tests a problem", statistics.fmean(counts) if counts else None
            rows.append(Row(f"{split}: {name}", run.paper[f"1/{split}/{name}"], mean, "", why))
    if users := users_of(run.data):
        counts = [len(row.runtimes) for row in users.values()]
        notes.append(
            f"generate_eval has the times and memory of users' programs for {len(users)} problems, "
            f"{statistics.fmean(counts):.0f} programs each on average"
        )
    else:
        notes.append("the table generate_eval, with the times and memory of users' programs, is not in the data")
    return Section("1", "Table 1: problems, pairs and tests by split", tuple(rows), tuple(notes))


def _evaluate(run: Run, path: Path, model: str, benchmark: str, number: int | None) -> Result:
    tasks = load_benchmark(benchmark, run.data).by_id
    name = model if number is None else f"{model}, round {number}"
    options = Options(benchmark=benchmark, data=run.data, python=run.python, memory=True)
    return run.keep(path, run.evaluate(open_round(str(path), tasks, number), name, options))


def _editing_section(run: Run, path: Path, model: str) -> Section:
    """Evaluate predictions for the editing task; return the last round's figures, and a listing of all rounds."""
    benchmark = load_benchmark("ecco-edit", run.data)
    rounds: list[tuple[_Values, list[str]]] = []
    counted = ""
    for number in rounds_of(str(path)):
        own = _evaluate(run, path, model, benchmark.name, number)
        credits = ecco_credits(own, passed_tests(own, benchmark, run.session, run.progress))
        credited = [credit.speedup for credit in credits if credit.speedup is not None]
        reduced = [credit.memory for credit in credits if credit.memory is not None]
        theirs = {
            "speedup": statistics.fmean(credited) if credited else None,
            "memory reduction": mean_memory(credits),
            "faster": 100 * sum(speedup > 1 for speedup in credited) / len(credits) if credits else None,
            "less memory": 100 * sum(memory > 1 for memory in reduced) / len(credits) if reduced else None,
        }
        values = {name: (figure_of(own, metric, factor), theirs.get(name)) for name, metric, factor, _, _ in _EDITING}
        under, known = count_under_floor(own.counts())
        if known == under:  # 1 by construction
            values["memory reduction"] = (None, None)
        counted = f"{len(own.problems)} programs"
        rounds.append((values, credit_lines(credits)))
    figures = [(name, why, unit) for name, _, _, unit, why in _EDITING]
    return _section(run, "editing", model, figures, rounds, counted)


def _generation_section(run: Run, path: Path, model: str) -> Section:
    """Likewise for programs written from a description; they are ranked among the pairs' programs."""
    options = Options(benchmark="ecco-generate", data=run.data, python=run.python, memory=True)
    humans = measure_humans(options, run.session, run.progress)
    rounds: list[tuple[_Values, list[str]]] = []
    counted = ""
    for number in rounds_of(str(path)):
        own = _evaluate(run, path, model, "ecco-generate", number)
        places, ours = ecco_places(own, humans), result_percentiles(own, humans)
        runtime, memory = mean_places(places)
        values: _Values = {
            "pass@1": (figure_of(own, "pass@1"), None),
            "runtime %": (None if ours.correct.value is None else 100 * ours.correct.value, runtime),
            "memory %": (None, None),
        }
        if memory is not None and ours.memory is not None and ours.memory.value is not None:
            values["memory %"] = 100 * ours.memory.value, memory
        counted = f"{len(own.problems)} problems"
        rounds.append((values, place_lines(places, len(own.problems), "the programs of the pairs")))
    rounds[-1][1].extend(memory_lines(humans))
    return _section(run, "generation", model, [(name, why, "%") for name, why in _GENERATION], rounds, counted)


def _section(
    run: Run,
    task: str,
    model: str,
    figures: list[tuple[str, str, str]],
    rounds: list[tuple[_Values, list[str]]],
    counted: str,
) -> Section:
    rows = []
    values, notes = rounds[-1]
    for name, why, unit in figures:
        # A model given without a setting is compared with its published figure for the instruction prompt.
        keys = (f"{task}/{model}/{name}", f"{task}/{model}, instruct/{name}")
        paper = next((run.paper[key] for key in keys if run.paper[key].source != NOT_AT_HAND), PaperFigure(value=None))
        ours, theirs = values[name]
        rows.append(Row(name, paper, ours, "" if ours is None else counted, why, unit, theirs))
    listings = []
    if len(rounds) > 1:
        header = ("round", *(f"{name}, {rule}" for name, _, _ in figures for rule in ("ours", "their rules")))
        cells = tuple(
            (str(number), *("" if one is None else f"{one:.2f}" for name, _, _ in figures for one in found[name]))
            for number, (found, _) in enumerate(rounds)
        )
        listings.append(Listing("Round by round, from the first attempt (figure 6)", header, cells))
    title = f"The model's figures, {task}: {model}"
    return Section(f"{task}/{model}", title, tuple(rows), tuple(notes), tuple(listings))
