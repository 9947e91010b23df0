"""The examples that `tallybench new` lays, and what `audit --since` finds changed in a folder of one's own."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tallybench.authoring.audit import changed_since
from tallybench.authoring.audit.thoroughness import untested
from tallybench.benchmarks.check import problem_faults
from tallybench.benchmarks.new_benchmark import examples_folder
from tallybench.benchmarks.user_benchmark import load_user_benchmark
from tallybench.sandbox.host import Zygote


def test_the_example_of_a_class_keeps_all_that_the_format_promises(native: Zygote) -> None:
    (problem,) = load_user_benchmark(examples_folder() / "class").benchmark
    assert problem.is_complete and problem.without_efficiency is None
    assert problem_faults(problem, native, patience=1) == []
    assert untested(problem) == []


def test_problems_come_in_the_order_of_their_numbers_and_functions_beside_classes(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    shutil.copytree(examples_folder() / "function", folder)
    text = (folder / "problems/most_at_once_001.py").read_text()
    (folder / "problems/also_10.py").write_text(text)
    shutil.copy(examples_folder() / "class/problems/waiting_room_001.py", folder / "problems/a_room_002.py")
    own = load_user_benchmark(folder)
    assert [(one.task_id, one.level) for one in own.benchmark] == [
        ("Mine/1", "function"),
        ("Mine/2", "class"),
        ("Mine/10", "function"),
    ]


def test_a_changed_file_and_a_folder_of_the_same_name_elsewhere_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, entry_point in (("here", "most_at_once"), ("there", "most_of_all")):
        shutil.copytree(examples_folder() / "function", tmp_path / place / "own")
        path = tmp_path / place / "own/problems/most_at_once_001.py"
        path.write_text(path.read_text().replace("most_at_once", entry_point))
        monkeypatch.chdir(tmp_path / place)
        assert load_user_benchmark(Path("own")) is load_user_benchmark(Path("own"))
        assert [problem.entry_point for problem in load_user_benchmark(Path("own")).benchmark] == [entry_point]
    path.write_text(path.read_text().replace("most_of_all", "largest_crowd"))
    assert [problem.entry_point for problem in load_user_benchmark(Path("own")).benchmark] == ["largest_crowd"]


def test_the_problems_that_changed_since_a_revision_are_those_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    shutil.copytree(examples_folder() / "function", folder)
    path = folder / "problems/most_at_once_001.py"
    (folder / "problems/also_002.py").write_text(path.read_text())
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
        subprocess.run([*git, *command], cwd=folder, check=True)
    own = load_user_benchmark(folder)
    assert changed_since(own.benchmark, "HEAD", own) == []
    path.write_text(path.read_text() + "\n# changed\n")
    assert changed_since(own.benchmark, "HEAD", own) == ["Mine/1"]
