"""`tallybench evaluate --judge0 URL`: which options go with it, and what it reports in addition to the result."""

from pathlib import Path
from typing import TYPE_CHECKING

from tallybench.cli.packages import need_packages
from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.integrations.judge0.run import Judge0Run
    from tallybench.integrations.judge0.server import Address
    from tallybench.model.result import Result


def address_of(url: str | None, language: int | None, **others: bool) -> "Address | None":
    """Return the server's address; None if `--judge0` is not given.

    Args:
        url: as `--judge0` gives it.
        language: as `--language` gives it.
        others: for each option that does not go with `--judge0`, by its name, whether it is given.

    Raises:
        InputError: it is not an address, options do not go together, or a package is missing.
    """
    if url is None:
        if language is not None:
            raise InputError("--language: is of a Judge0 server; give --judge0 URL")
        return None
    for option in (option for option, given in others.items() if given):
        raise InputError(f"--{option}: does not go with --judge0")
    need_packages("evaluate --judge0", "judge0", "httpx")
    from tallybench.integrations.judge0.server import Address

    return Address.of(url)


def write_table(run: "Judge0Run", result: "Result", table: Path) -> list[str]:
    """Write the table of a run, and return lines about it and about exclusions."""
    from tallybench.files import write_atomically

    write_atomically(table, [run.table()])
    lines = [f"by the server's own figures: {run.relative()} (see {table})"]
    if result.exclusions:
        first = result.exclusions[0]
        lines.append(f"excluded: {len(result.exclusions)} problems, such as {first.task_id}: {first.reason}")
    if run.undecided:
        lines.append(f"not run by the server's fault: {run.undecided} programs; --resume tries them once more")
    return lines
