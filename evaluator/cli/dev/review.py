"""`tallybench dev review` and `comment`: whether a pull request with results can be accepted."""

from pathlib import Path

import typer

from evaluator.cli.options import Machine, Root, SampleFolder
from evaluator.cli.progress import Display
from evaluator.errors import InputError


def review(
    base: str,
    head: str,
    *,
    machine: Machine,
    output: Path = Path("review.json"),
    by: str | None = None,
    root: Root = Path("."),
    no_measure: bool = False,
    samples: SampleFolder = None,
    fetch: bool = False,
) -> None:
    """Review a pull request that adds results.

    Prints the comment for the pull request. Exit code 1 if it cannot be accepted, or a maintainer has to decide.

    Args:
        base (BASE): The revision that the pull request goes into.
        head (HEAD): The pull request's last revision.
        output: The review's file.
        by (LOGIN:ID): The sender of the pull request, as GitHub says it. Default: unknown, so that a maintainer
            decides.
        no_measure: Do not run the added results again.
        fetch: Download public samples into the folder of --samples first.
    """
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
            python=machine.python,
            session=machine.session(),
            progress=display,
            samples=samples,
            fetch=fetch,
        )
    write_atomically(output, [dump_review(found)])
    typer.echo(render_comment(found, root), nl=False)
    if not found.accepted:
        raise typer.Exit(1)


def comment(review: Path, *, head: str | None = None, root: Root = Path(".")) -> None:
    """Print the comment on a pull request, from its review.

    The review's file is not trusted: a job that ran unknown code may have written it.

    Args:
        review (REVIEW): The review's file.
        head (REVISION): The revision that it must be of.
    """
    from evaluator.submissions.review.comment import render_comment
    from evaluator.submissions.review.report import read_review

    found = read_review(review)
    if head is not None and found.head != head:
        raise InputError(f"{review}: is not of {head}; review this revision")
    typer.echo(render_comment(found, root), nl=False)
