"""The marks that models and templates leave in an answer: where thoughts begin and end, and where the answer ends.

The tables here are the only ones. In a string or comment of code such a mark belongs to the program and means nothing.
"""

import re
import textwrap
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from tallybench.samples.sanitize.program import parse_tree
from tallybench.samples.sanitize.text import fenced_spans, run_spans

_THINK = (
    r"(?:\w+:|longcat_|ant|inner_|internal_)?"  # seed:think, antThinking
    r"(?:think(?:ing)?|thoughts?|thought_process|reason(?:ing)?|reflect(?:ion)?|monologue|scratch_?pad|deliberation"
    r"|chain_of_thought|cot|analysis|plan(?:ning)?|rationale)"
)
_ANSWER = r"(?:(?:final_)?(?:answer|response)|output|final|solution|content|text)"
_START, _STOP = r"(?:start_|begin_|begin_of_)", r"(?:end_|end_of_)"
_CHANNEL = r"(?:<\|start\|>\s?assistant\s?)?<\|channel\|>\s?"
_MESSAGE = r"\b[^<\n]*(?:<\|constrain\|>[^<\n]*)?<\|message\|>"

# How a thought begins, and how it ends. Most models (DeepSeek, Qwen, Phi, Nemotron, EXAONE, Seed,
# Claude ...) use tags with one of the names above; each of the others is used by one family only.
_THOUGHTS = (
    (rf"(?:^[ \t]*|(?<=>))<{_THINK}(?:\s[^<>\n]*)?>", rf"</{_THINK}>"),
    (r"""^[ \t]*<details type=["']reasoning["'][^<>\n]*>""", r"</details>"),
    (r"^[ \t]*(?-i:\[(?:THINK(?:ING)?|REASONING)\])", r"(?-i:\[/(?:THINK(?:ING)?|REASONING)\])"),  # Magistral
    (rf"^[ \t]*&lt;{_THINK}&gt;", rf"&lt;/{_THINK}&gt;"),
    (rf"^[ \t]*◁{_THINK}▷", rf"◁/{_THINK}▷"),  # Kimi
    (
        rf"^[ \t]*<\|{_START}?{_THINK}(?:_start)?\|>",
        rf"<\|(?:/|{_STOP}){_THINK}\|>|<\|{_THINK}_end\|>|<\|content\|>",
    ),  # Command A
    (r"^[ \t]*<\|inner_prefix\|>", r"<\|inner_suffix\|>"),  # Apertus
    (r"<\|channel>thought\b", r"<channel\|>"),  # Gemma
    # gpt-oss, and how it reads without its special tokens.
    (rf"{_CHANNEL}(?:analysis|commentary){_MESSAGE}", rf"{_CHANNEL}final{_MESSAGE}"),
    (r"\A\s*(?:assistant)?analysis(?=[A-Z\"'`*])", r"assistantfinal(?![ \t]*[=(.)])"),
    (
        r"\A[\s*#]*Here(?:'s| is) (?:my|the) thought process:?",
        r"^[ \t*#]*Here(?:'s| is) (?:my|the) response:",
    ),  # Granite
    (r"\A\s*Here are my reasoning steps:?", r"\[BEGIN FINAL RESPONSE\]"),  # Apriel
)
# How an answer begins, which also ends a thought whose own end is missing.
_BEGINS_ANSWER = rf"^[ \t]*(?:<{_ANSWER}>|<\|{_START}{_ANSWER}\|>)"
# What ends an answer: the tokens that end a text or a turn, the next turn, and the end of what marked the answer.
_ENDS = (
    r"<\|end_?of_?(?:text|turn|sentence|message|assistant|prompt|role|utterance)\|>|<\|end_turn\|>|<\|endofassistant\|>",
    r"<\|(?:eo[tmsd](?:_id)?|im_end|end|return|call|END_OF_TURN_TOKEN|assistant_end|file_sep(?:arator)?|pad)\|>",
    r"<\|(?:user|system|human)\|>|<\|im_start\|>\s?(?:user|system)|<\|start_header_id\|>\s?(?:user|system)",
    r"<[\uff5c|]end▁of▁sentence[\uff5c|]>|<[\uff5c|](?:User|EOT)[\uff5c|]>|<start_of_turn>\s?user|<\|turn>\s?user",
    r"</s>|<eo[st]>|<pad>|<(?:end_of_\w+|file_sep|turn\|)>|<reserved_10[67]>",
    r"(?-i:\[(?:EOS|EOT|DONE|PAD|END FINAL RESPONSE)\])|\[e~\[",
    rf"</{_ANSWER}>|<\|(?:/|{_STOP}){_ANSWER}\|>",
)

# Any other special token, if it is the last thing in a text.
_LAST = re.compile(r"<[\uff5c|][^\s<>|\uff5c]{1,40}[\uff5c|]>")

_FLAGS = re.IGNORECASE | re.MULTILINE
_BEGIN = re.compile("|".join(begin for begin, _ in _THOUGHTS), _FLAGS)
_CLOSE = re.compile("|".join(end for _, end in _THOUGHTS), _FLAGS)
_GIVEN = re.compile(_BEGINS_ANSWER, _FLAGS)
_END = re.compile("|".join(_ENDS), re.IGNORECASE)
_BEFORE = re.compile(
    r"(?:\s*(?:<s>|<bos>|<\|(?:begin_of_text|assistant)\|>|<[\uff5c|]begin▁of▁sentence[\uff5c|]>))+", re.IGNORECASE
)
# A turn of a different speaker, and a turn of the model.
_ASKED = re.compile(
    r"\s*(?:<\|(?:user|system|human)\|>|<\|(?:im_start|start_header_id)\|>\s?(?:user|system)|<start_of_turn>\s?user"
    r"|<[\uff5c|]User[\uff5c|]>|\[INST\])",
    re.IGNORECASE,
)
_ANSWERED = re.compile(
    r"\s*(?:<\|assistant\|>|<\|(?:im_start|start_header_id)\|>\s?assistant|<start_of_turn>\s?model"
    r"|<[\uff5c|]Assistant[\uff5c|]>)",
    re.IGNORECASE,
)

Mark = re.Match[str]
_MOST_LAST = 8  # special tokens of any name at the end of a text
_NEAR = 200  # characters of a line that are looked at around a mark


def has_marks(text: str) -> bool:
    """Return whether a text holds anything that may be a mark."""
    return any(pattern.search(text) for pattern in (_BEGIN, _CLOSE, _END, _LAST)) or _BEFORE.match(text) is not None


def starts_with_thought(text: str) -> bool:
    """Return whether the first thing in a text is a thought."""
    found = _BEGIN.search(text)
    return found is not None and not text[: found.start()].strip()


def goes_on_with_thought(text: str, prompt: str) -> bool:
    """Return whether a text starts within a thought that the prompt began: its end follows text that is not code."""
    found = _CLOSE.search(text)
    return (
        found is not None
        and not _is_quoted(text, found)
        and parse_tree(prompt + text) is None
        and parse_tree(prompt + text[: found.start()]) is None
    )


def without_thoughts(text: str, prompt: str = "") -> list[str]:
    """Return what an answer to a prompt (if that is code) says outside of its thoughts.

    A thought without an end extends to the end of the text, unless the mark of an answer follows. If a thought began in
    the prompt, everything before its end belongs to it.

    Returns:
        The texts in which to look for code, the best first: what follows the last thought, and everything outside
        thoughts; the text itself if it has no thought, nothing if it is a thought without an end.
    """
    if prompt and starts_with_thought(text) and (close := _CLOSE.search(text)) is not None:
        body = text[close.end() :]
        if parse_tree(prompt + body) is not None:
            return [body]
    marks = _outside_code([*_BEGIN.finditer(text), *_CLOSE.finditer(text)], text, prompt)
    if not marks:
        return [text]
    outside = list[str]()
    at, inside, closed = 0, False, False
    for mark in sorted([*marks, *_GIVEN.finditer(text)], key=lambda mark: mark.start()):
        if mark.start() < at:
            continue
        if mark.re is _BEGIN:
            if not inside:
                outside.append(text[at : mark.start()])
            inside = True
        elif inside or mark.re is _CLOSE:
            if not (inside or closed):
                outside.clear()
            at, inside, closed = mark.end(), False, True
    if not inside:
        outside.append(text[at:])
    return [part for part in dict.fromkeys([outside[-1], "".join(outside)]) if part.strip()]


def without_end(text: str, prompt: str = "") -> str:
    """Return a text without the token that ends it and what follows."""
    if (before := _BEFORE.match(text)) is not None:
        text = text[before.end() :]
    if (tokens := _last_tokens(text)) and _outside_code(tokens, text, prompt):
        text = text[: tokens[-1].start()]
    marks = list(_END.finditer(text))
    items = _items({mark[0] for mark in marks}, prompt + text)
    marks = [mark for mark in marks if mark[0] not in items]
    last = len(marks)
    while last and not text[marks[last - 1].end() : marks[last].start() if last < len(marks) else len(text)].strip():
        last -= 1
    # These first: followed by them, code does not parse, and a mark in a string would look like an end.
    if _outside_code(marks[last:], text, prompt):
        text, marks = text[: marks[last].start()], marks[:last]
    if _ASKED.match(text):
        return text  # it repeats the question, whose end is not the answer's
    begin = len(text) - len(text.lstrip())
    for mark in _outside_code(marks, text, prompt):
        if mark.start() > begin and not (_in_line_text(text, mark) or _ANSWERED.match(text, mark.end())):
            return text[: mark.start()]
    return text


def _last_tokens(text: str) -> list[Mark]:
    """Return the special tokens of other names at the end of a text, the last one first."""
    found = list[Mark]()
    ended = text.rstrip()
    while len(found) < _MOST_LAST:
        at = max(ended.rfind("<|", -_NEAR), ended.rfind("<\uff5c", -_NEAR), 0)
        token = None if _END.match(ended, at) else _LAST.fullmatch(ended, at)
        if token is None:
            break
        found.append(token)
        ended = ended[:at].rstrip()
    return found


def _items(written: set[str], text: str) -> set[str]:
    """Return the marks that are items or lists in code, as `[EOS]` may be: their name also occurs elsewhere."""
    return {mark for mark in written if mark[0] == "[" and text.count(mark[1:-1]) > text.count(mark)}


def _outside_code(marks: Iterable[Mark], text: str, prompt: str) -> list[Mark]:
    """Return the marks that are not in a string or a comment of code.

    A mark is in one if the code still parses with something else in its place.
    """
    left = sorted((mark for mark in marks if not _is_quoted(text, mark)), key=lambda mark: mark.start())
    if not left:
        return []
    whole, shift = prompt + text, len(prompt)
    starts = [mark.start() + shift for mark in left]
    inside = set[int]()
    for start, end in (*run_spans(whole), *fenced_spans(whole)):
        first, behind = bisect_left(starts, start), bisect_left(starts, end)
        if first < behind and _still_code(whole, start, end, [mark.span() for mark in left[first:behind]], shift):
            inside.update(range(first, behind))
    return [mark for number, mark in enumerate(left) if number not in inside]


def _still_code(whole: str, start: int, end: int, spans: Sequence[tuple[int, int]], shift: int) -> bool:
    pieces, at = [], start
    for first, behind in spans:
        pieces.append(whole[at : first + shift])
        at = behind + shift
    return parse_tree(textwrap.dedent("?".join([*pieces, whole[at:end]]))) is not None


def _is_quoted(text: str, mark: Mark) -> bool:
    """Return whether a mark is quoted: a quote is right before it, or right after it one that its line opened."""
    line = _before_in_line(text, mark)
    behind = text[mark.end() : mark.end() + 3]
    if behind == "```" or line.endswith("```"):
        return False
    return line[-1:] in {"'", '"', "`"} or (behind[:1] in {"'", '"', "`"} and behind[:1] in line)


def _before_in_line(text: str, mark: Mark) -> str:
    return text[max(mark.start() - _NEAR, 0) : mark.start()].rpartition("\n")[2]


def _in_line_text(text: str, mark: Mark) -> bool:
    """Return whether a mark is between two quotes in its line, as in code that does not parse."""
    line, rest = _before_in_line(text, mark), text[mark.end() : mark.end() + _NEAR].partition("\n")[0]
    return any(line.count(quote) % 2 == 1 and quote in rest for quote in "'\"")
