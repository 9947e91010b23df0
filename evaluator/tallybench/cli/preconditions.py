"""Checks before a command does anything: packages, files, interpreters, and the checkout that it works in."""

import importlib.util
import os
from collections.abc import Iterable
from pathlib import Path

from tallybench.errors import InputError
from tallybench.files import check_writable, is_installed

# What the commands of an extra import; a command may need less.
PACKAGES = {
    "audit": ("coverage", "mutmut"),
    "dataset": ("datasets", "huggingface_hub", "jinja2", "pandas", "pyarrow", "yaml"),
    "generate": ("inspect_ai", "openai"),
    "judge0": ("httpx",),
    "ray": ("ray",),
    "site": ("mkdocs", "material", "mkdocstrings"),
}


def need_packages(command: str, extra: str, *packages: str) -> None:
    """Check that the packages of an extra are installed, all or these, before anything is measured or written."""
    for package in packages or PACKAGES[extra]:
        if importlib.util.find_spec(package) is None:
            raise InputError(f"{command}: {package} is missing; pip install 'tallybench[{extra}]'")


def check_early(
    *,
    python: str | Iterable[str] | None = None,
    files: Iterable[Path | None] = (),
    outputs: Iterable[Path | None] = (),
    samples: Iterable[str] = (),
) -> None:
    """Check that interpreters, files and outputs can be used, before a benchmark is opened, which may take a minute.

    Files are read, outputs written at the end; samples are as given to `evaluate`.
    """
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


def refuse_replacing(output: Path, replace: bool, inputs: Iterable[Path | str | None] = ()) -> None:
    """Check that writing a file would replace no input, and no other file without `replace`.

    Inputs that do not exist are ignored.
    """
    for given in inputs:
        if given is None or not output.exists() or not os.path.exists(given):
            continue
        read = Path(given).resolve()
        program = output.suffix in (".py", ".jsonl") and read in output.resolve().parents
        if os.path.samefile(output, read) or program:
            raise InputError(f"--output {output}: is the same as the input {given}; give another --output")
    if output.exists() and not replace:
        raise InputError(f"{output}: already exists; give another --output, or --force to replace it")


def check_folder(output: Path) -> None:
    """Check that `--output` does not name a file."""
    if output.exists() and not output.is_dir():
        raise InputError(f"--output {output}: is not a folder; give another")


def make_folder(output: Path) -> None:
    """Make the folder that `--output` names."""
    check_folder(output)
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--output {output}: cannot be made ({error.strerror}); give another folder") from None


def check_root(root: Path) -> None:
    """Check that a folder is a checkout of TallyBench with results."""
    if not (root / "results").is_dir():
        raise InputError(f"{root}: has no results/; run this in a checkout of TallyBench, or name one with --root")


def refuse_in_package(command: str, path: Path) -> None:
    """Refuse to change a file that comes with TallyBench, unless it runs from a checkout."""
    if is_installed():
        raise InputError(
            f"{command}: would write {path}, in the installed package; give --output FILE, or run it from a checkout "
            "of TallyBench that is installed with pip install -e"
        )


def find_checkout(command: str) -> Path:
    """Return the checkout of TallyBench that the current folder is in, which a command needs."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "site/hooks.py").is_file():
            return folder
    raise InputError(f"{command}: there is no checkout of TallyBench here; run this in one")
