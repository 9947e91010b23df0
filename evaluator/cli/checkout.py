"""The checkout of TallyBench in which results, site and dataset are made."""

from pathlib import Path

from evaluator.errors import InputError
from evaluator.files import is_installed


def check_root(root: Path) -> None:
    """Looks whether a folder is a checkout with results.

    Raises:
        InputError: it is none.
    """
    if not (root / "results").is_dir():
        raise InputError(f"{root}: has no results/; run this in a checkout of TallyBench, or name one with --root")


def refuse_in_package(command: str, path: Path) -> None:
    """Refuse to write a file among those of an installed package, which are not the user's to change.

    Args:
        command: what would write it.
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
        command: what needs one, for the message.

    Raises:
        InputError: there is none.
    """
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "site/hooks.py").is_file():
            return folder
    raise InputError(f"{command}: there is no checkout of TallyBench here; run this in one")
