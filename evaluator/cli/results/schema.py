"""`tallybench schema`: the JSON Schema of result files."""

import typer


def schema() -> None:
    """Prints the JSON Schema of result files."""
    import orjson

    from evaluator.results.result import result_schema

    typer.echo(orjson.dumps(result_schema(), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode())
