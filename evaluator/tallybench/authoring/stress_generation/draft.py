"""An input as a model wrote it: expressions or a generator, in the form that a problem's file has."""

import ast
from dataclasses import dataclass, replace
from hashlib import sha256

from tallybench.authoring.stress_generation.allowed import MODULES
from tallybench.model.inputs import Kind, StressfulInput

FUNCTION = "stress_input"  # the name of a generator until it gets one of its own


@dataclass(frozen=True)
class Draft:
    """An input as a model wrote it; it is executed only in the sandbox.

    Attributes:
        kind: the kind of stressful input.
        exposes: the defect that it should show, in the model's words.
        expressions: one per argument; empty for a generator.
        source: a generator's source, a function `stress_input` with one parameter; empty for expressions.
    """

    kind: Kind
    exposes: str
    expressions: tuple[str, ...] = ()
    source: str = ""

    def named(self, name: str) -> str:
        """Return the source of a generator as a function of a problem's file, under its name there."""
        return self.source.replace(f"def {FUNCTION}(", f"def stress_{name}(", 1)

    @property
    def as_argument(self) -> "Draft":
        """The same generator, with what it returns as the only argument of a call."""
        tree = ast.parse(self.source)
        (function,) = tree.body
        _AsArgument().generic_visit(function)
        return replace(self, source=ast.unparse(ast.fix_missing_locations(tree)))

    @property
    def sha256(self) -> str:
        """The hash of its code without the docstring; the same generator at another seed is the same input."""
        first, _, *rest = self.source.split("\n") if self.source else ("", "", *self.expressions)
        return sha256("\0".join([first, *rest]).encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def modules(self) -> list[str]:
        """The modules that its expressions use."""
        names = {
            node.id for text in self.expressions for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)
        }
        return sorted(names & MODULES)

    def as_input(self, name: str, entry_point: str) -> StressfulInput:
        """Return the input under a name, exactly as it is read from a problem's file."""
        if self.source:
            function, seed = f"stress_{name}", f"{entry_point}/{name}"
            program = self.named(name)
            return StressfulInput(name, self.kind, self.exposes, "generator", program, function=function, seed=seed)
        program = "\n\n".join(f"import {module}" for module in self.modules)
        return StressfulInput(
            name, self.kind, self.exposes, "expression", f"{program}\n" if program else "", expressions=self.expressions
        )


class _AsArgument(ast.NodeTransformer):
    """Makes a function return its value in a tuple; functions nested in it are not changed."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        return ast.Return(ast.Tuple([node.value or ast.Constant(None)], ast.Load()))
