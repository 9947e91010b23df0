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
from evaluator.samples.sanitize.program import parse_tree
from evaluator.samples.sanitize.text import fenced_blocks

_MOST = 1 << 20  # characters of an answer that are looked at
# The start of a method, or decorators of nothing: these are passed over at once, for there may be very many.
_METHOD = re.compile(r"^(?:    @\w.*\n)*+(?:    def (\w+)\()?", re.MULTILINE)


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
    parts = [written[name] + "\n" if name in written else text for name, text in _segments(skeleton)]
    return "\n".join([*imports, "".join(parts)])


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
    started = re.search(r"^[ \t]*(?:@|def |class |import |from )", text, re.MULTILINE)
    for candidate in (text, textwrap.dedent(text), textwrap.dedent(text[started.start() :]) if started else ""):
        if (tree := parse_tree(candidate)) is not None:
            yield tree, candidate


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
    methods = [found for found in _METHOD.finditer(source) if found[1]]
    edges = pairwise([0, *(found.start() for found in methods), len(source)])
    names = [None, *(found[1] for found in methods)]
    return [(name, source[start:end]) for name, (start, end) in zip(names, edges, strict=True)]
