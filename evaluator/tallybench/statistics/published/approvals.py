"""`results/APPROVED`: what a maintainer has looked at and decided, one line each.

    code SHA256 PATH                    the code of this result may be ranked, with what is unusual in it
    organization NAME                   results of this organization are its own, or were checked
    licence REPOSITORY COMMIT LICENCE   the repository states this licence at this commit

Lines that begin with `#`, and empty ones, are comments. What is not listed is not approved. A pull request with a
result may not change the file. Its history shows who approved what.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tallybench.errors import InputError
from tallybench.model.parts import OPEN_LICENCES, Source
from tallybench.statistics.reading import read_bytes

FILE = "results/APPROVED"
# Organizations of results that were added until this day did not have to be confirmed; their names are listed anyway.
UNCONFIRMED_UNTIL = "2026-11-28"
_LINE = re.compile(
    r"code (?P<sha256>[0-9a-f]{64}) results/\S+"
    r"|organization (?P<organization>\S(?:.*\S)?)"
    r"|licence (?P<repository>https://\S+) (?P<commit>[0-9a-f]{40}) (?P<licence>\S+)"
)


@dataclass(frozen=True)
class Approvals:
    """What maintainers have decided."""

    code: frozenset[str] = frozenset()  # the SHA-256 of results whose code was approved
    organizations: frozenset[str] = frozenset()  # confirmed names, case-folded
    licences: frozenset[tuple[str, str, str]] = frozenset()  # confirmed ones: repository, commit and licence

    def lacks_code(self, sha256: str, unusual: Mapping[str, int] | None) -> bool:
        """Return whether a maintainer has to look at a result's code; `unusual` is what its record lists, or None."""
        return unusual != {} and sha256 not in self.code

    def lacks_organization(self, organization: str | None, date: str) -> bool:
        """Return whether a maintainer has yet to confirm the organization of a result that was added on this day."""
        if organization is None or date <= UNCONFIRMED_UNTIL:
            return False
        return organization.casefold() not in self.organizations

    def shows(self, source: Source) -> bool:
        """Return whether the code of a source may be shown: its licence is open, and was confirmed at its commit."""
        licence = source.licence or ""
        return licence in OPEN_LICENCES and (source.repository, source.commit, licence) in self.licences


def read_approvals(root: Path) -> Approvals:
    """Load `results/APPROVED`; nothing is approved if it is missing.

    Raises:
        InputError: it cannot be read, or a line is malformed.
    """
    return parse_approvals(read_bytes(root / FILE, FILE)) if (root / FILE).exists() else Approvals()


def parse_approvals(content: bytes) -> Approvals:
    """Return what the file's bytes approve.

    Raises:
        InputError: a line is malformed.
    """
    found = []
    for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if (match := _LINE.fullmatch(line)) is None:
            raise InputError(
                f"{FILE}:{number}: must be `code SHA256 PATH`, `organization NAME` or "
                "`licence REPOSITORY COMMIT LICENCE`; correct the line, or begin it with #"
            )
        found.append(match)
    return Approvals(
        frozenset(one["sha256"] for one in found if one["sha256"]),
        frozenset(one["organization"].casefold() for one in found if one["organization"]),
        frozenset((one["repository"], one["commit"], one["licence"]) for one in found if one["licence"]),
    )
