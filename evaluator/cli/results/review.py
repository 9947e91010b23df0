"""`tallybench review`: whether a pull request with results can be taken."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.options import Python, Root, SampleFolder, Workers
from evaluator.cli.session import open_session
from evaluator.errors import InputError


def review(
    base: Annotated[str, typer.Argument(metavar="BASE", help="The revision that the pull request goes into.")],
    head: Annotated[str, typer.Argument(metavar="HEAD", help="The pull request's last revision.")],
    root: Root = Path("."),
    no_measure: Annotated[bool, typer.Option("--no-measure", help="Do not run the added results again.")] = False,
    python: Python = None,
    workers: Workers = None,
    samples: SampleFolder = None,
    fetch: Annotated[
        bool,
        typer.Option("--fetch", help="Get the samples that are public elsewhere first, and put them into --samples."),
    ] = False,
) -> None:
    """Review a pull request that adds or removes results.

    Prints the comment that the pull request gets. Exit code 1 where it cannot be taken as it is. What a maintainer has
    to decide is named, and is no failure.
    """
    from evaluator.cli.progress import Display
    from evaluator.submissions.comment import render_comment
    from evaluator.submissions.review import review_pull_request

    if fetch and samples is None:
        raise InputError("--fetch: where to? give --samples DIR, too")
    with Display() as display:
        found = review_pull_request(
            root,
            base,
            head,
            not no_measure,
            python=python,
            session=open_session(workers),
            progress=display,
            samples=samples,
            fetch=fetch,
        )
    typer.echo(render_comment(found, root), nl=False)
    if found.refused:
        raise typer.Exit(1)
