"""`tallybench dev tests`: correctness tests that are generated, and reduced."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallybench.cli.asking import Requests, warn_if_private
from tallybench.cli.options import Chosen, Machine, Positive, made
from tallybench.cli.preconditions import check_root, need_packages
from tallybench.cli.terminal import print_rows, warn
from tallybench.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Collection

    from tallybench.benchmarks.extra_tests import GeneratedInputs
    from tallybench.model.benchmark import Benchmark
    from tallybench.model.result import Result
    from tallybench.statistics.published.entries import Entry


def generate(
    *,
    output: Path,
    given: Chosen,
    machine: Machine,
    requests: Requests,
    count: Positive = 1000,
    seed: int = 0,
    extremes: bool = False,
    model: str | None = None,
    temperature: float = 0.8,
    answers: Path | None = None,
) -> None:
    """Generate inputs by type-aware mutation of the existing tests.

    With --model it also starts from inputs that a model writes; nothing that the model writes is run. An input is kept
    if it satisfies the contract and all ground truths agree on it; those on which they disagree are written as well.
    The same command continues an interrupted run.

    Args:
        output: JSON Lines, one line per problem.
        count: Inputs for each problem.
        seed: The same seed gives the same inputs.
        extremes: Also make inputs with all numbers zero, with huge whole numbers, and with long lists and texts, on
            which a program that tries every number does not end.
        model (PROVIDER/NAME): Have a model, named as for `generate`, write further inputs to start from, with three
            prompts.
        answers: The file that keeps the model's answers. Default: beside --output, .answers.jsonl.
    """
    from tallybench.authoring.asking import KeptAnswers, authoring_prompt
    from tallybench.authoring.test_generation.asked_seeds import PROMPTS, ask_for_seeds
    from tallybench.authoring.test_generation.generate import generate_tests, without_generation
    from tallybench.benchmarks.extra_tests import write_lines
    from tallybench.benchmarks.published import RUN_BY_AUDIT
    from tallybench.files import write_atomically
    from tallybench.generating.settings import Settings

    if model is None and (answers is not None or requests.base_url is not None):
        raise InputError(
            f"{'--base-url' if answers is None else '--answers'}: is only for a model; give --model as well"
        )
    if model is not None:
        need_packages("tests generate --model", "generate")
    machine.check(outputs=[output])
    chosen = given.of(given.open(RUN_BY_AUDIT))
    reasons = {problem.task_id: reason for problem in chosen if (reason := without_generation(problem)) is not None}
    if len(reasons) == len(chosen.problems):
        raise InputError(f"--benchmark {given.benchmark}: no tests can be generated: {next(iter(reasons.values()))}")
    asked = None
    if model is not None:
        prompt = authoring_prompt(PROMPTS[0])
        settings = made(Settings, requests, model=model, prompt=prompt, temperature=temperature)
        warn_if_private(given.benchmark, settings)
        problems = [problem for problem in chosen if problem.task_id not in reasons]
        with machine.runner() as runner, KeptAnswers(answers or output.with_suffix(".answers.jsonl")) as kept_answers:
            asked = ask_for_seeds(problems, settings, kept_answers, runner)
    seeds = None if asked is None else asked.inputs
    with machine.runner() as runner:
        inputs = generate_tests(chosen, runner, count, seed, seeds, extremes)
    write_atomically(output, write_lines(inputs))
    header = ("problem", "inputs", "tried", "break the contract", "without output", "disputed", "canonical wrong")
    rows = []
    for found in inputs:
        figures = (len(found.inputs), found.tried, found.invalid, found.failed)
        rows.append((found.task_id, *map(str, (*figures, len(found.disputed), len(found.canonical_wrong)))))
    print_rows(header, rows)
    if asked is not None:
        read = sum(len(texts) for texts in asked.inputs.values())
        kept = sum(len(set(found.inputs) & set(asked.inputs.get(found.task_id, ()))) for found in inputs)
        typer.echo(
            f"inputs that the model wrote: {read}, in {asked.requests - asked.empty} of {asked.requests} answers; "
            f"{kept} are new and valid"
        )
    for task_id, reason in reasons.items():
        warn(f"{task_id}: no tests: {reason}")
    _warn_of_ended(chosen.by_id.keys() - reasons.keys(), {found.task_id for found in inputs})
    warn(f"written: {output}")
    if asked is not None and asked.failed:
        for task_id, reason in asked.failed.items():
            warn(f"{task_id}: a request failed: {reason}; the same command asks again")
        raise typer.Exit(1)


def _warn_of_ended(asked: "Collection[str]", done: "Collection[str]") -> None:
    for task_id in sorted(set(asked) - set(done)):
        warn(f"{task_id}: it ended the sandbox and has no tests")


def _read(generated: Path, benchmark: "Benchmark") -> "dict[str, GeneratedInputs]":
    from tallybench.benchmarks.extra_tests import read_lines

    if found := read_lines(generated, benchmark):
        return found
    raise InputError(f"{generated}: has no inputs for these problems of {benchmark.name}")


def reduce(
    generated: Annotated[Path | None, typer.Argument(metavar="FILE")] = None,
    *,
    output: Path,
    machine: Machine,
    given: Chosen,
    root: Path = Path("."),
    samples: Path | None = None,
    results: list[Path] | None = None,
    without_results: bool = False,
) -> None:
    """Reduce generated tests, or EvalPlus' added ones, to the few that detect as much.

    The few take the same branches, and detect the same mutants of the ground truth and the same published programs
    that pass the base tests but are wrong on a generated input. Prints what each of these three needs alone, and every
    model's pass@1 with and without the tests; a model's own programs are not used to choose the tests for its figure.

    Args:
        generated: What `tallybench dev tests generate` wrote. Default: the suite `plus` of a benchmark that has one.
        output: The file for the few that are kept.
        results (RESULT): A result of evaluate whose programs count, instead of those in results/; may be repeated.
        without_results: Choose only by branches and mutants; results/ is not read.
    """
    need_packages("tests reduce", "audit")
    from tallybench.authoring.test_generation.plus_suites import base_programs, plus_as_generated, reduced_pass
    from tallybench.authoring.test_generation.requirements import drop_rows, find_requirements, keep_tests, suite_rows
    from tallybench.benchmarks import load_benchmark, select
    from tallybench.benchmarks.extra_tests import write_lines
    from tallybench.benchmarks.user_benchmark import user_benchmark_at
    from tallybench.files import write_atomically
    from tallybench.statistics.published.entries import read_entries, read_own_entries
    from tallybench.statistics.reading import load_result
    from tallybench.submissions.programs import correct_programs, entries_on_board, is_embedded

    machine.check(files=[generated, *(results or ())], outputs=[output])
    own = user_benchmark_at(given.benchmark)
    whole = given.of(load_benchmark(given.benchmark, given.data) if own is None else own.benchmark)
    if generated is None:
        whole, inputs = plus_as_generated(whole)
    else:
        inputs = _read(generated, whole)
    entries: list[Entry] = []
    models: dict[str, list[Result]] = {}
    for path in results or ():
        result = load_result(path)
        if result.benchmark.name != whole.name:
            raise InputError(f"--results {path}: is a result on {result.benchmark.name}, not on {whole.name}")
        models.setdefault(result.model.name, []).append(result)
    if not (without_results or models) and (own is not None or is_embedded(whole.name)):
        if own is None:
            check_root(root)
        published = (
            read_entries(root, benchmark=whole.name) if own is None else read_own_entries(own.folder, whole.name)
        )
        entries = [one for one in entries_on_board(published, whole.name) if one.result.has_public_code]
    programs = (
        base_programs(models, whole_verdict=generated is not None) if models else correct_programs(entries, samples)
    )
    with machine.runner() as runner:
        found = find_requirements(select(whole, tuple(inputs)), inputs, programs, runner)
    write_atomically(output, write_lines([keep_tests(inputs[task_id], met) for task_id, met in found.items()]))
    print_rows(("asked for", "tests added a problem", "most", "wrong programs found", "of"), suite_rows(found))
    for name, suites in reduced_pass(models, found, whole_verdict=generated is not None).items():
        kept = (f"{suite} {100 * one.pass_at_1:.1f} ({one.tests:.1f} tests)" for suite, one in suites.items())
        typer.echo(f"pass@1 of {name}, by what the suite is reduced by: {', '.join(kept)}")
    if entries:
        typer.echo("")
        print_rows(("pass@1", "base", "with all", "with the few", "drop"), drop_rows(entries, found))
    _warn_of_ended(inputs, found)
    warn(f"written: {output}")
