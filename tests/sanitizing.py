"""The sanitizer as users have it: in the process that the measuring environment's Python runs."""

import atexit
from collections.abc import Iterable
from functools import cache

from tallybench.model.problem import Problem
from tallybench.samples import assembling
from tallybench.samples.attempts import Sanitizer
from tallybench.samples.sanitize import Sanitized


@cache
def shared_sanitizer() -> Sanitizer:
    """The one of all tests in this process."""
    sanitizer = Sanitizer()
    atexit.register(sanitizer.__exit__)
    return sanitizer


def sanitize(field: str, text: str, prompt: str, entry_point: str, any_name: bool = False) -> Sanitized:
    return shared_sanitizer().sanitize(field, text, prompt, entry_point, any_name)


def assemble_class(problem: Problem, answers: Iterable[str]) -> str:
    return assembling.assemble_class(problem, answers, shared_sanitizer())
