"""Finds phrases in comments, docstrings and messages that a reader stumbles over; `make lint` runs it.

Usage: scripts/plain_english.py FOLDER...

Prints file, line and phrase of each, and what to write instead. Exit code 1 where there is any.
"""

import re
import sys
import tokenize
from pathlib import Path

# What to write instead, by phrase. See the glossary in CONTRIBUTING.md.
INSTEAD = {
    r"\b[Tt]old\b": "say who reports what: shown, noted, reported, given",
    r"\b[Ww]hoever\b": "name who or what does it",
    r"\b[Nn]obody\b": "say what does not happen",
    r"\bis none\b": "is missing, is malformed, is not one",
    r"\bof before\b": "older, earlier",
    r"\b[Ss]o many of so many\b": "a fraction",
    r"(?:^[\"'# ]*|\. )Of [a-z]": "begin the sentence with what it is about",
}
# Programs that run in the sandbox are counted, word for word, and so stay as they are.
SKIPPED = {"inside", "driver.py", "judges.py", "plain_run.py", "scripts.py", "words.py"}


def findings(path: Path) -> list[str]:
    """Return each banned phrase in a file's comments and strings, with its place."""
    found = []
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type not in (tokenize.COMMENT, tokenize.STRING):
                continue
            for number, line in enumerate(token.string.split("\n"), token.start[0]):
                for phrase, instead in INSTEAD.items():
                    if match := re.search(phrase, line):
                        found.append(f"{path}:{number}: {match.group().strip()!r}: {instead}")
    return found


def main() -> None:
    paths = sorted(path for folder in sys.argv[1:] for path in Path(folder).rglob("*.py"))
    found = [finding for path in paths if not SKIPPED.intersection(path.parts) for finding in findings(path)]
    print("\n".join(found) or f"{len(paths)} files in plain English")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
