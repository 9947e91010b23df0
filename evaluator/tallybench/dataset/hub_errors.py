"""The Hub's errors as one message: what failed, where, and what to do. It never contains the token."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from huggingface_hub import constants
from huggingface_hub.errors import HfHubHTTPError

from tallybench.errors import InputError

QUOTA = re.compile(r"storage|quota|payment required|too large", re.IGNORECASE)

# The message goes to a terminal: what a server sends must not move the cursor or fill the screen.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
LONGEST = 300

# The base class of all errors of httpx or httpx2, whichever this version of huggingface_hub uses.
HTTPError: type[Exception] = HfHubHTTPError.__bases__[0]


@contextmanager
def explained(repo: str, doing: str, token: str | None = None) -> Iterator[None]:
    """Raise InputError for whatever huggingface_hub raises while `doing` ("reading", "creating", ...) `repo`."""
    try:
        yield
    except (HTTPError, OSError, ValueError, RuntimeError) as error:
        raise InputError(f"dataset push: {repo}: {_explain(error, doing, token)}") from None


def _explain(error: BaseException, doing: str, token: str | None) -> str:
    """Return the Hub's answer if the chain of causes has one, else what the connection or the library said."""
    root = error
    while not isinstance(root, HTTPError) and root.__cause__ is not None:
        root = root.__cause__
    if isinstance(root, HfHubHTTPError):
        return _explain_answer(root.response.status_code, _one_line(root.server_message or "", token), doing)
    if isinstance(root, (HTTPError, ConnectionError)):
        said = f"the connection to {constants.ENDPOINT} failed while {doing} ({_one_line(str(root), token)}); "
        if doing == "committing":
            return said + "the commit is whole or not there; run the command again, it compares first"
        return said + f"{_so_far(doing)}; run the command again"
    if isinstance(root, ValueError) and QUOTA.search(str(root)):  # the LFS batch request was refused
        return _explain_answer(413, _one_line(str(root), token), doing)
    return f"failed while {doing}: {_one_line(str(root), token) or type(root).__name__}; {_so_far(doing)}"


def _explain_answer(status: int, said: str, doing: str) -> str:
    words, so_far = f' The Hub says: "{said}"' if said else "", _so_far(doing)
    if status in (402, 413) or (status == 403 and QUOTA.search(said)):
        return f"no room on the Hub, {so_far}; free or buy storage for its owner, then push again.{words}"
    if status >= 500:
        outcome = "whether it was committed is not known" if doing == "committing" else so_far
        return f"the Hub failed ({status}) while {doing}; {outcome}; run the command again later.{words}"
    changed = f"somebody else changed it while {doing}; {so_far}; run the command again"
    explained = {
        401: f"{constants.ENDPOINT} refuses the token (expired, revoked, mistyped?); make one and set HF_TOKEN, or run "
        "`hf auth login`",
        403: f"no permission while {doing}, {so_far}; use a token with the role `write` of a member who may write "
        "there, or --create-pr",
        404: f"not found, or not visible to this token, while {doing}; check the name and the token's rights",
        409: changed,
        412: changed,
        429: f"too many requests while {doing}; {so_far}; wait some minutes, then push again",
    }
    return f"{explained.get(status, f'the Hub answered {status} while {doing}; {so_far}')}.{words}"


def _so_far(doing: str) -> str:
    """Say what was committed before a step failed."""
    return "everything but the tag was committed" if doing == "tagging" else "nothing was committed"


def _one_line(text: str, token: str | None) -> str:
    """Return `text` on one line, cut short. The token is replaced before the cut, which might leave a part of it."""
    line = CONTROL.sub(" ", text if token is None else text.replace(token, "(the token)")).strip()
    return line if len(line) <= LONGEST else line[:LONGEST] + "..."
