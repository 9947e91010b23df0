"""Runs suites as they are, on classes of the benchmark itself: what their tests cover, whether they notice a change.

The suites run with all they expect in the child's process: it is for trusted classes, never for a model's.
"""

from dataclasses import dataclass

from tallybench.model.problem import Problem
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.packages import CLASSEVAL, provision_of
from tallybench.sandbox.suites.driver import ENTRY_POINT, SOLUTION_FILE, prologue
from tallybench.sandbox.suites.observe import call_program
from tallybench.values.wire import decode

_PROGRAM = """\
def {entry_point}(measured):
    import io, unittest
    namespace = {{"__name__": "solution", "__file__": {file!r}}}
    exec(compile({imports!r}, "imports.py", "exec"), namespace)
    if measured:
        import coverage
        with open({file!r}, "w", encoding="utf-8") as file:
            file.write({solution!r})
        collector = coverage.Coverage(data_file=None, branch=True, config_file=False, include=[{file!r}])
        collector.start()
    exec(compile({solution!r}, {file!r}, "exec"), namespace)
    exec(compile({tests!r}, "tests.py", "exec"), namespace)
    load = unittest.TestLoader().loadTestsFromTestCase
    suite = unittest.TestSuite(load(namespace[name]) for name in {names!r})
    result = unittest.TextTestRunner(stream=io.StringIO(), failfast=not measured).run(suite)
    told = {{}}
    if measured:
        collector.stop()
        collector.json_report([{file!r}], outfile="/tmp/report.json")
        import json
        with open("/tmp/report.json") as file:
            told = json.load(file)["totals"]
    return result.testsRun, result.wasSuccessful(), told
"""


@dataclass(frozen=True)
class Covered:
    """What the tests of a class reach of it, by Coverage.py."""

    statements: int
    reached: int
    branches: int
    taken: int


def passes_plainly(native: Zygote, problem: Problem, code: str, cpu_seconds: float) -> bool:
    """Whether all tests of a problem pass on a trusted class; False where they do not end in time."""
    output = _run(native, problem, code, False, cpu_seconds)
    return output is not None and bool(decode(output)[1])


def cover_class(native: Zygote, problem: Problem, cpu_seconds: float = 60.0) -> Covered | None:
    """What the tests reach of the canonical class; None where they break off."""
    output = _run(native, problem, problem.canonical.code, True, cpu_seconds)
    if output is None:
        return None
    told = decode(output)[2]
    return Covered(told["num_statements"], told["covered_lines"], told["num_branches"], told["covered_branches"])


def _run(native: Zygote, problem: Problem, code: str, measured: bool, cpu_seconds: float) -> bytes | None:
    assert problem.suites is not None
    names = [name for name, _ in problem.suites.methods]
    program = prologue(day=problem.suites.day) + _PROGRAM.format(
        entry_point=ENTRY_POINT,
        file=SOLUTION_FILE,
        imports=problem.suites.imports,
        solution=code,
        tests=problem.tests,
        names=names,
    )
    zygote = native.equipped(provision_of(CLASSEVAL if measured else problem.suites.packages))
    return call_program(zygote, program, [(measured,)], cpu_seconds).output
