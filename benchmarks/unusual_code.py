"""How many honest samples have each kind of thing that the review holds a result for.

Usage: .venv/bin/python benchmarks/unusual_code.py FOLDER

FOLDER has files of answers to HumanEval, JSON Lines. Prints the table of the page on submitting. A kind that hits more
than one sample in a hundred has to be narrowed.
"""

import sys
from collections import Counter
from pathlib import Path

from tallybench.benchmarks import load_benchmark
from tallybench.errors import InputError
from tallybench.samples.attempts import read_attempts
from tallybench.samples.sources import open_samples
from tallybench.submissions.unusual_code import findings_of
from tallybench.submissions.unusual_kinds import KINDS

MOST = 0.01


def main(folder: Path) -> bool:
    """Print the table; return whether every kind is rare enough."""
    benchmark = load_benchmark()
    found: Counter[str] = Counter()
    programs = 0
    for path in sorted(path for path in folder.rglob("*.jsonl") if "mbpp" not in path.parts):
        try:
            attempts = read_attempts(open_samples(str(path), benchmark, lambda line: None), benchmark)
        except InputError as error:
            print(f"{path.name}: left out: {error}", file=sys.stderr)
            continue
        for attempt in attempts:
            if attempt.code is not None:
                programs += 1
                findings = findings_of(attempt.code, benchmark.by_id[attempt.task_id], passed=False)
                found.update({finding.kind for finding in findings})
    print(f"{programs:,} programs\n\n| kind | what | share |\n|---|---|---:|")
    for kind, what in KINDS.items():
        print(f"| `{kind}` | {what} | {found[kind] / max(programs, 1):.3%} |")
    return all(number <= MOST * programs for number in found.values())


if __name__ == "__main__":
    sys.exit(not main(Path(sys.argv[1])))
