"""The process that takes programs from answers, run by the measuring environment's Python; it speaks JSON."""

import json
import warnings
from collections.abc import Callable
from typing import Any

from tallybench.samples.sanitize import sanitize
from tallybench.samples.sanitize.method import find_method
from tallybench.samples.sanitize.program import UNPARSABLE, parse_program
from tallybench.sandbox.judging_limits import ended_after, leave_no_core
from tallybench.sandbox.started import accept_connection, say_ready

CPU_SECONDS = 10.0  # for one request; answers of models take milliseconds
_TASKS: dict[str, Callable[..., Any]] = {
    "sanitize": sanitize,
    "find_method": find_method,
    "is_program": lambda source: parse_program(source) is not None,
}


def main() -> None:
    """Answer each request, [task, arguments], with a list of the results, until the other side hangs up.

    The list is empty if the text is more than a parser can take.
    """
    connection = accept_connection()
    leave_no_core()
    warnings.simplefilter("ignore")  # invalid escapes in a model's code are of no interest here
    try:
        say_ready(connection)
        while True:
            task, arguments = json.loads(connection.recv_bytes())
            try:
                with ended_after(CPU_SECONDS):
                    found = [_TASKS[task](*arguments)]
            except UNPARSABLE:
                found = []
            connection.send_bytes(json.dumps(found).encode())
    except (EOFError, ConnectionError):
        pass
