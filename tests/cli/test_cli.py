"""The command line as a user meets it: what it prints, its exit codes, and one clear line for every bad input."""

import gzip
import json
import os
import resource
import shlex
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from tallybench.sandbox.bubblewrap import find_bubblewrap
from tests.conftest import CommandLine

MULTIPLY = "def multiply(a, b):\n    return (abs(a) % 10) * (abs(b) % 10)\n"
GOOD = json.dumps({"task_id": "HumanEval/97", "solution": MULTIPLY})


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.jsonl"
    path.write_text(GOOD + "\n")
    return path


@pytest.fixture
def result(tallybench: CommandLine, good: Path, tmp_path: Path) -> Path:
    """The result of a quick run, correctness only."""
    done = tallybench("evaluate", good, "--model", "Tiny", "--ids", "97", "--no-count", "-o", "tiny.json")
    assert done.returncode == 0, done.stderr
    return tmp_path / "tiny.json"


def error_of(done: "subprocess.CompletedProcess[str]") -> str:
    """The one line that a refused command prints."""
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.strip().splitlines()
    return line


def test_evaluate_counts_and_prints_the_figures(tallybench: CommandLine, good: Path, tmp_path: Path) -> None:
    done = tallybench("evaluate", good, "--model", "Tiny", "--ids", "97", "-o", "tiny.json")
    assert done.returncode == 0, done.stderr
    assert "100.0" in done.stdout and "[100.0, 100.0]" in done.stdout and "1 problem" in done.stdout
    assert "result: tiny.json" in done.stdout
    stress = json.loads((tmp_path / "tiny.json").read_bytes())["samples"][0]["stress"]
    assert stress and all(outcome["verdict"] == "counted" for outcome in stress.values())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.jsonl", "tiny.json"]


def test_samples_come_from_standard_input_packed_or_not(
    tallybench: CommandLine, tallybench_process: CommandLine, tmp_path: Path
) -> None:
    command = ("evaluate", "-", "--model", "Tiny", "--ids", "97", "--no-count", "-o")
    plain = tallybench(*command, "plain.json", input=GOOD)
    packed = tallybench_process(*command, "packed.json", input=gzip.compress(GOOD.encode()), text=False)
    assert (plain.returncode, packed.returncode) == (0, 0), (plain.stderr, packed.stderr)
    assert (tmp_path / "plain.json").read_bytes() == (tmp_path / "packed.json").read_bytes()


def test_progress_is_plain_lines_off_a_terminal(tallybench: CommandLine, good: Path) -> None:
    done = tallybench("evaluate", good, "--model", "Tiny", "--ids", "97", "--no-count")
    assert done.stderr == "correctness tests: 0 of 1\ncorrectness tests: 1 of 1\n"


def test_plan_says_the_cost_and_runs_nothing(tallybench: CommandLine, good: Path, tmp_path: Path) -> None:
    done = tallybench("evaluate", good, "--model", "Tiny", "--plan")
    assert done.returncode == 0, done.stderr
    for word in ("measurements", "instructions", "minutes"):
        assert word in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.jsonl"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (GOOD.encode() + b"\n{nope\n", "line 2"),
        (b'{"task_id": "HumanEval/999", "solution": ""}\n', "HumanEval/999"),
        (b'{"task_id": "HumanEval/0", "solution": "' + b"x" * 10_000_000 + b'"}\n', "line 1"),
    ],
    ids=["not JSON", "unknown task", "a line of 10 MB"],
)
def test_bad_samples_get_one_line_that_says_where(
    tallybench: CommandLine, tmp_path: Path, content: bytes, says: str
) -> None:
    (tmp_path / "bad.jsonl").write_bytes(content)
    line = error_of(tallybench("evaluate", "bad.jsonl", "--model", "Tiny", "--no-count"))
    assert line.startswith("tallybench: bad.jsonl") and says in line and len(line) < 400
    assert not (tmp_path / "result.json").exists()


def test_a_hardware_counter_that_is_not_there_is_said_at_once(tallybench: CommandLine, good: Path) -> None:
    done = tallybench("evaluate", good, "--model", "x", "--ids", "97", "--counter", "perf")
    if done.returncode == 0:
        assert "self-measured" in done.stdout
    else:
        assert "hardware instruction counter" in error_of(done)


def test_a_result_is_not_overwritten_unasked(tallybench: CommandLine, good: Path, result: Path) -> None:
    before = result.read_bytes()
    arguments = ("evaluate", good, "--model", "Other", "--ids", "97", "--no-count", "-o", result)
    assert "--force" in error_of(tallybench(*arguments))
    assert result.read_bytes() == before
    assert tallybench(*arguments, "--force").returncode == 0
    assert result.read_bytes() != before


@pytest.mark.parametrize("output", ["good.jsonl", "./folder/../good.jsonl", "link.jsonl", "hard.jsonl"])
def test_force_never_replaces_the_samples(tallybench: CommandLine, good: Path, tmp_path: Path, output: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link.jsonl").symlink_to(good)
    os.link(good, tmp_path / "hard.jsonl")
    assert "is the same as the input" in error_of(tallybench("evaluate", good, "--model", "M", "--force", "-o", output))
    assert good.read_text() == GOOD + "\n"


FULL_DISK = """
head -c $((262144 - 4096)) /dev/zero > filler
"$@"; echo "exit code $?" >&2
rm filler
"$@" --resume >&2 && cat result.json
"""


def test_a_full_disk_loses_nothing(tallybench: CommandLine, tmp_path: Path) -> None:
    """On a small file system of its own, that is filled up but for four kilobytes, and later is not."""
    lines = [json.dumps({"task_id": f"HumanEval/{number}", "completion": "    return 1\n"}) for number in range(20)]
    (tmp_path / "samples.jsonl").write_text("\n".join(lines))
    small = tmp_path / "small"
    small.mkdir()
    arguments = ["evaluate", "../samples.jsonl", "--model", "x", "--ids", "0-19", "--no-count"]
    command = [sys.executable, "-c", "from tallybench.cli import main; main()", *arguments, "--workers", "1"]
    outside = [*find_bubblewrap(), *f"--dev-bind / / --size 262144 --tmpfs {small} --chdir {small}".split()]
    environment = os.environ | {"TALLYBENCH_CACHE": str(small / "cache")}
    done = subprocess.run(
        [*outside, "sh", "-c", FULL_DISK, "sh", *command], capture_output=True, text=True, env=environment
    )
    full, resumed = done.stderr.split("exit code ")
    assert "No space left on device); what was done is kept: make room, then --resume" in full
    assert resumed.startswith("2\n")
    assert "Traceback" not in done.stderr
    first = next(line for line in resumed.splitlines() if line.startswith("correctness tests"))
    assert first not in ("correctness tests: 0 of 20", "correctness tests: 20 of 20")
    assert tallybench("evaluate", "samples.jsonl", *arguments[2:]).returncode == 0
    assert (tmp_path / "result.json").read_text() == done.stdout


@pytest.mark.parametrize(
    ("mount", "words"),
    [
        (("--size", "16384", "--tmpfs", "CACHE"), "No space left on device"),
        (("--tmpfs", "CACHE", "--remount-ro", "CACHE"), "Read-only file system"),
    ],
)
def test_a_cache_that_cannot_be_written_is_one_line(
    tallybench: CommandLine, good: Path, tmp_path: Path, mount: tuple[str, ...], words: str
) -> None:
    """It is neither a fault of the benchmark nor of the sample; where there is room again, the run continues."""
    cache = tmp_path / "cache"
    cache.mkdir()
    outside = [*find_bubblewrap(), "--dev-bind", "/", "/", *(str(cache) if word == "CACHE" else word for word in mount)]
    arguments = ["evaluate", str(good), "--model", "x", "--ids", "97", "--workers", "1"]
    command = [*outside, sys.executable, "-c", "from tallybench.cli import main; main()", *arguments]
    environment = os.environ | {"TALLYBENCH_CACHE": str(cache)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr and "at fault" not in done.stderr
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"tallybench: {cache}") and words in last and "TALLYBENCH_CACHE to another folder" in last
    assert not (tmp_path / "result.json").exists()


def test_a_result_that_cannot_be_written_at_the_end_is_resumed(
    tallybench: CommandLine, good: Path, tmp_path: Path
) -> None:
    """Where there is room for a page, and the result has more."""
    (tmp_path / "small").mkdir()
    good.write_text(GOOD.replace("return", "# " + "long " * 2_000 + "\\n    return"))
    arguments = ["evaluate", str(good), "--model", "x", "--ids", "97", "--no-count", "-o", "small/result.json"]
    outside = [*find_bubblewrap(), *f"--dev-bind / / --size 4096 --tmpfs {tmp_path}/small --chdir {tmp_path}".split()]
    command = [*outside, sys.executable, "-c", "from tallybench.cli import main; main()", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1] == (
        "tallybench: small/result.json: cannot be written (No space left on device); what was done is kept: make room, "
        "then the same command with --resume"
    )
    resumed = tallybench(*arguments, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stderr.startswith("correctness tests: 1 of 1\n")


def test_a_result_matches_the_published_schema(tallybench: CommandLine, result: Path) -> None:
    schema = json.loads(tallybench("dev", "schema").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(result.read_bytes()), schema)


def test_doctor_finds_this_machine_ready(tallybench: CommandLine) -> None:
    done = tallybench("doctor", "--json")
    findings = {finding["what"]: finding for finding in json.loads(done.stdout)}
    assert done.returncode == 0, findings
    assert {findings[what]["status"] for what in ("platform", "sandbox", "counter: valgrind")} == {"ok"}


def test_without_the_environment_nothing_runs_and_doctor_says_how_to_get_it(
    tallybench_process: CommandLine, good: Path, tmp_path: Path
) -> None:
    bare = os.environ | {"TALLYBENCH_CACHE": str(tmp_path / "none"), "XDG_CACHE_HOME": str(tmp_path / "none")}
    done = tallybench_process("doctor", env=bare)
    assert done.returncode == 1 and "-> tallybench environment install" in done.stdout
    refused = error_of(tallybench_process("evaluate", good, "--model", "x", env=bare))
    assert "the measuring environment is not installed; run `tallybench environment install`" in refused


NO_NAMESPACES = """echo 0 >/proc/sys/user/max_user_namespaces && exec "$@" """


def test_where_namespaces_are_forbidden_the_run_stops_and_doctor_says_what_to_do(good: Path, tmp_path: Path) -> None:
    """In namespaces of its own, in which the kernel allows no more of them: no sample may be blamed for it."""

    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        outside = ["unshare", "--user", "--map-root-user", "sh", "-c", NO_NAMESPACES, "sh"]
        command = [*outside, sys.executable, "-c", "from tallybench.cli import main; main()", *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    done = run("evaluate", str(good), "--model", "x", "--no-count")
    assert done.returncode == 2
    assert "Creating new namespace failed" in done.stderr and "`tallybench doctor` says how" in done.stderr
    assert not (tmp_path / "result.json").exists()
    findings = run("doctor")
    assert findings.returncode == 1
    lack = findings.stdout.split("lack  sandbox")[1].splitlines()
    assert "Creating new namespace failed" in lack[0]
    assert lack[1].endswith("-> sudo sysctl -w user.max_user_namespaces=10000")


def test_a_limit_on_the_address_space_is_named_with_what_is_needed(tallybench_process: CommandLine, good: Path) -> None:
    limited = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))}
    said = "the address space is limited to 2,097,152 kB here (`ulimit -v`), and the sandbox needs 4,194,304 kB"
    done = tallybench_process("evaluate", good, "--model", "x", "--no-count", **limited)
    assert error_of(done).startswith(f"tallybench: {said}; lift it with `ulimit -v unlimited`")
    findings = tallybench_process("doctor", **limited)
    lack = findings.stdout.split("lack  sandbox")[1].splitlines()
    assert said in lack[0] and "-> lift it with `ulimit -v unlimited`" in lack[1]
    assert "container" not in findings.stdout


def test_doctor_advises_on_namespaces_only_where_they_are_refused(
    tallybench: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here bubblewrap makes them, and what fails is something else."""
    broken = tmp_path / "bwrap"
    broken.write_text(
        f'#!/bin/sh\ncase "$*" in *--as-pid-1*) echo "bwrap: no space left" >&2; exit 1;; esac\n'
        f'exec {shlex.join(find_bubblewrap())} "$@"\n'
    )
    broken.chmod(0o755)
    for module in ("tallybench.sandbox.bubblewrap", "tallybench.counting.doctor"):
        monkeypatch.setattr(f"{module}.find_bubblewrap", lambda: (str(broken),))
    findings = tallybench("doctor")
    lack = findings.stdout.split("lack  sandbox")[1]
    assert "no space left" in lack.splitlines()[0]
    assert "sysctl" not in lack and "security-opt" not in lack


def test_running_without_the_sandbox_is_recorded(tallybench: CommandLine, good: Path, tmp_path: Path) -> None:
    arguments = ("evaluate", good, "--model", "x", "--ids", "97", "--unsafe-no-sandbox", "--workers", "1")
    done = tallybench(*arguments)
    assert done.returncode == 0, done.stderr
    environment = json.loads((tmp_path / "result.json").read_bytes())["environment"]
    assert (environment["sandbox"], environment["ranked"]) == ("none", False)
