"""`tallybench dev review`: whether a pull request with results can be accepted."""

from pathlib import Path

import typer

from tallybench.cli.options import Machine, Root, SampleFolder
from tallybench.cli.progress import Display
from tallybench.errors import InputError


def review(
    base: str,
    head: str,
    *,
    machine: Machine,
    root: Root = Path("."),
    no_measure: bool = False,
    samples: SampleFolder = None,
    fetch: bool = False,
) -> None:
    """Review a pull request that adds or removes results.

    Prints the comment for the pull request. Exit code 1 if it cannot be accepted as it is. What a maintainer has to
    decide is listed, but is not a failure.

    Args:
        base (BASE): The revision that the pull request goes into.
        head (HEAD): The pull request's last revision.
        no_measure: Do not run the added results again.
        fetch: Download public samples into the folder of --samples first.
    """
    from tallybench.submissions.comment import render_comment
    from tallybench.submissions.review import review_pull_request

    if fetch and samples is None:
        raise InputError("--fetch: where to? give --samples DIR, too")
    with Display() as display:
        found = review_pull_request(
            root,
            base,
            head,
            not no_measure,
            python=machine.python,
            session=machine.session(),
            progress=display,
            samples=samples,
            fetch=fetch,
        )
    typer.echo(render_comment(found, root), nl=False)
    if found.refused:
        raise typer.Exit(1)
