"""A run to a result's file, as `evaluate` and `demo` do it."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from evaluator.cli.interruption import NOTHING_HALF_DONE, after_interrupt

if TYPE_CHECKING:
    from evaluator.results.result import Model, Result
    from evaluator.run.options import Options
    from evaluator.samples.reading import Sample


def run_to_file(
    samples: "Iterable[Sample]", model: "Model", options: "Options", output: Path, journal: Path, resume_with: str
) -> "Result":
    """Evaluates samples and writes the result. The journal stays; who calls this removes it.

    Args:
        samples: the samples.
        model: who wrote them.
        options: how the run is done.
        output: the result's file.
        journal: where finished jobs are noted.
        resume_with: which command goes on with the run after Ctrl-C.
    """
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.results.result import dump_result
    from evaluator.run.pipeline import evaluate

    def how_to_go_on() -> str:
        if not journal.exists():
            return NOTHING_HALF_DONE
        return f"what was done is kept in {journal}: {resume_with} goes on with it"

    with after_interrupt(how_to_go_on), Display() as display:
        result = evaluate(samples, model, replace(options, journal=journal), display)
        write_atomically(output, dump_result(result))
    return result
