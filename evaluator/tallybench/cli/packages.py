"""Packages that only some commands need, and that an extra of TallyBench installs."""

import importlib.util

from tallybench.errors import InputError


def need_packages(command: str, extra: str, *packages: str) -> None:
    """Check that packages are installed, before anything is measured or written.

    Args:
        command: as it is typed after `tallybench`.
        extra: what installs the packages.
        packages: as they are imported.

    Raises:
        InputError: one is missing.
    """
    for package in packages:
        if importlib.util.find_spec(package) is None:
            raise InputError(f"{command}: {package} is missing; pip install 'tallybench[{extra}]'")
