"""pass@1 of published answers to HumanEval, beside what others measured of the same files.

Usage: .venv/bin/python benchmarks/published_pass.py FOLDER [FILE ...]

FOLDER has files of samples and INDEX.md, a table with a row a file: what its source published, and what a plain harness
measured with the prompt before each program. Only the first sample of each problem is run. Where more than one problem
lies between that and our figure, the answers are run as such a harness runs them, too, and the problems are named that
come out differently. Writes results/published-pass.json after each file, which the site shows; files that it has
already, with the same content, are not run again.
"""

import re
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from tallybench import Options, Sample, load_problems
from tallybench.benchmarks import load_benchmark
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.result import SampleResult
from tallybench.model.verdicts import Verdict
from tallybench.samples.sanitize.text import fenced_blocks
from tallybench.samples.sources import open_samples
from tallybench.statistics.published.data_files import (
    CLOSE,
    PassDifference,
    PassRow,
    PassTable,
    away,
    read_pass_table,
    write_pass_table,
)

ROOT = Path(__file__).parent.parent
PROBLEMS = {problem.task_id: problem for problem in load_problems()}
FILE, MODEL, SETTING, SOURCE, LICENCE, PUBLISHED, MEASURED = 0, 1, 2, 6, 7, 8, 9  # columns of the index
AT = re.compile(r"(?P<repository>[\w.-]+/[\w.-]+),? *`(?P<path>[^`]+)`[^@]*@(?P<commit>[0-9a-f]+)")


def as_plain_harness(sample: Sample) -> Sample:
    """Return the program as a harness runs it that knows the prompt and fences, and no more."""
    prompt, entry_point = PROBLEMS[sample.task_id].prompt, PROBLEMS[sample.task_id].entry_point
    text = sample.text
    if sample.field == "completion":
        return Sample(sample.task_id, 0, "solution", prompt + text)
    if sample.field == "raw" and (blocks := fenced_blocks(text)):
        text = next((block for block in blocks if f"def {entry_point}" in block), blocks[0])
    return Sample(sample.task_id, 0, "solution", f"{prompt}\n    pass\n{text}")


def index_rows(index: Path) -> list[list[str]]:
    """Return the cells of the rows of files."""
    rows = []
    for line in index.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) > MEASURED and cells[FILE].endswith(".jsonl"):
            rows.append(cells)
    return rows


def run(samples: Iterable[Sample]) -> dict[str, SampleResult]:
    """Return what became of each problem's sample."""
    result = evaluate(list(samples), "published answers", Options(counter="none"))
    return {sample.task_id: sample for sample in result.samples}


def measure(cells: list[str], path: Path) -> PassRow:
    """Run a file's answers."""
    samples = [sample for sample in open_samples(str(path), load_benchmark("humaneval"), print) if sample.index == 0]
    ours = run(samples)
    told = re.match(r"[\d.]+", cells[MEASURED])
    percent = None if told is None else float(told[0])
    passed = sum(sample.verdict is Verdict.PASSED for sample in ours.values())
    plain: dict[str, SampleResult] | None = None
    if percent is not None and abs(away(passed, percent, len(PROBLEMS))) > CLOSE:
        plain = run(map(as_plain_harness, samples))
    at = AT.match(cells[SOURCE])
    return PassRow(
        file=cells[FILE],
        sha256=sha256(path.read_bytes()).hexdigest(),
        model=cells[MODEL],
        setting=cells[SETTING],
        repository=at["repository"] if at else cells[SOURCE],
        path=at["path"] if at else "",
        commit=at["commit"] if at else "",
        licence=cells[LICENCE],
        published=cells[PUBLISHED],
        with_prompt=percent,
        answered=len({sample.task_id for sample in samples}),
        passed=passed,
        plain=plain and sum(sample.verdict is Verdict.PASSED for sample in plain.values()),
        differing=tuple(
            PassDifference(
                task_id=task_id,
                here=ours[task_id].verdict,
                plain=sample.verdict,
                sanitized=ours[task_id].sanitized,
            )
            for task_id, sample in (plain or {}).items()
            if (sample.verdict is Verdict.PASSED) != (ours[task_id].verdict is Verdict.PASSED)
        ),
    )


def main(folder: Path, wanted: list[str]) -> None:
    listed = index_rows(folder / "INDEX.md")
    held = read_pass_table(ROOT) or PassTable(problems=len(PROBLEMS))
    rows = {row.file: row for row in held.rows if row.file in {cells[FILE] for cells in listed}}
    print("| file | published | with prompt | here | |\n|---|---|---|---|---|")
    for cells in listed:
        name = cells[FILE]
        if wanted and name not in wanted:
            continue
        path = next(folder.rglob(name))
        if name not in rows or rows[name].sha256 != sha256(path.read_bytes()).hexdigest():
            rows[name] = measure(cells, path)
            write_pass_table(ROOT, PassTable(problems=len(PROBLEMS), rows=tuple(rows[name] for name in sorted(rows))))
        row = rows[name]
        why = "; ".join(
            f"{found.task_id} (here {found.here}, plain harness {found.plain}; {', '.join(found.sanitized) or 'as is'})"
            for found in row.differing
        )
        here = 100 * row.passed / len(PROBLEMS)
        print(f"| {name} | {row.published} | {cells[MEASURED]} | {here:.1f} | {why} |", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
