"""The programs that are taken from answers, by a hash, under several versions of Python.

Usage: .venv/bin/python benchmarks/sanitizing_versions.py FOLDER [PYTHON ...]

FOLDER has files of samples for HumanEval, such as those of published models. Each PYTHON takes the programs from all of
them by itself, with the standard library alone; without one, the interpreter that runs this does. Prints a row a file
and interpreter with the hash over all programs of the file, then one over everything, and exits with 1 where two
interpreters differ.
"""

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tallybench.benchmarks import load_benchmark

ROOT = Path(__file__).parent.parent
# What each interpreter executes: lines of [group, field, text, prompt, entry point] in, a hash by group out.
PROGRAM = """
import hashlib, json, sys
sys.path.insert(0, sys.argv[1])
from tallybench.samples.sanitize import sanitize
hashes = {}
for line in open(sys.argv[2], encoding="utf-8"):
    group, *asked = json.loads(line)
    taken = sanitize(*asked)
    written = json.dumps([taken.code, taken.rules]).encode()
    hashes.setdefault(group, hashlib.sha256()).update(written)
print(json.dumps({group: made.hexdigest() for group, made in hashes.items()}))
"""
FIELDS = ("solution", "completion", "raw")


def requests(files: Iterable[Path]) -> Iterable[list[str]]:
    """Yield what the sanitizer is asked for each sample, with the name of its file."""
    problems = load_benchmark("humaneval").by_id
    for path in files:
        with path.open(encoding="utf-8") as lines:
            for record in map(json.loads, lines):
                problem = problems.get(record.get("task_id", "").replace("_", "/"))
                field = next((name for name in FIELDS if isinstance(record.get(name), str)), None)
                if problem is not None and field is not None:
                    yield [path.name, field, record[field], problem.prompt, problem.entry_point]


def hashes(python: str, asked: Path) -> dict[str, str]:
    """Return the hash over the programs of each file, as an interpreter takes them."""
    command = [python, "-I", "-c", PROGRAM, str(ROOT / "evaluator"), str(asked)]
    made: dict[str, str] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return made


def main(folder: Path, pythons: list[str]) -> int:
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as asked:
        files = sorted(path for path in folder.rglob("*.jsonl") if "mbpp" not in path.parts)
        samples = 0
        for request in requests(files):
            asked.write(json.dumps(request) + "\n")
            samples += 1
        asked.flush()
        found = {python: hashes(python, Path(asked.name)) for python in pythons or [sys.executable]}
    first, *others = found.values()
    for name in first:
        print(f"{name}: {' '.join(made.get(name, '')[:16] for made in found.values())}")
    for python, made in found.items():
        whole = hashlib.sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()
        print(f"{samples} samples, {python}: {whole}")
    return int(any(made != first for made in others))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
