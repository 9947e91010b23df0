"""`tallybench submit`: check a result, and put it where it belongs."""

from pathlib import Path
from typing import Annotated

import typer

from tallybench.cli.checkout import check_root
from tallybench.cli.options import Date, Root, parse_date
from tallybench.errors import InputError


def submit(
    result: Path,
    *,
    slug: Annotated[str | None, typer.Option("--as")] = None,
    date: Date = None,
    root: Root = Path("."),
) -> None:
    """Check a result, put it in place, and say how to send it.

    Args:
        result (RESULT): The result's file.
        slug (NAME): The model's short name. Default: made from its name.
    """
    from tallybench.benchmarks.catalogue import shows_texts
    from tallybench.files import write_atomically
    from tallybench.model.redaction import without_texts
    from tallybench.model.result import dump_result
    from tallybench.statistics.ranking import NEEDED, missing_facts
    from tallybench.statistics.reading import load_result
    from tallybench.statistics.report import as_markdown
    from tallybench.submissions.checks import check_content, submission_faults
    from tallybench.submissions.places import place_of
    from tallybench.submissions.texts import placeholder_faults

    check_root(root)
    loaded = load_result(result)
    content = result.read_bytes()
    if bare := not shows_texts(loaded.benchmark.name):
        loaded = without_texts(loaded)
        content = b"".join(dump_result(loaded))
    if faults := check_content(content)[1] if bare else submission_faults(result):
        for fault in faults:
            typer.echo(fault.of(result), err=True)
        raise InputError(f"{result}: cannot be submitted; mend the {len(faults)} faults above")
    place = place_of(loaded, content, parse_date(date), slug, root)
    target = root / place
    is_new = not any(target.parent.glob("*"))
    target.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(target, [content])
    typer.echo(f"placed: {target}\n")
    if bare:
        typer.echo("Texts of the benchmark were taken out of it, and the code: they are not ours to publish.\n")
    typer.echo("What a reviewer will see:\n")
    typer.echo(as_markdown([loaded]))
    if not loaded.has_public_code:
        typer.echo("The code is withheld, so that nothing can be measured again: it has no rank and stands as a claim.")
    elif not loaded.environment.ranked:
        typer.echo("Measured in another environment than the ranked one: it is ranked once it is measured again there.")
    if missing := missing_facts(loaded.model):
        needed = ", ".join(NEEDED[name] for name in missing)
        typer.echo(f"It will have no rank, for too little is known of the model; evaluate again with {needed}.")
    for fault in placeholder_faults(loaded.model):
        typer.echo(f"will be refused: {fault}")
    kind = "The model is new here" if is_new else "The model has a folder, and may have a row that this replaces"
    typer.echo(f"{kind}: a maintainer decides about that.")
    branch = f"result-{place.parent.name}-{place.stem[-8:]}"
    typer.echo("\nTo send it, in your fork of the repository:\n")
    for line in (
        f"git switch -c {branch} main",
        f"git add {place}",
        f'git commit -m "Result: {place.parent.name}"',
        f"git push -u origin {branch}",
    ):
        typer.echo(f"    {line}")
    typer.echo("\nthen open a pull request against main. It must change nothing else.")
