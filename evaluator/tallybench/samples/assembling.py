"""Put methods that were written one by one into the skeleton of their class.

The answers come in the order of the skeleton's methods. `sanitize/method.py` finds the method in each. Anything else in
an answer except imports (helpers, the class again, what follows the body) is left out.
"""

import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import pairwise

from tallybench.model.problem import Problem
from tallybench.samples.attempts import Sanitizer

# The start of a method, or decorators without one, which are skipped in one match since there may be very many.
_METHOD = re.compile(r"^(?:    @\w.*\n)*(?:    def (\w+)\()?", re.MULTILINE)
_SIGNATURE = re.compile(r"(?:    @.*\n)*    def [^\n]*(?:\n(?! {8}[\"'])[^\n]*)*?:[ ]*\n")


def assemble_class(problem: Problem, answers: Iterable[str], sanitizer: Sanitizer) -> str:
    """Return the whole class, as a program, from what a model wrote for each method, in the order of the skeleton.

    A method whose answer holds no code stays as the skeleton has it.
    """
    segments = _segments(skeleton_of(problem))
    contracts = dict(segments)
    imports: list[str] = []
    written: dict[str | None, str] = {}
    for name, answer in zip(method_names(problem), answers, strict=False):
        found = sanitizer.find_method(name, answer, _signature(contracts[name])) if answer.strip() else None
        if found is not None:
            written[name] = found[0] + "\n"
            imports += [line for line in found[1] if line not in imports]
    return "\n".join([*imports, "".join(written.get(name, text) for name, text in segments)])


def skeleton_of(problem: Problem) -> str:
    """Return the skeleton. One problem's is a string literal; its quotes are removed."""
    return re.sub(r"^'''\n?", "", problem.prompt, flags=re.MULTILINE)


def method_names(problem: Problem) -> list[str]:
    """Return the methods that a skeleton declares, in its order and without the constructor."""
    found = re.findall(r"^    def (\w+)\(", problem.prompt, re.MULTILINE)
    return [name for name in dict.fromkeys(found) if name != "__init__"]


def contract_of(problem: Problem, name: str) -> str:
    """Return a method as the skeleton has it: its signature and what it is to do."""
    return next((text.rstrip() for method, text in _segments(skeleton_of(problem)) if method == name), "")


def without_methods(source: str, names: Sequence[str], signatures: Sequence[str] = ()) -> str:
    """Return a class without these methods; those in `signatures` keep their signature, with `pass` as the body."""
    kept = []
    for method, text in _segments(source):
        if method in signatures:
            kept.append(textwrap.indent(_signature(text), "    ") + "        pass\n\n")
        elif method not in names:
            kept.append(text)
    return "".join(kept)


def _segments(source: str) -> list[tuple[str | None, str]]:
    """Return a class cut into its methods, each with its name; the part before the first has none."""
    methods = [found for found in _METHOD.finditer(source) if found[1]]
    edges = pairwise([0, *(found.start() for found in methods), len(source)])
    names = [None, *(found[1] for found in methods)]
    return [(name, source[start:end]) for name, (start, end) in zip(names, edges, strict=True)]


def _signature(method: str) -> str:
    found = _SIGNATURE.match(method)
    return textwrap.dedent(found[0] if found else method.partition("\n")[0] + "\n")
