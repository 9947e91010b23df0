"""The command line. Each command imports what it needs when it runs, so that `--help` is quick."""

import os
import sys

import typer

from evaluator.errors import TallyBenchError

app = typer.Typer(
    name="tallybench",
    help="Is code that language models write correct and efficient? Counted in CPU instructions.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """Runs the command line. Exit codes: 0 done, 1 done and a check failed, 2 bad input or machine."""
    from evaluator.cli import (  # noqa: F401  # they register their commands
        auditing,
        dataset,
        exporting,
        humans,
        measuring,
        publishing,
        pushing,
        reading,
        reproducing,
        running,
        submitting,
    )

    try:
        app()
    except TallyBenchError as error:
        print(f"tallybench: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("tallybench: interrupted; what was done is kept, --resume goes on with it", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"tallybench: {where}{error.strerror or error}", file=sys.stderr)
        sys.exit(2)
