"""Rewrites unittest suites: each test becomes a program that only observes, and what the judge compares."""

import ast
from dataclasses import replace
from functools import lru_cache

from tallybench.model.problem import Suites
from tallybench.sandbox.suites.constants import Constants
from tallybench.sandbox.suites.observable import NotObservable, SuiteTest, TestRewriter

_CLASS_BASES = ("unittest.TestCase", "TestCase")


@lru_cache(maxsize=128)
def rewrite_suites(program: str, suites: Suites) -> tuple[SuiteTest, ...]:
    """Return the tests of a problem, in the order in which unittest runs them.

    Args:
        program: the suites' source.
        suites: which suites it has.

    Raises:
        NotObservable: they cannot be rewritten.
    """
    try:
        tree, imports = ast.parse(program), ast.parse(suites.imports)
    except (SyntaxError, ValueError) as error:
        raise NotObservable(f"its tests are not Python ({error})") from None
    own = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom) and not _is_unittest(node)]
    constants = Constants([*imports.body, *own])
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    heading = "\n".join(ast.unparse(node) for node in own)
    preludes = dict(suites.preludes)
    tests = []
    for name, _ in suites.methods:
        if name not in classes:
            raise NotObservable(f"its tests do not define {name}")
        suite = classes[name]
        shared = [_fixtures_alone(classes[other]) for other in classes if other != name and _names(suite, other)]
        above = "\n".join([heading, *map(ast.unparse, shared)])
        for test in _test_names(suite):
            rewritten = TestRewriter(constants, suite, test).rewritten(above)
            if (prelude := preludes.get(name)) is not None:
                before = TestRewriter(constants, classes[prelude[0]], prelude[1]).rewritten("")
                rewritten = replace(rewritten, program=rewritten.program + before.program, prelude=prelude)
            tests.append(rewritten)
    return tuple(tests)


def _test_names(suite: ast.ClassDef) -> list[str]:
    """Return the tests of a suite, in the order in which unittest runs them.

    Raises:
        NotObservable: it is not a plain test case.
    """
    if any(ast.unparse(base) not in _CLASS_BASES for base in suite.bases):
        raise NotObservable(f"{suite.name} is not a plain unittest.TestCase")
    names = {node.name for node in suite.body if isinstance(node, ast.FunctionDef)}
    return sorted(name for name in names if name.startswith("test"))


def _names(suite: ast.ClassDef, other: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == other for node in ast.walk(suite))


def _fixtures_alone(suite: ast.ClassDef) -> ast.ClassDef:
    """Return, without its tests, a test class that another one uses."""
    functions = [node for node in suite.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test")]
    kept = [node for node in suite.body if node not in functions]
    return ast.ClassDef(suite.name, [], [], kept or [ast.Pass()], [])


def _is_unittest(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import) and all(alias.name == "unittest" for alias in node.names)
