"""What was read from the problems' files of a folder, kept in the cache, since reading them takes the most time.

It is JSON, and is used only as long as the files and the code that reads them have not changed.
"""

import hashlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import orjson

from tallybench.benchmarks import authoring, problem_source
from tallybench.benchmarks.authoring import Additions
from tallybench.errors import MachineError
from tallybench.files import cache_folder, write_in_cache
from tallybench.model import invalid_inputs, problem
from tallybench.model.invalid_inputs import InvalidInputs
from tallybench.model.problem import Growing, Kind, Solution, StressfulInput
from tallybench.values.wire import WireError, decode, encode

_READERS = (authoring, problem_source, invalid_inputs, problem)


def read_kept(paths: Sequence[Path], read: Callable[[Path], Additions]) -> dict[Path, Additions]:
    """Return what the problems' files of one folder add, from the cache if it was read before.

    Args:
        paths: the files.
        read: reads one.

    Raises:
        InputError: as `read` raises it.
    """
    if not paths:
        return {}
    key = _key(paths)
    place = cache_folder() / "opened" / hashlib.sha256(str(paths[0].parent).encode()).hexdigest()[:16]
    try:
        kept_key, kept = orjson.loads(place.read_bytes())
        if kept_key == key:
            return {path: _additions(record) for path, record in zip(paths, kept, strict=True)}
    except (OSError, WireError, TypeError, ValueError, KeyError):
        pass
    found = {path: read(path) for path in paths}
    try:
        write_in_cache(place, [orjson.dumps((key, [_record(additions) for additions in found.values()]))])
    except (MachineError, TypeError):  # they are read again the next time; some text cannot be JSON
        pass
    return found


def _key(paths: Sequence[Path]) -> str:
    """Return a hash of the files, of the code that reads them, and of the Python version."""
    total = hashlib.sha256(sys.version.encode())
    for path in (*(Path(str(reader.__file__)) for reader in (*_READERS, sys.modules[__name__])), *paths):
        content = path.read_bytes()
        total.update(f"\n{path.name} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def _record(additions: Additions) -> dict[str, Any]:
    """Return what was read from a file, in a form that JSON can hold."""
    record = {name: getattr(additions, name) for name in Additions.__dataclass_fields__}
    invalid, wrong = additions.invalid, additions.canonical_wrong
    return record | {
        "invalid": invalid.made_of if isinstance(invalid, InvalidInputs) else None,
        "stressful": [asdict(given) | {"kind": str(given.kind)} for given in additions.stressful],
        "references": [(solution.name, solution.code) for solution in additions.references],
        "slow": [(solution.name, solution.code) for solution in additions.slow],
        "growing": None if additions.growing is None else (additions.growing.size_of, additions.growing.program),
        "canonical_wrong": None if wrong is None else encode(wrong).hex(),  # it may hold values that JSON cannot
        "corrected": None if additions.corrected is None else (additions.corrected.name, additions.corrected.code),
    }


def _additions(record: dict[str, Any]) -> Additions:
    invalid, growing, corrected = record["invalid"], record["growing"], record["corrected"]
    wrong = record["canonical_wrong"]
    return Additions(
        **record
        | {
            "invalid": () if invalid is None else InvalidInputs(*invalid),
            "stressful": tuple(
                StressfulInput(**given | {"kind": Kind(given["kind"]), "expressions": tuple(given["expressions"])})
                for given in record["stressful"]
            ),
            "references": tuple(Solution(*solution) for solution in record["references"]),
            "slow": tuple(Solution(*solution) for solution in record["slow"]),
            "growing": None if growing is None else Growing(*growing),
            "canonical_wrong": None if wrong is None else decode(bytes.fromhex(wrong)),
            "corrected": None if corrected is None else Solution(*corrected),
        }
    )
