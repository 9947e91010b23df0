"""What honest solutions have no use for: reflection, code made at run time, modules that reach the machine.

A list of known tricks misses the next spelling of one of them, so this finds whatever is unusual instead. What the
problem's own texts and solutions do is usual for that problem. A finding is not a fault: a maintainer reads the code
and decides. The submission page has the share of honest samples that each kind hits.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tallybench.benchmarks.trees import LONGEST, parse_briefly
from tallybench.model.problem import Problem
from tallybench.model.result import Result
from tallybench.model.verdicts import Verdict
from tallybench.samples.reading import Sample
from tallybench.submissions import unusual_kinds as kinds


class Finding(NamedTuple):
    """Something that a program does: its kind, and the name that it uses."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.name.encode('ascii', 'backslashreplace').decode()[:60]}"


def find_unusual(code: str, usual: Iterable[str] = ()) -> list[Finding]:
    """Return what is unusual in a program, sorted, each thing once; what the `usual` texts do is not reported.

    A program is not run. One that does not parse has no findings: it does nothing.
    """
    if len(code) > LONGEST:
        return [Finding("length", f"more than {LONGEST:,} characters")]
    if (tree := parse_briefly(code)) is None:
        return []
    found = set(_Reader(tree).findings())
    if found:
        found -= {finding for text in usual for finding in find_unusual(text)}
    return sorted(found)


def unusual_in(
    result: Result, samples: Iterable[Sample], problems: Mapping[str, Problem]
) -> Iterator[tuple[str, int, Finding]]:
    """Yield what is unusual in a result's programs, with the problem and the number of the sample."""
    passed = {(sample.task_id, sample.index) for sample in result.samples if sample.verdict is Verdict.PASSED}
    for sample in samples:
        task_id, index = sample.task_id, sample.index
        if sample.field == "solution":
            for finding in findings_of(sample.text, problems.get(task_id), (task_id, index) in passed):
                yield task_id, index, finding


def count_unusual(result: Result, samples: Iterable[Sample], problems: Mapping[str, Problem]) -> dict[str, int]:
    """Return in how many of a result's programs each unusual thing is, by its description."""
    found = Counter(str(finding) for _, _, finding in unusual_in(result, samples, problems))
    return dict(sorted(found.items()))


def findings_of(code: str, problem: Problem | None, passed: bool) -> list[Finding]:
    """Return what is unusual in a program for a problem. One that passed and cannot be parsed here is unusual, too."""
    usual: list[str] = []
    if problem is not None:
        solutions = (problem.canonical, problem.ground_truth, *problem.references, *problem.slow)
        usual = [problem.prompt, problem.tests, *(solution.code for solution in solutions)]
    found = find_unusual(code, usual)
    if passed and not found and parse_briefly(code) is None:
        return [Finding("length", "cannot be parsed")]
    return found


class _Reader:
    """Reads one syntax tree. Identifiers in it are normalized already, as Python reads them."""

    def __init__(self, tree: ast.Module) -> None:
        self.nodes = list(ast.walk(tree))
        self.modules: dict[str, str] = {}  # by the name that the program gives it
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    self.modules[alias.asname or alias.name.partition(".")[0]] = alias.name.partition(".")[0]
        self.imported = {
            alias.asname or alias.name
            for node in self.nodes
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        # What is before a dot or called is judged together with what follows.
        self.owners = {id(node.value) for node in self.nodes if isinstance(node, ast.Attribute)}
        self.calls = {id(node.func): node for node in self.nodes if isinstance(node, ast.Call)}
        self.given = {
            node.name for node in self.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        }
        self.variables = {
            node.id for node in self.nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
        }
        self.given |= self.variables | {node.arg for node in self.nodes if isinstance(node, ast.arg)}
        self.derived = self._derived()

    def findings(self) -> Iterator[Finding]:
        for node in self.nodes:
            match node:
                case ast.Import():
                    for alias in node.names:
                        yield from self._imported(alias.name)
                case ast.ImportFrom():
                    yield from self._imported_from(node)
                case ast.Name():
                    yield from self._name(node)
                case ast.Attribute():
                    yield from self._attribute(node)
                case ast.Constant(value=str(text)):
                    yield from self._text(text)
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    yield from _called(node.name)
                    yield from self._decorators(node)
                case ast.ClassDef():
                    yield from self._class(node)
                case ast.Call():
                    yield from self._call(node)
                case ast.MatchClass():
                    for name in node.kwd_attrs:
                        yield from _called(name)
                case ast.arg(arg=name) | ast.keyword(arg=str(name)) | ast.MatchAs(name=str(name)):
                    yield from _called(name)

    def _imported(self, name: str) -> Iterator[Finding]:
        module, _, below = name.partition(".")
        if module not in kinds.USUAL_MODULES or (below and name != "collections.abc"):
            yield Finding("imports", name)

    def _imported_from(self, node: ast.ImportFrom) -> Iterator[Finding]:
        module = node.module or "."
        yield from self._imported(module)
        for alias in node.names:
            if alias.name == "*" and module in kinds.USUAL_MEMBERS:
                yield Finding("modules", f"{module}.*")
            elif alias.name != "*" and _is_unusual_member(module, alias.name):
                yield Finding("modules", f"{module}.{alias.name}")

    def _name(self, node: ast.Name) -> Iterator[Finding]:
        name = node.id
        yield from _called(name)
        if not isinstance(node.ctx, ast.Load):
            return
        if name in kinds.CODE:
            yield Finding("code", name)
        elif name in kinds.FILES and name not in self.given:
            yield Finding("files", name)
        elif name in kinds.LOOKUPS and id(node) not in self.calls:
            yield Finding("lookups", name)
        elif name == "type" and id(node) not in self.calls and id(node) not in self.owners and name not in self.given:
            yield Finding("types", "type as a value")
        elif name in self.modules and id(node) not in self.owners:
            module = self.modules[name]
            if name not in self.given or module == "sys":  # a parameter may be called `string`
                yield Finding("modules", module)

    def _attribute(self, node: ast.Attribute) -> Iterator[Finding]:
        yield from _called(node.attr)
        owner = node.value
        if not isinstance(node.ctx, ast.Load):
            if _calls(owner, "type") or self._is_shared(_root(owner)):
                yield Finding("patches", node.attr)
            elif kinds.SPECIAL.fullmatch(node.attr):
                yield Finding("operators", node.attr)
        if isinstance(owner, ast.Name) and owner.id in self.modules:
            module = self.modules[owner.id]
            if _is_unusual_member(module, node.attr):
                yield Finding("modules", f"{module}.{node.attr}")
        elif node.attr in kinds.REACHED - kinds.OWN_MEANING or (
            node.attr.startswith("_") and node.attr[1:] in kinds.REACHED
        ):
            yield Finding("modules", node.attr)
        if node.attr in ("format", "format_map") and not _is_written(owner):
            yield Finding("formats", f"a computed text .{node.attr}")

    def _is_shared(self, name: str | None) -> bool:
        """Return whether a name is a module, imported from one, or built in, and so not the program's own."""
        return name in self.modules or name in self.imported or (name in kinds.BUILT_IN and name not in self.given)

    def _derived(self) -> set[str]:
        """Return the names of built-in types, and of the program's classes that derive from one."""
        classes = [node for node in self.nodes if isinstance(node, ast.ClassDef)]
        derived = set(kinds.TYPES)
        while more := {node.name for node in classes if node.name not in derived and _bases(node) & derived}:
            derived |= more
        return derived

    def _text(self, text: str) -> Iterator[Finding]:
        """Yield what is unusual in a text: the name of an attribute, or a format that reads one."""
        yield from _called(text)
        for name in kinds.SPECIAL.findall(text):
            yield from _called(name)
        if kinds.READS_ATTRIBUTE.search(text):
            yield Finding("formats", "a text that reads an attribute")

    def _decorators(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Iterator[Finding]:
        for decorator in node.decorator_list:
            name = decorator.id if isinstance(decorator, ast.Name) else None
            if name in kinds.BUILT_IN - kinds.DECORATORS - self.given:
                yield Finding("decorators", name or "")

    def _class(self, node: ast.ClassDef) -> Iterator[Finding]:
        yield from _called(node.name)
        yield from self._decorators(node)
        if any(keyword.arg in (None, "metaclass") for keyword in node.keywords):
            yield Finding("types", "metaclass")
        bases = _bases(node)
        if "type" in bases:
            yield Finding("types", "metaclass")
        computed = any(not isinstance(base, ast.Name | ast.Attribute | ast.Subscript) for base in node.bases)
        if computed or (bases & self.variables) - self.modules.keys():
            yield Finding("types", "a computed base")
        if bases & self.derived:
            for name in _defined(node):
                if kinds.SPECIAL.fullmatch(name) and name != "__init__":
                    yield Finding("operators", name)

    def _call(self, node: ast.Call) -> Iterator[Finding]:
        if _calls(node.func, "type") and len(node.args) == 3:
            yield Finding("types", "type(type)")
        if not isinstance(node.func, ast.Name):
            return
        name = node.func.id
        if name == "type" and (len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred)):
            yield Finding("types", "type")
        if name not in kinds.LOOKUPS or name in self.given:
            return
        literal = len(node.args) > 1 and isinstance(node.args[1], ast.Constant) and not node.keywords
        if not literal or name in kinds.STORES or self._is_shared(_root(node.args[0])):
            yield Finding("lookups", name)


def _called(name: str) -> Iterator[Finding]:
    """Yield a finding if a name is unusual wherever it is used."""
    if kinds.SPECIAL.fullmatch(name) and name not in kinds.COMMON:
        yield Finding("code" if name in ("__import__", "__builtins__") else "names", name)
    elif kinds.INNER.fullmatch(name):
        yield Finding("names", name)


def _is_unusual_member(module: str, name: str) -> bool:
    if module in kinds.USUAL_MEMBERS:
        return name not in kinds.USUAL_MEMBERS[module]
    if name in kinds.UNUSUAL_MEMBERS.get(module, ()) or (name.startswith("_") and not name.startswith("__")):
        return True
    return name in kinds.REACHED and (module, name) != ("datetime", "time")


def _is_written(value: ast.expr) -> bool:
    """Return whether a text is written out in the program, not computed."""
    if isinstance(value, ast.JoinedStr):
        return all(isinstance(part, ast.Constant) for part in value.values)
    return isinstance(value, ast.Constant)


def _root(node: ast.expr) -> str | None:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _bases(node: ast.ClassDef) -> set[str]:
    named = {base.value if isinstance(base, ast.Subscript) else base for base in node.bases}
    return {base.id for base in named if isinstance(base, ast.Name)} | {
        base.attr for base in named if isinstance(base, ast.Attribute)
    }


def _calls(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _defined(node: ast.ClassDef) -> Iterator[str]:
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield statement.name
        elif isinstance(statement, ast.Assign):
            yield from (target.id for target in statement.targets if isinstance(target, ast.Name))
