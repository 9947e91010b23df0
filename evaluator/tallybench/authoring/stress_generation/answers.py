"""What a model's answer holds: an assertion, inputs or a verdict. Read it in a worker, where a parser can be killed."""

import ast
import re
import warnings
from collections.abc import Collection, Iterator, Mapping

from tallybench.authoring.stress_generation.allowed import (
    LONGEST,
    MODULES,
    NotAllowed,
    check_assertion,
    check_input_code,
)
from tallybench.authoring.stress_generation.draft import FUNCTION, Draft
from tallybench.model.inputs import Kind
from tallybench.samples.sanitize.text import fenced_blocks
from tallybench.values.text import clean_text

UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError, SystemError)
"""What a parser raises on a text that is not a program, or that is crafted to break it."""
_THOUGHT = "</think>"
_NOTHING = re.compile(r"\W*(none|no (more|further) assertions?)\b", re.IGNORECASE)
_COMMENT = re.compile(r"\s*#\s*(?P<text>\w+\s*:.*)")
_DESCRIBED = re.compile(r"(?P<kind>\w+)\s*:\s*(?P<exposes>\S.*)", re.DOTALL)
_NOT_SAID = "the model does not say what it exposes."
_KINDS = frozenset(kind for kind in Kind if kind is not Kind.GIVEN)


def parse_answer(code: str) -> ast.Module:
    """Return the syntax tree of a model's code; its warnings are suppressed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(code)


def code_in(text: str) -> str:
    """Return the code of an answer: its last fenced block, or all of it.

    Raises:
        NotAllowed: it is longer than a person would read.
    """
    text = text.rpartition(_THOUGHT)[2].replace("\r\n", "\n")
    blocks = fenced_blocks(text)
    code = blocks[-1] if blocks else text
    if len(code) > LONGEST:
        raise NotAllowed(f"it has {len(code):,} characters, at most {LONGEST:,} are allowed; write an expression")
    return code


def read_assertion(text: str, names: Collection[str], there: Collection[str]) -> str | None:
    """Return the first assertion of an answer that is not there yet; None if the model says that none is left.

    Args:
        text: the answer.
        names: the names that it may use.
        there: the assertions so far.

    Raises:
        NotAllowed, SyntaxError, ValueError, ...: it has none that can be used.
    """
    code = code_in(text)
    if _NOTHING.match(code) or _NOTHING.fullmatch(text.strip()):
        return None
    found = [node for node in ast.walk(parse_answer(code)) if isinstance(node, ast.Assert)]
    if not found:
        raise NotAllowed("it holds no assert statement")
    tests = {
        ast.unparse(node.test) for line in there for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Assert)
    }
    for node in found:
        source = ast.unparse(node.test)
        if source in tests:
            continue
        said = node.msg.value if isinstance(node.msg, ast.Constant) and isinstance(node.msg.value, str) else ""
        node.msg = ast.Constant(clean_text(said) or f"must hold: {clean_text(source)}")
        check_assertion(node, names)
        return f"assert {_as_written(code, node.test)}, {node.msg.value!r}"
    raise NotAllowed("the contract has this assertion already")


def _as_written(code: str, expression: ast.expr) -> str:
    """Return an expression on one line: as in the code if it is on one line there, else unparsed."""
    source = ast.get_source_segment(code, expression) or ""
    return source if len(source.splitlines()) == 1 else ast.unparse(expression)


def read_drafts(text: str, call: str, level: str, *, many: bool = False) -> list[Draft]:
    """Return the inputs of an answer: calls with one expression per argument, or one generator function.

    Args:
        text: the answer.
        call: the name of the function that inputs are written as calls of.
        level: the problem's level.
        many: the model was asked for a list of calls, which may have been cut off.

    Raises:
        NotAllowed, SyntaxError, ValueError, ...: it has none that can be used.
    """
    code = _whole_calls(code_in(text)) if many else code_in(text)
    tree = parse_answer(code)
    if _generator_in(tree, call) is not None:
        return [_of_generator(code, call, "{}" if level == "function" else "({},)")]
    return list(_of_calls(tree, code.splitlines(), call))


def _whole_calls(code: str) -> str:
    """Return a list of calls, without its last line if it cannot be parsed with that line.

    The answer was then most likely cut off there.
    """
    try:
        parse_answer(code)
    except SyntaxError:
        before = code.rstrip().rpartition("\n")[0] + "\n"
        whole = parse_answer(before).body
        if whole and all(isinstance(node, ast.Expr) for node in whole):
            return before
    return code


def read_listing(text: str, call: str, level: str, count: int) -> tuple[str, list[Draft]]:
    """Read a generator of a list of inputs; return a function that counts them, and each input as a draft.

    Raises:
        NotAllowed, SyntaxError, ValueError, ...: it has none that can be used.
    """
    code = code_in(text)
    if _generator_in(parse_answer(code), call) is None:
        raise NotAllowed("it holds no function that returns inputs")
    drawn = "list({})" if level == "function" else "[(given,) for given in {}]"
    drafts = [_of_generator(code, call, f"{drawn}[{index}]") for index in range(count)]
    return _of_generator(code, call, "(len(list({})),)").source, drafts


def read_verdict(text: str) -> bool | None:
    """Return whether a judge finds the contract wrong; None if the answer does not say."""
    found = re.search(r"\b(contract|inputs?)\b", text.rpartition(_THOUGHT)[2].lower())
    return None if found is None else found[1] == "contract"


def _generator_in(tree: ast.Module, call: str) -> ast.FunctionDef | None:
    """Return the last function of an answer that is neither the target program nor its contract."""
    functions = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name not in (call, "contract")
    ]
    named = [function for function in functions if function.name.startswith("generate")]
    return (named or functions)[-1] if functions else None


def _of_generator(code: str, call: str, returned: str) -> Draft:
    """Return one function that holds all of an answer's code, so that none of it is at the top level of a file.

    Args:
        code: the answer's; it defines a generator.
        call: a function of this name is the target program, which is left out.
        returned: what is returned, with `{}` for the generator's call.

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
        if isinstance(node, ast.FunctionDef):
            if node.name in (call, "contract"):
                continue
            node.decorator_list, node.returns = [], None
        elif not isinstance(node, ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign):
            continue
        kept.append(node)
    check_input_code(ast.Module(kept, []))
    imports, others = _imports(kept)
    text = ast.get_docstring(generator)
    kind, exposes = _described(text or "")
    if text is not None:
        generator.body = generator.body[1:] or [ast.Pass()]
    drawn_from = given.args[0].arg if given.args else ""
    given.args, given.defaults = [ast.arg(name.arg) for name in given.args], []
    read = {node.id for node in ast.walk(generator) if isinstance(node, ast.Name)}
    described = ast.Expr(ast.Constant(f"{kind}: {exposes}"))
    if others == [generator] and returned == "{}" and generator.name not in read:
        return Draft(kind, exposes, source=_function(drawn_from or "rng", [described, *imports, *generator.body]))
    # A generator that draws nothing is not a family: it is passed None, not the seeded `rng`.
    passed = "rng" if drawn_from in read else "None"
    called = f"{generator.name}({passed if given.args else ''})"
    body = [described, *imports, *others, *ast.parse(f"return {returned.format(called)}").body]
    return Draft(kind, exposes, source=_function("rng", body))


def _imports(kept: list[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """Return the imports that statements need, and the statements without their own.

    A module that is used without an import is imported, except for `random`, which does not draw from the seed.
    """
    others = [node for node in kept if not isinstance(node, ast.Import | ast.ImportFrom)]
    nodes = list(ast.walk(ast.Module(others, [])))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    bound = {node.id for node in names if not isinstance(node.ctx, ast.Load)}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    bound |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    bound |= {_bound_by(node) for node in nodes if isinstance(node, ast.alias)}
    read = {node.id for node in names}
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
    arguments = ast.arguments([], [ast.arg(parameter)], None, [], [], None, [])
    function = ast.FunctionDef(FUNCTION, arguments, body, [], None, None)
    source = ast.unparse(ast.fix_missing_locations(ast.Module([function], [])))
    parse_answer(source)  # raises unless it can be parsed again, as others do
    return source


def _of_calls(tree: ast.Module, lines: list[str], call: str) -> Iterator[Draft]:
    check_input_code(ast.Module([node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)], []))
    values = {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
    }
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
        expressions = tuple(_written_out(given, values) for given in node.args)
        check_input_code(parse_answer(f"({', '.join(expressions)},)" if expressions else ""))
        above = _COMMENT.match(lines[node.lineno - 2]) if node.lineno > 1 else None
        kind, exposes = _described(above["text"] if above else "")
        yield Draft(kind, exposes, expressions)


def _written_out(expression: ast.expr, values: Mapping[str, ast.expr]) -> str:
    """Return an expression in which names that the answer assigns are replaced by their values."""
    used = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
    if not used & values.keys():
        return ast.unparse(expression)
    source = ast.unparse(_Inlined(values).visit(expression))
    if len(source) > LONGEST:
        raise NotAllowed("its expressions are too long when they are written out")
    return source


class _Inlined(ast.NodeTransformer):
    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        value = self._values.get(node.id)
        return node if value is None or not isinstance(node.ctx, ast.Load) else value


def _described(text: str) -> tuple[Kind, str]:
    """Return an input's kind and what it exposes; the kind is LARGE_RANDOM if the model names no known one."""
    found = _DESCRIBED.match(" ".join(text.split()))
    if found is None:
        return Kind.LARGE_RANDOM, clean_text(text) or _NOT_SAID
    kind = found["kind"].lower()
    if kind not in _KINDS:
        return Kind.LARGE_RANDOM, clean_text(text)
    return Kind(kind), clean_text(found["exposes"])
