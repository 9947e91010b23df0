"""pass@1 of published answers to HumanEval, beside what others measured of the same files.

Usage: .venv/bin/python benchmarks/published_pass.py FOLDER [FILE ...]

FOLDER has files of samples and INDEX.md, a table with a row a file: what its source published, and what a plain harness
measured with the prompt before each program. Only the first sample of each problem is run. Where more than one problem
lies between that and our figure, the problems are named that come out differently here than run as such a harness runs
them, with the rules by which the program was taken from the answer.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

from evaluator import Options, Sample, evaluate, load_problems
from evaluator.benchmarks import load_benchmark
from evaluator.results.verdicts import Verdict
from evaluator.samples.sanitize.text import fenced_blocks
from evaluator.samples.sources import open_samples

PROBLEMS = {problem.task_id: problem for problem in load_problems()}
FILE, PUBLISHED, MEASURED = 0, 8, 9  # columns of the index
OURS, PLAIN = 0, 1


def as_plain_harness(sample: Sample) -> str:
    """The program as a harness runs it that knows the prompt and fences, and no more."""
    prompt, entry_point = PROBLEMS[sample.task_id].prompt, PROBLEMS[sample.task_id].entry_point
    if sample.field == "completion":
        return prompt + sample.text
    text = sample.text
    if sample.field == "raw" and (blocks := fenced_blocks(text)):
        text = next((block for block in blocks if f"def {entry_point}" in block), blocks[0])
    return f"{prompt}\n    pass\n{text}"


def rows_of(index: Path) -> dict[str, tuple[str, str]]:
    """What is published and what was measured of each file."""
    found = {}
    for line in index.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) > MEASURED and cells[FILE].endswith(".jsonl"):
            found[cells[FILE]] = (cells[PUBLISHED], cells[MEASURED])
    return found


def main(folder: Path, wanted: list[str]) -> None:
    rows = {name: row for name, row in rows_of(folder / "INDEX.md").items() if not wanted or name in wanted}
    samples: list[Sample] = []
    owners: dict[tuple[str, int], tuple[str, int]] = {}
    numbers: dict[str, int] = defaultdict(int)
    for name in rows:
        path = next(folder.rglob(name))
        for sample in open_samples(str(path), load_benchmark("humaneval"), print):
            if sample.index:
                continue
            for way, field, text in (
                (OURS, sample.field, sample.text),
                (PLAIN, "solution", as_plain_harness(sample)),
            ):
                number = numbers[sample.task_id]
                numbers[sample.task_id] += 1
                samples.append(Sample(sample.task_id, number, field, text))
                owners[sample.task_id, number] = (name, way)
    result = evaluate(samples, "published answers", Options(counter="none"))
    passed: dict[tuple[str, int], set[str]] = defaultdict(set)
    rules: dict[tuple[str, str], str] = {}
    for done in result.samples:
        name, way = owners[done.task_id, done.index]
        if done.verdict is Verdict.PASSED:
            passed[name, way].add(done.task_id)
        if way == OURS:
            rules[name, done.task_id] = f"{done.verdict}" + "".join(f", {rule}" for rule in done.sanitized)
    print("| file | published | with prompt | here | |\n|---|---|---|---|---|")
    for name, (published, measured) in rows.items():
        ours, plain = passed[name, OURS], passed[name, PLAIN]
        told = re.match(r"[\d.]+", measured)
        away = 0 if told is None else len(ours) - round(float(told[0]) * len(PROBLEMS) / 100)
        why = ""
        if abs(away) > 1:
            differing = sorted(ours ^ plain, key=lambda task_id: int(task_id.rpartition("/")[2]))
            why = "; ".join(f"{task_id.rpartition('/')[2]} ({rules[name, task_id]})" for task_id in differing)
        print(f"| {name} | {published} | {measured} | {100 * len(ours) / len(PROBLEMS):.1f} | {why} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
