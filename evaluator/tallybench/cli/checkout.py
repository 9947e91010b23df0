"""The checkout of TallyBench in which results, site and dataset are made."""

from pathlib import Path

from tallybench.errors import InputError
from tallybench.files import is_installed


def check_root(root: Path) -> None:
    """Check that a folder is a checkout with results.

    Raises:
        InputError: it has no results.
    """
    if not (root / "results").is_dir():
        raise InputError(f"{root}: has no results/; run this in a checkout of TallyBench, or name one with --root")


def refuse_in_package(command: str, path: Path) -> None:
    """Refuse to change a file of an installed package.

    Args:
        command: what would write it, for the message.
        path: the file, which comes with TallyBench.

    Raises:
        InputError: TallyBench does not run from a checkout.
    """
    if is_installed():
        raise InputError(
            f"{command}: would write {path}, in the installed package; give --output FILE, or run it from a checkout "
            "of TallyBench that is installed with pip install -e"
        )


def find_checkout(command: str) -> Path:
    """Return the checkout of TallyBench that the current folder is in.

    Args:
        command: what needs a checkout, for the message.

    Raises:
        InputError: no checkout is found.
    """
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "site/hooks.py").is_file():
            return folder
    raise InputError(f"{command}: there is no checkout of TallyBench here; run this in one")
