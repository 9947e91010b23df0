"""`tallybench packages`: what the tests of a benchmark need, set up once."""

from typing import Annotated

import typer


def packages(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The set of packages: classeval.")],
) -> None:
    """Sets up the packages that a benchmark's tests need.

    They go into a folder of the cache, by pinned versions, which only the sandbox of these tests mounts, read-only.
    """
    from evaluator.execution.packages import PACKAGES, install_packages

    folder, digest = install_packages(name)
    typer.echo(f"{name}: {len(PACKAGES[name].pins)} packages in {folder}\nSHA-256 over their files: {digest}")
