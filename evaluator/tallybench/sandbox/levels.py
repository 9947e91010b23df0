"""What differs between the levels of problems: how a solution is checked and run, and how its output is compared."""

from tallybench.errors import InputError
from tallybench.model.call_scripts import script_fault
from tallybench.model.parts import CheckOutcome
from tallybench.model.problem import Problem
from tallybench.sandbox.correctness import Tests, check_solution
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import Answer, compile_solution, count_encoding, run_program, run_solution
from tallybench.sandbox.outputs import wrong_output
from tallybench.sandbox.programs import as_bytes, check_program
from tallybench.sandbox.scripts import check_class, count_driver, driven, run_script
from tallybench.sandbox.suites.check import check_suites
from tallybench.values.wire import WireError, decode


class Level:
    """The function level: a function is called with arguments; its output is the encoded value that it returns."""

    least_share = 0.95  # below this share of the overhead a count is not believed: the output was not encoded

    def check(self, native: Zygote, tests: Tests, solution: str) -> CheckOutcome:
        """Run the correctness tests on a solution."""
        return check_solution(native, tests, solution)

    def program(self, problem: Problem, solution: str) -> str:
        """Return the program to compile from a solution, for `run`."""
        return solution

    def fault(self, arguments: bytes) -> str | None:
        """Return why a solution cannot be run on these (encoded) arguments; None if it can."""
        return None

    def run(
        self,
        zygote: Zygote,
        problem: Problem,
        bytecode: bytes,
        arguments: bytes,
        cpu_seconds: float,
        meter: str | None = None,
    ) -> Answer:
        """Run a compiled program once on a stressful input, under the zygote's counter or the `meter` given."""
        return run_solution(zygote, bytecode, problem.entry_point, arguments, cpu_seconds, meter)

    def overhead(self, native: Zygote, emulated: Zygote, problem: Problem, arguments: bytes, output: bytes) -> int:
        """Return what a child spends beyond the solution's own work."""
        return count_encoding(emulated, output) or 0

    def wrong(self, problem: Problem, arguments: bytes, expected: bytes, output: bytes) -> str | None:
        """Return what is wrong with an output under stress; None if it is right."""
        return wrong_output(problem, arguments, expected, output)


class FileLevel(Level):
    """The file level: a program reads standard input, the only argument; its output is the bytes that it prints."""

    least_share = 0.0  # a program's count includes the cost of printing

    def check(self, native: Zygote, tests: Tests, solution: str) -> CheckOutcome:
        return check_program(native, tests, solution)

    def fault(self, arguments: bytes) -> str | None:
        try:
            given = decode(arguments)
        except WireError as error:
            return str(error)
        if len(given) != 1 or not isinstance(given[0], str):
            return "a program's input is one text, what it is to find on standard input"
        try:
            as_bytes(given[0])
        except UnicodeEncodeError as error:
            return f"its text cannot be written as UTF-8 ({error.reason})"
        return None

    def run(
        self,
        zygote: Zygote,
        problem: Problem,
        bytecode: bytes,
        arguments: bytes,
        cpu_seconds: float,
        meter: str | None = None,
    ) -> Answer:
        if meter is not None:
            raise InputError(
                f"{problem.task_id}: counter {meter} measures functions only, and this is a program on standard "
                "input; choose valgrind"
            )
        (stdin,) = decode(arguments)
        return run_program(zygote, bytecode, as_bytes(stdin), cpu_seconds)

    def overhead(self, native: Zygote, emulated: Zygote, problem: Problem, arguments: bytes, output: bytes) -> int:
        """Count a program that ends as soon as it can, on the same input.

        Ending in the usual way counts as a program's own work: otherwise it would pay to skip it.
        """
        nothing = compile_solution(native, "import os\nos._exit(0)\n").output
        assert nothing is not None
        (stdin,) = decode(arguments)
        return run_program(emulated, decode(nothing), as_bytes(stdin), 120).count or 0

    def wrong(self, problem: Problem, arguments: bytes, expected: bytes, output: bytes) -> str | None:
        return wrong_output(problem, arguments, expected, output, text=True)


class ClassLevel(Level):
    """The class level: a class runs a call script, the only argument; its output is what the script yields, encoded."""

    least_share = 0.7  # a method may be cheaper than its stand-in when the driver is counted

    def check(self, native: Zygote, tests: Tests, solution: str) -> CheckOutcome:
        return (check_class if tests.suites is None else check_suites)(native, tests, solution)

    def program(self, problem: Problem, solution: str) -> str:
        return driven(problem.entry_point, solution)

    def fault(self, arguments: bytes) -> str | None:
        try:
            given = decode(arguments)
        except WireError as error:
            return str(error)
        return script_fault(given[0]) if len(given) == 1 else "a class is given one argument, a call script"

    def run(
        self,
        zygote: Zygote,
        problem: Problem,
        bytecode: bytes,
        arguments: bytes,
        cpu_seconds: float,
        meter: str | None = None,
    ) -> Answer:
        return run_script(zygote, bytecode, arguments, cpu_seconds, meter)

    def overhead(self, native: Zygote, emulated: Zygote, problem: Problem, arguments: bytes, output: bytes) -> int:
        return count_driver(native, emulated, problem.entry_point, arguments, output)


LEVELS = {"function": Level(), "file": FileLevel(), "class": ClassLevel()}
