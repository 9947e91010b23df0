"""Other machines: an up-to-date Debian 12 and Debian 13, without root, without apt, without valgrind and bubblewrap.

Their root file systems are made from Debian's packages. TallyBench's wheel and the file with the environment are
installed there, and a model is evaluated: the result has the bytes that it has here.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tallybench.sandbox.bubblewrap import find_bubblewrap
from tests.conftest import ROOT, CommandLine
from tests.once import Once

HOSTS = {"bookworm": "3.11", "trixie": "3.13"}  # with the version of their Python
IDS = "2,23,24,31,45,48,50,55,59,63,71,75,77,78,84,97,99,107,115,120"  # cheap to count
USER = "1000"


@pytest.fixture(scope="session")
def wheel(once: Once) -> Path:
    def make(folder: Path) -> None:
        folder.mkdir()
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)

    (found,) = once("wheel", make).glob("*.whl")
    return found


def download_wheels(python: str, wheel: Path, folder: Path) -> None:
    """Get what the wheel needs, for another Python."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--python-version", python, "--only-binary=:all:"]
    constrained = ["-c", str(ROOT / "constraints.txt")]
    subprocess.run([*command, *constrained, "-d", str(folder), str(wheel)], check=True, capture_output=True)


def make_root(suite: str, folder: Path) -> None:
    """Make the root file system of a host."""
    if shutil.which("mmdebstrap") is None or os.geteuid() != 0:
        pytest.skip("root and mmdebstrap are needed to make the root file system of a host")
    listed = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    addresses = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()
    command = ["mmdebstrap", "--quiet", "--variant=minbase", "--include=python3,python3-venv", suite, str(folder)]
    done = subprocess.run([*command, addresses[0]], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def run_there(root: Path, bound: Path, command: str) -> str:
    """Run a command on a host as an ordinary user, with a folder of this machine at /given."""
    outside = [
        *find_bubblewrap(),
        "--bind",
        str(root),
        "/",
        "--dev-bind",
        "/dev",
        "/dev",
        "--proc",
        "/proc",
        "--tmpfs",
        "/tmp",
    ]
    outside += ["--perms", "0777", "--dir", "/home/user", "--bind", str(bound), "/given", "--unshare-net"]
    outside += ["--cap-add", "ALL", "--clearenv", "--setenv", "HOME", "/home/user", "--setenv", "PATH", "/usr/bin:/bin"]
    user = ["setpriv", "--reuid", USER, "--regid", USER, "--clear-groups", "--inh-caps=-all"]
    command_line = [*outside, "--chdir", "/home/user", *user, "sh", "-euc", command]
    done = subprocess.run(command_line, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("suite", HOSTS)
def test_a_result_has_the_same_bytes_on_another_host(
    suite: str, wheel: Path, archive: Path, tmp_path: Path, shared_data: Path, tallybench: CommandLine
) -> None:
    given = tmp_path / "given"
    download_wheels(HOSTS[suite], wheel, given / "wheels")
    shutil.copy(archive, given)
    samples = shutil.copy(shared_data / "models/gpt-4o-2024-08-06.jueh.jsonl", given / "samples.jsonl")
    given.chmod(0o777)
    make_root(suite, tmp_path / "root")
    evaluate = f"--ids {IDS} --memory --workers 2 --model tested"
    there = run_there(
        tmp_path / "root",
        given,
        f"""
        if command -v valgrind bwrap; then exit 1; fi
        python3 -m venv venv
        venv/bin/pip install --quiet --no-index --find-links /given/wheels tallybench
        venv/bin/tallybench environment install /given/{archive.name}
        venv/bin/tallybench doctor
        venv/bin/tallybench evaluate embedded:canonical --ids {IDS} --memory -o canonical.json
        venv/bin/tallybench evaluate /given/samples.jsonl {evaluate} -o model.json
        cp canonical.json model.json /given/
        """,
    )
    assert "counts here are ranked ones" in there
    here = tmp_path / "here"
    here.mkdir()
    for command in (
        ("evaluate", "embedded:canonical", "--ids", IDS, "--memory", "-o", str(here / "canonical.json")),
        ("evaluate", samples, *evaluate.split(), "-o", str(here / "model.json")),
    ):
        done = tallybench(*map(str, command))
        assert done.returncode == 0, done.stderr
    for name in ("canonical.json", "model.json"):
        assert (given / name).read_bytes() == (here / name).read_bytes()
    assert os.path.getsize(here / "model.json") > 10_000
