"""What the format requires of classes only: their skeleton, examples, tests and scripts."""

import ast
import random
from collections import Counter
from collections.abc import Iterator, Set
from typing import Any

from tallybench.benchmarks.problem_reader import skeleton_of
from tallybench.errors import InputError
from tallybench.model.inputs import StressfulInput
from tallybench.model.problem import Problem
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import build_input, compile_solution, run_program
from tallybench.values.text import clean_text
from tallybench.values.wire import decode

CLASS_TEST = "class"  # prefix of the names of tests that are not about a single method
METHODS = range(4, 10)  # public ones
LEAST_TESTS, LEAST_CLASS_TESTS = 2, 3  # tests named after each method; tests of the class as a whole
CALLS = range(2_000, 20_001)  # calls in a stressful script
EXAMPLE_SECONDS = 6  # CPU seconds for all examples together
LARGEST_TESTED = 200  # calls in a test; people must be able to read it


def class_faults(problem: Problem, native: Zygote) -> Iterator[str]:
    """Yield what is wrong with a class-level problem; nothing for other levels."""
    if problem.level != "class":
        return
    skeleton = skeleton_of(problem.prompt)
    if skeleton is None:
        yield "its prompt is not a skeleton"
        return
    given = _functions(skeleton)
    methods = {name: method for name, method in given.items() if not name.startswith("_")}
    yield from (f"PROMPT{fault}" for fault in _skeleton_faults(skeleton, given, len(methods)))
    yield from (f"TESTS: {fault}" for fault in _test_faults(problem, methods.keys()))
    for solution in (problem.canonical, *problem.references, *problem.slow):
        yield from (f"{solution.name} {fault}" for fault in _method_faults(solution.code, solution.name, methods))
    if not problem.references or not problem.slow:
        yield "needs at least one Reference class and one Slow class"
    for script in problem.stressful:
        yield from (f"stressful input {script.name}: {fault}" for fault in _script_faults(script, native))
    if problem.growing is not None:
        yield from _growing_faults(problem.growing.program)


def example_faults(problem: Problem, native: Zygote) -> Iterator[str]:
    """Yield what is wrong with a prompt's examples (`>>>`), run in the sandbox with the canonical solution."""
    if problem.level == "class":
        skeleton = skeleton_of(problem.prompt)
        if skeleton is None:
            return
        described: list[ast.ClassDef | ast.FunctionDef] = [skeleton, *_functions(skeleton).values()]
    elif problem.tries_examples:
        described = [node for node in ast.parse(problem.prompt).body if isinstance(node, ast.FunctionDef)]
    else:
        return
    texts = [(node.name, ast.get_docstring(node) or "") for node in described]
    source = f"{problem.prompt}\n\n{problem.canonical.code}\n{_EXAMPLES}\n_run({texts!r})\n"
    compiled = compile_solution(native, source)
    if compiled.output is None:
        return  # the tests show what is wrong with the canonical solution
    answer = run_program(native, decode(compiled.output), b"", EXAMPLE_SECONDS)
    if answer.output is None:
        yield f"PROMPT: its examples cannot be run: {answer.failure.reason if answer.failure else ''}"
        return
    for line in answer.output.decode(errors="replace").splitlines():
        yield clean_text(f"PROMPT: {line}")


# The examples of a docstring see the class and what its module imports, but no names from other docstrings.
_EXAMPLES = """
import doctest


class _Runner(doctest.DocTestRunner):
    def report_start(self, out, test, example):
        pass

    def _tell(self, test, example, got):
        said = f"the example `{example.source.strip()}` of {test.name}"
        print(f"{said} gives {got.strip() or 'nothing'!r}, not {example.want.strip() or 'nothing'!r}", file=_stdout)

    def report_failure(self, out, test, example, got):
        self._tell(test, example, got)

    def report_unexpected_exception(self, out, test, example, exc_info):
        self._tell(test, example, f"{exc_info[0].__name__}: {exc_info[1]}")


def _run(texts):
    for name, text in texts:
        _Runner(verbose=False).run(doctest.DocTestParser().get_doctest(text, globals(), name, None, 0))


import sys

_stdout = sys.stdout
"""


def calls_of(script: StressfulInput, native: Zygote) -> list[tuple[Any, ...]]:
    """Return the calls of a stressful script, built in the sandbox because a model may have written it.

    Raises:
        InputError: it cannot be built, or is not a list.
    """
    built = decode(build_input(native, script.recipe(None)).output or b"N")
    if not isinstance(built, tuple) or len(built) != 1 or not isinstance(built[0], list):
        raise InputError(f"stressful input {script.name}: cannot be built, or is not a list of calls")
    return list(built[0])


def _functions(declared: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in declared.body if isinstance(node, ast.FunctionDef)}


def _skeleton_faults(skeleton: ast.ClassDef, given: dict[str, ast.FunctionDef], methods: int) -> Iterator[str]:
    if methods not in METHODS:
        yield f" has {methods} public methods, must have {METHODS[0]} to {METHODS[-1]}"
    if "__init__" not in given:
        yield " has no __init__"
    for name, method in given.items():
        if ast.get_docstring(method) is None:
            yield f": {name} has no docstring"
        if len(method.body) > 1:
            yield f": {name} has a body besides its docstring"
        arguments = [*method.args.posonlyargs, *method.args.args][1:]
        if method.args.kwonlyargs or method.args.vararg or method.args.kwarg:
            yield f": {name} takes arguments that are not positional"
        if any(argument.annotation is None for argument in arguments) or method.returns is None:
            yield f": {name} lacks type hints"
    texts = [ast.get_docstring(skeleton), *map(ast.get_docstring, given.values())]
    if not any(">>>" in (text or "") for text in texts):
        yield " has no example (>>>)"


def _test_faults(problem: Problem, methods: Set[str]) -> Iterator[str]:
    named = Counter(case.name.partition(": ")[0] for case in problem.cases)
    for name, least in {**dict.fromkeys(methods, LEAST_TESTS), CLASS_TEST: LEAST_CLASS_TESTS}.items():
        if named[name] < least:
            yield f"{named[name]} are named after {name}, at least {least} are needed"
    for name in named.keys() - {CLASS_TEST, "__init__", *methods}:
        yield f"{name} is not a public method, __init__ or {CLASS_TEST}"
    for case in problem.cases:
        called = [call[0] for call in case.arguments[0]]
        about = case.name.partition(": ")[0]
        if unknown := set(called) - {"__init__", *methods}:
            yield f"{case.name!r} calls {', '.join(sorted(unknown))}, which PROMPT does not have"
        if about in methods and about not in called:
            yield f"{case.name!r} does not call {about}"
        if len(called) > LARGEST_TESTED:
            yield f"{case.name!r} has {len(called)} calls, at most {LARGEST_TESTED} are allowed"


def _method_faults(code: str, name: str, methods: dict[str, ast.FunctionDef]) -> Iterator[str]:
    """Yield how a solution's class differs from the skeleton."""
    classes = [node for node in ast.parse(code).body if isinstance(node, ast.ClassDef)]
    solution = next((node for node in classes if node.name == name), classes[-1])
    if solution.bases:
        return
    own = _functions(solution)
    for method_name, method in methods.items():
        if method_name not in own:
            yield f"has no method {method_name}"
        elif len(own[method_name].args.args) != len(method.args.args):
            yield f"has a different number of arguments at {method_name} than PROMPT"


def _script_faults(script: StressfulInput, native: Zygote) -> Iterator[str]:
    if not script.is_family:
        yield "does not draw from rng"
    try:
        calls = calls_of(script, native)
    except InputError:
        return  # this fault is reported elsewhere
    if len(calls) not in CALLS:
        yield f"has {len(calls):,} calls, must have {CALLS[0]:,} to {CALLS[-1]:,}"
    if any(type(call) is not tuple for call in calls):
        yield "has calls that are not tuples"


def _growing_faults(program: str) -> Iterator[str]:
    namespace: dict[str, Any] = {"__name__": "problem"}
    exec(compile(program, "problem.py", "exec", dont_inherit=True, optimize=0), namespace)
    for size in (64, 512):
        try:
            (calls,) = namespace["growing"](random.Random(str(size)), size)
        except Exception as error:
            yield f"growing fails at size {size}: {type(error).__name__}: {error}"
            return
        if not size / 4 <= len(calls) <= 4 * size + 16:
            yield f"growing has {len(calls)} calls at size {size}, must have about {size}"
