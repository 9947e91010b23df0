"""`tallybench submit`: check a result, and put it where it belongs."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.checkout import check_root
from evaluator.cli.options import Date, Root, parse_date
from evaluator.errors import InputError


def submit(
    result: Path,
    *,
    slug: Annotated[str | None, typer.Option("--as")] = None,
    by: str | None = None,
    date: Date = None,
    root: Root = Path("."),
) -> None:
    """Check a result, put it in place, and say how to send it.

    Args:
        result (RESULT): The result's file.
        slug (NAME): The model's short name. Default: made of its name.
        by (LOGIN:ID): Your GitHub account, which will own a new model's folder.
    """
    from evaluator.benchmarks.catalogue import shows_texts
    from evaluator.files import write_atomically
    from evaluator.results.ranking import NEEDED, not_told
    from evaluator.results.reading import load_result
    from evaluator.results.redaction import without_texts
    from evaluator.results.report import as_markdown
    from evaluator.results.result import dump_result
    from evaluator.submissions.checks import content_faults, submission_faults, suspicions
    from evaluator.submissions.placeholders import placeholder_faults
    from evaluator.submissions.places import place_of
    from evaluator.submissions.review.owners import HOW_TOLD, OWNER, Account

    check_root(root)
    loaded = load_result(result)
    content = result.read_bytes()
    if bare := not shows_texts(loaded.benchmark.name):
        loaded = without_texts(loaded)
        content = b"".join(dump_result(loaded))
    if faults := content_faults(content, None) if bare else submission_faults(result):
        for fault in faults:
            typer.echo(fault.of(result), err=True)
        raise InputError(f"{result}: cannot be submitted; mend the {len(faults)} faults above")
    place = place_of(loaded, content, parse_date(date), slug, root)
    target = root / place
    placed = [place]
    if is_new := not any(target.parent.glob("*")):
        if by is None:
            raise InputError(f"{place.parent}: is a new folder, which needs an owner; give --by {HOW_TOLD}")
        placed.append(place.with_name(OWNER))
        owner = Account.parse(by)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target.with_name(OWNER), [owner.line.encode()])
    write_atomically(target, [content])
    typer.echo(f"placed: {target}\n")
    if bare:
        typer.echo("Texts of the benchmark were taken out of it, and the code: they are not ours to publish.\n")
    typer.echo("What a reviewer will see:\n")
    typer.echo(as_markdown([loaded]))
    for line in suspicions(loaded):
        typer.echo(f"will be asked about: {line}")
    if not loaded.has_public_code:
        typer.echo("The code is withheld, so that nothing can be measured again: it has no rank and stands as a claim.")
    elif not loaded.environment.ranked:
        typer.echo("Measured in another environment than the ranked one: it is ranked once it is measured again there.")
    if missing := not_told(loaded.model):
        needed = ", ".join(NEEDED[name] for name in missing)
        typer.echo(f"It will have no rank, for too little is known of the model; evaluate again with {needed}.")
    for fault in placeholder_faults(loaded.model):
        typer.echo(f"will be refused: {fault}")
    if not is_new:
        typer.echo("The model has a folder: a maintainer decides about what others send, and about what takes its row.")
    branch = f"result-{place.parent.name}-{place.stem[-8:]}"
    typer.echo("\nTo send it, in your fork of the repository:\n")
    for line in (
        f"git switch -c {branch} main",
        f"git add {' '.join(map(str, placed))}",
        f'git commit -m "Result: {place.parent.name}"',
        f"git push -u origin {branch}",
    ):
        typer.echo(f"    {line}")
    typer.echo("\nthen open a pull request against main. It must change nothing else.")
