"""What `--help` shows, how fast, and what else a command line is expected to have: a version, completion."""

import os
import re
import resource
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from tallybench.cli.commands import DEV as DEV_GROUPS
from tallybench.cli.commands import GROUPS, app
from tests.conftest import CommandLine

NARROW = os.environ | {"COLUMNS": "80"}
USERS = ["run", "generate", "evaluate", "merge", "report", "submit", "site", "problems", "new", "doctor", "environment"]
DEV = [
    "audit",
    "measure",
    "catalogue",
    "packages",
    "tests",
    "stress",
    "demo",
    "samples",
    "validate",
    "verify",
    "results",
    "records",
    "growth",
    "review",
    "schema",
    "study",
    "dataset",
    "export",
]
SUBCOMMANDS = {
    "tests": ["generate", "reduce"],
    "stress": ["generate", "search"],
    "samples": ["show", "fetch"],
    "study": ["coffe", "classeval", "ecco", "evalplus", "humans", "stability"],
    "dataset": ["build", "push"],
    "export": ["hf", "training"],
}
ALL = [*USERS, *(f"dev {name}" for name in DEV)]
ALL += ["environment install", "environment show", "environment build"]
ALL += [f"dev {name} {below}" for name, names in SUBCOMMANDS.items() for below in names]


def help_of(*command: str) -> str:
    words = [sys.executable, "-c", "from tallybench.cli import main; main()", *command, "--help"]
    return subprocess.run(words, env=NARROW, capture_output=True, text=True, check=True).stdout


def listed(shown: str) -> dict[str, tuple[str, ...]]:
    """The commands of each group."""
    sections = re.split(r"^(\S.*):\n", shown, flags=re.MULTILINE)
    named = zip(sections[1::2], sections[2::2], strict=True)
    groups = {name: tuple(re.findall(r"^  (\w+) ", rows, re.MULTILINE)) for name, rows in named}
    return {name: commands for name, commands in groups.items() if name not in ("Usage", "Options")}


def test_a_user_sees_few_commands_and_one_for_maintainers() -> None:
    groups = listed(help_of())
    assert list(groups) == list(GROUPS)
    assert [name for commands in groups.values() for name in commands] == [*USERS, "dev"]


def test_the_commands_for_maintainers_stand_in_groups() -> None:
    groups = listed(help_of("dev"))
    assert list(groups) == list(DEV_GROUPS)
    assert [name for commands in groups.values() for name in commands] == DEV


@pytest.mark.parametrize("command", [(), ("dev",)])
def test_every_summary_is_whole_and_on_one_line(command: tuple[str, ...]) -> None:
    shown = help_of(*command)
    first = next(iter(listed(shown)))
    summaries = [row for row in shown[shown.index(f"{first}:") :].splitlines() if row.startswith("  ")]
    assert len(summaries) == sum(map(len, listed(shown).values()))
    for row in summaries:
        assert re.fullmatch(r"  \w+ +[A-Z].*\.", row) and "..." not in row and len(row) <= 80, row


@pytest.mark.parametrize("words", ALL)
def test_each_command_explains_itself_and_its_options(words: str) -> None:
    command = words.split()
    done = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "80"}, prog_name="tallybench")
    assert done.exit_code == 0
    assert done.stdout.startswith(f"Usage: tallybench {words}")
    assert "Args:" not in done.stdout and "Attributes:" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    found: Any = get_command(app)
    for name in command:
        found = found.commands[name]
    assert [parameter.name for parameter in found.params if not parameter.help] == []


def test_help_takes_less_than_a_third_of_a_second_of_work() -> None:
    """Of the processor, which another job on the machine does not change; it imports no NumPy, Pydantic or Rich."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*{'numpy', 'pydantic', 'rich', 'orjson'} & set(sys.modules), file=sys.stderr))\n"
        "from tallybench.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.stderr.strip() == ""
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 1 / 3


def test_the_version_is_told(tallybench: CommandLine) -> None:
    done = tallybench("--version")
    assert done.returncode == 0
    assert done.stdout == f"tallybench {version('tallybench')}\n"


def test_commands_and_options_are_completed(tallybench: CommandLine) -> None:
    def completed(words: str) -> set[str]:
        variables = {"_TALLYBENCH_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        done = tallybench(env=os.environ | variables)
        assert done.stderr == ""
        return set(done.stdout.split())

    assert completed("tallybench dev re") == {"results", "records", "review"}
    assert completed("tallybench evaluate --no") == {"--no-count"}


def test_completion_is_installed_for_the_shell(tallybench: CommandLine, tmp_path: Path) -> None:
    environment = os.environ | {"HOME": str(tmp_path), "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = tallybench("--install-completion", "bash", env=environment)
    assert done.returncode == 0, done.stderr
    assert "tallybench" in (tmp_path / ".bash_completions/tallybench.sh").read_text()


def test_no_command_is_refused_with_the_help(tallybench: CommandLine) -> None:
    done = tallybench()
    assert done.returncode == 2
    assert "Measure a model:" in done.stdout + done.stderr


def test_a_mistyped_command_gets_a_suggestion(tallybench: CommandLine) -> None:
    done = tallybench("evalute")
    assert done.returncode == 2
    assert "No such command 'evalute'. Did you mean 'evaluate'" in done.stderr


def test_a_closed_pipe_ends_a_command_in_silence(tallybench: CommandLine, tmp_path: Path) -> None:
    line = f"set -o pipefail; {sys.executable} -c 'from tallybench.cli import main; main()' problems --json | head -1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[\n", "")
