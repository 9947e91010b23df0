"""Write what was made for a problem as a problem file, in the format of `hf_dataset/problems/README.md`.

What a model wrote is inserted as text, and none of it runs when the file is read: inputs are functions, which only the
sandbox calls, and expressions, which are stored as strings; every constant is a literal. An audit of the file runs the
contract, so the contract holds only assertions in the small language of `contract.py`. All of this is checked again
here, in the text that is written.
"""

import ast
import textwrap
from collections.abc import Sequence

from tallybench.authoring.asking import NotAllowed
from tallybench.authoring.stress_generation.contract import Contract, check_assertion, empty_contract
from tallybench.authoring.stress_generation.drafts import MODULES
from tallybench.authoring.stress_generation.inputs import Tried
from tallybench.authoring.stress_generation.methods import Made
from tallybench.benchmarks import BENCHMARKS, problem_file
from tallybench.benchmarks.check import LEAST_FAMILIES
from tallybench.benchmarks.problem_format import ProblemFile
from tallybench.errors import InputError
from tallybench.generating.settings import Settings
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem
from tallybench.values.text import clean_text

_FROM_THE_FILE = (
    *("INVALID", "TOLERANCE", "HEADROOM", "CANONICAL_WRONG", "PROMPT", "TESTS", "WRITTEN", "Canonical"),
    *("check", "canonical", "growing", "ground_truth", "accepts"),
)
_SOLUTIONS = ("reference_", "slow_", "Reference", "Slow")
_WIDTH = 120


def has_files(benchmark: Benchmark) -> bool:
    """Return whether a benchmark comes with a file for each problem."""
    row = BENCHMARKS.get(benchmark.name)
    return row is not None and row.embedded and not row.edits


def file_name(benchmark: Benchmark, task_id: str) -> str:
    """Return the name of a problem's file: its name in the benchmark, or one made from its task id."""
    if has_files(benchmark):
        return problem_file(benchmark.name, task_id).name
    return "".join(letter if letter.isalnum() else "_" for letter in task_id) + ".py"


def problem_text(benchmark: Benchmark, problem: Problem, made: Made, settings: Settings, method: str) -> str:
    """Return the text of a problem file with what was made.

    If the benchmark has a file for the problem, all of it is kept except its contract (if one was made) and its inputs.
    Otherwise the ground truth is the only reference.

    Raises:
        InputError: the file would hold something that is not allowed in it.
    """
    path = problem_file(benchmark.name, problem.task_id) if has_files(benchmark) else None
    there = ProblemFile(path) if path is not None and path.exists() else None
    contract = made.contract
    if contract is None and there is None:
        contract = empty_contract(problem)
    asserted = "" if contract is None else contract.program
    given = _inputs_text(made.inputs, problem)
    written = f"{given}\n\n{asserted}"
    check_written(written, contract)
    if there is None:
        kept = _reference_text(problem)
    else:
        wanted = (*_FROM_THE_FILE, "contract") if contract is None else _FROM_THE_FILE
        kept = there.cut_out_where(lambda name: name in wanted or name.startswith(_SOLUTIONS))
        if again := _defined(kept) & _defined(written):
            raise InputError(f"{there.path}: {', '.join(sorted(again))}: a part that would be kept uses this name")
    modules = {line.removeprefix("import ") for line in _imports(written)}
    if torn := sorted(modules & (_bound(kept) - {line.removeprefix("import ") for line in _imports(kept)})):
        raise InputError(
            f"{problem.task_id}: `{torn[0]}` would be both a module and something else; no file is written"
        )
    imports = dict.fromkeys([*_imports(kept), *_imports(written)])
    in_order = "\n".join(sorted(imports, key=lambda line: (line.startswith("from"), line)))
    head = f"{_docstring(problem, there, settings, method)}\n\n{in_order}"
    parts = [head, *(_without_imports(part) for part in (asserted, kept, given))]
    text = "\n\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"
    ast.parse(text)
    return text


def _docstring(problem: Problem, there: ProblemFile | None, settings: Settings, method: str) -> str:
    first = there.notes.split("\n")[0] if there is not None and there.notes else f"{problem.entry_point}: (say what)."
    origin = (
        f"Made by a model and not reviewed: {clean_text(settings.model)} by the method {clean_text(method)} "
        f"({settings.prompt.label}, temperature {settings.temperature:g}). Before this is merged, read the contract "
        "against the task, say what each input exposes, and see what `tallybench dev audit` finds."
    )
    text = f"{first}\n\n{textwrap.fill(origin, _WIDTH)}\n".replace("\\", "\\\\").replace('"""', "'''")
    return f'"""{text}"""'


def _inputs_text(inputs: Sequence[Tried], problem: Problem) -> str:
    """Return the inputs as the file has them, with the reason if few of them are families."""
    parts = []
    expressions = ""
    modules: set[str] = set()
    families = 0
    for given in inputs:
        assert given.draft is not None
        if given.draft.source:
            parts.append(given.draft.named(given.name).strip("\n"))
            families += given.draft.as_input(given.name, problem.entry_point).is_family
        else:
            modules |= set(given.draft.modules)
            values = (f"{given.draft.kind}: {given.draft.exposes}", *given.draft.expressions)
            items = "".join(f"        {value!r},\n" for value in values)
            expressions += f"    {given.name!r}: (\n{items}    ),\n"
    if expressions:
        parts.append(f"EXPRESSIONS = {{\n{expressions}}}")
    if families < max(LEAST_FAMILIES, (len(inputs) + 1) // 2):
        parts.append(f"FEW_FAMILIES = {'too few of the generated inputs depend on the seed'!r}")
    return "\n\n\n".join([*(f"import {module}" for module in sorted(modules)), *parts])


def check_written(text: str, contract: Contract | None) -> None:
    """Refuse the generated part of a file if anything in it would run when the file is read.

    Raises:
        InputError: it holds something other than definitions and literals.
    """
    for node in ast.parse(text).body:
        match node:
            case ast.Import(names=names) if all(alias.name in MODULES and alias.asname is None for alias in names):
                continue
            case ast.FunctionDef(name="contract", decorator_list=[], returns=None) if contract is not None:
                _check_contract(node, contract)
                continue
            case ast.FunctionDef(name=name, decorator_list=[], returns=None) if (
                name.startswith("stress_") and ast.unparse(node.args).isidentifier()  # no default, no annotation
            ):
                continue
            case ast.Assign(targets=[ast.Name("EXPRESSIONS" | "FEW_FAMILIES")], value=value) if _is_literal(value):
                continue
        raise InputError(f"`{clean_text(ast.unparse(node))}` is not allowed in a problem file; no file is written")


def _check_contract(node: ast.FunctionDef, contract: Contract) -> None:
    constant = all(isinstance(default, ast.Constant) for default in node.args.defaults)
    if not constant or ast.unparse(node.args) != contract.parameters:
        raise InputError("the contract's parameters differ from the ground truth's; no file is written")
    for statement in node.body:
        if isinstance(statement, ast.Pass) or ast.unparse(statement) in contract.derived:
            continue
        try:
            if not isinstance(statement, ast.Assert):
                raise NotAllowed("is not an assertion")
            check_assertion(statement, contract.names)
        except NotAllowed as error:
            raise InputError(f"the contract may not hold `{clean_text(ast.unparse(statement))}`: {error}") from None


def _is_literal(value: ast.expr) -> bool:
    try:
        ast.literal_eval(value)
    except ValueError:
        return False
    return True


def _reference_text(problem: Problem) -> str:
    if problem.level == "file":
        return f"PROGRAMS = {{\n    'reference_canonical': {problem.ground_truth.code!r},\n}}\n"
    name, entry = "ReferenceCanonical" if problem.level == "class" else "reference_canonical", problem.entry_point
    kept: list[ast.stmt] = []
    renamed = {entry: name}
    for node in ast.parse(problem.ground_truth.code).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == entry and isinstance(node.value, ast.Name):
            renamed[node.value.id] = name
            continue
        plain = isinstance(node, ast.Assign) and _is_literal(node.value)
        if not plain and not isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef):
            raise InputError(
                f"{problem.task_id}: its ground truth runs `{clean_text(ast.unparse(node))}` when it is read, which is "
                "not allowed in a problem file; no file is written"
            )
        kept.append(node)
    tree = ast.Module(kept, [])
    for part in ast.walk(tree):
        if isinstance(part, ast.Name):
            part.id = renamed.get(part.id, part.id)
        elif isinstance(part, ast.FunctionDef | ast.ClassDef):
            part.name = renamed.get(part.name, part.name)
    return ast.unparse(tree)


def _imports(text: str) -> list[str]:
    return [ast.unparse(node) for node in ast.parse(text).body if isinstance(node, ast.Import | ast.ImportFrom)]


def _without_imports(text: str) -> str:
    lines, parts = text.split("\n"), []
    for node in ast.parse(text).body:
        if not isinstance(node, ast.Import | ast.ImportFrom):
            decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
            first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
            parts.append("\n".join(lines[first - 1 : node.end_lineno]))
    return "\n\n\n".join(parts)


def _defined(text: str) -> set[str]:
    return {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def _bound(text: str) -> set[str]:
    bound = _defined(text)
    for node in ast.parse(text).body:
        match node:
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                bound |= {alias.asname or alias.name for alias in names}
            case ast.Assign(targets=targets):
                bound |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return bound
