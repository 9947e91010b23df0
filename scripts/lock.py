"""Writes requirements.lock: the packages of constraints.txt and what builds the project, with their wheels' hashes.

Usage: .venv/bin/python scripts/lock.py

A wheel is chosen for each Python that CI has, on Linux x86-64: 3.11.2 is Debian 12's, 3.12.3 Ubuntu 24.04's. pip
decides, and reports which; nothing is installed.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
VERSIONS = ("3.11.2", "3.12.3", "3.13.0", "3.14.0")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
# What builds the project, and what an editable installation needs besides: --no-build-isolation fetches neither.
BUILD = (*PROJECT["build-system"]["requires"], "editables")


def main() -> None:
    hashes: dict[str, set[str]] = {}
    pins = [_pin(item) for item in _report("-c", "constraints.txt", ".[dev]", *BUILD)]
    for version in VERSIONS:
        binary = ("--no-deps", "--python-version", version, "--only-binary=:all:")
        items = _report(*binary, *pins)
        for item in items:
            hashes.setdefault(_pin(item), set()).add(_digest(item))
        for wanted, marker in _lacking(items, version):
            (item,) = _report(*binary, "--ignore-requires-python", wanted)  # pip compares it with its own Python
            hashes.setdefault(f"{_pin(item)} ; {marker}", set()).add(_digest(item))
    lines = [f"# Written by {Path(__file__).relative_to(ROOT)}; scripts/setup.sh installs from it with LOCKED=1."]
    for pin, found in sorted(hashes.items(), key=lambda item: item[0].partition("==")[0].lower()):
        lines.append(" \\\n".join([pin, *(f"    --hash=sha256:{digest}" for digest in sorted(found))]))
    (ROOT / "requirements.lock").write_text("\n".join(lines) + "\n")


def _pin(item: dict[str, Any]) -> str:
    return f"{item['metadata']['name']}=={item['metadata']['version']}"


def _digest(item: dict[str, Any]) -> str:
    digest: str = item["download_info"]["archive_info"]["hashes"]["sha256"]
    return digest


def _lacking(items: list[dict[str, Any]], version: str) -> Iterator[tuple[str, str]]:
    """Yield what packages ask for with this Python alone, and on which condition.

    Pip resolves for the one that runs it.
    """
    there = {canonicalize_name(item["metadata"]["name"]) for item in items}
    environment = {"python_version": version.rpartition(".")[0], "python_full_version": version, "extra": ""}
    for item in items:
        for wanted in map(Requirement, item["metadata"].get("requires_dist", ())):
            if wanted.marker and wanted.marker.evaluate(environment) and canonicalize_name(wanted.name) not in there:
                yield f"{wanted.name}{wanted.specifier}", str(wanted.marker)


def _report(*what: str) -> list[dict[str, Any]]:
    """Return what pip would install, as it reports it, without the project itself."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        command += ["--target", folder, "--report", str(report), *what]
        subprocess.run(command, cwd=ROOT, check=True)
        installs: list[dict[str, Any]] = json.loads(report.read_text())["install"]
    return [item for item in installs if "archive_info" in item["download_info"]]


if __name__ == "__main__":
    main()
