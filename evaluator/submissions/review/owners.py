"""Who may speak for a model: the owner of its folder in `results/`, which is whoever submitted it first.

`results/MODEL/OWNER` has one line, `LOGIN:ID`: the account at GitHub and its number. The number decides, for a login
that was given up can be taken by somebody else. A folder without the file is the project's own. The pull request that
makes a folder brings the file; who sends a pull request is told by GitHub, never by what is in it.
`results/MAINTAINERS` has such a line for each maintainer, besides comments, which begin with `#`; no pull request with
a result may change it.
"""

import re
from dataclasses import dataclass
from typing import Self

from evaluator.errors import InputError

OWNER = "OWNER"  # the file's name
MAINTAINERS = "results/MAINTAINERS"
MAX_BYTES = 100  # of an OWNER file

_ACCOUNT = re.compile(
    r"(?P<login>[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?):(?P<number>[1-9][0-9]{0,18})", re.ASCII
)
HOW_TOLD = "LOGIN:ID, as gh api user --jq '\"\\(.login):\\(.id)\"' prints it"


@dataclass(frozen=True)
class Account:
    """An account at GitHub.

    Attributes:
        login: its name, which can change hands.
        number: its number, which cannot.
    """

    login: str
    number: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """The account of `LOGIN:ID`.

        Raises:
            InputError: the text is not in the form.
        """
        found = _ACCOUNT.fullmatch(text)
        if found is None:
            raise InputError(f"{text!r:.60}: is no account; give {HOW_TOLD}")
        return cls(found["login"], int(found["number"]))

    def __str__(self) -> str:
        return f"{self.login}:{self.number}"

    def is_same(self, other: "Account | None") -> bool:
        """Whether it is the same account, whatever it is called by now."""
        return other is not None and self.number == other.number

    @property
    def line(self) -> str:
        """The content of an OWNER file."""
        return f"{self}\n"


def read_owner(content: bytes) -> Account:
    """The account in an OWNER file.

    Raises:
        InputError: it has something else than one line in the form.
    """
    text = content.decode("utf-8", "replace")
    if not text.endswith("\n"):
        raise InputError(f"must be one line with its end: {HOW_TOLD}")
    return Account.parse(text[:-1])


def read_maintainers(content: bytes) -> list[Account]:
    """Return the accounts in the file of the maintainers, one a line; lines that begin with # are comments.

    Raises:
        InputError: a line is not in the form.
    """
    lines = content.decode("utf-8", "replace").splitlines()
    return [Account.parse(line) for line in lines if line.strip() and not line.startswith("#")]
