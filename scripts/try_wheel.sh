#!/bin/sh
# Installs a wheel in a new virtual environment outside of the checkout, and uses it there as a user would.
# Usage: scripts/try_wheel.sh PYTHON WHEEL
set -eu
python=$(realpath "$1")
wheel=$(realpath "$2")
constraints=$(realpath "$(dirname "$0")/../constraints.txt")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$python" -m venv venv
venv/bin/python -m pip install --quiet --disable-pip-version-check -c "$constraints" "$wheel"
export TALLYBENCH_CACHE="$folder/cache"

venv/bin/python -I - <<'CODE'
from importlib import resources
from pathlib import Path
import sys

for package in ("evaluator", "tallybench"):
    files = resources.files(package)
    assert files.joinpath("py.typed").is_file(), f"{package} has no py.typed"
    assert Path(sys.prefix) in Path(str(files)).parents, f"{package} is not the installed one: {files}"
CODE
venv/bin/tallybench --version
venv/bin/tallybench --help >/dev/null
venv/bin/tallybench doctor
venv/bin/tallybench evaluate embedded:canonical --ids 0-2 -o result.json
venv/bin/tallybench report result.json
