"""Evaluate samples into a result's file, and show the result: for `evaluate`, `merge`, `run` and `demo`."""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import typer

from tallybench.cli.terminal import NOTHING_HALF_DONE, Display, after_interrupt, print_headline
from tallybench.errors import InputError, MachineError
from tallybench.files import check_writable, write_atomically
from tallybench.values.text import clean_text

if TYPE_CHECKING:
    from tallybench.counting.session import Session
    from tallybench.evaluation.options import Options
    from tallybench.evaluation.preparation import Plan
    from tallybench.journal import Journal
    from tallybench.model.result import Model, Result, SampleResult

SHOWN = 160  # characters of a sample in a warning
MOST_WRONG = 10  # samples to show with the generated test that they fail
NO_TEXTS: Mapping[tuple[str, int], str] = MappingProxyType({})
RESUME = "the same command with --resume"
_UNPARSED = re.compile(r"(?:Syntax|Indentation|Tab)Error: .*\(solution\.py, line \d+\)\Z")


def evaluate_to_file(
    work: "Callable[..., Result]", output: Path, journal: "Journal", resume_with: str = RESUME
) -> "Result":
    """Evaluate samples by `work` and write the result. The journal is kept; the caller removes it.

    `resume_with` is the command that continues after Ctrl-C, for the message.
    """
    from tallybench.model.result import dump_result

    def kept() -> str:
        if journal.path is None or not journal.path.exists():
            return NOTHING_HALF_DONE
        return f"what was done is kept in {journal.path}: {resume_with} continues with it"

    check_writable(output)
    with after_interrupt(kept), Display() as display:
        result = work(progress=display, journal=journal)
        try:
            write_atomically(output, dump_result(result))
        except InputError as error:
            raise MachineError(f"{error}; what was done is kept: make room, then {resume_with}") from None
    return result


def plan_lines(plan: "Plan") -> list[str]:
    """Return what an evaluation will cost, one fact per line."""
    least, most = plan.instructions
    vetting = [f"data to try out      {plan.vetting:,} runs of the best solutions"] if plan.vetting else []
    return [
        f"samples              {plan.samples:,} ({plan.solutions:,} distinct solutions to check)",
        *vetting,
        f"references to count  {plan.references:,} measurements (what is not in the cache yet)",
        f"samples to count     {plan.measurements:,} measurements, if every solution passes (likewise)",
        f"instructions         {least / 1e9:,.1f} billion if each is as fast as the best known solution,",
        f"                     {most / 1e9:,.1f} billion if each is so slow that it is stopped at the budget",
        f"minutes              {plan.minutes[0]:,} to {plan.minutes[1]:,} with {plan.workers} workers",
    ]


def show_result(
    result: "Result", output: Path, lines: Sequence[str] = (), texts: "Mapping[tuple[str, int], str]" = NO_TEXTS
) -> None:
    """Print the figures of a result, further lines, and where it is; warn if most of its samples are not code.

    `texts` are the beginnings of some samples, by task and index, to show one that is not code.
    """
    print_headline([result])
    unparsed = [sample for sample in result.samples if _is_no_code(sample)]
    if 2 * len(unparsed) > len(result.samples):
        shown = next((sample for sample in unparsed if (sample.task_id, sample.index) in texts), unparsed[0])
        text = texts.get((shown.task_id, shown.index)) or clean_text(shown.code or "", SHOWN)
        reason = shown.failure.reason if shown.failure else shown.verdict.value
        typer.echo(
            f"warning: {len(unparsed)} of {len(result.samples)} samples have no code that parses; is their format "
            f"right? One is {shown.task_id}, sample {shown.index} ({reason}): {text or 'empty'}",
            err=True,
        )
    wrong = [sample for sample in result.samples if sample.fails_only_extra]
    if wrong:
        typer.echo(f"\ncorrect, but wrong by a generated test: {len(wrong)} samples")
    for sample in wrong[:MOST_WRONG]:
        why = sample.tests["extra"].failure
        got = "" if why is None else why.reason if why.got is None else f"got {why.got}, expected {why.expected}"
        typer.echo(f"  {sample.task_id} sample {sample.index}: {(why and why.call) or 'not called'}: {got}")
    for line in lines:
        typer.echo(line)
    typer.echo(f"\nresult: {output}")


def _is_no_code(sample: "SampleResult") -> bool:
    if sample.code_sha256 is None:
        return True
    failure = sample.failure
    return failure is not None and failure.call is None and _UNPARSED.match(failure.reason) is not None


def by_rules(
    result: "Result", rules: str, options: "Options | None" = None, session: "Session | None" = None
) -> list[str]:
    """Return lines with the figures by the rules of a benchmark's authors, if requested."""
    counted = result.environment.counter != "none"
    if rules == "coffe":
        from tallybench.studies.coffe_models import coffe_figures, coffe_lines

        return coffe_lines(coffe_figures(result))[: None if counted else 1]
    if rules == "ecco" and counted and options is not None:
        from tallybench.benchmarks import load_benchmark
        from tallybench.studies.ecco_rules import credit_lines, ecco_credits, ecco_places, passed_tests, place_lines
        from tallybench.studies.human_places import result_percentiles
        from tallybench.studies.human_report import percentile_lines
        from tallybench.studies.humans import measure_humans

        benchmark = load_benchmark(options.benchmark, options.data)
        with Display() as display:
            if benchmark.name == "ecco-edit":
                return credit_lines(ecco_credits(result, passed_tests(result, benchmark, session, display)))
            humans = measure_humans(options, session, display)
            lines = place_lines(ecco_places(result, humans), len(result.problems), "the programs of the pairs")
            return [*lines, *percentile_lines(result_percentiles(result, humans))]
    return []


def note_missing_for_rank(model: "Model", options: "Options") -> None:
    """Print what a result lacks to be ranked, if it could be."""
    from tallybench.benchmarks.user_benchmark import user_benchmark_at
    from tallybench.statistics.ranking import NEEDED, missing_facts

    whole = options.counter == "valgrind" and options.ids is None and user_benchmark_at(options.benchmark) is None
    if whole and not (options.withhold_code or model.baseline) and (missing := missing_facts(model)):
        typer.echo(f"to be ranked, this result also needs {', '.join(NEEDED[name] for name in missing)}", err=True)
