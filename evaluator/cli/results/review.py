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
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The review's file.")] = Path(
        "review.json"
    ),
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="LOGIN:ID",
            help="Who sends the pull request, as GitHub says it. Default: nobody known, so that a maintainer decides.",
        ),
    ] = None,
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
    """Reviews a pull request that adds results.

    Prints the comment that a pull request gets. Exit code 1 where it cannot be taken, or a maintainer has to decide.
    """
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.submissions.review.comment import render_comment
    from evaluator.submissions.review.owners import Account
    from evaluator.submissions.review.pull_request import review_pull_request
    from evaluator.submissions.review.report import dump_review

    if fetch and samples is None:
        raise InputError("--fetch: where to? give --samples DIR, too")
    account = None if by is None else Account.parse(by)
    with Display() as display:
        found = review_pull_request(
            root,
            base,
            head,
            account,
            not no_measure,
            python=python,
            session=open_session(workers),
            progress=display,
            samples=samples,
            fetch=fetch,
        )
    write_atomically(output, [dump_review(found)])
    typer.echo(render_comment(found, root), nl=False)
    if not found.accepted:
        raise typer.Exit(1)
