"""`tallybench doctor`: what this machine can do."""

from dataclasses import asdict

import typer

from tallybench.cli.options import AsJson, Python


def doctor(python: Python = None, json: AsJson = False) -> None:
    """Check whether this machine can measure, and say how to fix it.

    Exit code 1 if something is missing that an evaluation needs.
    """
    from tallybench.counting.doctor import examine

    findings = []
    for finding in examine(python):
        findings.append(finding)
        if not json:
            typer.echo(f"{finding.status:5} {finding.what:19} {finding.detail}")
            if finding.mend:
                typer.echo(f"{'':25} -> {finding.mend}")
    if json:
        import orjson

        typer.echo(orjson.dumps([asdict(finding) for finding in findings], option=orjson.OPT_INDENT_2).decode())
    if any(finding.status == "lack" for finding in findings):
        raise typer.Exit(1)
