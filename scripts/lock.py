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
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
VERSIONS = ("3.11.2", "3.12.3", "3.13.0", "3.14.0")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
# What builds the project, and what an editable installation needs besides: --no-build-isolation fetches neither.
BUILD = (*PROJECT["build-system"]["requires"], "editables")


def main() -> None:
    hashes: dict[tuple[str, str], set[str]] = {}
    chosen = _report("-c", "constraints.txt", ".[dev]", *BUILD)
    pins = [f"{name}=={version}" for (name, version), _ in chosen]
    for version in VERSIONS:
        for package, digest in _report("--no-deps", "--python-version", version, "--only-binary=:all:", *pins):
            hashes.setdefault(package, set()).add(digest)
    lines = [f"# Written by {Path(__file__).relative_to(ROOT)}; scripts/setup.sh installs from it with LOCKED=1."]
    for (name, version), found in sorted(hashes.items(), key=lambda item: item[0][0].lower()):
        lines.append(" \\\n".join([f"{name}=={version}", *(f"    --hash=sha256:{digest}" for digest in sorted(found))]))
    (ROOT / "requirements.lock").write_text("\n".join(lines) + "\n")


def _report(*what: str) -> list[tuple[tuple[str, str], str]]:
    """Name and version of what pip would install, and the hash of the file; without the project itself."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        command += ["--target", folder, "--report", str(report), *what]
        subprocess.run(command, cwd=ROOT, check=True)
        installs: list[dict[str, Any]] = json.loads(report.read_text())["install"]
    return [
        (
            (item["metadata"]["name"], item["metadata"]["version"]),
            item["download_info"]["archive_info"]["hashes"]["sha256"],
        )
        for item in installs
        if "archive_info" in item["download_info"]
    ]


if __name__ == "__main__":
    main()
