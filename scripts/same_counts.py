"""Shows that a change moved no verdict and no count: results and measurements now beside those of a git revision.

Usage: .venv/bin/python scripts/same_counts.py REVISION

Exit code 1 where something differs, or where a result of that revision is not there any more.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

ROOT = Path(__file__).parent.parent


def main(revision: str) -> int:
    before = {path: orjson.loads(_git("show", f"{revision}:{path}")) for path in _files(revision)}
    now = {path: orjson.loads((ROOT / path).read_bytes()) for path in _files(None)}
    faults = 0
    for path, old in before.items():
        same_run = [data for other, data in now.items() if _run_of(other, data) == _run_of(path, old)]
        facts = [dict(_facts(data)) for data in same_run]
        counts = dict(_facts(old))
        if counts in facts:
            print(f"{path}: {len(counts):,} verdicts and counts, all the same")
            continue
        faults += 1
        if not facts:
            print(f"{path}: is not there any more")
            continue
        differing = sorted(key for key in counts.keys() | facts[0].keys() if counts.get(key) != facts[0].get(key))
        print(f"{path}: {len(differing):,} differ, such as {differing[0]}")
    return 1 if faults else 0


def _files(revision: str | None) -> list[str]:
    if revision is not None:
        listed = _git("ls-tree", "-r", "--name-only", revision, "results", "hf_dataset/measured").decode().splitlines()
        runs = [path for path in listed if path.endswith(".json") and not path.endswith(".verified.json")]
        # not the files beside the folders, made of results
        return [path for path in runs if path.removeprefix("hf_dataset/measured/before/").count("/") in (0, 2)]
    found = [*(ROOT / "results").glob("*/*.json"), *(ROOT / "hf_dataset/measured").rglob("*.json")]
    return [path.relative_to(ROOT).as_posix() for path in found if not path.name.endswith(".verified.json")]


def _run_of(path: str, data: dict[str, Any]) -> tuple[str, str]:
    """Return the folder, and the benchmark: a file that was written again has another name or is in `before/`."""
    benchmark = data["benchmark"]
    folder = path.rpartition("/")[0].removesuffix("/before")
    return folder, benchmark if isinstance(benchmark, str) else str(benchmark["name"])


def _facts(data: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for task_id, problem in data["problems"].items():
        yield f"{task_id} hash", problem["hash"]
        for name, given in problem["inputs"].items():
            yield (
                f"{task_id} {name}",
                [given["sha256"], given.get("counts") or [given["best_known"], given["ground_truth"]]],
            )
    for sample in data.get("samples", []):
        where = f"{sample['task_id']} sample {sample['index']}"
        yield where, [sample["code_sha256"], sample["verdict"]]
        for name, stress in sample["stress"].items():
            yield f"{where} {name}", [stress["verdict"], stress["count"]]


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, capture_output=True).stdout


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
