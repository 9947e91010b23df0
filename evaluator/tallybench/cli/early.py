"""Checks the files and interpreters that options name, before a benchmark is opened, which may take a minute."""

import os
from collections.abc import Iterable
from pathlib import Path

from tallybench.errors import InputError


def check_early(
    *,
    python: str | Iterable[str] | None = None,
    files: Iterable[Path | None] = (),
    outputs: Iterable[Path | None] = (),
    samples: Iterable[str] = (),
) -> None:
    """Check that interpreters, files and outputs can be used.

    Args:
        python: measuring interpreters.
        files: files that are read; None is ignored.
        outputs: files that are written at the end; None is ignored.
        samples: samples, as given to `evaluate`.

    Raises:
        InputError: a file is missing or cannot be written, or there is no such set of samples.
        MachineError: an interpreter cannot be used.
    """
    from tallybench.files import check_writable
    from tallybench.samples.embedded import PREFIX, sample_set
    from tallybench.sandbox.interpreter import probe_interpreter

    for path in files:
        if path is not None and not path.exists():
            raise InputError(f"{path}: there is no such file; check the path")
    for source in samples:
        if source.startswith(PREFIX):
            sample_set(source)
        elif source != "-" and not os.path.exists(source):
            raise InputError(f"{source}: there is no such file; check the path, or give `-` for standard input")
    for output in outputs:
        if output is not None:
            check_writable(output)
    for interpreter in (python,) if isinstance(python, str) else python or ():
        probe_interpreter(interpreter)
