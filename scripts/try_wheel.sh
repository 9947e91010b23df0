#!/bin/sh
# Installs a wheel in a new virtual environment outside of the checkout, and uses it there as a user would.
# Usage: scripts/try_wheel.sh PYTHON WHEEL
set -eu
python=$(realpath "$1")
wheel=$(realpath "$2")
constraints=$(realpath "$(dirname "$0")/../constraints.txt")
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
folder="$top/a folder"
mkdir "$folder"
cd "$folder"
"$python" -m venv venv
venv/bin/python -m pip install --quiet --disable-pip-version-check -c "$constraints" "$wheel[dataset,site]"
export TALLYBENCH_CACHE="$folder/cache"
# Modules of the user's own, of names that could be taken for others.
for name in evaluator hf_dataset random; do
    echo 'raise SystemExit("a module beside the samples was imported")' >"$name.py"
done
installed() {
    find venv/lib -type f ! -name '*.pyc' | sort | xargs -d '\n' sha256sum
}
installed >before

venv/bin/python -I - <<'CODE'
from importlib import metadata, resources
from pathlib import Path
import sys

files = resources.files("tallybench")
assert files.joinpath("py.typed").is_file(), "tallybench has no py.typed"
assert Path(sys.prefix) in Path(str(files)).parents, f"tallybench is not the installed one: {files}"
names = metadata.packages_distributions()
assert [name for name, of in names.items() if "tallybench" in of] == ["tallybench"], "the wheel installs more"
CODE
venv/bin/tallybench --version
venv/bin/tallybench --help >/dev/null
venv/bin/tallybench environment install
venv/bin/tallybench doctor
venv/bin/tallybench evaluate embedded:canonical --ids 0-2 -o result.json
venv/bin/tallybench report result.json
venv/bin/tallybench new house
venv/bin/tallybench problems --benchmark house
venv/bin/tallybench evaluate house/samples.jsonl --benchmark house --model "A model" -o house/results/a-model.json
venv/bin/tallybench dev measure house
venv/bin/tallybench site --benchmark house
test -f house/public/index.html
venv/bin/tallybench dev dataset build house/dataset --benchmark house
installed >after
cmp before after # nothing was written into the package
