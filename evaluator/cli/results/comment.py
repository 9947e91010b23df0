"""`tallybench comment`: what a pull request is told."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.options import Root
from evaluator.errors import InputError


def comment(
    review: Annotated[Path, typer.Argument(metavar="REVIEW", help="The review's file.")],
    head: Annotated[
        str | None, typer.Option("--head", metavar="REVISION", help="The revision that it must be of.")
    ] = None,
    root: Root = Path("."),
) -> None:
    """Prints the comment on a pull request, from its review.

    The review's file is not trusted: a job that ran a stranger's code may have written it.
    """
    from evaluator.submissions.review.comment import render_comment
    from evaluator.submissions.review.report import read_review

    found = read_review(review)
    if head is not None and found.head != head:
        raise InputError(f"{review}: is not of {head}; the review of another revision is no answer to this one")
    typer.echo(render_comment(found, root), nl=False)
