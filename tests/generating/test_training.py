"""`tallybench dev export training`: conversations for a trainer, of the training split alone."""

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import datasets
import pytest

from tallybench.benchmarks import in_training, load_benchmark, written_id
from tallybench.benchmarks import training as split
from tallybench.benchmarks.measured import costed_solutions
from tallybench.counting.session import Session
from tallybench.errors import InputError
from tallybench.generating import training
from tests.benchmarks.ecco_data import SQUARES, TRAINING, write_ecco, write_lines, write_whole
from tests.conftest import CommandLine

SOURCES = ("humaneval", "tally-classes")
KINDS = [(kind, source) for kind in ("pairs", "trajectory") for source in SOURCES]


def rows_of(
    kind: training.Kind, source: str, data: Path | None = None, session: Session | None = None
) -> list[dict[str, Any]]:
    return [json.loads(line) for line in training.training_rows(kind, source, lambda *_: None, session, data)]


def test_a_problem_and_its_editing_task_stand_in_the_same_split_and_each_split_has_about_a_half() -> None:
    for written, edited in (("humaneval", "humaneval-edit"), ("tally-classes", "classes-edit")):
        whole, edits = load_benchmark(written), load_benchmark(edited)
        known = set(filter(in_training, whole.by_id))
        assert 0.4 < len(known) / len(whole) < 0.6
        assert all(written_id(problem.task_id) in whole.by_id for problem in edits)
        assert all(in_training(edit.task_id) == (written_id(edit.task_id) in known) for edit in edits)


@pytest.mark.parametrize(("kind", "source"), KINDS)
def test_no_row_is_of_the_test_split_nor_holds_a_program_of_one(kind: training.Kind, source: str) -> None:
    rows = rows_of(kind, source)
    assert len(rows) >= 8
    whole = load_benchmark(source)
    assert {row["task_id"] for row in rows} <= set(filter(in_training, whole.by_id))
    said = "".join(message["content"] for row in rows for message in row["prompt"] + row["completion"])
    for problem in whole:
        if not in_training(problem.task_id):
            assert problem.prompt.strip() not in said
            own = (problem.ground_truth, *problem.references, *problem.slow)
            assert not any(solution.code.strip() in said for solution in own)


@pytest.mark.parametrize("source", SOURCES)
def test_a_pair_goes_from_a_program_to_the_best_known_one_that_needs_a_third_less(source: str) -> None:
    known = costed_solutions(load_benchmark(source))
    for row in rows_of("pairs", source):
        costs = {costed.name: costed.cost for costed in known[row["task_id"]]}
        (slow,) = row["from"]
        assert costs[slow] >= 1.5 * costs[row["to"]] and costs[row["to"]] == min(costs.values())
        code = next(costed.code for costed in known[row["task_id"]] if costed.name == slow)
        assert code.rstrip() in row["prompt"][0]["content"]


@pytest.mark.parametrize("source", SOURCES)
def test_every_step_of_a_trajectory_is_known_to_be_faster_than_the_one_before(source: str) -> None:
    known = costed_solutions(load_benchmark(source))
    rows = rows_of("trajectory", source)
    for row in rows:
        by_name = {costed.name: costed for costed in known[row["task_id"]]}
        steps = [by_name[name] for name in (*row["from"], row["to"])]
        assert 3 <= len(steps) <= 4
        for before, after in pairwise(steps):
            assert after.cost < before.cost and after.exact
        shown = row["prompt"][0]["content"]
        places = [shown.index(step.code.strip("\n")) for step in steps[:-1]]
        assert places == sorted(places)


def test_the_file_loads_with_datasets_in_the_form_of_trl(tallybench: CommandLine, tmp_path: Path) -> None:
    for name in ("once", "twice"):
        tallybench("dev", "export", "training", "--kind", "pairs", "-o", f"{name}.jsonl", code=0)
    assert (tmp_path / "once.jsonl").read_bytes() == (tmp_path / "twice.jsonl").read_bytes()
    loaded = datasets.load_dataset("json", data_files=str(tmp_path / "once.jsonl"), cache_dir=str(tmp_path / "cache"))
    rows = loaded["train"]
    assert {"prompt", "completion"} <= set(rows.column_names) and "messages" not in rows.column_names
    for row in rows:
        assert [message["role"] for message in row["prompt"]] == ["user"]
        assert [message["role"] for message in row["completion"]] == ["assistant"]
        assert all(set(message) == {"role", "content"} for message in row["prompt"] + row["completion"])
    tallybench("dev", "export", "training", "--kind", "pairs", "-o", "once.jsonl", code=2, says="already exists")
    unknown = tallybench("dev", "export", "training", "--kind", "all", "-o", "other.jsonl")
    assert unknown.returncode == 2 and "--kind all: must be one of pairs, execution, trajectory, " in unknown.stderr
    other = tallybench("dev", "export", "training", "--kind", "pairs", "--benchmark", "mbpp", "-o", "other.jsonl")
    assert other.returncode == 2 and "classes-edit, coffe-code-contests-edit, ecco-edit, ecco-generate" in other.stderr


def test_execution_feedback_has_figures_and_repeats(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    some = set(list(filter(in_training, load_benchmark("tally-classes").by_id))[:2])
    monkeypatch.setattr(split, "in_training", lambda task_id: task_id in some)
    rows = rows_of("execution", "tally-classes", session=session)
    assert rows == rows_of("execution", "tally-classes", session=session)
    plain = {(row["task_id"], *row["from"]): row for row in rows_of("pairs", "tally-classes")}
    assert len(rows) == len(plain) > 0
    for row in rows:
        asked, bare = (given["prompt"][0]["content"] for given in (row, plain[row["task_id"], *row["from"]]))
        assert asked.startswith(bare) and row["completion"] == plain[row["task_id"], *row["from"]]["completion"]
        assert "It passed" in asked[len(bare) :] and "instructions" in asked[len(bare) :]


EDIT = "coffe-code-contests-edit"


def test_the_pairs_of_code_contests_that_are_not_asked_about_are_for_training(shared_data: Path) -> None:
    data = shared_data / "coffe/datasets"
    rows = rows_of("pairs", EDIT, data)
    assert Counter(row["split"] for row in rows) == {"train": 602, "validation": 62}
    assert all(row["at_least_times"] >= 1.5 for row in rows)
    asked = {problem.task_id.replace("Edit/", "/").split("-")[0] for problem in load_benchmark(EDIT, data)}
    assert asked.isdisjoint(row["task_id"] for row in rows)
    texts = rows_of("vanilla", EDIT, data)
    assert len(texts) == len({row["task_id"] for row in rows}) and all(row["from"] == [] for row in texts)
    for row in rows_of("trajectory", EDIT, data):
        assert 2 <= len(row["from"]) <= 3 and row["to"] not in row["from"]


@pytest.mark.parametrize("source", ["ecco-edit", "ecco-generate"])
def test_eccos_other_splits_are_for_training(source: str, tmp_path: Path) -> None:
    data = write_whole(tmp_path)
    pairs = rows_of("pairs", source, data)
    assert [(row["task_id"], row["split"]) for row in pairs] == [
        *[("Ecco/p00007", "train")] * len(TRAINING),
        ("Ecco/p00008", "validation"),
    ]
    assert all(row["at_least_times"] is None for row in pairs)
    assert SQUARES[0].strip() in pairs[0]["prompt"][0]["content"]
    (text,) = rows_of("vanilla", source, data)
    assert "Square n." in text["prompt"][0]["content"] and SQUARES[3].strip() in text["completion"][0]["content"]
    (steps,) = rows_of("trajectory", source, data)
    shown = steps["prompt"][0]["content"]
    assert [program.strip() in shown for program in SQUARES] == [True, True, True, False]
    assert "under the same name" not in shown and SQUARES[3].strip() in steps["completion"][0]["content"]


def test_feedback_on_eccos_slow_programs_is_of_its_public_tests(session: Session, tmp_path: Path) -> None:
    rows = rows_of("execution", "ecco-edit", write_whole(tmp_path), session)
    told = [row["prompt"][0]["content"].partition("This is what happened when the program was run:")[2] for row in rows]
    assert "It passed 2 of 2 public tests." in told[0] and "1 (words on standard input): passed" in told[0]
    assert "There are no public tests" in told[-1]  # p00008 has none


def test_without_public_tests_or_other_splits_it_is_said_what_is_missing(tmp_path: Path) -> None:
    data = write_ecco(tmp_path)
    with pytest.raises(InputError, match="holds no training split of ecco-edit"):
        rows_of("pairs", "ecco-edit", data)
    write_lines(data / "edit" / "train.jsonl", TRAINING)
    for kind, missing in (("execution", "the data have no public tests"), ("vanilla", "the data have no problem")):
        with pytest.raises(InputError, match=f"--kind {kind}: {missing}"):
            rows_of(kind, "ecco-edit", data)  # type: ignore[arg-type]
