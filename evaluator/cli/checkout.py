"""The checkout of TallyBench in which results, site and dataset are made."""

from pathlib import Path

from evaluator.errors import InputError


def check_root(root: Path) -> None:
    """Looks whether a folder is a checkout with results.

    Raises:
        InputError: it is none.
    """
    if not (root / "results").is_dir():
        raise InputError(f"{root}: has no results/; run this in a checkout of TallyBench, or name one with --root")


def find_checkout(command: str, beside_package: bool = False) -> Path:
    """The checkout of TallyBench that this folder is in.

    Args:
        command: what needs one, for the message.
        beside_package: where this folder is in none, the one that this package runs from is taken. Nothing of its
            results may then be asked for: only of a benchmark of the user's own, which may lie anywhere.

    Raises:
        InputError: there is none.
    """
    here = Path.cwd()
    package = [Path(__file__).parents[2]] if beside_package else []
    for folder in (here, *here.parents, *package):
        if (folder / "site/hooks.py").is_file():
            return folder
    raise InputError(f"{command}: there is no checkout of TallyBench here; run this in one")
