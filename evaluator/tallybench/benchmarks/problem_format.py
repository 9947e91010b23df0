"""The text of a problem's file, from which programs are cut out."""

import ast
from collections.abc import Callable, Set
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from tallybench.errors import InputError
from tallybench.model.inputs import InvalidInputs

FORMAT = "the format is in hf_dataset/problems/README.md"


class ProblemFile:
    """The top level of a problem's file, from which programs are cut out."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            source = path.read_text(encoding="utf-8")
            tree = _parsed(source, str(path))
        except (OSError, SyntaxError, ValueError) as error:
            raise InputError(f"{path}: {error}") from None
        self._lines = source.splitlines()
        self._statements = tree.body
        self.notes = ast.get_docstring(tree) or ""
        self._binding = {name: statement for statement in tree.body for name in _bound_names(statement)}
        self._used_by = cache(lambda statement: self.binding(names_in(statement)))

    def functions(self, prefix: str) -> list[ast.FunctionDef]:
        """Return the top-level functions whose names start with `prefix`, in order."""
        return [node for node in self.definitions(prefix) if isinstance(node, ast.FunctionDef)]

    def function(self, name: str) -> ast.FunctionDef | None:
        """Return the top-level function with this name; None if it is missing."""
        return next((node for node in self.functions(name) if node.name == name), None)

    def definitions(self, prefix: str) -> list[ast.FunctionDef | ast.ClassDef]:
        """Return the top-level functions and classes whose names start with `prefix`, in order."""
        return [
            statement
            for statement in self._statements
            if isinstance(statement, ast.FunctionDef | ast.ClassDef) and statement.name.startswith(prefix)
        ]

    def cut_out(self, *roots: ast.stmt) -> str:
        """Return the source of these statements and of everything they use, directly or not, in file order."""
        wanted: set[ast.stmt] = set()
        queue = list(roots)
        while queue:
            statement = queue.pop()
            if statement not in wanted:
                wanted.add(statement)
                queue.extend(self._used_by(statement))
        return "\n\n".join(self._source(statement) for statement in self._statements if statement in wanted) + "\n"

    def cut_out_where(self, wanted: Callable[[str], bool]) -> str:
        """Return the source of the statements that bind a wanted name, and of everything they use, in file order."""
        return self.cut_out(*(statement for name, statement in self._binding.items() if wanted(name)))

    def binding(self, names: Set[str]) -> list[ast.stmt]:
        """Return the top-level statements that bind any of these names, ordered by name."""
        return [self._binding[name] for name in sorted(names & self._binding.keys())]

    def constant(self, name: str) -> Any:
        """Return the value of a top-level constant, evaluated with what it uses; None if it is not defined."""
        if name not in self._binding:
            return None
        program = self.cut_out(self._binding[name])
        namespace: dict[str, Any] = {}
        try:
            exec(compile(program, str(self.path), "exec", dont_inherit=True, optimize=0), namespace)
        except Exception as error:
            raise self.fault(name, f"cannot be evaluated ({error})") from None
        return namespace[name]

    def inputs_of(self, name: str, count: int) -> InvalidInputs | tuple[()]:
        """Return the inputs in a top-level list, built from the file's text each time they are accessed."""
        return InvalidInputs(self.cut_out(self._binding[name]), name, count) if count else ()

    def line(self, name: str) -> int:
        """Return the line on which a top-level name is defined; 1 if it is not defined."""
        return self._binding[name].lineno if name in self._binding else 1

    def fault(self, name: str, what: str) -> InputError:
        where = f":{self.line(name)}" if name in self._binding else ""
        return InputError(f"{self.path}{where}: {name} {what}; {FORMAT}")

    def _source(self, statement: ast.stmt) -> str:
        decorators = getattr(statement, "decorator_list", [])
        first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
        return "\n".join(self._lines[first - 1 : statement.end_lineno])


@lru_cache(maxsize=1)
def _parsed(source: str, name: str) -> ast.Module:
    """Parse a file once, although both its statement and its additions are read; the tree must not be changed."""
    return ast.parse(source, name)


def names_in(code: ast.AST) -> set[str]:
    """Return the names in a piece of code. `ast.walk` takes four times as long if there are many constants."""
    names: set[str] = set()
    nodes = [code]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif not isinstance(node, ast.Constant):
            for field in node._fields:
                value = getattr(node, field, None)
                if isinstance(value, list):
                    nodes.extend(item for item in value if isinstance(item, ast.AST))
                elif isinstance(value, ast.AST):
                    nodes.append(value)
    return names


def _bound_names(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [(alias.asname or alias.name).split(".")[0] for alias in names]
        case ast.Assign(targets=targets):
            return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []
