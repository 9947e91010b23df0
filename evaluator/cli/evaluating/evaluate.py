"""`tallybench evaluate`: a model's samples in, a result's file out."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.early import check_early
from evaluator.cli.evaluating.about import completed, file_or_text, model_of, read_about
from evaluator.cli.evaluating.judge0 import address_of, write_table
from evaluator.cli.evaluating.plan import plan_lines
from evaluator.cli.evaluating.run import run_to_file
from evaluator.cli.evaluating.told import SHOWN, by_rules, refuse_replacing, tell, tell_of_rank
from evaluator.cli.model_options import (
    Cost,
    OpenWeights,
    Organization,
    Parameters,
    Released,
    Revision,
    Submitter,
)
from evaluator.cli.options import (
    Anew,
    BenchmarkName,
    Data,
    Ids,
    Ks,
    Python,
    Ray,
    Workers,
    parse_ids,
    parse_ks,
)
from evaluator.cli.packages import need_packages
from evaluator.cli.session import open_session
from evaluator.errors import InputError
from evaluator.execution.counters import described_counters
from evaluator.values.text import clean_text

if TYPE_CHECKING:
    from evaluator.results.result import Model
    from evaluator.run.cluster import Cluster
    from evaluator.run.shards import Shard
    from evaluator.samples.reading import Sample

_NOTED = 200  # samples whose beginnings are kept, to show one where most are no code


def evaluate(
    samples: Annotated[
        str,
        typer.Argument(
            metavar="SAMPLES",
            help="JSON Lines (also .gz), a folder of programs, - for standard input, embedded:NAME, predictions as "
            "COFFE writes them; logs and samples of Inspect AI, lm-evaluation-harness, EvalPlus and others.",
        ),
    ],
    model: Annotated[
        str, typer.Option("--model", metavar="NAME", help="The model's name. Default: that of an embedded set.")
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="The result's file. Default: result.json; of a shard, such as shard-3-of-16.json.",
        ),
    ] = None,
    benchmark: BenchmarkName = "humaneval",
    data: Data = None,
    ids: Ids = None,
    workers: Workers = None,
    counter: Annotated[str, typer.Option("--counter", metavar="NAME", help=described_counters())] = "valgrind",
    no_count: Annotated[bool, typer.Option("--no-count", help="Correctness only.")] = False,
    memory: Annotated[bool, typer.Option("--memory", help="Measure peak memory, too.")] = False,
    python: Python = None,
    rules: Annotated[
        str, typer.Option("--rules", metavar="NAME", help="Whose rules, shown beside ours: own, coffe or ecco.")
    ] = "own",
    k: Ks = "1",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that did not end.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a result that is there.")] = False,
    anew: Anew = False,
    shard: Annotated[
        str | None,
        typer.Option(
            "--shard",
            metavar="N/COUNT",
            help="Evaluate only this share of the problems, such as 3/16; `tallybench merge` puts all shares together.",
        ),
    ] = None,
    ray: Ray = None,
    judge0: Annotated[
        str | None,
        typer.Option(
            "--judge0",
            metavar="URL",
            help="Run whole programs on this Judge0 server: correctness alone, self-measured; its time and memory go "
            "into a table beside the result.",
        ),
    ] = None,
    language: Annotated[
        int | None,
        typer.Option(
            "--language", metavar="ID", help="That server's language, by its id. Default: its newest Python 3."
        ),
    ] = None,
    plan: Annotated[bool, typer.Option("--plan", help="Say what the run would cost, and stop.")] = False,
    withhold_code: Annotated[bool, typer.Option("--withhold-code", help="Leave the code out of the result.")] = False,
    about: Annotated[
        Path | None,
        typer.Option(
            "--about",
            metavar="FILE",
            help="JSON with `model`, as `generate` writes it beside samples, to which options below may add; with "
            "`source` too, as in a result, where SAMPLES is the folder of fetched samples.",
        ),
    ] = None,
    organization: Organization = None,
    parameters: Parameters = None,
    open_weights: OpenWeights = None,
    released: Released = None,
    url: Annotated[
        str | None,
        typer.Option("--url", metavar="URL", help="Where the model is described."),
    ] = None,
    generation: Annotated[
        list[str] | None,
        typer.Option("--generation", metavar="NAME=VALUE", help="A setting of the generation; may be repeated."),
    ] = None,
    revision: Revision = None,
    prompt: Annotated[
        str | None,
        typer.Option(
            "--prompt", metavar="TEXT", help="What the model was asked, {prompt} for the problem's own; @FILE reads it."
        ),
    ] = None,
    submitter: Submitter = None,
    price: Cost = None,
    unsafe_no_sandbox: Annotated[
        bool, typer.Option("--unsafe-no-sandbox", help="Run solutions without bubblewrap. The result records it.")
    ] = False,
    trust_tests: Annotated[
        bool,
        typer.Option(
            "--trust-tests", help="Run a dataset's own tests, outside the sandbox, though nobody here has read them."
        ),
    ] = False,
) -> None:
    """Evaluates a model's samples, and writes a result.

    A result has a verdict on every sample, the instructions it spends, and the figures that follow.
    """
    from evaluator.benchmarks import open_benchmark, select
    from evaluator.journal import Journal
    from evaluator.results.spending import Price
    from evaluator.run.options import Options
    from evaluator.run.plan import plan_run
    from evaluator.run.preparation import check_machine
    from evaluator.samples.gaps import warn_of_gaps
    from evaluator.samples.public import read_public
    from evaluator.samples.sources import open_samples

    others = {"counter": counter not in ("valgrind", "none"), "rules": rules != "own", "memory": memory}
    address = address_of(judge0, language, shard=shard is not None, ray=ray is not None, **others)
    options = Options(
        benchmark=benchmark,
        data=data,
        rules=rules,
        ids=parse_ids(ids),
        counter="none" if no_count or address is not None else counter,
        python=python,
        ks=parse_ks(k),
        withhold_code=withhold_code,
        memory=memory,
        anew=anew,
        sandbox=not unsafe_no_sandbox,
        trust_tests=trust_tests,
        price=None if price is None else Price.parse(price),
    )
    session = open_session(workers)
    cluster = None if ray is None else _cluster(ray, workers)
    facts = {
        "organization": organization,
        "parameters": parameters,
        "open_weights": open_weights,
        "url": url,
        "revision": revision,
        "prompt": file_or_text(prompt, "--prompt"),
        "released": released,
        "submitter": submitter,
    }
    if rules == "ecco" and withhold_code:
        raise InputError("--rules ecco: runs the programs that are wrong once more; leave --withhold-code out")
    share = None if shard is None else _share(shard, rules, ray, plan)
    output = output or _default_output(share)
    outputs = [output] if address is None else [output, output.with_suffix(".judge0.csv")]
    if not plan:
        for path in outputs:
            refuse_replacing(path, force or resume, (samples, about, data))
    check_early(samples=[samples], outputs=[] if plan else outputs)
    check_machine(options)
    if about is None:
        who, source = _of_own(model_of(samples, model, facts, generation or []), samples, benchmark), None
    else:
        who, source = read_about(about)
        said = ({"name": model} if model else {}) | {name: fact for name, fact in facts.items() if fact is not None}
        if generation or (source is not None and said):
            raise InputError("--about: tells all of the model; leave --model and what describes it out")
        if source is None:
            who = completed(who, said, samples)
    whole = open_benchmark(benchmark, () if trust_tests else None, data, options.ids)
    opened = open_samples(samples, whole, _warn) if source is None else read_public(source, Path(samples), whole)
    texts: dict[tuple[str, int], str] = {}
    opened = _noting(opened, texts)
    given = warn_of_gaps(opened, select(whole, options.ids), dict(whole.exclusions), _warn)
    if plan:
        for line in plan_lines(plan_run(given, options, session.size))[: None if address is None else 1]:
            typer.echo(line)
        tell_of_rank(who, options)
        return
    go_on = "the same command with --resume"
    if address is not None:
        from tallybench.judge0.run import Judge0Run
        from tallybench.judge0.server import ask_server

        run = Judge0Run(ask_server(address, language))
        journal = Journal("evaluate, Judge0", resume=resume)
        result = run_to_file(given, who, options, output, journal, go_on, source, session, judge0=run)
        lines = write_table(run, result, outputs[1])
        if not run.undecided:
            journal.remove()
        return tell(result, output, lines, texts)
    journal = Journal("evaluate" if share is None else f"evaluate, shard {share}", resume=resume)
    result = run_to_file(given, who, options, output, journal, go_on, source, session, share, cluster)
    journal.remove()
    if share is not None:
        tasks = len(result.problems)
        typer.echo(f"shard {share}, {tasks} {'problem' if tasks == 1 else 'problems'}: {output}")
        return
    tell(result, output, by_rules(result, whole, options.rules, session), texts)
    tell_of_rank(who, options)


def _cluster(address: str, workers: int | None) -> "Cluster":
    """Return the Ray cluster at an address.

    Raises:
        InputError: there can be no cluster.
    """
    need_packages("--ray", "ray", "ray")
    from evaluator.run.cluster import Cluster
    from evaluator.run.cluster_address import check_address

    check_address(address)
    return Cluster(address, workers, _warn)


def _share(text: str, rules: str, ray: str | None, plan: bool) -> "Shard":
    """Return the shard that `--shard` names.

    Raises:
        InputError: it names none, or does not go with another option.
    """
    from evaluator.run.shards import Shard

    if ray is not None:
        raise InputError("--ray: divides the evaluation by itself; leave --shard out")
    if plan:
        raise InputError("--plan: is of the whole run; leave --shard out")
    if rules == "ecco":
        raise InputError("--rules ecco: runs programs once more when all is known; leave --shard out")
    return Shard.parse(text)


def _noting(samples: "Iterable[Sample]", texts: dict[tuple[str, int], str]) -> "Iterator[Sample]":
    """Pass samples on, and note how the first ones begin."""
    for sample in samples:
        if len(texts) < _NOTED:
            texts[sample.task_id, sample.index] = clean_text(sample.text, SHOWN)
        yield sample


def _default_output(share: "Shard | None") -> Path:
    return Path("result.json" if share is None else f"shard-{share.number}-of-{share.count}.json")


def _warn(line: str) -> None:
    typer.echo(line, err=True)


def _of_own(model: "Model", samples: str, benchmark: str) -> "Model":
    """A benchmark's own set of samples under the name of the benchmark, where that is one of the user's own."""
    from evaluator.benchmarks.own.folder import own_at
    from evaluator.samples.embedded import PREFIX

    if not model.baseline or (own := own_at(benchmark)) is None:
        return model
    named = samples.removeprefix(PREFIX).removeprefix("classes-")
    return model.model_copy(update={"name": f"{own.manifest.title} {named}", "organization": own.manifest.authors})
