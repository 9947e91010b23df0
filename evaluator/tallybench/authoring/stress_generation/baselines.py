"""What STGEN is compared with (COFFE, section 4.3): all inputs are asked for at once, without a contract."""

from tallybench.authoring.stress_generation.contract import Tests, TestsTask
from tallybench.authoring.stress_generation.inputs import ASKED_AT_ONCE, InputsTask, Tried
from tallybench.authoring.stress_generation.making import Made, Making, dearest, fields_of, question
from tallybench.generating.prompt import Prompt
from tallybench.model.problem import Problem


def by_instruction(problem: Problem, prompt: Prompt) -> Making:
    """Ask for raw inputs that cover the program or, with another prompt, for inputs like the ones shown."""
    return (yield from _at_once(problem, prompt, listing=False))


def by_generator(problem: Problem, prompt: Prompt) -> Making:
    """Ask for a function that returns the inputs."""
    return (yield from _at_once(problem, prompt, listing=True))


def _at_once(problem: Problem, prompt: Prompt, *, listing: bool) -> Making:
    tests: Tests = yield TestsTask(problem)
    fields = fields_of(problem, prompt, tests) | {"count": str(ASKED_AT_ONCE)}
    answer = yield question(prompt, "inputs", fields)
    found: tuple[Tried, ...] = yield InputsTask(problem, None, answer, 1, ASKED_AT_ONCE, listing)
    return Made(None, found, dearest(found))
