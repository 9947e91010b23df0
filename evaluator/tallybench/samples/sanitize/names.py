"""A top-level statement and the names it binds, reads and may alter."""

import ast
import symtable
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# What a solution may rely on without naming it: settings of the whole interpreter.
_SETTINGS = {"setrecursionlimit", "set_int_max_str_digits", "getcontext", "setcontext", "seed"}


@dataclass
class Statement:
    """A top-level statement; several that share a line count as one."""

    nodes: list[ast.stmt]
    lead: int  # the first line of the comments and blank lines before it, from 0
    start: int  # its first line, decorators included
    end: int  # the line after its last
    binds: set[str] = field(default_factory=set)  # the names it binds at top level
    reads: set[str] = field(default_factory=set)  # the global names that it, or code in it, reads
    alters: set[str] = field(default_factory=set)  # the global names whose values it, or code in it, may alter
    star: bool = False  # it imports everything from somewhere
    sets: bool = False  # it changes something in a module or in the interpreter

    @property
    def imports(self) -> bool:
        return all(isinstance(node, ast.Import | ast.ImportFrom) for node in self.nodes)

    @property
    def future(self) -> bool:
        return all(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in self.nodes)

    @property
    def scopes(self) -> bool:
        """Whether it defines a function or a class."""
        return any(isinstance(node, SCOPES) for node in self.nodes)

    @property
    def defines(self) -> bool:
        """Whether it only defines: executing it calls nothing."""
        return all(
            isinstance(node, SCOPES)
            and not node.decorator_list
            and not (isinstance(node, ast.ClassDef) and (node.bases or node.keywords))
            for node in self.nodes
        )

    @property
    def idle(self) -> bool:
        """Whether nothing else should depend on it: an assertion, a print, a main block."""
        return all(isinstance(node, ast.Assert) or _is_print(node) or is_main_block(node) for node in self.nodes)

    @property
    def acts(self) -> bool:
        """Whether it defines nothing but may matter to other statements by what it does."""
        return not self.idle and not self.scopes


def _is_print(node: ast.stmt) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print"


def is_main_block(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and any(
        isinstance(inner, ast.Name) and inner.id == "__name__" for inner in ast.walk(node.test)
    )


def note_names(statement: Statement) -> bool:
    """Note the names that a statement binds and reads at top level; return False if it is valid only in a function."""
    pending: list[ast.AST] = list(statement.nodes)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom | ast.Await):
            return False
        if isinstance(node, ast.Name):
            (statement.reads if isinstance(node.ctx, ast.Load) else statement.binds).add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            statement.binds.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
            statement.star = statement.star or any(alias.name == "*" for alias in node.names)
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            statement.binds.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            statement.binds.add(node.rest)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            statement.reads.add(node.target.id)
        elif isinstance(node, _Comprehension):
            statement.binds.update(inner.target.id for inner in ast.walk(node) if isinstance(inner, ast.NamedExpr))
        elif isinstance(node, SCOPES):
            statement.binds.add(node.name)
        pending.extend(_top_level_children(node))
    return True


def _top_level_children(node: ast.AST) -> Iterable[ast.AST]:
    """Return the parts of a node executed at top level; the symbol table covers the rest (see `note_nested_names`)."""
    if isinstance(node, _Comprehension):
        return [node.generators[0].iter]
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return [*node.decorator_list, node.args, *([node.returns] if node.returns else [])]
    return [node.args] if isinstance(node, ast.Lambda) else ast.iter_child_nodes(node)


def note_nested_names(statements: list[Statement], table: symtable.SymbolTable) -> None:
    """Note the global names that functions and classes within statements read and alter."""
    starts = [statement.start for statement in statements]
    for scope in table.get_children():
        statement = statements[max(bisect_right(starts, scope.get_lineno() - 1) - 1, 0)]
        pending = [scope]
        while pending:
            inner = pending.pop()
            pending.extend(inner.get_children())
            for symbol in inner.get_symbols():
                # A name bound in a class body may still be the global one when it is first read (`limit = limit`).
                if symbol.is_global() or (inner.get_type() == "class" and symbol.is_referenced()):
                    statement.reads.add(symbol.get_name())
                if symbol.is_global() and symbol.is_assigned():
                    statement.alters.add(symbol.get_name())


def note_alterations(statement: Statement, imported: set[str], defined: set[str]) -> None:
    """Note what a statement may alter without binding it: stores into it, its methods, functions it is passed to.

    A module's functions alter nothing here, a function is not altered by being passed, and print alters nothing.
    """
    for node in (node for top in statement.nodes for node in ast.walk(top)):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            name = _root(node)
            statement.sets = statement.sets or (name in imported and statement.acts)
            statement.alters.add(name)
        elif isinstance(node, ast.ClassDef):
            statement.alters.update(_root(base) for base in node.bases)  # it may register with it
        elif isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            statement.sets = statement.sets or (name in _SETTINGS and statement.acts)
            if isinstance(node.func, ast.Attribute) and (root := _root(node.func)) not in imported:
                statement.alters.add(root)
            if name != "print":
                values = [*node.args, *(keyword.value for keyword in node.keywords)]
                statement.alters.update({_root(value) for value in values} - imported - defined)
    statement.alters &= statement.reads


def _root(node: ast.AST) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
