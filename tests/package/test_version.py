"""The package's version is its newest tag; what is recorded is the release alone."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.conftest import ROOT, SOURCE

VERSIONED = ("pyproject.toml", ".git_archival.txt", ".gitattributes")
(LAST,) = re.findall(r'^fallback-version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)


def git(folder: Path, *words: str) -> None:
    identity = ("-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path, text: str) -> None:
    (folder / "changed").write_text(text)
    git(folder, "add", "--all")
    git(folder, "commit", "--message", text)


def built_version(folder: Path) -> str:
    """The version that a build of this folder would have."""
    command = [sys.executable, "-m", "hatchling", "version"]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in VERSIONED:
        shutil.copy(ROOT / name, folder)
    git(folder, "init")
    commit(folder, "one")
    return folder


def archived(checkout: Path) -> Path:
    """What `git archive` makes of it, unpacked: no repository."""
    folder = checkout.parent / "archived"
    git(checkout, "archive", "--output", str(folder.with_suffix(".tar")), "HEAD")
    with tarfile.open(folder.with_suffix(".tar")) as archive:
        archive.extractall(folder, filter="data")
    return folder


def test_a_tagged_commit_has_the_version_of_its_tag_in_an_archive_too(checkout: Path) -> None:
    git(checkout, "tag", "tallybench-v7.8.9")
    assert built_version(checkout) == "7.8.9"
    assert built_version(archived(checkout)) == "7.8.9"


def test_later_commits_are_of_the_release_before_them(checkout: Path) -> None:
    git(checkout, "tag", "tallybench-v7.8.9")
    commit(checkout, "two")
    assert re.fullmatch(r"7\.8\.9\.post1\.dev1\+g[0-9a-f]+", built_version(checkout))


def test_tags_of_the_benchmarks_are_not_versions_of_the_package(checkout: Path) -> None:
    git(checkout, "tag", "v9.0.0")
    git(checkout, "tag", "tally-classes-v9.0.0")
    assert built_version(checkout).startswith(f"{LAST}.post1.dev")
    assert built_version(archived(checkout)) == LAST


def test_without_history_it_is_the_last_release(checkout: Path, tmp_path: Path) -> None:
    commit(checkout, "two")
    git(tmp_path, "clone", "--depth", "1", checkout.as_uri(), "shallow")
    assert built_version(tmp_path / "shallow").startswith(f"{LAST}.post1.dev")
    shutil.rmtree(checkout / ".git")
    assert built_version(checkout) == LAST


@pytest.mark.parametrize(
    ("installed", "release"),
    [
        ("0.1.0", "0.1.0"),
        ("0.1.0.post1.dev834+g978e7965c.d20261128", "0.1.0"),
        ("1.12.0rc2", "1.12.0rc2"),
        ("1.12.0rc2.post1.dev1+gabc", "1.12.0rc2"),
    ],
)
def test_what_is_recorded_is_the_release(installed: str, release: str, tmp_path: Path) -> None:
    metadata = tmp_path / f"tallybench-{installed}.dist-info/METADATA"
    metadata.parent.mkdir()
    metadata.write_text(f"Metadata-Version: 2.1\nName: tallybench\nVersion: {installed}\n")
    code = "from tallybench import version; print(version())"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(SOURCE)))}
    shown = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    assert shown.stdout == f"{release}\n"
