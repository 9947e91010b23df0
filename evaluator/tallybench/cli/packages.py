"""Packages that only some commands need, and that an extra of TallyBench installs."""

import importlib.util

from tallybench.errors import InputError


def need_packages(command: str, extra: str, *packages: str) -> None:
    """Check that packages are installed, before anything is measured or written.

    Args:
        command: the command, as typed after `tallybench`.
        extra: the extra that installs the packages.
        packages: their names, as imported.

    Raises:
        InputError: one is missing.
    """
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise InputError(f"{command}: {package} is missing; pip install 'tallybench[{extra}]'")
