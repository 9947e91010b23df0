"""Turn a model's output into a program: keep the code that the entry point needs, unchanged, and nothing else.

The Python of the measuring environment runs this (`child.py`), so that a program does not depend on the host. It has
only the standard library.

Everything is decided on the syntax tree and the symbol table; nothing is compiled or executed. The output is untrusted
and may be built to hurt a parser, so what cannot be parsed, for any reason, counts as not being code. The work is near
linear in the length: each piece of text is parsed a fixed number of times, and the one search that may have to read a
piece again (`runs`) stops after a number of characters proportional to its length.

A top-level statement is kept when the entry point needs it: it binds a name that kept code reads, or it may alter what
such a name stands for. What only uses the entry point (an example, a test) is neither and goes.
"""

import re
from functools import lru_cache
from itertools import pairwise
from keyword import kwlist

from tallybench.samples.sanitize.answer import pick_code, pick_script, supply_preamble
from tallybench.samples.sanitize.markers import (
    goes_on_with_thought,
    has_marks,
    starts_with_thought,
    without_end,
    without_thoughts,
)
from tallybench.samples.sanitize.program import MAX_CODE, Sanitized, parse_program, parse_tree, skeleton_methods
from tallybench.samples.sanitize.text import (
    FENCE,
    NOT_BODY,
    body_end,
    body_indent,
    cut_body,
    first_indent,
    repair_body,
    statement_starts,
    with_newlines,
)

__all__ = ["MAX_CODE", "MAX_TEXT", "Sanitized", "is_whole", "sanitize"]

_OUTSIDE = re.compile(r"^[^\s]", re.MULTILINE)
_WORD = re.compile(r"[^\W\d]\w*|\*")
_DEFINITION = re.compile(r"(?:async +def|def|class) +(\w+)")
MAX_TEXT = 1 << 20  # characters of a chat answer


def sanitize(sample_field: str, text: str, prompt: str, entry_point: str, any_name: bool = False) -> Sanitized:
    """Turn a sample into a program.

    A `solution` is one already: it gets the prompt's imports and helpers that it uses but lacks, and is otherwise
    unchanged. If it starts within a function, it is read as a completion; if fences or thoughts keep it from parsing,
    as an answer. A `completion` is put after the prompt, and cut where it goes on to something that the entry point
    does not need; one that passes uncut also passes cut. In a `raw` answer, the code that defines the entry point is
    looked for. What ends a text (`markers`) is not code. A completion that is too long to parse (MAX_CODE) is left
    whole; an answer that is too long (MAX_TEXT) counts as having no code.

    Args:
        sample_field: `solution`, `completion` or `raw`.
        text: the sample's text, any text.
        prompt: the problem's prompt, which a completion continues, and whose imports and helpers an answer may use.
        entry_point: the function or class that the tests call; empty if the tests run the whole program.
        any_name: in a raw answer that does not define the entry point, take the function that it defines instead.
    """
    if sample_field == "solution":
        return _complete(text, prompt, entry_point)
    text = with_newlines(text)
    if not entry_point:
        continued = prompt + text if sample_field == "completion" else text
        return pick_script(continued, prompt) if len(continued) <= MAX_TEXT else Sanitized(None, ())
    if sample_field == "completion":
        return _continue(prompt, text, entry_point)
    return pick_code(text, prompt, entry_point, any_name) if len(text) <= MAX_TEXT else Sanitized(None, ())


def is_whole(text: str, prompt: str, entry_point: str) -> bool:
    """Return whether a `solution` is certainly a program that needs nothing from the prompt.

    This is decided without parsing either, on any Python.
    """
    if has_marks(text) or FENCE.search(text):
        return False
    if not entry_point:
        return True
    return text[:1] not in (" ", "\t") and not any(name in text for name in _may_bind(prompt) - {entry_point})


@lru_cache(maxsize=1024)
def _may_bind(prompt: str) -> frozenset[str]:
    """Return the names that a prompt's top level binds, and more: all words in what is not a plain definition."""
    words = set[str]()
    for start, end in pairwise([*statement_starts(prompt), len(prompt)]):
        found = _DEFINITION.match(prompt, start)
        plain = found is not None and ":=" not in prompt[start:end]
        words.update([found[1]] if found and plain else _WORD.findall(prompt, start, end))
    return frozenset(words).difference(kwlist)


def _complete(text: str, prompt: str, entry_point: str) -> Sanitized:
    if is_whole(text, prompt, entry_point) or len(text) > MAX_TEXT:
        return Sanitized(text, ())
    rules = list[str]()
    ended = without_end(text)
    if ended.strip() != text.strip():
        text, rules = ended, ["cut_at_end_token"]
    if parse_tree(text) is None and (_thinks(text, "") or FENCE.search(text)):
        answer = with_newlines(text)
        picked = pick_code(answer, prompt, entry_point) if entry_point else pick_script(answer, prompt)
        if picked.code is not None or picked.rules == ("unfinished_reasoning",):
            return picked.after(["solution_read_as_raw", *rules])
    if not entry_point:
        return Sanitized(text, tuple(rules))
    body = prompt + with_newlines(text) if text[:1] in (" ", "\t") and parse_program(text) is None else ""
    if body and parse_program(body) is not None:
        return _finish(prompt, with_newlines(text), entry_point).after(["solution_read_as_completion", *rules])
    return supply_preamble(text, prompt, entry_point).after(rules)


def _thinks(text: str, prompt: str) -> bool:
    return starts_with_thought(text) or goes_on_with_thought(text, prompt)


def _continue(prompt: str, completion: str, entry_point: str) -> Sanitized:
    if len(completion) > MAX_TEXT or not has_marks(completion):
        return _finish(prompt, completion, entry_point)
    rules = list[str]()
    if _thinks(completion, prompt) and (parts := without_thoughts(completion, prompt)) != [completion]:
        if not parts:
            return Sanitized(None, ("unfinished_reasoning",))
        completion, rules = parts[0], ["dropped_reasoning"]
    ended = without_end(completion, prompt)
    if ended.strip() != completion.strip():
        completion, rules = ended, [*rules, "cut_at_end_token"]
    return _finish(prompt, completion, entry_point).after(rules)


def _finish(prompt: str, completion: str, entry_point: str) -> Sanitized:
    """Return the prompt and its completion, which has neither thoughts nor an end token left."""
    whole = prompt + completion
    if len(whole) <= MAX_CODE and _answers_whole(completion, prompt, entry_point):
        return pick_code(completion, prompt, entry_point).after(["completion_read_as_raw"])
    if len(whole) > MAX_CODE or _is_plain_body(prompt, completion, entry_point):
        return Sanitized(whole, ())
    if (finished := cut_body(prompt, completion, entry_point)) is not None:
        return finished
    outside = len(first_indent(completion)) < len(body_indent(prompt, entry_point))
    if outside or FENCE.search(completion):
        picked = pick_code(completion, prompt, entry_point)
        # If the whole text is a bare body, `repair_body` handles it.
        if picked.code is not None and picked.rules[:1] != ("body_only",):
            return picked.after(["completion_read_as_raw"])
        if (repaired := repair_body(prompt, completion, entry_point)) is not None:
            return repaired
    # It does not parse, as executing it will show; the text that follows is left out.
    end = body_end(prompt, whole)
    if outside:
        unlike = NOT_BODY.search(whole, len(whole) - len(completion.lstrip()) + 1)
        end = unlike.start() if unlike else len(whole)
    return Sanitized(whole[:end], ("cut_after_function",) if whole[end:].strip() else ())


def _answers_whole(completion: str, prompt: str, entry_point: str) -> bool:
    """Return whether a completion of a skeleton repeats the class instead of continuing the skeleton."""
    if f"class {entry_point}" not in completion or not skeleton_methods(prompt, entry_point):
        return False
    program = parse_program(completion)
    return program is None or entry_point in program.binds


def _is_plain_body(prompt: str, completion: str, entry_point: str) -> bool:
    """Return whether nothing is outside the function, as in most completions, so that nothing has to be cut."""
    return (
        prompt.endswith("\n")
        and _OUTSIDE.search(completion) is None
        and FENCE.search(completion) is None
        and len(first_indent(completion)) >= len(body_indent(prompt, entry_point))
    )
