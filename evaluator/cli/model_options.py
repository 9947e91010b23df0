"""Options that tell who wrote the samples, as `evaluate`, `generate` and `run` have them."""

from typing import Annotated

import typer

Organization = Annotated[str | None, typer.Option("--organization", metavar="NAME", help="Who made the model.")]
Parameters = Annotated[
    float | None, typer.Option("--parameters", metavar="BILLIONS", help="The model's size, in billions.")
]
OpenWeights = Annotated[
    bool | None, typer.Option("--open-weights/--closed-weights", help="Whether anyone can download the model.")
]
Released = Annotated[
    str | None, typer.Option("--released", metavar="DAY", help="When the model came out, YYYY-MM-DD or YYYY-MM.")
]
Url = Annotated[str | None, typer.Option("--url", metavar="URL", help="Where the model is described.")]
Revision = Annotated[
    str | None,
    typer.Option(
        "--revision", metavar="TEXT", help="Exactly which model: the commit of its weights, or its dated name."
    ),
]
Submitter = Annotated[
    str | None, typer.Option("--submitter", metavar="NAME", help="Who sends the result, and answers for it.")
]
Cost = Annotated[
    str | None,
    typer.Option(
        "--price", metavar="IN,OUT", help="What the provider asks, in dollars a million tokens, such as 0.15,0.60."
    ),
]
