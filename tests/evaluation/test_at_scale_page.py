"""The files to copy on the page "At scale" can be read, and its commands and figures are those of the project."""

import re
import subprocess
import sys
from typing import Any

import yaml
from typer.main import get_command

from tallybench.cli.commands import app
from tests.conftest import ROOT

PAGE = (ROOT / "site/pages/at-scale.md").read_text()
SHELL = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def given(words: list[str]) -> set[str]:
    """The options that a command line has."""
    return {word.partition("=")[0] for word in words if re.fullmatch(r"--[a-z].*", word)}


def known(command: str) -> set[str]:
    found: Any = get_command(app)
    return {name for parameter in found.commands[command].params for name in parameter.opts}


def test_the_shell_s_files_can_be_read_and_have_options_that_there_are() -> None:
    for script in SHELL:
        assert subprocess.run(["sh", "-n"], input=script, text=True, capture_output=True).stderr == ""
    lines = re.findall(r"tallybench (evaluate|merge) ((?:[^\n\"]|\\\n|\"\$)*)", "\n".join(SHELL))
    assert {command for command, _ in lines} == {"evaluate", "merge"}
    for command, rest in lines:
        assert given(rest.replace("\\\n", " ").split()) <= known(command), rest


def test_the_job_for_kubernetes_runs_a_command_that_there_is_in_pods_that_may_make_namespaces() -> None:
    (text,) = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    job: dict[str, Any] = yaml.safe_load(text)
    assert (job["apiVersion"], job["kind"]) == ("ray.io/v1", "RayJob")
    program, command, *words = job["spec"]["entrypoint"].split()
    assert program == "tallybench" and {"--ray", "--resume"} <= given(words) <= known(command)
    cluster = job["spec"]["rayClusterSpec"]
    pods = [pod["template"]["spec"] for pod in (cluster["headGroupSpec"], *cluster["workerGroupSpecs"])]
    containers = [container for pod in pods for container in pod["containers"]]
    assert len({container["image"] for container in containers}) == 1
    assert all(container["securityContext"]["privileged"] for container in containers)
    for pod in pods:
        volumes = {volume["name"] for volume in pod["volumes"]}
        assert {mount["name"] for mount in pod["containers"][0]["volumeMounts"]} == volumes


def test_the_table_of_costs_is_what_its_script_prints() -> None:
    command = re.search(r"`python (benchmarks/scale_table\.py[^`]*)`", PAGE)
    assert command is not None
    told = subprocess.run([sys.executable, *command[1].split()], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.strip() in PAGE
