"""What a rank asks for is given to `evaluate`, taken from the samples' file, and named where it is missing."""

import hashlib
import json
from pathlib import Path

import pytest

from tallybench.samples.embedded import SAMPLE_SETS
from tallybench.samples.sources import answers_digest
from tallybench.statistics.ranking import NEEDED, missing_facts
from tallybench.statistics.reading import load_result
from tallybench.submissions.faults import text_faults
from tests.conftest import ROOT, CommandLine

SAMPLE = {"task_id": "HumanEval/53", "solution": "def add(x, y):\n    return x + y\n"}


def test_what_is_given_about_a_model_is_in_its_result(tallybench: CommandLine, tmp_path: Path) -> None:
    content = json.dumps(SAMPLE) + "\n"
    (tmp_path / "samples.jsonl").write_text(content)
    (tmp_path / "prompt.txt").write_text("Complete this:\n{prompt}\n")
    facts = ("revision=0123abc", "prompt=@prompt.txt", "submitter=Tests", "generation.temperature=0")
    given = [word for fact in facts for word in ("--set", fact)]
    command = ("evaluate", "samples.jsonl", "--model", "M", "--ids", "53", "--no-count")
    done = tallybench(*command, *given, "-o", "full.json")
    assert done.returncode == 0, done.stderr
    model = load_result(tmp_path / "full.json").model
    assert (model.revision, model.submitter) == ("0123abc", "Tests")
    assert model.prompt == "Complete this:\n{prompt}\n"
    assert model.answers_sha256 == hashlib.sha256(content.encode()).hexdigest()
    assert missing_facts(model) == [] and list(text_faults(load_result(tmp_path / "full.json"))) == []
    done = tallybench(*command, "-o", "silent.json")
    assert missing_facts(load_result(tmp_path / "silent.json").model) == [
        "revision",
        "prompt",
        "generation",
        "submitter",
    ]


def test_what_a_rank_will_lack_is_shown_with_the_plan(tallybench: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "samples.jsonl").write_text(json.dumps(SAMPLE) + "\n")
    done = tallybench("evaluate", "samples.jsonl", "--model", "M", "--plan")
    needed = "--set revision=TEXT, --set prompt=@FILE, --set generation.NAME=VALUE, --set submitter=NAME"
    assert f"to be ranked, this result also needs {needed}\n" in done.stderr


def test_a_folder_is_known_by_what_sha256sum_prints_of_it(tmp_path: Path) -> None:
    for name in ("HumanEval_1/0.py", "HumanEval_0/0.py"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(name)
    lines = "".join(
        f"{hashlib.sha256(name.encode()).hexdigest()}  {name}\n" for name in ("HumanEval_0/0.py", "HumanEval_1/0.py")
    )
    assert answers_digest(str(tmp_path)) == hashlib.sha256(lines.encode()).hexdigest()


@pytest.mark.parametrize("source", ["-", "embedded:canonical"])
def test_what_cannot_be_read_again_has_no_hash(source: str) -> None:
    assert answers_digest(source) is None


def test_the_embedded_answers_of_a_model_are_those_of_their_hash() -> None:
    file = ROOT / "hf_dataset/samples/humaneval/gemma-3-270m.jsonl"
    assert SAMPLE_SETS["gemma-3-270m"].model.answers_sha256 == answers_digest(str(file))


def test_every_field_that_a_rank_asks_for_is_on_the_page_for_submitters() -> None:
    page = (ROOT / "site/pages/submit.md").read_text()
    assert [name for name in NEEDED if f"`model.{name}`" not in page] == []
