"""The study of EvalPlus' paper (Liu et al., NeurIPS 2023): its tables 1 to 4 and figure 3.

Models are named as in the paper ("CodeGen 16B"), and files of samples with the temperature too, as in
`CodeGen 16B@0.8`; without one they count as greedy.
"""

import random
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tallybench.authoring.running import Runner
from tallybench.authoring.test_generation.changes import Fragments, mutated
from tallybench.authoring.test_generation.plus_suites import base_programs, plus_as_generated, reduced_pass
from tallybench.authoring.test_generation.requirements import find_requirements, suite_rows
from tallybench.benchmarks import load_benchmark, read_benchmark
from tallybench.benchmarks.extra_tests import extra_tests, read_lines
from tallybench.benchmarks.sources.data_files import read_problems
from tallybench.benchmarks.sources.evalplus import FILES
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import BASE
from tallybench.model.result import Model, Result
from tallybench.samples.sources import open_samples
from tallybench.statistics.reading import load_result
from tallybench.studies.study import Listing, PaperFigure, Row, Run, Section, Study, figure_of

KS = (1, 10, 100)
_TITLES = {"humaneval+": "HumanEval", "mbpp+": "MBPP"}
_GREEDY = "greedy"
# Table 1: a value of each type, and what the paper does to values of its type.
_MUTATIONS: tuple[tuple[Any, str], ...] = (
    (5, "one more or one less"),
    (1.5, "one more or one less"),
    (True, "a random Boolean"),
    (None, "None"),
    ("ab", "a part is removed, repeated, or replaced by its mutation"),
    ([1, 5], "an item is removed, repeated, or its mutation inserted or put in its place"),
    ((1, 5), "as a list"),
    ({1, 5}, "as a list"),
    ({"a": 5}, "a pair is removed, its value mutated, or a mutated pair added"),
)
_DRAWS, _SHOWN = 300, 12  # mutants drawn of a value; how many of them are shown, the most frequent first


@dataclass(frozen=True)
class _Measured:
    """A model's result, and the temperature that its samples were drawn at; None: greedy or unknown."""

    model: str
    temperature: float | None
    result: Result

    @classmethod
    def of(cls, result: Result) -> "_Measured":
        given = result.model.generation.get("temperature")
        temperature = float(given) if isinstance(given, int | float) and given else None
        return cls(result.model.name, temperature, result)


def _sections(run: Run) -> Iterator[Section]:
    names = [name for name in _TITLES if any((run.data / f"{FILES[name]}{end}").is_file() for end in ("", ".gz"))]
    if not names:
        raise InputError(f"--data {run.data}: has neither HumanEvalPlus.jsonl nor MbppPlus.jsonl, which may be gzipped")
    if "1" in run.tables:
        yield _mutations()
    if "2" in run.tables:
        yield _sizes(run, names)
    if not {"3", "4", "figure 3"} & set(run.tables):
        return
    benchmark = read_benchmark(names[0], run.data)
    run.facts += [("benchmark", f"{benchmark.name} {benchmark.version}")]
    measured = [*_given(run, benchmark), *_evaluated(run, benchmark)]
    if not measured:
        run.facts.append(("tables 3 and 4, figure 3", "need answers: --predictions FILE, or RESULT"))
        return
    models: dict[str, list[_Measured]] = {}
    for one in sorted(measured, key=lambda one: one.temperature or 0):
        models.setdefault(one.model, []).append(one)
    if "3" in run.tables:
        yield _pass_section(run, models)
    if "figure 3" in run.tables:
        yield _problems_section(measured)
    if "4" in run.tables:
        yield _reduced_section(run, benchmark, models)


EVALPLUS_STUDY = Study("evalplus", "EvalPlus", ("1", "2", "3", "figure 3", "4"), _sections)


def _mutations() -> Section:
    rng, rows = random.Random(0), []
    for value, theirs in _MUTATIONS:
        made = Counter(repr(mutated(rng, value, Fragments())) for _ in range(_DRAWS))
        shown = ", ".join(text for text, _ in made.most_common(_SHOWN))
        rows.append((type(value).__name__, theirs, f"{value!r} becomes {shown}"))
    note = "besides, one value in five is replaced by one of its type that was seen before, as in the paper"
    header = ("type", "the paper", "here")
    return Section(
        "1", "Table 1: mutations by type", notes=(note,), listings=(Listing("By type", header, tuple(rows)),)
    )


def _sizes(run: Run, names: Sequence[str]) -> Section:
    counted: dict[str, list[int]] = {}
    for name in names:
        lines = read_problems(run.data, FILES[name]).value
        base = [len(line["base_input"]) for line in lines]
        counted[_TITLES[name]] = base
        counted[f"{_TITLES[name]}+"] = [
            own + len(line["plus_input"] or []) for own, line in zip(base, lines, strict=True)
        ]
    try:
        lines = read_problems(run.data, FILES["humaneval+mini"]).value
        counted["HumanEval+-mini"] = [len(line["base_input"]) + len(line["plus_input"]) for line in lines]
    except InputError:
        pass
    embedded = load_benchmark("humaneval")
    made = read_lines(extra_tests("humaneval"), embedded)
    few = {task_id: len(one.inputs) for task_id, one in made.items()}
    counted["HumanEval with our few tests"] = [problem.test_count + few.get(problem.task_id, 0) for problem in embedded]
    rows = []
    for title, counts in counted.items():
        figures = {"mean": statistics.fmean(counts), "median": statistics.median(counts)}
        figures |= {"least": min(counts), "most": max(counts), "problems": len(counts)}
        rows += [
            Row(f"{title}: {what}", run.paper[f"2/{title}/{what}"], value, digits=1) for what, value in figures.items()
        ]
    note = "from the files that EvalPlus publishes today, whose versions are newer than the paper"
    return Section("2", "Table 2: tests a problem", tuple(rows), (note,))


def _given(run: Run, benchmark: Benchmark) -> Iterator[_Measured]:
    for result in map(load_result, run.given_results):
        if result.benchmark.name != benchmark.name or not any(sample.tests for sample in result.samples):
            raise InputError(
                f"RESULT: {result.model.name} is for {result.benchmark.name}, or older than the suites; evaluate it on "
                f"{benchmark.name}"
            )
        yield _Measured.of(result)


def _evaluated(run: Run, benchmark: Benchmark) -> Iterator[_Measured]:
    for path, named in run.predictions:
        name, at, temperature = named.rpartition("@")
        try:
            generation = {"temperature": float(temperature) if at else 0.0}
        except ValueError:
            raise InputError(f"--model {named}: @ must be followed by a temperature, such as 0.8") from None
        samples = list(open_samples(str(path), benchmark, lambda _: None))
        fewest = min(Counter(sample.task_id for sample in samples).values(), default=1)
        options = Options(
            benchmark.name, run.data, counter="none", python=run.python, ks=tuple(k for k in KS if k <= fewest)
        )
        model = Model(name=name if at else named, generation=generation)
        yield _Measured.of(run.keep(path, run.evaluate(samples, model, options)))


def _pass_section(run: Run, models: Mapping[str, Sequence[_Measured]]) -> Section:
    rows, cells = [], []
    for name, own in models.items():
        greedy = next((one.result for one in own if one.temperature is None), None)
        for suite in ("base", "base+plus"):
            key = f"3/{name}/{suite}"
            if greedy is not None:
                rows.append(
                    _pass_row(run, key, f"{name}, {suite}: {_GREEDY} pass@1", "greedy pass@1", greedy, 1, suite)
                )
            for k in KS:
                drawn = {
                    one.temperature: value
                    for one in own
                    if one.temperature is not None
                    and (value := figure_of(one.result, f"pass@{k} ({suite})")) is not None
                }
                if not drawn:
                    continue
                best = max(drawn, key=lambda temperature: drawn[temperature])
                result = next(one.result for one in own if one.temperature == best)
                why = f"at temperature {best:g}, the best of {', '.join(f'{one:g}' for one in drawn)}"
                rows.append(_pass_row(run, key, f"{name}, {suite}: pass@{k}", f"pass@{k}", result, k, suite, why))
                what = f"best temperature for pass@{k}"
                rows.append(
                    Row(f"{name}, {suite}: {what}", run.paper[f"{key}/{what}"], best, why=f"of {len(drawn)}", digits=1)
                )
        if greedy is not None and (base := figure_of(greedy, "pass@1 (base)")):
            drop = 100 * (1 - (figure_of(greedy, "pass@1 (base+plus)") or 0) / base)
            why = "of greedy pass@1; the paper's text names it for five models"
            rows.append(Row(f"{name}: drop", run.paper[f"3/{name}/drop"], drop, why=why, unit="%", digits=1))
        for one in own:
            shares = (figure_of(one.result, f"pass@{k} ({suite})") for suite in ("base", "base+plus") for k in KS)
            shown = ("" if share is None else f"{share:.1f}" for share in shares)
            label = _GREEDY if one.temperature is None else f"{one.temperature:g}"
            cells.append((name, label, str(len(one.result.samples)), *shown))
    header = (
        "model",
        "temperature",
        "samples",
        *(f"{suite}: pass@{k}, %" for suite in ("base", "base+plus") for k in KS),
    )
    known = {key.split("/")[1] for key in run.paper if key.startswith("3/")}
    missing = sorted(known - models.keys())
    notes = (
        "the paper drew 200 samples per problem at each of four temperatures; ours are the same models' public answers",
        f"the paper's models without answers here: {', '.join(missing)}",
    )
    listing = Listing("By temperature", header, tuple(cells))
    return Section("3", "Table 3: pass@k by the base tests, and with added ones", tuple(rows), notes, (listing,))


def _pass_row(run: Run, key: str, title: str, figure: str, result: Result, k: int, suite: str, why: str = "") -> Row:
    found = result.metrics[f"pass@{k} ({suite})"]
    of = "" if found.low is None or found.high is None else f"{100 * found.low:.1f} to {100 * found.high:.1f}"
    return Row(title, run.paper[f"{key}/{figure}"], figure_of(result, f"pass@{k} ({suite})"), of, why, "%", digits=1)


def _problems_section(measured: Sequence[_Measured]) -> Section:
    """Return each problem's pass rate over the models, with and without the added tests, as in figure 3."""
    rates: dict[str, list[tuple[float, float]]] = {}
    for one in measured:
        for task_id, problem in zip(sorted(one.result.problems), one.result.counts(), strict=True):
            samples = problem.samples
            base = statistics.fmean(BASE not in sample.failed for sample in samples) if samples else 0.0
            both = statistics.fmean(not sample.failed for sample in samples) if samples else 0.0
            rates.setdefault(task_id, []).append((base, both))
    means = {
        task_id: tuple(100 * statistics.fmean(own) for own in zip(*pairs, strict=True))
        for task_id, pairs in rates.items()
    }
    ordered = sorted(means.items(), key=lambda item: (-item[1][0], -item[1][1], item[0]))
    cells = tuple((task_id, f"{base:.1f}", f"{both:.1f}") for task_id, (base, both) in ordered)
    of = f"{len(means)} problems, {len(measured)} results"
    nothing = PaperFigure(value=None, source="drawn, without numbers")
    rows = []
    for place, suite in enumerate(("base", "base+plus")):
        shares = [pair[place] for pair in means.values()]
        rows.append(Row(f"mean pass rate, {suite}", nothing, statistics.fmean(shares), of, unit="%", digits=1))
        rows.append(
            Row(f"problems that no sample solves, {suite}", nothing, sum(not share for share in shares), digits=0)
        )
        rows.append(Row(f"problems below 10 %, {suite}", nothing, sum(share < 10 for share in shares), digits=0))
    listing = Listing("By problem", ("problem", "base, %", "base+plus, %"), cells)
    return Section("figure 3", "Figure 3: pass rate by problem", tuple(rows), listings=(listing,))


def _reduced_section(run: Run, benchmark: Benchmark, models: Mapping[str, Sequence[_Measured]]) -> Section:
    base, made = plus_as_generated(benchmark)
    results = {name: [one.result for one in own] for name, own in models.items()}
    programs = base_programs(results)
    runner = Runner(run.python, run.session, run.progress)
    found = find_requirements(base, made, programs, runner)
    rows = []
    for name, suites in reduced_pass(results, found).items():
        for suite, reduced in suites.items():
            key, title = f"4/{name}/{suite}", f"{name}, {suite}"
            share = 100 * reduced.pass_at_1
            rows.append(Row(f"{title}: pass@1", run.paper[f"{key}/pass@1"], share, unit="%", digits=1))
            rows.append(Row(f"{title}: tests", run.paper[f"{key}/tests"], reduced.tests, digits=1))
    header = ("reduced by", "tests added a problem", "most", "wrong programs found", "of")
    listing = Listing("Suites reduced with the programs of all models", header, tuple(suite_rows(found)))
    note = "tests are a mean over problems, including base tests; a model's own programs do not choose its tests"
    return Section("4", "Table 4: reduced suites", tuple(rows), (note,), (listing,))
