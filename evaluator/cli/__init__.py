"""The command line. `commands` lists the commands; each is a function in the folder of its group.

Nothing but built-in modules is imported here, and in what this imports, before the process is isolated.
"""

import sys

from evaluator.errors import TallyBenchError
from evaluator.execution.isolation import start_again_isolated

_INTERRUPTED = 130  # as shells have it: 128 and the signal's number


def main() -> None:
    """Runs the command line.

    Exit codes: 0 done; 1 done, and a check failed; 2 the input or the machine cannot be used; 130 interrupted.
    """
    start_again_isolated()
    from evaluator.cli.interruption import Interrupted

    try:
        from evaluator.cli.commands import app

        app(prog_name="tallybench")
    except TallyBenchError as error:
        _stop(str(error), 2)
    except Interrupted as interruption:
        _stop(f"interrupted; {interruption}", _INTERRUPTED)
    except (KeyboardInterrupt, SystemExit) as end:
        # Typer makes a Ctrl-C while it reads the arguments an exit.
        if isinstance(end, SystemExit) and end.code != _INTERRUPTED:
            raise
        _stop("interrupted; nothing was begun", _INTERRUPTED)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _stop(f"{where}{error.strerror or error}", 2)


def _stop(message: str, code: int) -> None:
    print(f"tallybench: {message}", file=sys.stderr)
    sys.exit(code)
