"""One method of a class in an answer that should hold only that method."""

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator

from tallybench.samples.sanitize.markers import without_end, without_thoughts
from tallybench.samples.sanitize.program import MAX_CODE, parse_tree
from tallybench.samples.sanitize.text import body_end, fenced_blocks, has_code, runs

_MOST = 1 << 20  # characters of an answer that are looked at
# A text that continues where the prompt ended and is not a method itself.
_GOES_ON = re.compile(r"(?:[ \t]*\n)* {8,}(?!def |async def |class |@)\S")
_BODIES = 8  # fenced blocks that are tried, whole or in parts


def find_method(name: str, answer: str, signature: str) -> tuple[str, list[str]] | None:
    """Find a method in an answer: the method, the method within a class, or its body.

    If the answer does not parse, for example because it ends in the middle of a line, the parts that do are used. The
    signature has decorators and is not indented; a method that lost its decorators gets those.

    Returns:
        Its source, indented as in a class, and the imports next to it; None if there is no such code.
    """
    answer = without_end(next(iter(without_thoughts(answer[:_MOST])), ""))
    blocks = fenced_blocks(answer)
    few = blocks[:_BODIES] or [answer]
    body = (source for block in few for source in _behind(signature, block))
    if not blocks and _GOES_ON.match(answer) and (found := _defined(name, body, signature)) is not None:
        return found
    whole = (source for text in (*blocks, answer) for source in _candidates(text))
    parts = (source for text in few if name in text for source in _parts(text[:MAX_CODE]))
    return next((found for sources in (whole, parts, body) if (found := _defined(name, sources, signature))), None)


def _defined(name: str, sources: Iterable[str], signature: str) -> tuple[str, list[str]] | None:
    """Return the method in the first source that is Python and defines it.

    It gets the signature's decorators if it lost its own.
    """
    for source in sources:
        if (tree := parse_tree(source)) is None:
            continue
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name]
        if functions:
            imports = [ast.unparse(node) for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
            node = functions[-1]
            piece = _as_in_class(node, source)
            arguments = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
            if not node.decorator_list and arguments[:1] not in (["self"], ["cls"]):
                lost = "".join(re.findall(r"^@.*\n", signature, re.MULTILINE))
                piece = textwrap.indent(lost, "    ") + piece
            return piece + "\n", imports
    return None


def _as_in_class(method: ast.FunctionDef, source: str) -> str:
    """Return a method from a source, indented as in a class; multi-line strings except docstrings are kept."""
    first = min([method.lineno, *(decorator.lineno for decorator in method.decorator_list)])
    lines = source.splitlines()[first - 1 : method.end_lineno]
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(method)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if isinstance(node.body[0], ast.Expr)
    }
    inside = {
        line
        for node in ast.walk(method)
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in docstrings
        for line in range(node.lineno + 1, (node.end_lineno or node.lineno) + 1)
    }
    texts = {number: line for number, line in enumerate(lines) if first + number in inside}
    shifted = ["" if number in texts else line for number, line in enumerate(lines)]
    code = textwrap.indent(textwrap.dedent("\n".join(shifted)), "    ").split("\n")
    return "\n".join(texts.get(number, line) for number, line in enumerate(code))


def _candidates(text: str) -> Iterator[str]:
    """Yield a text as it is, then dedented, then from its first line of code."""
    yield text
    yield textwrap.dedent(text)
    if started := re.search(r"^[ \t]*(?:@|def |class |import |from )", text, re.MULTILINE):
        yield textwrap.dedent(text[started.start() :])


def _parts(text: str) -> Iterator[str]:
    """Yield the parts that parse in a text that does not, as it is and without the class around the methods."""
    for code in (text, _unindented(text)):
        yield "\n".join(program.source for program in runs(code))


def _behind(signature: str, body: str) -> Iterator[str]:
    """Yield functions made of a signature and a body, which ends before the first line indented less."""
    indents = [len(line) - len(line.lstrip(" ")) for line in body.split("\n") if line.strip()][:2]
    as_in_class = _unindented(body)
    lost = [textwrap.indent(textwrap.dedent(body), "    ")]
    if indents[1:] >= [8]:  # only the first line lost its indentation
        lost.insert(0, "    " + as_in_class.lstrip())
    for text in [as_in_class] if indents[:1] >= [8] else lost:
        whole = signature + text
        end = body_end(signature, whole)
        if has_code(whole[len(signature) : end]):
            yield whole[:end]


def _unindented(text: str) -> str:
    return re.sub(r"^ {1,4}", "", text, flags=re.MULTILINE)
