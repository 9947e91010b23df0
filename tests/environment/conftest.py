"""The file that carries the environment, made once a run from the installed one."""

import subprocess
from importlib import resources
from pathlib import Path

import pytest

from tallybench.environment.artifact import host_command, read_lock
from tallybench.environment.store import installed_environment
from tests.once import Once


@pytest.fixture(scope="session")
def archive(once: Once) -> Path:
    name = read_lock().archive_name

    def make(folder: Path) -> None:
        folder.mkdir()
        installed = installed_environment()
        command, variables = host_command(installed.root, installed.python)
        with resources.as_file(resources.files("tallybench.environment").joinpath("pack.py")) as script:
            code = "import runpy, sys; runpy.run_path(sys.argv[1])['pack'](*sys.argv[2:])"
            arguments = ["-s", "-B", "-c", code, str(script), str(installed.folder), str(folder / name)]
            subprocess.run([*command, *arguments], env=variables, check=True)

    return once("environment", make) / name
