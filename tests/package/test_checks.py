"""What is checked before anything is merged, recorded or released; and that nothing is left out of it."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT
from tests.submissions.test_workflows import read

CI = read(ROOT / ".github/workflows/ci.yml")
RECORDS = read(ROOT / ".github/workflows/records.yml")
RELEASE = read(ROOT / ".github/workflows/release.yml")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def arguments() -> Iterator[list[str]]:
    """What each job of ci.yml gives to pytest, of a matrix each entry, whatever the Python."""
    for job in CI["jobs"].values():
        for step in job["steps"]:
            words = shlex.split(step.get("run", "")) if "make test" in step.get("run", "") else []
            for given in (word.removeprefix("TESTS=") for word in words if word.startswith("TESTS=")):
                if given == "$TESTS":
                    assert step["env"]["TESTS"] == "${{ matrix.tests }}"
                    yield from (entry.split() for entry in job["strategy"]["matrix"]["tests"])
                else:
                    yield given.split()


def files(words: list[str]) -> set[Path]:
    """The test files that pytest collects with these arguments."""
    ignored = [word.removeprefix("--ignore-glob=") for word in words if word.startswith("--ignore-glob=")]
    assert len(ignored) == len([word for word in words if word.startswith("-")])
    named = [place for word in words if not word.startswith("-") for place in ROOT.glob(word)]
    found = {file for place in named for file in ([place] if place.is_file() else place.rglob("test_*.py"))}
    return {file for file in found if not any(fnmatchcase(str(file), pattern) for pattern in ignored)}


def test_each_test_is_run_by_exactly_one_job() -> None:
    jobs = Counter(file for words in arguments() for file in files(words))
    every = set((ROOT / "tests").rglob("test_*.py"))
    assert {str(file.relative_to(ROOT)): jobs[file] for file in every if jobs[file] != 1} == {}
    assert set(jobs) == every


@pytest.mark.parametrize("job", ["tests", "portability"])
def test_the_pythons_of_the_jobs_are_those_that_the_package_names(job: str) -> None:
    named = re.findall(r"^Programming Language :: Python :: (3\.\d+)$", "\n".join(PROJECT["classifiers"]), re.MULTILINE)
    assert CI["jobs"][job]["strategy"]["matrix"]["python"] == named
    first, last = (int(version.split(".")[1]) for version in (named[0], named[-1]))
    assert named == [f"3.{minor}" for minor in range(first, last + 1)]
    assert PROJECT["requires-python"] == f">={named[0]}"


def test_packages_are_locked_for_every_python_of_the_jobs() -> None:
    (versions,) = re.findall(r"^VERSIONS = \((.*)\)$", (ROOT / "scripts/lock.py").read_text(), re.MULTILINE)
    locked = [version.rpartition(".")[0] for version in re.findall(r'"([\d.]+)"', versions)]
    assert locked == CI["jobs"]["tests"]["strategy"]["matrix"]["python"]


def test_checks_run_on_pull_requests_and_on_the_main_branch_without_a_key() -> None:
    assert {"pull_request", "push"} <= set(CI["on"]) and CI["on"]["push"] == {"branches": ["main"]}
    assert CI["permissions"] == {"contents": "read"}
    assert "secrets." not in str(CI) and "github.token" not in str(CI)
    for job in CI["jobs"].values():
        assert "permissions" not in job
        assert all(
            step["with"]["persist-credentials"] == "false"
            for step in job["steps"]
            if "checkout" in str(step.get("uses"))
        )


@pytest.mark.parametrize("job", ["browser", "machines", "portability"])
def test_jobs_that_need_no_data_of_others_skip_nothing(job: str) -> None:
    (step,) = (step for step in CI["jobs"][job]["steps"] if "make test" in step.get("run", ""))
    assert step["env"]["TALLYBENCH_NO_SKIPS"] == "1"


@pytest.mark.parametrize("whole", [RECORDS, RELEASE], ids=["records", "release"])
def test_nothing_is_done_for_a_commit_whose_checks_did_not_pass(whole: dict[str, Any]) -> None:
    jobs = whole["jobs"]

    def needed(name: str) -> set[str]:
        needs = jobs[name].get("needs", [])
        direct = {needs} if isinstance(needs, str) else set(needs)
        return direct.union(*map(needed, direct))

    assert [name for name in jobs if name != "checks" and "checks" not in needed(name)] == []
    for name, job in jobs.items():
        condition = job.get("if", "")
        # `always()` runs a job in spite of what it needs: only where a job that was skipped keeps it from running.
        assert "always()" not in condition or re.search(r"needs\.\w+\.result (!= 'skipped'|== 'success')", condition), (
            name
        )


def test_records_are_of_the_commit_that_was_checked() -> None:
    assert set(RECORDS["on"]) == {"workflow_run", "workflow_dispatch"}
    assert RECORDS["on"]["workflow_run"] == {"workflows": [CI["name"]], "types": ["completed"], "branches": ["main"]}
    condition = RECORDS["jobs"]["checks"]["if"]
    # A pull request's branch may be named main, too, and its checks are those that it brings itself.
    assert "workflow_run.conclusion == 'success' && github.event.workflow_run.event != 'pull_request'" in condition
    for name, job in RECORDS["jobs"].items():
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                expected = "main" if name == "keep" else "${{ needs.checks.outputs.commit }}"
                assert step["with"]["ref"] == expected, name


@pytest.mark.parametrize("whole", [RECORDS, RELEASE], ids=["records", "release"])
def test_a_commit_that_no_run_of_the_checks_passed_for_is_refused(whole: dict[str, Any], tmp_path: Path) -> None:
    (step,) = whole["jobs"]["checks"]["steps"]
    asked = "repos/$GH_REPO/actions/workflows/ci.yml/runs?branch=main&head_sha=$COMMIT&status=success"
    assert asked in step["run"] and '.event == "push" or .event == "workflow_dispatch"' in step["run"]
    server = tmp_path / "gh"
    server.write_text('#!/bin/sh\necho "$2" >asked\ncat passed\n')
    server.chmod(0o755)
    environment = {"GH_REPO": "o/r", "COMMIT": "abc", "GITHUB_OUTPUT": str(tmp_path / "output")}
    environment["PATH"] = f"{tmp_path}:{os.environ['PATH']}"
    for passed in (0, 1):
        (tmp_path / "passed").write_text(f"{passed}\n")
        ran = subprocess.run(["bash", "-e", "-c", step["run"]], cwd=tmp_path, env=environment, capture_output=True)
        assert (ran.returncode == 0) == bool(passed)
    assert (tmp_path / "asked").read_text() == asked.replace("$GH_REPO", "o/r").replace("$COMMIT", "abc") + "\n"
    if whole is RECORDS:
        assert (tmp_path / "output").read_text() == "commit=abc\n"


def test_a_release_is_published_without_a_secret_by_a_job_that_runs_nothing() -> None:
    assert RELEASE["on"] == {"push": {"tags": ["tallybench-v*"]}}
    assert "secrets." not in str(RELEASE)
    publish = RELEASE["jobs"]["publish"]
    assert publish["permissions"] == {"id-token": "write"} and publish["environment"] == "pypi"
    assert [step for step in publish["steps"] if "run" in step] == []
    assert [name for name, job in RELEASE["jobs"].items() if "write" in str(job.get("permissions"))] == ["publish"]


@pytest.mark.parametrize("stale", ["", "pyproject.toml", "CITATION.cff", "CHANGELOG.md"])
def test_a_tag_is_released_where_all_that_names_a_version_names_it(stale: str, tmp_path: Path) -> None:
    (script,) = (step["run"] for step in RELEASE["jobs"]["build"]["steps"] if step.get("id") == "version")
    project = re.sub(
        r'(?m)^fallback-version = ".*"$', 'fallback-version = "7.8.9"', (ROOT / "pyproject.toml").read_text()
    )
    citation = re.sub(r"(?m)^version: .*$", "version: 7.8.9", (ROOT / "CITATION.cff").read_text())
    changes = "# Changelog\n\n## Unreleased\n\n## 7.8.9 (2026-12-24)\n"
    for name, text in (("pyproject.toml", project), ("CITATION.cff", citation), ("CHANGELOG.md", changes)):
        (tmp_path / name).write_text(text.replace("7.8.9", "7.8.8") if name == stale else text)
    environment = os.environ | {"GITHUB_REF_NAME": "tallybench-v7.8.9"}
    ran = subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, env=environment)
    assert (ran.returncode == 0) == (stale == "")


def test_pre_commit_runs_what_make_lint_runs() -> None:
    (recipe,) = re.findall(r"^lint: setup\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    lint = [line.strip().replace("$(VENV)", ".venv") for line in recipe.splitlines()]
    (repo,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert [hook["entry"].removeprefix("env ") for hook in repo["hooks"]] == lint


def test_the_files_that_contributing_names_are_there() -> None:
    """A path starts at the root; a bare name is a file in a folder that the row names, or whose file it names."""
    missing = []
    for row in re.findall(r"^\| .*$", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE):
        names = re.findall(r"`([\w./-]+\.(?:py|json|toml|md|js|yml))`", row)
        folders = [ROOT, *((ROOT / name).parent for name in names if (ROOT / name).exists())]
        folders += [ROOT / name for name in re.findall(r"`([\w./-]+/)`", row)]
        missing += [name for name in names if not any((folder / name).exists() for folder in folders)]
    assert missing == []


@pytest.mark.parametrize(("variables", "failed"), [({"TALLYBENCH_NO_SKIPS": "1"}, True), ({"CI": "true"}, False)])
def test_a_skipped_test_fails_where_nothing_may_be_skipped(
    variables: dict[str, str], failed: bool, tmp_path: Path
) -> None:
    (tmp_path / "test_one.py").write_text("import pytest\n\ndef test_one() -> None:\n    pytest.skip('not here')\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", str(tmp_path)]
    inherited = {name: value for name, value in os.environ.items() if name not in ("CI", "TALLYBENCH_NO_SKIPS")}
    ran = subprocess.run(command, cwd=ROOT, env=inherited | variables, capture_output=True, text=True)
    assert (ran.returncode != 0) == failed, ran.stdout
    assert ("skipped in spite of" in ran.stdout) == failed
