"""A class's tests that are unittest suites, as its source ships them."""

import ast
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Suites:
    """The suites of a class-level problem, whose text is the problem's `tests`.

    Attributes:
        imports: the skeleton's imports, which solutions and tests rely on.
        methods: each test class, in the order of the source, with the method that it tests; empty if it tests the
            class as a whole.
        canonical: the class that shows how often each assertion is reached, and with which values.
        packages: the set of packages in `evaluator/tallybench/sandbox/packages.py` that solutions may import; empty for
            no packages.
        preludes: for some test classes, the test (its class and name) that must run before each of their tests, in the
            same process, because it leaves behind a file that they read.
        day: the day, YYYY-MM-DD, on which the tests are valid; empty if they are always valid.
    """

    imports: str
    methods: tuple[tuple[str, str], ...]
    canonical: str
    packages: str = ""
    preludes: tuple[tuple[str, tuple[str, str]], ...] = ()
    day: str = ""

    @property
    def facts(self) -> list[Any]:
        """What a verdict depends on, in addition to the suites' text and the canonical class."""
        return [self.imports, self.methods, self.packages, self.preludes, self.day]

    def count_tests(self, program: str) -> int:
        """Return how many tests the suites with this text have."""
        named = {name for name, _ in self.methods}
        return sum(
            isinstance(function, ast.FunctionDef) and function.name.startswith("test")
            for suite in ast.parse(program).body
            if isinstance(suite, ast.ClassDef) and suite.name in named
            for function in suite.body
        )

    def only(self, methods: tuple[tuple[str, str], ...]) -> "Suites":
        """Return only the suites of these test classes."""
        return replace(self, methods=methods)
