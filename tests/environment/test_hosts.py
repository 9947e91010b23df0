"""Other machines: Debian 12 and Debian 13 without root, without valgrind and bubblewrap.

Their root file systems are unpacked from Debian's packages. TallyBench's wheel and the file with the environment are
installed there, and samples are evaluated: the result has the bytes that it has here.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.sandbox.bubblewrap import find_bubblewrap
from tests.conftest import ROOT, CommandLine
from tests.once import Once

HOSTS = {"bookworm": "3.11", "trixie": "3.13"}  # with the version of their Python
IDS = "2,23,24,31,45,48,50,55,59,63,71,75,77,78,84,97,99,107,115,120"  # cheap to count
PACKAGES = "base-files,python3,dash,coreutils,util-linux,libstdc++6"
USER = "1000"
EVALUATE = ("--ids", IDS, "--memory", "--model", "tested")


@pytest.fixture(scope="session")
def wheel(once: Once) -> Path:
    def make(folder: Path) -> None:
        folder.mkdir()
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)

    (found,) = once("wheel", make).glob("*.whl")
    return found


def download_wheels(python: str, wheel: Path, folder: Path) -> None:
    """Get what the wheel needs, for another Python, and what installs it."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--python-version", python, "--only-binary=:all:"]
    constrained = ["-c", str(ROOT / "constraints.txt")]
    subprocess.run([*command, *constrained, "-d", str(folder), str(wheel), "pip"], check=True, capture_output=True)


def make_root(suite: str, folder: Path) -> None:
    """Unpack the root file system of a host."""
    if shutil.which("mmdebstrap") is None or os.geteuid() != 0:
        pytest.skip("root and mmdebstrap are needed to make the root file system of a host")
    listed = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    addresses = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()
    command = ["mmdebstrap", "--quiet", "--variant=extract", f"--include={PACKAGES}", suite, str(folder)]
    done = subprocess.run([*command, addresses[0]], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def run_there(root: Path, given: Path, script: str) -> str:
    """Run a script on a host as an ordinary user, with a folder of this machine at /given."""
    host = f"--bind {root} / --dev-bind /dev /dev --proc /proc --tmpfs /tmp --bind {given} /given --unshare-net"
    home = "--perms 0777 --dir /home/user --chdir /home/user --setenv HOME /home/user --setenv PATH /usr/bin:/bin"
    user = f"setpriv --reuid {USER} --regid {USER} --clear-groups --inh-caps=-all"
    command = [*find_bubblewrap(), "--clearenv", "--cap-add", "ALL", *f"{host} {home} {user}".split()]
    done = subprocess.run([*command, "sh", "-euc", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def samples(shared_data: Path, tmp_path: Path) -> Path:
    """Write a model's samples and the canonical solutions of a few problems."""
    ids = [f"HumanEval/{number}" for number in IDS.split(",")]
    lines = map(orjson.loads, (shared_data / "models/gpt-4o-2024-08-06.jueh.jsonl").read_bytes().splitlines())
    found = [line for line in lines if line["task_id"] in ids]
    found += [{"task_id": one, "solution": load_benchmark("humaneval")[one].canonical.code} for one in ids]
    path = tmp_path / "samples.jsonl"
    path.write_bytes(b"\n".join(map(orjson.dumps, found)))
    return path


@pytest.mark.parametrize("suite", HOSTS)
def test_a_result_has_the_same_bytes_on_another_host(
    suite: str, wheel: Path, archive: Path, samples: Path, tmp_path: Path, tallybench: CommandLine
) -> None:
    given = tmp_path / "given"
    download_wheels(HOSTS[suite], wheel, given / "wheels")
    shutil.copy(archive, given)
    shutil.copy(samples, given)
    given.chmod(0o777)
    make_root(suite, tmp_path / "root")
    said = run_there(
        tmp_path / "root",
        given,
        f"""
        if command -v valgrind bwrap; then exit 1; fi
        python3 -m venv --without-pip venv
        python3 -m zipfile -e /given/wheels/pip-*.whl pip
        venv/bin/python pip/pip install --quiet --no-compile --no-index --find-links /given/wheels tallybench
        venv/bin/tallybench environment install /given/{archive.name}
        venv/bin/tallybench doctor
        venv/bin/tallybench evaluate /given/samples.jsonl {" ".join(EVALUATE)} --workers 2 -o /given/there.json
        """,
    )
    assert "counts here are ranked" in said
    done = tallybench("evaluate", samples, *EVALUATE, "-o", tmp_path / "here.json")
    assert done.returncode == 0, done.stderr
    here = (tmp_path / "here.json").read_bytes()
    assert here == (given / "there.json").read_bytes() and here.count(b'"verdict": "counted"') > 50
