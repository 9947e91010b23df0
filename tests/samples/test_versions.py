"""The program that is taken from an answer is the same, whichever Python takes it."""

import json
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.sanitizing_versions import hashes, requests

SAMPLES = 400
PYTHONS = ("/usr/bin/python3", "python3.11", "python3.12", "python3.13", "python3.14", "python3.15")
PROMPT = 'def double(x):\n    """Twice as much."""\n'
# What some versions take for a program, and others do not.
GRAMMAR = [
    'text = f"{x["a"]}"',
    "text = f\"{'\\n'.join(x)}\"",
    'text = f"{x # a comment\n}"',
    'text = f"{x\n}"',
    'text = f"{x:{y:{z}}}"',
    'text = f"{x!r }"',
    "type Number = int",
    "def first[T](x: T) -> T: return x",
    "try: pass\nexcept ValueError, TypeError: pass",
    'text = t"{x}"',
    f"x = {'-' * 4000}1",
    f"x = {'1 + ' * 8000}1",
    "if 1: pass\n" + "elif 1: pass\n" * 4000,
    'text = "\\d" "\\q"',
    "x = 0xfor y in z",
    "PythonFinalizationError()",
    "\x0c\n    \x0c\nx = 1",
]


def others() -> list[str]:
    """Interpreters of other versions than this one."""
    found = dict.fromkeys(path for name in PYTHONS if (path := shutil.which(name)))
    versions = {platform.python_version(): sys.executable}
    for path in found:
        asked = [path, "-I", "-c", "import platform; print(platform.python_version())"]
        version = subprocess.run(asked, capture_output=True, text=True).stdout.strip()
        if version and tuple(map(int, version.split(".")[:2])) >= (3, 11):
            versions.setdefault(version, path)
    return list(versions.values())[1:]


def compare(asked: Path) -> None:
    pythons = others()
    if not pythons:
        pytest.skip(f"no other Python from 3.11 on than {platform.python_version()}")
    expected = hashes(sys.executable, asked)
    assert expected
    for python in pythons:
        assert hashes(python, asked) == expected, python


def test_answers_of_real_models_give_the_same_programs_under_every_python(shared_data: Path, tmp_path: Path) -> None:
    every = list(requests(sorted((shared_data / "models").glob("*.jsonl"))))
    step = len(every) // SAMPLES
    asked = tmp_path / "asked.jsonl"
    lines = (json.dumps([f"{request[0]}, {number}", *request[1:]]) for number, request in enumerate(every[::step]))
    asked.write_text("\n".join(lines) + "\n")
    compare(asked)


def test_what_is_a_program_to_some_pythons_alone_is_taken_alike(tmp_path: Path) -> None:
    asked = tmp_path / "asked.jsonl"
    lines = []
    for number, written in enumerate(GRAMMAR):
        program = f"{written}\n\ndef double(x):\n    return 2 * x\n\nprint(double(2))\n"
        for field, text in (
            ("raw", f"Here it is:\n```python\n{program}```\n"),
            ("raw", f"Here it is:\n\n{program}"),
            ("completion", f"    return 2 * x\n\n{written}\n"),
            ("solution", f"{program}```\nDone.\n"),
        ):
            lines.append(json.dumps([f"{number} {field}", field, text, PROMPT, "double"]))
    asked.write_text("\n".join(lines) + "\n")
    compare(asked)
