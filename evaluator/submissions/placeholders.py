"""What is asked of a model for a rank has to be told: a text such as "unknown" tells nothing."""

import re
import unicodedata
from collections.abc import Iterator

from evaluator.results.result import Model
from evaluator.submissions.faults import Fault

_UNTOLD = re.compile(
    r"(it is |was |were )?(not|never|un)[ -]?"
    r"(stated|known|given|told|said|specified|disclosed|documented|provided|published|recorded|reported|available)"
    r"( (by|in|at|from) [^.{}]{1,60})?|none given|no (answer|comment|data|information)|tba|tbd|todo|"
    r"to be (announced|done|told)|placeholder|secret|confidential|proprietary|withheld|redacted|hidden|not public|"
    r"unkn0wn|private|\?+"
)
# What moves with time does not say which it was.
_MOVES = re.compile(
    r"(the )?(latest|newest|current|head|main|master|default|stable|last)( (version|one|model|release))?"
)
# These can be a setting's value: no stop words, no quantization.
_EMPTY = re.compile(r"n[ ./\u2044\u2215]*a|none|null|nil|nothing|empty|not applicable|[-–—._/x* ]*")


def placeholder_faults(model: Model) -> Iterator[Fault]:
    """The fields that a rank asks for and that are filled with nothing."""
    for name in ("revision", "prompt", "submitter"):
        text = getattr(model, name)
        if text is not None and (_says(_UNTOLD, text) or _says(_EMPTY, text)):
            yield _fault(f"model.{name}", text)
    if model.revision is not None and _says(_MOVES, model.revision):
        yield Fault(
            "model.revision", f"is {model.revision!r:.60}, which is another one tomorrow; tell the commit or date"
        )
    for name, value in model.generation.items():
        if isinstance(value, str) and _says(_UNTOLD, value):
            yield _fault(f"model.generation.{name}", value)
    settings = model.generation.values()
    if settings and all(value is None or (isinstance(value, str) and _says(_EMPTY, value)) for value in settings):
        yield Fault("model.generation", "has no setting that says something; tell at least one, or none at all")


def _says(pattern: re.Pattern[str], text: str) -> bool:
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return pattern.fullmatch(plain.strip(" .!()[]<>\"'")) is not None


def _fault(where: str, text: str) -> Fault:
    return Fault(where, f"is {' '.join(text.split())!r:.60}, which tells nothing; tell what it is, or leave it out")
