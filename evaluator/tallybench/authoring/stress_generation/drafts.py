"""Inputs as a model writes them: calls with one expression per argument, or a generator function.

Answers are read in a worker, where a parser can be killed. Generators and expressions run only in the sandbox; the
names that they may not use would not work there anyway, and reviewers need not look for them.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from tallybench.authoring.asking import LONGEST, NotAllowed, code_in, parse_answer
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.values.text import clean_text

FUNCTION = "stress_input"  # the name of a generator until it gets one of its own
_COMMENT = re.compile(r"\s*#\s*(?P<text>\w+\s*:.*)")
_DESCRIBED = re.compile(r"(?P<kind>\w+)\s*:\s*(?P<exposes>\S.*)", re.DOTALL)
_NOT_SAID = "the model does not say what it exposes."
_KINDS = frozenset(kind for kind in Kind if kind is not Kind.GIVEN)
MODULES = frozenset(
    "bisect collections functools heapq itertools math operator random string typing".split()  # noqa: SIM905
)
"""What inputs may import: modules of the standard library that only compute."""
_FORBIDDEN = frozenset(
    "__import__ breakpoint compile delattr eval exec globals input locals open print setattr vars".split()  # noqa: SIM905
)


@dataclass(frozen=True)
class Draft:
    """An input as a model wrote it; it runs only in the sandbox."""

    kind: Kind  # the kind of stressful input
    exposes: str  # the defect that it should expose, in the model's words
    expressions: tuple[str, ...] = ()  # one per argument; empty for a generator
    source: str = ""  # a generator's source, a function `stress_input` with one parameter; empty for expressions

    def named(self, name: str) -> str:
        """Return a generator's source as a function in a problem's file, under its name there."""
        return self.source.replace(f"def {FUNCTION}(", f"def stress_{name}(", 1)

    @property
    def as_argument(self) -> "Draft":
        """The same generator, with its return value as the only argument of a call."""
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
        return sorted({name for text in self.expressions for name in _names(ast.parse(text))} & MODULES)

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


def read_drafts(text: str, call: str, level: str, *, many: bool = False) -> list[Draft]:
    """Return the inputs in an answer: calls with one expression per argument, or one generator function.

    The inputs are written as calls to `call`. If many were asked for, the last line may have been cut off.

    Raises:
        NotAllowed, SyntaxError, ValueError, ...: it has no usable inputs.
    """
    code = code_in(text)
    try:
        tree = parse_answer(code)
    except SyntaxError:
        tree = parse_answer(code.rstrip().rpartition("\n")[0] + "\n") if many else ast.Module([], [])
        if not tree.body or not all(isinstance(node, ast.Expr) for node in tree.body):
            raise
    if _generator_in(tree, call) is not None:
        return [_of_generator(code, call, "{}" if level == "function" else "({},)")]
    return list(_of_calls(tree, code.splitlines(), call))


def read_listing(text: str, call: str, level: str, count: int) -> tuple[str, list[Draft]]:
    """Read a function that returns a list of inputs; return a function that counts them, and each input as a draft.

    Raises:
        NotAllowed, SyntaxError, ValueError, ...: it has no usable function.
    """
    code = code_in(text)
    if _generator_in(parse_answer(code), call) is None:
        raise NotAllowed("it holds no function that returns inputs")
    drawn = "list({})" if level == "function" else "[(given,) for given in {}]"
    drafts = [_of_generator(code, call, f"{drawn}[{index}]") for index in range(count)]
    return _of_generator(code, call, "(len(list({})),)").source, drafts


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _generator_in(tree: ast.Module, call: str) -> ast.FunctionDef | None:
    """Return the last function in an answer that is neither the target program nor its contract."""
    functions = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name not in (call, "contract")
    ]
    named = [function for function in functions if function.name.startswith("generate")]
    return (named or functions)[-1] if functions else None


def _of_generator(code: str, call: str, returned: str) -> Draft:
    """Return one function that holds all of an answer's code, so that none of it is at the top level of a file.

    A function named like the target program is left out. `returned` has `{}` in place of the generator's call.

    Raises:
        NotAllowed: the function cannot be called with one argument, or the code holds something that is not allowed.
    """
    tree = parse_answer(code)
    generator = _generator_in(tree, call)
    assert generator is not None
    given = generator.args
    if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs or len(given.args) > 1:
        raise NotAllowed(f"{generator.name} must have one parameter, rng")
    kept: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name not in (call, "contract"):
            node.decorator_list, node.returns = [], None
            kept.append(node)
        elif isinstance(node, ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign):
            kept.append(node)
    check_input_code(ast.Module(kept, []))
    imports, others = _imports(kept)
    text = ast.get_docstring(generator)
    kind, exposes = _described(text or "")
    if text is not None:
        generator.body = generator.body[1:] or [ast.Pass()]
    drawn_from = given.args[0].arg if given.args else ""
    given.args, given.defaults = [ast.arg(name.arg) for name in given.args], []
    read = _names(generator)
    described = ast.Expr(ast.Constant(f"{kind}: {exposes}"))
    if others == [generator] and returned == "{}" and generator.name not in read:
        return Draft(kind, exposes, source=_function(drawn_from or "rng", [described, *imports, *generator.body]))
    # A generator that draws nothing is not a family: it is passed None, not the seeded `rng`.
    passed = "rng" if drawn_from in read else "None"
    called = f"{generator.name}({passed if given.args else ''})"
    body = [described, *imports, *others, *ast.parse(f"return {returned.format(called)}").body]
    return Draft(kind, exposes, source=_function("rng", body))


def _imports(kept: list[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """Return the imports that statements need, and the statements without their own imports.

    A module that is used without an import is imported, except `random`, which does not draw from the seed.
    """
    others = [node for node in kept if not isinstance(node, ast.Import | ast.ImportFrom)]
    tree = ast.Module(others, [])
    read = _names(tree)
    bound = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                bound.add(name)
            case ast.alias():
                bound.add(_bound_by(node))
    imports: list[ast.stmt] = []
    for node in kept:
        if isinstance(node, ast.Import | ast.ImportFrom):
            node.names = [alias for alias in node.names if _bound_by(alias) in read]
            bound |= {_bound_by(alias) for alias in node.names}
            imports += [node] if node.names else []
    missing = sorted((read & MODULES) - bound - {"random"})
    return [*imports, *(ast.Import([ast.alias(name)]) for name in missing)], others


def _bound_by(alias: ast.alias) -> str:
    return alias.asname or alias.name.split(".")[0]


def _function(parameter: str, body: list[ast.stmt]) -> str:
    tree = ast.parse(f"def {FUNCTION}({parameter}): pass")
    (function,) = tree.body
    assert isinstance(function, ast.FunctionDef)
    function.body = body
    source = ast.unparse(ast.fix_missing_locations(tree))
    parse_answer(source)  # raises if it cannot be parsed again
    return source


def _of_calls(tree: ast.Module, lines: list[str], call: str) -> Iterator[Draft]:
    check_input_code(ast.Module([node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)], []))
    inlined = _Inlined()
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                inlined.values[name] = value
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == call
    ]
    if not calls:
        raise NotAllowed(f"it holds neither a call {call}(...) nor a generator function")
    for node in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        if node.keywords or any(isinstance(given, ast.Starred) for given in node.args):
            raise NotAllowed("give each argument by its position, as an expression of its own")
        expressions = tuple(ast.unparse(inlined.visit(given)) for given in node.args)
        if max(map(len, expressions), default=0) > LONGEST:
            raise NotAllowed("its expressions are too long when they are written out")
        check_input_code(parse_answer(f"({', '.join(expressions)},)" if expressions else ""))
        above = _COMMENT.match(lines[node.lineno - 2]) if node.lineno > 1 else None
        kind, exposes = _described(above["text"] if above else "")
        yield Draft(kind, exposes, expressions)


class _Inlined(ast.NodeTransformer):
    """Replaces names that an answer assigns with their values."""

    def __init__(self) -> None:
        self.values: dict[str, ast.expr] = {}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.values.get(node.id, node) if isinstance(node.ctx, ast.Load) else node


def _described(text: str) -> tuple[Kind, str]:
    """Return an input's kind and what it exposes; the kind is LARGE_RANDOM if the model names no known one."""
    found = _DESCRIBED.match(" ".join(text.split()))
    if found is None:
        return Kind.LARGE_RANDOM, clean_text(text) or _NOT_SAID
    kind = found["kind"].lower()
    if kind not in _KINDS:
        return Kind.LARGE_RANDOM, clean_text(text)
    return Kind(kind), clean_text(found["exposes"])


def check_input_code(tree: ast.AST) -> None:
    """Refuse the code of an input that uses more than an input needs.

    This makes the code easy to review. It is not protection: the sandbox is.

    Raises:
        NotAllowed: the code is refused.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Import() | ast.ImportFrom():
                _check_import(node)
            case ast.Name(id=name) if name in _FORBIDDEN or name.startswith("__"):
                raise NotAllowed(f"it uses {name}; an input opens no file, prints nothing and runs no other code")
            case ast.Attribute(attr=name) if name.startswith("_"):
                raise NotAllowed(f"it uses .{name}; names that start with an underscore are not for inputs")
            case ast.Global() | ast.Nonlocal() | ast.ClassDef() | ast.AsyncFunctionDef() | ast.Await():
                raise NotAllowed(f"it uses {type(node).__name__}, which an input does not need")


def _check_import(node: ast.Import | ast.ImportFrom) -> None:
    if isinstance(node, ast.Import):
        modules = [alias.name.split(".")[0] for alias in node.names]
    else:
        modules = ["a package of its own" if node.level or not node.module else node.module.split(".")[0]]
    for module in modules:
        if module not in MODULES:
            raise NotAllowed(f"it imports {module}; there is {', '.join(sorted(MODULES))}")
    if any(alias.name == "*" or alias.name.startswith("_") for alias in node.names):
        raise NotAllowed("it imports names that cannot be seen")
