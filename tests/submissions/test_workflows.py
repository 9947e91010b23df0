"""The workflows are thin: what they run are commands that exist, and no job has both a stranger's code and a key."""

import os
import re
import shlex
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from tallybench.benchmarks import BENCHMARKS, load_benchmark
from tests.conftest import ROOT
from tests.submissions.pull_requests import git

FILES = sorted((ROOT / ".github/workflows").glob("*.yml"))
LOCK = ROOT / "requirements.lock"
NAMES = {path.stem for path in FILES}
RUNS_SOLUTIONS = {("submission", "measure"), ("records", "measure")}
NAMESPACES = "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"


def read(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return loaded


JOBS = [
    pytest.param(path.stem, name, read(path), job, id=f"{path.stem}-{name}")
    for path in FILES
    for name, job in read(path)["jobs"].items()
]


@pytest.mark.parametrize(("workflow", "name", "whole", "job"), JOBS)
def test_what_measures_comes_with_tallybench_and_actions_are_pinned_by_hash(
    workflow: str, name: str, whole: dict[str, Any], job: dict[str, Any]
) -> None:
    assert re.findall(r"apt-get|valgrind|bubblewrap|debian", str(job)) == []
    used = [step["uses"] for step in job["steps"] if "uses" in step]
    assert all(re.fullmatch(r"(actions/[a-z-]+|pypa/gh-action-pypi-publish)@[0-9a-f]{40}", one) for one in used)


@pytest.mark.parametrize(("workflow", "name", "whole", "job"), JOBS)
def test_what_runs_solutions_has_no_key(workflow: str, name: str, whole: dict[str, Any], job: dict[str, Any]) -> None:
    """And what has one runs none, and never with what a stranger wrote in its script."""
    rights = {**whole["permissions"], **job.get("permissions", {})}
    keys = [right for right, level in rights.items() if level == "write"] + re.findall(r"secrets\.\w+", str(job))
    steps = str(job["steps"])
    runs = bool(
        re.search(r"tallybench (?:dev )?(verify|records(?! --(?:take|list))|review(?!.*--no-measure)|evaluate)", steps)
    )
    assert runs == ((workflow, name) in RUNS_SOLUTIONS)
    if runs:
        assert keys == []
        checkouts = [step for step in job["steps"] if step.get("uses", "").startswith("actions/checkout@")]
        assert checkouts and all(step["with"]["persist-credentials"] == "false" for step in checkouts)
    if runs or "make test" in steps or "make wheel" in steps:
        assert job["runs-on"] == "ubuntu-24.04" and "container" not in job
        ran = [step.get("run", "") for step in job["steps"]]
        first = next(at for at, run in enumerate(ran) if re.search(r"make (test|wheel)|bin/tallybench", run))
        assert NAMESPACES in ran[:first], "solutions are isolated in user namespaces, which Ubuntu's AppArmor restricts"
    for step in job["steps"]:
        assert "${{" not in step.get("run", "")


def test_what_writes_to_the_repository_runs_nothing_but_git() -> None:
    """Not even what installs packages: what a stranger sent is read by a job before it, which may not write."""
    job = read(ROOT / ".github/workflows/records.yml")["jobs"]["keep"]
    assert job["permissions"] == {"contents": "write"}
    script = " ".join(step.get("run", "") for step in job["steps"])
    lines = [line for line in map(str.strip, script.replace(";", "\n").splitlines()) if line]
    known = ("for ", "if ", "then", "fi", "do", "done", "place=", "cp ", "rm ", "git ", "exit 0")
    assert lines and [line for line in lines if not line.startswith(known)] == []
    whole = read(ROOT / ".github/workflows/records.yml")
    writing = [name for name, job in whole["jobs"].items() if "write" in str(job.get("permissions", {}))]
    assert writing == ["keep"] and whole["permissions"] == {"contents": "read"}


def test_each_result_is_measured_in_a_job_of_its_own() -> None:
    jobs = read(ROOT / ".github/workflows/records.yml")["jobs"]
    strategy = jobs["measure"]["strategy"]
    assert strategy["fail-fast"] == "false" and "needs.list.outputs.results" in strategy["matrix"]["result"]
    assert "always()" in jobs["check"]["if"], "what came is kept, whatever became of the others"


@pytest.mark.parametrize("name", sorted(NAMES))
def test_packages_are_installed_by_their_hashes(name: str) -> None:
    assert read(ROOT / f".github/workflows/{name}.yml")["env"]["LOCKED"] == "1"
    setup = (ROOT / "scripts/setup.sh").read_text()
    assert "--require-hashes -r requirements.lock" in setup and "--no-index --no-deps" in setup


def test_every_package_is_locked_in_the_version_that_is_tested_with() -> None:
    pinned = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line)
    entries = re.findall(
        r"^([\w.-]+)==(\S+)(?: ; [^\\\n]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", LOCK.read_text(), re.MULTILINE
    )
    locked = {folded(name): version for name, version, _ in entries}
    assert len(entries) == len([line for line in LOCK.read_text().splitlines() if "==" in line])
    assert {folded(name): version for name, version in pinned.items()}.items() <= locked.items()


def folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize(
    ("workflow", "name", "trigger"),
    [("submission", "measure", "pull_request"), ("review", "review", "pull_request_target")],
)
def test_a_pull_request_is_read_by_the_base_branchs_tool(workflow: str, name: str, trigger: str) -> None:
    """The check that decides is the base branch's workflow, too: it may write a comment, and measures nothing."""
    whole = read(ROOT / f".github/workflows/{workflow}.yml")
    assert set(whole["on"]) == {trigger}
    steps = whole["jobs"][name]["steps"]
    (checkout,) = (step for step in steps if "uses" in step)
    assert checkout["with"]["ref"] == "${{ github.event.pull_request.base.sha }}"
    assert checkout["with"]["persist-credentials"] == "false"
    assert "git checkout" not in str(steps) and "git switch" not in str(steps)
    (review,) = (step["run"] for step in steps if "tallybench dev review" in step.get("run", ""))
    assert ("--no-measure" in review) == (trigger == "pull_request_target")


def test_every_result_is_for_a_maintainer_to_approve() -> None:
    owners = (ROOT / ".github/CODEOWNERS").read_text().splitlines()
    for folder in ("/results/", "/.github/", "/evaluator/tallybench/submissions/"):
        assert f"{folder} @tallybench/maintainers" in owners


@pytest.mark.parametrize(("changed", "says"), [("results/a/b.json", "results=yes\n"), ("README.md", "")])
def test_what_changes_no_result_is_not_reviewed(tmp_path: Path, changed: str, says: str) -> None:
    """So that the check can be required of every pull request."""
    steps = read(ROOT / ".github/workflows/review.yml")["jobs"]["review"]["steps"]
    (script,) = (step["run"] for step in steps if step.get("id") == "changes")
    git(tmp_path, "init", "--quiet", "--initial-branch=main", "upstream")
    git(tmp_path / "upstream", "commit", "--quiet", "--allow-empty", "-m", "The project")
    git(tmp_path, "clone", "--quiet", "upstream", "checkout")
    (tmp_path / "upstream" / changed).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "upstream" / changed).write_text("{}\n")
    git(tmp_path / "upstream", "add", ".")
    git(tmp_path / "upstream", "commit", "--quiet", "-m", "A pull request")
    git(tmp_path / "upstream", "update-ref", "refs/pull/1/head", "HEAD")
    (tmp_path / "output").write_text("")
    env = os.environ | {"GITHUB_OUTPUT": str(tmp_path / "output"), "NUMBER": "1", "BASE": "HEAD"}
    subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path / "checkout", env=env, check=True, capture_output=True)
    assert (tmp_path / "output").read_text() == says
    assert all(step["if"].endswith("steps.changes.outputs.results") for step in steps[2:])


def commands(job: dict[str, Any]) -> list[list[str]]:
    lines = "\n".join(step.get("run", "") for step in job["steps"]).splitlines()
    found = []
    for line in lines:
        for part in re.split(r"&&|;|>", line):
            words = shlex.split(part)
            if words and words[0].endswith("/tallybench"):
                found.append(words[1:])
    return found


@pytest.mark.parametrize(("workflow", "name", "whole", "job"), JOBS)
def test_commands_and_options_exist(workflow: str, name: str, whole: dict[str, Any], job: dict[str, Any]) -> None:
    from tallybench.cli.commands import app

    for words in commands(job):
        command: Any = get_command(app)
        while hasattr(command, "commands"):
            command = command.commands[words.pop(0)]
        options = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= options


def test_every_workflow_sets_up_as_the_readme_does() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for path in FILES:
        made = set(re.findall(r"^(?:[\s-]*run:)?\s*make ([a-z]+)", path.read_text(), re.MULTILINE))
        assert made and made <= targets


@pytest.mark.parametrize("benchmark", [row.name for row in BENCHMARKS.values() if row.embedded])
def test_the_tag_of_a_benchmarks_version_pushes_its_dataset(benchmark: str, tmp_path: Path) -> None:
    """Each to a repository of its own, and only at the version that its problems have."""
    whole = read(ROOT / ".github/workflows/dataset.yml")
    (script,) = (step["run"] for step in whole["jobs"]["push"]["steps"] if step.get("id") == "push")
    command = tmp_path / ".venv/bin/tallybench"
    command.parent.mkdir(parents=True)
    command.write_text('#!/bin/sh\necho "$@" >"$TOLD"\n')
    command.chmod(0o755)
    (tmp_path / "hf_dataset").symlink_to(ROOT / "hf_dataset")
    prefix = "" if benchmark == "humaneval" else f"{benchmark}-"
    variables = {
        "humaneval": "HUB_REPO",
        "tally-classes": "HUB_REPO_CLASSES",
        "humaneval-edit": "HUB_REPO_EDIT",
        "classes-edit": "HUB_REPO_CLASSES_EDIT",
    }
    repo = f"org/{benchmark}"
    for version, pushed in (("0.0.1", False), (load_benchmark(benchmark).version, True)):
        tag = f"{prefix}v{version}"
        assert any(fnmatchcase(tag, pattern) for pattern in whole["on"]["push"]["tags"])
        repos = {variable: f"org/{name}" for name, variable in variables.items()}
        env = os.environ | repos | {"GITHUB_REF_NAME": tag, "TOLD": str(tmp_path / "says")}
        ran = subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, env=env, check=False)
        assert (ran.returncode == 0, (tmp_path / "says").exists()) == (pushed, pushed)
    assert (tmp_path / "says").read_text() == f"dev dataset push --benchmark {benchmark} --repo {repo} --tag\n"
