"""Methods that were written one by one, put into the skeleton of their class.

The answers come in the order of the skeleton's methods. An answer may be the method, the method within a class, or its
body; whatever it holds besides (helpers, the class once more) is left out, but for imports.
"""

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator

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
    skeleton = problem.prompt
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


def _put_in(skeleton: str, name: str, source: str) -> str:
    """A skeleton with one of its methods replaced."""
    start = re.search(rf"^(?:    @\w+\n)*    def {re.escape(name)}\(", skeleton, re.MULTILINE)
    if start is None:
        return skeleton
    following = re.compile(r"^    (?:@|def )|^\S", re.MULTILINE).search(
        skeleton, skeleton.index("def", start.start()) + 3
    )
    end = following.start() if following else len(skeleton)
    return skeleton[: start.start()] + source + "\n" + skeleton[end:]
