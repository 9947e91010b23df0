"""Tests of a class that are unittest suites, as a source ships them."""

import ast
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Suites:
    """The suites of a problem at level `class`. Their text is the problem's `tests`.

    Attributes:
        imports: of the skeleton, which solutions and tests rely on.
        methods: by test class in the order of the source, the method that it tests; empty for the one that tests the
            class as a whole.
        canonical: the class that shows how often each assertion is reached, and with which values.
        packages: a set of packages of `evaluator/tallybench/sandbox/packages.py` that solutions may import; empty for
            none.
        preludes: by test class, the test (its class and its name) that has to run before each of its own, in the same
            process, since it leaves a file behind that these read.
        day: the day, YYYY-MM-DD, on which the tests hold; empty where they hold on any.
    """

    imports: str
    methods: tuple[tuple[str, str], ...]
    canonical: str
    packages: str = ""
    preludes: tuple[tuple[str, tuple[str, str]], ...] = ()
    day: str = ""

    @property
    def facts(self) -> list[Any]:
        """What a verdict depends on besides the suites' text and the canonical class."""
        return [self.imports, self.methods, self.packages, self.preludes, self.day]

    def count_tests(self, program: str) -> int:
        """Return how many tests the suites have whose text this is."""
        named = {name for name, _ in self.methods}
        return sum(
            isinstance(function, ast.FunctionDef) and function.name.startswith("test")
            for suite in ast.parse(program).body
            if isinstance(suite, ast.ClassDef) and suite.name in named
            for function in suite.body
        )

    def only(self, methods: tuple[tuple[str, str], ...]) -> "Suites":
        """Return some of the suites."""
        return replace(self, methods=methods)
