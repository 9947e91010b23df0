"""Methods that were written one by one, put into the skeleton of their class.

The answers come in the order of the skeleton's methods. An answer may be the method, the method within a class, or its
body; whatever it holds besides (helpers, the class once more) is left out, but for imports.
"""

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from evaluator.problems.problem import Problem
from evaluator.samples.sanitize.text import fenced_blocks

_MOST = 1 << 20  # characters of an answer that are looked at


def assemble_class(problem: Problem, answers: Iterable[str]) -> str:
    """The whole class, as a program.

    Args:
        problem: a class whose skeleton declares the methods.
        answers: what a model wrote for each method, in the order of the skeleton. A method whose answer holds no code
            stays as the skeleton has it.
    """
    methods = method_names(problem)
    imports: list[str] = []
    written: dict[str, str] = {}
    for name, answer in zip(methods, answers, strict=False):
        found = _method(name, answer[:_MOST])
        if found is not None:
            written[name] = found[0]
            imports += [line for line in found[1] if line not in imports]
    skeleton = re.sub(r"^'''\n?", "", problem.prompt, flags=re.MULTILINE)  # one is a text, quotes and all
    for name, source in written.items():
        skeleton = _put_in(skeleton, name, source)
    return "\n".join([*imports, skeleton])


def method_names(problem: Problem) -> list[str]:
    """The methods that a skeleton declares besides the constructor, in its order."""
    found = re.findall(r"^    def (\w+)\(", problem.prompt, re.MULTILINE)
    return [name for name in dict.fromkeys(found) if name != "__init__"]


def _method(name: str, answer: str) -> tuple[str, list[str]] | None:
    """A method's source, indented as in a class, and the imports beside it."""
    for text in (*fenced_blocks(answer), answer):
        for tree, source in _parsed(text):
            functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == name]
            if functions:
                imports = [ast.unparse(node) for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
                lines = source.splitlines()
                node = functions[-1]
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                piece = textwrap.dedent("\n".join(lines[first - 1 : node.end_lineno]))
                return textwrap.indent(piece, "    ") + "\n", imports
    return None


def _parsed(text: str) -> Iterator[tuple[ast.Module, str]]:
    """A text as Python: as it is, less indented, or from its first line that is code."""
    started = re.search(r"^\s*(?:@|def |class |import |from )", text, re.MULTILINE)
    for candidate in (
        text,
        textwrap.dedent(text),
        textwrap.dedent(text[started.start() :].lstrip("\n")) if started else "",
    ):
        try:
            yield ast.parse(candidate), candidate
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue


def contract_of(problem: Problem, name: str) -> str:
    """A method as the skeleton has it: its signature and what it is to do."""
    return next((text.rstrip() for method, text in _segments(problem.prompt) if method == name), "")


def without_methods(source: str, names: Sequence[str], signatures: Sequence[str] = ()) -> str:
    """A class without some of its methods.

    Args:
        source: the class.
        names: the methods that go.
        signatures: methods of which the signature alone stays.
    """
    kept = []
    for method, text in _segments(source):
        if method in signatures:
            signature = re.match(r"(?:    @.*\n)*    def [^\n]*(?:\n(?! {8}(?:\"|'))[^\n]*)*?:[ ]*\n", text)
            kept.append((signature[0] if signature else text.partition("\n")[0] + "\n") + "\n")
        elif method not in names:
            kept.append(text)
    return "".join(kept)


def _segments(source: str) -> list[tuple[str | None, str]]:
    """A class cut at its methods, each with its name; what is before the first has none."""
    starts = [found.start() for found in re.finditer(r"^(?:    @\w.*\n)*    def \w+\(", source, re.MULTILINE)]
    pieces = [source[start:end] for start, end in pairwise([0, *starts, len(source)])]
    named: list[tuple[str | None, str]] = []
    for piece in pieces:
        found = re.match(r"(?:    @\w.*\n)*    def (\w+)\(", piece)
        named.append((found[1] if found else None, piece))
    return named


def _put_in(skeleton: str, name: str, source: str) -> str:
    """A skeleton with one of its methods replaced."""
    return "".join(source + "\n" if method == name else text for method, text in _segments(skeleton))
