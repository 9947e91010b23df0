"""A run to a result's file, as `evaluate` and `demo` do it."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from evaluator.cli.interruption import NOTHING_HALF_DONE, after_interrupt
from evaluator.errors import InputError, MachineError

if TYPE_CHECKING:
    from evaluator.journal import Journal
    from evaluator.results.result import Model, Result
    from evaluator.results.source import Source
    from evaluator.run.options import Options
    from evaluator.samples.reading import Sample


def run_to_file(
    samples: "Iterable[Sample]",
    model: "Model",
    options: "Options",
    output: Path,
    journal: "Journal",
    resume_with: str,
    source: "Source | None" = None,
) -> "Result":
    """Evaluates samples and writes the result. The journal stays; who calls this removes it.

    Args:
        samples: the samples.
        model: who wrote them.
        options: how the run is done.
        output: the result's file.
        journal: notes finished jobs.
        resume_with: which command goes on with the run after Ctrl-C.
        source: where the samples are public; None where they are not.
    """
    from evaluator.cli.progress import Display
    from evaluator.files import check_writable, write_atomically
    from evaluator.results.result import dump_result
    from evaluator.run.pipeline import evaluate

    def how_to_go_on() -> str:
        if journal.path is None or not journal.path.exists():
            return NOTHING_HALF_DONE
        return f"what was done is kept in {journal.path}: {resume_with} goes on with it"

    check_writable(output)
    with after_interrupt(how_to_go_on), Display() as display:
        result = evaluate(samples, model, options, display, journal, source)
        try:
            write_atomically(output, dump_result(result))
        except InputError as error:
            raise MachineError(f"{error}; what was done is kept: make room, then {resume_with}") from None
    return result
