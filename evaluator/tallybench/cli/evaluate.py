"""`tallybench evaluate`, `merge` and `dev demo`: samples or shards in, result files out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from tallybench.cli.evaluation_file import (
    SHOWN,
    by_rules,
    evaluate_to_file,
    note_missing_for_rank,
    plan_lines,
    show_result,
)
from tallybench.cli.model_facts import Facts, evaluated_model
from tallybench.cli.options import Chosen, Machine, made, parse_ids, parse_ks
from tallybench.cli.preconditions import check_early, need_packages, refuse_replacing
from tallybench.cli.terminal import Display, print_headline, warn
from tallybench.errors import InputError
from tallybench.files import write_atomically
from tallybench.values.text import clean_text

if TYPE_CHECKING:
    from tallybench.evaluation.cluster import Cluster
    from tallybench.evaluation.options import Options
    from tallybench.evaluation.shards import Shard
    from tallybench.integrations.judge0_server import Address
    from tallybench.samples.embedded import SampleSet
    from tallybench.samples.reading import Sample
    from tallybench.statistics.spending import Price

_NOTED = 200  # samples whose beginnings are kept, to show one if most are not code


@dataclass(frozen=True, kw_only=True)
class Evaluation(Chosen, Machine):
    """How samples are evaluated: the options from which `evaluation.options.Options` is made.

    Attributes:
        counter (NAME): The counter of instructions: valgrind, perf or cputime; only valgrind is ranked.
        no_count: Check correctness only.
        memory: Also measure peak memory.
        extra_tests (FILE): Also run generated tests: `embedded`, those that come with the benchmark, or a file of `dev
            tests generate`. They are a separate suite and do not affect the verdict.
        rules (NAME): The rules to judge by: own, coffe, ecco or classeval.
        k (K,...): The k of the figures (pass@k, efficient@k ...), such as 1,10.
        withhold_code: Leave the code out of the result.
        unsafe_no_sandbox: Run samples without bubblewrap. The result records it.
        trust_tests: Run the tests of a downloaded dataset outside the sandbox, though unreviewed.
    """

    counter: str = "valgrind"
    no_count: bool = False
    memory: bool = False
    extra_tests: str | None = None
    rules: str = "own"
    k: str = "1"
    recount: bool = False
    withhold_code: bool = False
    unsafe_no_sandbox: bool = False
    trust_tests: bool = False

    def options(self, price: "Price | None") -> "Options":
        """Return the options of the evaluation, with the price of the model's provider."""
        from tallybench.evaluation.options import Options

        if self.rules == "ecco" and self.withhold_code:
            raise InputError("--rules ecco: runs wrong programs again; leave --withhold-code out")
        counter = "none" if self.no_count else self.counter
        typed: dict[str, Any] = {"ids": parse_ids(self.ids), "counter": counter, "ks": parse_ks(self.k)}
        return made(Options, self, **typed, sandbox=not self.unsafe_no_sandbox, price=price)


def evaluate(
    samples: str,
    *,
    model: str = "",
    output: Path | None = None,
    given: Evaluation,
    facts: Facts,
    resume: bool = False,
    force: bool = False,
    plan: bool = False,
    shard: str | None = None,
    ray: str | None = None,
    judge0: str | None = None,
    language: int | None = None,
) -> None:
    """Evaluate a model's samples, and write a result.

    A result has a verdict on every sample, the instructions it spends, and the figures that follow from these.

    Args:
        samples (SAMPLES): JSON Lines (also .gz), a folder of programs, - for standard input, embedded:NAME, predictions
            as COFFE writes them; logs and samples of Inspect AI, lm-evaluation-harness, EvalPlus and others.
        model (NAME): The model's name. Default: that of an embedded set.
        output: The result's file. Default: result.json; for a shard, a name such as shard-3-of-16.json.
        resume: Continue an evaluation that was cut off.
        plan: Print what the evaluation would cost, and stop.
        shard (N/COUNT): Only this share of the problems, such as 3/16; `tallybench merge` puts the shards together.
        ray (ADDRESS): Evaluate on the nodes of a Ray cluster: HOST:PORT of its head, or auto. --workers is per node.
        judge0 (URL): Run whole programs on this Judge0 server: correctness only, self-measured; the times and memory
            it reports go into a table beside the result.
        language (ID): The id of a language on that server. Default: its newest Python 3.
    """
    from tallybench.evaluation.pipeline import evaluate
    from tallybench.evaluation.preparation import check_machine, plan_run
    from tallybench.journal import Journal
    from tallybench.samples.public import read_public
    from tallybench.samples.sources import open_samples, warn_of_gaps

    options = given.options(facts.price())
    address = _judge0_address(judge0, language, shard, ray, given)
    if address is not None:
        options = replace(options, counter="none")
    session = given.session()
    cluster = None if ray is None else _cluster(ray, given.workers)
    share = None if shard is None else _share(shard, given.rules, ray, plan)
    output = output or Path("result.json" if share is None else f"shard-{share.number}-of-{share.count}.json")
    table = output.with_suffix(".judge0.csv")
    outputs = [] if plan else [output] if address is None else [output, table]
    for path in outputs:
        refuse_replacing(path, force or resume, (samples, facts.about, given.data))
    tests = [Path(given.extra_tests)] if given.extra_tests not in (None, "embedded") else []
    given.check(samples=[samples], outputs=outputs, files=tests)
    check_machine(options)
    who, source = evaluated_model(facts, model, samples, given.benchmark)
    whole = given.open(() if given.trust_tests else None)
    opened = open_samples(samples, whole, warn) if source is None else read_public(source, Path(samples), whole)
    texts: dict[tuple[str, int], str] = {}
    noted = warn_of_gaps(_noting(opened, texts), given.of(whole), dict(whole.exclusions), warn)
    if plan:
        for line in plan_lines(plan_run(noted, options, session.size))[: None if address is None else 1]:
            typer.echo(line)
        note_missing_for_rank(who, options)
        return
    asked: dict[str, Any] = {"samples": noted, "model": who, "options": options, "source": source, "session": session}
    if address is not None:
        from tallybench.integrations.judge0_run import Judge0Run
        from tallybench.integrations.judge0_server import ask_server

        run = Judge0Run(ask_server(address, language))
        journal = Journal("evaluate, Judge0", resume=resume)
        result = evaluate_to_file(partial(run.evaluate, **asked), output, journal)
        write_atomically(table, [run.table()])
        if not run.undecided:
            journal.remove()
        show_result(result, output, run.lines(result, table), texts)
        return
    if cluster is not None:
        from tallybench.evaluation.cluster import evaluate_on_cluster

        work = partial(evaluate_on_cluster, cluster, **asked)
    else:
        work = partial(evaluate, shard=share, **asked)
    journal = Journal("evaluate" if share is None else f"evaluate, shard {share}", resume=resume)
    result = evaluate_to_file(work, output, journal)
    journal.remove()
    if share is not None:
        tasks = len(result.problems)
        typer.echo(f"shard {share}, {tasks} {'problem' if tasks == 1 else 'problems'}: {output}")
        return
    show_result(result, output, by_rules(result, options.rules, options, session), texts)
    note_missing_for_rank(who, options)


def _judge0_address(
    url: str | None, language: int | None, shard: str | None, ray: str | None, given: Evaluation
) -> "Address | None":
    """Return the address of the Judge0 server, after checking the options that do not go with it."""
    if url is None:
        if language is not None:
            raise InputError("--language: is only for a Judge0 server; give --judge0 URL")
        return None
    others = {
        "shard": shard is not None,
        "ray": ray is not None,
        "counter": given.counter not in ("valgrind", "none"),
        "rules": given.rules != "own",
        "memory": given.memory,
    }
    for option in (option for option, is_given in others.items() if is_given):
        raise InputError(f"--{option}: does not go with --judge0")
    need_packages("evaluate --judge0", "judge0")
    from tallybench.integrations.judge0_server import Address

    return Address.of(url)


def _cluster(address: str, workers: int | None) -> "Cluster":
    need_packages("--ray", "ray")
    from tallybench.evaluation.cluster import Cluster
    from tallybench.evaluation.cluster_address import check_address

    check_address(address)
    return Cluster(address, workers, warn)


def _share(text: str, rules: str, ray: str | None, plan: bool) -> "Shard":
    from tallybench.evaluation.shards import Shard

    if ray is not None:
        raise InputError("--ray: divides the evaluation itself; leave --shard out")
    if plan:
        raise InputError("--plan: is for the whole run; leave --shard out")
    if rules == "ecco":
        raise InputError("--rules ecco: runs programs again at the end; leave --shard out")
    return Shard.parse(text)


def _noting(samples: "Iterable[Sample]", texts: dict[tuple[str, int], str]) -> "Iterator[Sample]":
    """Pass samples on, and note how the first ones begin."""
    for sample in samples:
        if len(texts) < _NOTED:
            texts[sample.task_id, sample.index] = clean_text(sample.text, SHOWN)
        yield sample


def merge(shards: list[Path], *, output: Path = Path("result.json"), force: bool = False) -> None:
    """Merge the shards of an evaluation into its result.

    The result is, byte for byte, the one that `evaluate` makes on a single machine. Nothing is run: this machine needs
    neither the sandbox nor the environment that counted.

    Args:
        shards (SHARD...): The files of all shards, in any order, as `evaluate --shard` wrote them.
        output: The result's file.
    """
    from tallybench.benchmarks import BENCHMARKS
    from tallybench.evaluation.merge import merge_files
    from tallybench.evaluation.options import Options
    from tallybench.model.result import dump_result

    refuse_replacing(output, force, shards)
    check_early(files=shards, outputs=[output])
    with Display() as display:
        result, rules = merge_files(shards, display)
    write_atomically(output, dump_result(result))
    show_result(result, output, by_rules(result, rules))
    if result.benchmark.name in BENCHMARKS:
        counter, ids = result.environment.counter, () if result.benchmark.partial else None
        note_missing_for_rank(result.model, Options(counter=counter, ids=ids, withhold_code=not result.has_public_code))


def demo(*, machine: Machine, output: Path = Path("demo-results"), ids: str | None = None) -> None:
    """Evaluate the embedded sets of samples.

    Sets for editing tasks are left out.

    Args:
        output (DIR): The folder of the results.
    """
    from tallybench.benchmarks import load_benchmark, select
    from tallybench.evaluation.options import Options
    from tallybench.evaluation.pipeline import evaluate
    from tallybench.journal import Journal
    from tallybench.samples.embedded import SAMPLE_SETS

    session = machine.session()
    machine.check()
    wanted = parse_ids(ids)
    select(load_benchmark(), wanted)  # an unknown id is refused before anything is written
    sample_sets = [chosen for chosen in SAMPLE_SETS.values() if chosen.shown and _has(chosen, wanted)]
    output.mkdir(parents=True, exist_ok=True)
    results, journals = [], []
    for number, sample_set in enumerate(sample_sets, 1):
        warn(f"[{number}/{len(sample_sets)}] {sample_set.model.name}: {sample_set.describes}")
        options = Options(sample_set.benchmark, ids=wanted or sample_set.part, python=machine.python)
        samples = sample_set.read(load_benchmark(sample_set.benchmark))
        work = partial(evaluate, samples, sample_set.model, options, session=session)
        journals.append(Journal("demo", resume=True))
        results.append(
            evaluate_to_file(work, output / f"{sample_set.name}.json", journals[-1], resume_with="the same command")
        )
    # Only now: until here, the same command continues wherever it stopped, at any of the sets.
    for journal in journals:
        journal.remove()
    print_headline(results)
    typer.echo("\nresult files:")
    for sample_set in sample_sets:
        typer.echo(f"  {output / f'{sample_set.name}.json'}")
    typer.echo("look closer: tallybench report --format json FILE, tallybench problems 0")


def _has(sample_set: "SampleSet", ids: tuple[str, ...] | None) -> bool:
    """Return whether a set's benchmark has the problems with these ids, which are HumanEval's."""
    from tallybench.benchmarks import load_benchmark, select

    try:
        select(load_benchmark(sample_set.benchmark), ids or sample_set.part)
    except InputError:
        return False
    return True
