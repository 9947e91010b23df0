"""The command line. `commands` lists the commands; each is a function in the folder of its group.

Until the process is isolated, only built-in modules are imported, here and in what this module imports.
"""

import sys

from tallybench.errors import TallyBenchError
from tallybench.sandbox.isolation import start_again_isolated

TYPE_CHECKING = False  # without `typing`, for the same reason
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallybench.counting.session import Session

_INTERRUPTED = 130  # as in shells: 128 plus the signal's number


def main(arguments: "Sequence[str] | None" = None, session: "Session | None" = None) -> None:
    """Run the command line, and exit.

    Args:
        arguments: the command's arguments; None for those of this process.
        session: the session of commands without `--workers`; None opens one for the command.

    Exit codes: 0 done; 1 done, and a check failed; 2 the input or the machine cannot be used; 130 interrupted.
    """
    start_again_isolated()
    from tallybench.cli.terminal import Interrupted

    try:
        from tallybench.cli.commands import app
        from tallybench.cli.options import running

        with running(session):
            app(arguments, prog_name="tallybench")
    except TallyBenchError as error:
        _stop(str(error), 2)
    except Interrupted as interruption:
        _stop(f"interrupted; {interruption}", _INTERRUPTED)
    except (KeyboardInterrupt, SystemExit) as end:
        # Typer turns a Ctrl-C while it reads the arguments into an exit.
        if isinstance(end, SystemExit) and end.code != _INTERRUPTED:
            raise
        _stop("interrupted; nothing was begun", _INTERRUPTED)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _stop(f"{where}{error.strerror or error}", 2)


def _stop(message: str, code: int) -> None:
    print(f"tallybench: {message}", file=sys.stderr)
    sys.exit(code)
