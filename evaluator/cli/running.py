"""The commands that run solutions: evaluate, demo, stability."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli import app
from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.problems.benchmark import Benchmark
    from evaluator.results.result import Model, Result
    from evaluator.run.pipeline import Options
    from evaluator.run.plan import Plan
    from evaluator.samples.reading import Sample

BenchmarkName = Annotated[
    str,
    typer.Option("--benchmark", help="A benchmark's name; or a dataset made of one: a folder, or ORG/NAME on the Hub."),
]
Data = Annotated[
    Path | None,
    typer.Option(
        "--data", help="Where the files of a benchmark are that does not come with TallyBench (coffe-*, mbpp)."
    ),
]
Ids = Annotated[
    str | None, typer.Option("--ids", help="Only these problems: ids, numbers or ranges, such as 0-9,HumanEval/31.")
]
Python = Annotated[
    str | None,
    typer.Option("--python", help="The measuring interpreter. Default: the ranked one, /usr/bin/python3, if present."),
]
Workers = Annotated[int | None, typer.Option("--workers", min=1, help="Processes side by side. Default: one a CPU.")]


@app.command()
def evaluate(
    samples: Annotated[
        str,
        typer.Argument(
            help="JSON Lines (also .gz), a folder of programs, - for standard input, embedded:NAME, or predictions as "
            "COFFE writes them."
        ),
    ],
    model: Annotated[str, typer.Option("--model", help="The model's name. Default: that of an embedded set.")] = "",
    output: Annotated[Path, typer.Option("--output", "-o", help="The result's file.")] = Path("result.json"),
    benchmark: BenchmarkName = "humaneval",
    data: Data = None,
    ids: Ids = None,
    workers: Workers = None,
    counter: Annotated[
        str, typer.Option("--counter", help="valgrind, perf or cputime; only valgrind is ranked.")
    ] = "valgrind",
    no_count: Annotated[bool, typer.Option("--no-count", help="Correctness only.")] = False,
    python: Python = None,
    rules: Annotated[str, typer.Option("--rules", help="Whose rules outputs are compared by: own or coffe.")] = "own",
    k: Annotated[str, typer.Option("--k", help="The k of pass@k and efficient@k, such as 1,10.")] = "1",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that did not end.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a result that is there.")] = False,
    plan: Annotated[bool, typer.Option("--plan", help="Say what the run would cost, and stop.")] = False,
    withhold_code: Annotated[bool, typer.Option("--withhold-code", help="Leave the code out of the result.")] = False,
    organization: Annotated[str | None, typer.Option("--organization", help="Who made the model.")] = None,
    parameters: Annotated[float | None, typer.Option("--parameters", help="Its size, in billions.")] = None,
    open_weights: Annotated[bool | None, typer.Option("--open-weights/--closed-weights")] = None,
    url: Annotated[str | None, typer.Option("--url", help="Where the model is described.")] = None,
    generation: Annotated[
        list[str] | None, typer.Option("--generation", help="A generation setting, NAME=VALUE; may be repeated.")
    ] = None,
    unsafe_no_sandbox: Annotated[
        bool, typer.Option("--unsafe-no-sandbox", help="Run solutions without bubblewrap. The result records it.")
    ] = False,
    trust_tests: Annotated[
        bool, typer.Option("--trust-tests", help="Run a dataset's own tests, outside the sandbox, though we lack them.")
    ] = False,
) -> None:
    """Evaluates a model's samples: correctness, instructions, figures, one result file."""
    from evaluator.benchmarks import open_benchmark
    from evaluator.run.pipeline import Options

    options = Options(
        benchmark=benchmark,
        data=data,
        rules=rules,
        ids=parse_ids(ids),
        counter="none" if no_count else counter,
        python=python,
        workers=workers,
        ks=_parse_ks(k),
        withhold_code=withhold_code,
        sandbox=not unsafe_no_sandbox,
        trust_tests=trust_tests,
        journal=output.with_name(output.name + ".journal"),
        resume=resume,
    )
    facts = {"organization": organization, "parameters": parameters, "open_weights": open_weights, "url": url}
    loaded = open_benchmark(benchmark, () if trust_tests else None, data)
    given, described = _samples(samples, loaded, model, facts, generation or [])
    if plan:
        _print_plan(given, options)
        return
    if output.exists() and not (force or resume):
        raise InputError(f"{output}: is there already; give another --output, or --force to replace it")
    result = _run(given, described, options, output)
    _print_table([result])
    if rules != "own":
        from evaluator.reproduce.figures import coffe_figures, told

        for line in told(coffe_figures(result))[: 1 if no_count else None]:
            typer.echo(line)
    typer.echo(f"\nresult: {output}")


@app.command()
def demo(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder of the results.")] = Path("demo-results"),
    ids: Ids = None,
    workers: Workers = None,
    python: Python = None,
) -> None:
    """Evaluates the sample sets that come with TallyBench, and shows them side by side."""
    from evaluator.benchmarks import load_benchmark
    from evaluator.run.pipeline import Options
    from evaluator.samples.embedded import SAMPLE_SETS

    output.mkdir(parents=True, exist_ok=True)
    results, files = [], []
    for number, one in enumerate(SAMPLE_SETS.values(), 1):
        typer.echo(f"[{number}/{len(SAMPLE_SETS)}] {one.model.name}: {one.describes}", err=True)
        path = output / f"{one.name}.json"
        journal = path.with_name(path.name + ".journal")
        options = Options(ids=parse_ids(ids), workers=workers, python=python, journal=journal, resume=True)
        results.append(_run(one.read(load_benchmark()), one.model, options, path))
        files.append(path)
    _print_table(results)
    typer.echo("\nresult files:")
    for path in files:
        typer.echo(f"  {path}")
    typer.echo("look closer: tallybench report --format json FILE, tallybench problems 0")


@app.command()
def stability(
    benchmark: BenchmarkName = "humaneval",
    data: Data = None,
    ids: Ids = None,
    python: Python = None,
    runs: Annotated[int, typer.Option("--runs", help="Runs a figure; the highest and the lowest are dropped.")] = 12,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write every measurement as JSON.")] = None,
) -> None:
    """Shows how stable counts are, beside execution time, and how they correlate (COFFE, table 4)."""
    from dataclasses import asdict

    import orjson

    from evaluator.benchmarks import open_benchmark, select
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.measuring.stability import measure_stability

    with Display() as display:
        found = measure_stability(select(open_benchmark(benchmark, data=data), parse_ids(ids)), python, runs, display)
    rows = [
        ("problems", f"{len(found.problems)}, {runs} runs each, highest and lowest dropped"),
        ("RSD of instruction counts", f"{found.rsd_counts:.4f} % (worst problem {found.rsd_counts_worst:.4f} %)"),
        ("RSD of execution time", f"{found.rsd_seconds:.2f} % (worst problem {found.rsd_seconds_worst:.2f} %)"),
        (
            "spread over hash seeds",
            f"{found.spread_seeds:.4f} % (worst {found.spread_seeds_worst:.4f} %, {found.worst_seeds_task})",
        ),
        ("Pearson, count and time", f"{found.pearson:.4f} (of logarithms {found.pearson_log:.4f})"),
    ]
    for name, value in rows:
        typer.echo(f"{name:28}{value}")
    if output is not None:
        write_atomically(output, [orjson.dumps(asdict(found), option=orjson.OPT_INDENT_2), b"\n"])


def parse_ids(text: str | None) -> tuple[str, ...] | None:
    """The ids of a comma-separated list; None where none is given."""
    if text is None:
        return None
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _parse_ks(text: str) -> tuple[int, ...]:
    try:
        ks = tuple(sorted({int(part) for part in text.split(",")}))
    except ValueError:
        raise InputError(f"--k {text}: must be whole numbers, such as 1,10") from None
    if ks[0] < 1:
        raise InputError(f"--k {text}: every k must be at least 1")
    return ks if 1 in ks else (1, *ks)


def _samples(
    source: str, benchmark: "Benchmark", name: str, facts: Mapping[str, object], generation: list[str]
) -> "tuple[Iterable[Sample], Model]":
    from evaluator.samples.embedded import PREFIX, sample_set
    from evaluator.samples.predictions import is_predictions, read_predictions
    from evaluator.samples.reading import read_samples

    if source.startswith(PREFIX):
        embedded = sample_set(source)
        return embedded.read(benchmark), _model(name, facts, generation) if name else embedded.model
    if not name:
        raise InputError("--model: is missing; give the model's name")
    if not benchmark.audited and is_predictions(source):
        predictions = read_predictions(source, benchmark)
        for line in predictions.notes():
            typer.echo(line, err=True)
        return predictions.samples, _model(name, facts, generation)
    return read_samples(source, benchmark.by_id), _model(name, facts, generation)


def _model(name: str, facts: Mapping[str, object], generation: list[str]) -> "Model":
    import orjson
    from pydantic import ValidationError

    from evaluator.results.result import Model

    settings = {}
    for setting in generation:
        key, equals, value = setting.partition("=")
        if not equals:
            raise InputError(f"--generation {setting}: must be NAME=VALUE")
        try:
            settings[key] = orjson.loads(value)
        except orjson.JSONDecodeError:
            settings[key] = value
    try:
        return Model(name=name, generation=settings, **facts)
    except ValidationError as error:
        fault = error.errors()[0]
        raise InputError(f"--{str(fault['loc'][0]).replace('_', '-')}: {fault['msg']}") from None


def _run(samples: "Iterable[Sample]", model: "Model", options: "Options", output: Path) -> "Result":
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.results.result import dump_result
    from evaluator.run.pipeline import evaluate as evaluate_samples

    with Display() as display:
        result = evaluate_samples(samples, model, options, display)
    write_atomically(output, dump_result(result))
    if options.journal is not None:
        options.journal.unlink(missing_ok=True)
    return result


def _print_table(results: "list[Result]") -> None:
    from evaluator.cli.reading import print_table

    print_table(results)


def _print_plan(samples: "Iterable[Sample]", options: "Options") -> None:
    from evaluator.run.plan import plan_run

    for line in plan_lines(plan_run(samples, options)):
        typer.echo(line)


def plan_lines(plan: "Plan") -> list[str]:
    """What a run will cost; a line a fact."""
    least, most = plan.instructions
    vetting = [f"data to try out      {plan.vetting:,} runs of the best solutions"] if plan.vetting else []
    return [
        f"samples              {plan.samples:,} ({plan.solutions:,} distinct solutions to check)",
        *vetting,
        f"references to count  {plan.references:,} measurements (not in the cache yet)",
        f"samples to count     {plan.measurements:,} measurements, if every solution passes",
        f"instructions         {least / 1e9:,.1f} to {most / 1e9:,.1f} billion: all as fast as the best known, to none",
        f"minutes              {plan.minutes[0]:,} to {plan.minutes[1]:,} with {plan.workers} workers",
    ]
