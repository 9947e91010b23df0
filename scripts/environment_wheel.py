"""Builds the wheel of `tallybench-environment`, a package that carries the measuring environment and nothing else.

Usage: .venv/bin/python scripts/environment_wheel.py FOLDER
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from tallybench.environment.artifact import read_lock
from tallybench.environment.build import build_environment

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "tallybench-environment"
version = "{version}"
description = "The environment in which TallyBench measures: Python, C library, valgrind and bubblewrap of Debian 12."
readme = "README.md"
requires-python = ">=3.11"

[tool.hatch.build.targets.wheel]
packages = ["tallybench_environment"]
"""

README = """\
# tallybench-environment

The environment in which [TallyBench](https://github.com/tallybench/tallybench) measures: files of these Debian
packages, each under its own licence, which is in the archive beside it. Environment {id}.

{packages}
"""


def main(folder: str) -> None:
    lock = read_lock()
    with tempfile.TemporaryDirectory() as temporary:
        project = Path(temporary)
        package = project / "tallybench_environment"
        package.mkdir()
        (package / "__init__.py").write_text('"""Carries the environment in which TallyBench measures."""\n')
        build_environment(project / "environment", lock.packages, archive=package / lock.archive_name)
        (project / "pyproject.toml").write_text(PROJECT.format(version=lock.version))
        packages = "\n".join(f"- {package.name} {package.version}" for package in lock.packages)
        (project / "README.md").write_text(README.format(id=lock.id, packages=packages))
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(Path(folder).resolve())]
        subprocess.run(command, cwd=project, check=True)


if __name__ == "__main__":
    main(sys.argv[1])
