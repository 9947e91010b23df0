"""Checks that a problem's contract, inputs and solutions fit together, as the format requires."""

import copy
import inspect
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from tallybench.benchmarks.class_format import class_faults, example_faults
from tallybench.model.inputs import StressfulInput
from tallybench.model.problem import Problem
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import build_input, compile_solution
from tallybench.sandbox.levels import LEVELS
from tallybench.values.shorten import shorten_call
from tallybench.values.wire import decode

LEAST_INPUTS = 5
LEAST_INVALID = 3
LEAST_FAMILIES = 3
LARGEST_INPUT = 64 << 20  # bytes of memory
LONGEST_BUILD = 1.0  # CPU seconds, including the contract
CPU_SECONDS = 6  # for a reference on a stressful input
MOST_ALIKE = 20  # seeds that may give the released input by chance
MOST_SAME = 6  # seeds at which the outcomes of a script are compared, in addition to the released one
SEEDS = 2  # seeds at which the families are built, in addition to the released one


def problem_faults(problem: Problem, native: Zygote, patience: int = CPU_SECONDS, seeds: int = SEEDS) -> list[str]:
    """Return everything wrong with a problem that has a file; an incomplete one is checked as far as possible.

    `patience`: CPU seconds that the ground truth and the slow solutions get on each stressful input. If they need more,
    their output is not checked; with 0 they are not run on stressful inputs at all. `seeds`: how many seeds
    each family is checked at, besides the released one.
    """
    if problem.missing:
        rejected = _contract_faults(problem) if problem.contract is not None else ()
        return [*example_faults(problem, native), *rejected, *_correctness_faults(problem, native)]
    if problem.contract is None:
        return []
    faults = [
        *class_faults(problem, native),
        *example_faults(problem, native),
        *_contract_faults(problem),
        *_correctness_faults(problem, native),
    ]
    if len(problem.stressful) < LEAST_INPUTS:
        faults.append(f"has {len(problem.stressful)} stressful inputs, at least {LEAST_INPUTS} are needed")
    if not problem.slow and problem.no_headroom is None:
        faults.append("has neither a slow_ solution nor HEADROOM")
    if problem.growing is None and problem.no_headroom is None:
        faults.append("has neither growing nor HEADROOM")
    for given in problem.stressful:
        found = _input_faults(problem, given, native, patience)
        faults += [f"stressful input {given.name}: {fault}" for fault in found]
    families, inputs = len(problem.families), len(problem.stressful)
    excused = problem.no_headroom is not None or problem.few_families is not None
    if not excused and families < max(LEAST_FAMILIES, (inputs + 1) // 2):
        faults.append(
            f"only {families} of {inputs} stressful inputs use their seed; at least {LEAST_FAMILIES}, and at least "
            "half, must. If they cannot, set FEW_FAMILIES to the reason"
        )
    for family in problem.families:
        found = _family_faults(problem, family, native, seeds)
        faults += [f"stressful input {family.name}: {fault}" for fault in found]
    return faults


def _family_faults(problem: Problem, family: StressfulInput, native: Zygote, seeds: int) -> Iterator[str]:
    """Yield what is wrong with a family at seeds other than the released one."""
    for seed in map(str, range(seeds)):
        yield from (f"at seed {seed}: {fault}" for fault in _input_faults(problem, family.at_seed(seed), native, 0))
    built = (
        build_input(native, given.recipe(problem.contract)).output
        for given in (family, *map(family.at_seed, map(str, range(MOST_ALIKE))))
    )
    released = next(built)
    if all(output == released for output in built):
        yield "is the same at every seed"
    if problem.level != "class" or not problem.references:
        return
    # If a script's calls have the same outcomes at two seeds, answers prepared for one seed would fit the other.
    level = LEVELS[problem.level]
    code = decode(compile_solution(native, level.program(problem, problem.references[0].code)).output or b"")
    seen: dict[bytes, str] = {}
    for given in (family, *(family.at_seed(str(seed)) for seed in range(MOST_SAME))):
        calls = build_input(native, given.recipe(problem.contract)).output
        outcomes = None if calls is None else level.run(native, problem, code, calls, CPU_SECONDS).output
        if outcomes is not None and seen.setdefault(outcomes, given.seed) != given.seed:
            yield (
                f"has the same outcomes at seeds {seen[outcomes]} and {given.seed}, so answers prepared for one fit "
                "the other"
            )
            return


def _contract_faults(problem: Problem) -> Iterator[str]:
    contract = _run(problem.contract or "", "contract.py")["contract"]
    try:
        tested = test_inputs(problem)
    except Exception:
        tested = []  # the ground truth fails the tests, which is reported separately
    for arguments in tested:
        if (message := _rejection(contract, arguments)) is not None:
            call = shorten_call(problem.entry_point, arguments, {})
            yield f"the contract rejects an input of the correctness tests: {call}: {message}"
    if len(problem.invalid) < LEAST_INVALID:
        yield f"INVALID has {len(problem.invalid)} inputs, at least {LEAST_INVALID} are needed"
    reasons: dict[str, str] = {}
    for reason, arguments in problem.invalid:
        message = _rejection(contract, arguments)
        if message is None:
            yield f"the contract accepts the invalid input: {reason}"
        elif message in reasons:
            yield f"the contract rejects two invalid inputs for the same reason: {reasons[message]}; {reason}"
        else:
            reasons[message] = reason


def _rejection(contract: Any, arguments: tuple[Any, ...]) -> str | None:
    try:
        contract(*arguments)
    except AssertionError as error:
        return str(error) or "(no message)"
    except Exception as error:
        return f"it fails with {type(error).__name__}: {error}"
    return None


def _run(program: str, name: str, namespace: dict[str, Any] | None = None) -> dict[str, Any]:
    """Run a trusted program in this process; return its names."""
    namespace = {} if namespace is None else namespace
    exec(compile(program, name, "exec", dont_inherit=True, optimize=0), namespace)
    return namespace


def test_inputs(problem: Problem) -> list[tuple[Any, ...]]:
    """Return the inputs of the correctness tests, as passed to the ground truth."""
    if problem.cases:
        return [case.arguments for case in problem.cases]
    function = _run(problem.ground_truth.code, "solution.py")[problem.entry_point]
    parameters = inspect.signature(function)
    return recorded_calls(problem, function, lambda arguments, named: parameters.bind(*arguments, **named).args)


def recorded_calls(
    problem: Problem,
    function: Callable[..., Any],
    positional: Callable[[tuple[Any, ...], dict[str, Any]], tuple[Any, ...]],
) -> list[tuple[Any, ...]]:
    """Run a problem's test program on a function, in this process, and return the arguments of each call.

    The function is really called, because some tests use what it returns; `positional` turns the arguments of a call
    into positional ones.

    Raises:
        AssertionError: the function fails the tests.
    """
    namespace = _run(problem.tests, "tests.py", _run(problem.prompt, "prompt.py"))
    namespace[problem.entry_point] = function  # some tests call it by name, as if in one program with the solution
    seen = []

    def candidate(*arguments: Any, **named: Any) -> Any:
        seen.append(copy.deepcopy(positional(arguments, named)))
        return function(*arguments, **named)

    random.seed(problem.task_id)
    namespace["check"](candidate)
    return seen


def memory_of(value: Any) -> int:
    """Return how many bytes of memory a plain value and its contents take, counting each object once."""
    seen = {id(value)}
    waiting = [value]
    total = 0
    while waiting:
        value = waiting.pop()
        total += sys.getsizeof(value)
        inside: Iterable[Any] = ()
        if isinstance(value, dict):
            inside = chain(value.keys(), value.values())
        elif isinstance(value, list | tuple | set | frozenset):
            inside = value
        for item in inside:
            if id(item) not in seen:
                seen.add(id(item))
                waiting.append(item)
    return total


def _correctness_faults(problem: Problem, native: Zygote) -> Iterator[str]:
    tests = Tests.of(problem)
    for solution in (problem.ground_truth, *problem.references, *problem.slow):
        checked = LEVELS[problem.level].check(native, tests, solution.code)
        if (failure := checked.failure) is not None:
            values = f": expected {failure.expected}, got {failure.got}" if failure.expected is not None else ""
            yield f"{solution.name} fails the correctness tests: {failure.reason}: {failure.call}{values}"


def _input_faults(problem: Problem, given: StressfulInput, native: Zygote, patience: int) -> Iterator[str]:
    built, again = (build_input(native, given.recipe(problem.contract)) for _ in range(2))
    arguments = built.output
    if arguments is None:
        yield f"cannot be built: {built.failure.reason if built.failure else ''}"
        return
    if arguments != again.output:
        yield "is not the same when it is built again"
    if (size := memory_of(decode(arguments))) > LARGEST_INPUT:
        yield f"takes {size:,} bytes, at most {LARGEST_INPUT:,} are allowed"
    level = LEVELS[problem.level]
    if (fault := level.fault(arguments)) is not None:
        yield fault
        return
    expected: bytes | None = None
    for solution in (*problem.references, *((problem.ground_truth, *problem.slow) if patience else ())):
        trusted = solution in problem.references
        code = decode(compile_solution(native, level.program(problem, solution.code)).output or b"")
        answer = level.run(native, problem, code, arguments, CPU_SECONDS if trusted else patience)
        if answer.out_of_time and not trusted:
            continue
        if answer.output is None:
            yield f"{solution.name} fails: {answer.failure}"
        elif expected is None:
            expected = answer.output
        elif (wrong := level.wrong(problem, arguments, expected, answer.output)) is not None:
            yield f"{solution.name}: {wrong}"
