"""Tables 1 and 2 of COFFE's paper: how many problems, tests, stressful inputs and solutions its data holds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evaluator.benchmarks.sources.data_files import read_json
from evaluator.problems.benchmark import Benchmark
from evaluator.reproduce.paper import Paper
from evaluator.reproduce.report import Listing, Row, Section

SPLITS = {"coffe-function": "function", "coffe-file": "file"}
_SOURCES = {"HumanEval": "HumanEval", "Mbpp": "MBPP", "CodeContests": "Code Contests", "APPS": "APPS"}


@dataclass(frozen=True)
class Tally:
    """What there is of some problems.

    Attributes:
        problems: how many there are, those that cannot be used included.
        usable: how many can be used.
        tests: correctness tests of those.
        stressful: stressful inputs of those, the unusable ones included.
        solutions: ground-truth solutions of those.
    """

    problems: int
    usable: int
    tests: int
    stressful: int
    solutions: int

    def mean(self, total: int) -> float | None:
        """A number a usable problem."""
        return total / self.usable if self.usable else None


def tally(benchmark: Benchmark, source: str | None = None) -> Tally:
    """Counts a benchmark, or the part of it that comes from one source: the start of its task ids."""

    def of_source(task_id: str) -> bool:
        return source is None or task_id.partition("/")[0] == source

    problems = [problem for problem in benchmark if of_source(problem.task_id)]
    lost = sum(of_source(task_id) for task_id, _ in benchmark.exclusions)
    return Tally(
        problems=len(problems) + lost,
        usable=len(problems),
        tests=sum(len(problem.cases) for problem in problems),
        stressful=sum(len(problem.given_inputs) for problem in problems),
        solutions=sum(len(benchmark.human_solutions[problem.task_id]) for problem in problems),
    )


def published_inputs(data: Path, split: str) -> tuple[int, int]:
    """How many stressful inputs a split's file has, and for how many problems: those without tests included."""
    file = read_json(data / split / "stressful_testcases.json", "stressful inputs by prompt")
    by_prompt = file.expect(file.value, dict, "", "an object: stressful inputs by prompt")
    return sum(len(file.expect(inputs, list, prompt, "a list")) for prompt, inputs in by_prompt.items()), len(by_prompt)


def tally_section(key: str, data: Path, splits: Sequence[Benchmark], paper: Paper) -> Section:
    """Table 1 (by source) or table 2 (by split).

    Args:
        key: `1` or `2`.
        data: COFFE's `datasets` folder.
        splits: the benchmarks of its splits.
        paper: what is published.
    """
    rows: list[Row] = []
    for benchmark in splits:
        split = SPLITS[benchmark.name]
        if key == "2":
            rows += _rows(f"2/{split}", f"{split} split", tally(benchmark), paper, published_inputs(data, split))
            continue
        ids = [problem.task_id for problem in benchmark] + [task_id for task_id, _ in benchmark.exclusions]
        for source in sorted({task_id.partition("/")[0] for task_id in ids}):
            name = _SOURCES.get(source, source)
            rows += _rows(f"1/{name}", name, tally(benchmark, source), paper)
    by = "source" if key == "1" else "split"
    notes = (
        "Computed from the files alone; nothing is run for it. All of it can be compared.",
        "A mean is over the problems whose correctness tests are among the data.",
    )
    return Section(
        key, f"Table {key}: the data by {by}", tuple(rows), notes, (_left_out(splits),) if key == "2" else ()
    )


def _rows(key: str, name: str, found: Tally, paper: Paper, published: tuple[int, int] | None = None) -> list[Row]:
    lost = found.problems - found.usable
    whole = "the same files" if not lost else f"{lost} problems have no public correctness tests and solutions"
    of = f"over {found.usable} problems"
    inputs = "stressful inputs a problem"
    rows = [Row(f"{name}: problems", paper.figure(f"{key}/problems"), found.problems, "", "counted", digits=0)]
    means = {"tests a problem": found.tests, inputs: found.stressful, "solutions a problem": found.solutions}
    for what, total in means.items():
        row = Row(f"{name}: {what}", paper.figure(f"{key}/{what}"), found.mean(total), of, whole)
        if what == inputs and published is not None:
            total, problems = published
            row = replace(row, ours=total / problems, ours_of=f"over {problems} problems", why="the same files")
        rows.append(row)
    return rows


def _left_out(splits: Sequence[Benchmark]) -> Listing:
    reasons: dict[tuple[str, str], int] = {}
    for benchmark in splits:
        for _, reason in benchmark.exclusions:
            key = benchmark.name, reason
            reasons[key] = reasons.get(key, 0) + 1
    rows = tuple((name, str(count), reason) for (name, reason), count in sorted(reasons.items()))
    return Listing("Problems that cannot be used", ("benchmark", "problems", "reason"), rows)
