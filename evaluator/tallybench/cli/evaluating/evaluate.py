"""`tallybench evaluate`: a model's samples in, a result file out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tallybench.cli.evaluating.about import Facts, model_of
from tallybench.cli.evaluating.judge0 import address_of, write_table
from tallybench.cli.evaluating.plan import plan_lines
from tallybench.cli.evaluating.run import run_to_file
from tallybench.cli.evaluating.told import SHOWN, by_rules, refuse_replacing, tell, tell_of_rank
from tallybench.cli.options import Chosen, Force, Machine, Ray, Recount, made, parse_ids, parse_ks
from tallybench.cli.packages import need_packages
from tallybench.cli.progress import warn
from tallybench.errors import InputError
from tallybench.values.text import clean_text

if TYPE_CHECKING:
    from tallybench.evaluation.cluster import Cluster
    from tallybench.evaluation.options import Options
    from tallybench.evaluation.shards import Shard
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
        rules (NAME): The rules to judge by, shown beside ours: own, coffe or ecco.
        k (K,...): The k of the figures (pass@k, efficient@k ...), such as 1,10.
        withhold_code: Leave the code out of the result.
        unsafe_no_sandbox: Run samples without bubblewrap. The result records it.
        trust_tests: Run the tests of a downloaded dataset outside the sandbox, though unreviewed.
    """

    counter: str = "valgrind"
    no_count: bool = False
    memory: bool = False
    rules: str = "own"
    k: str = "1"
    recount: Recount = False
    withhold_code: bool = False
    unsafe_no_sandbox: bool = False
    trust_tests: bool = False

    def options(self, price: "Price | None") -> "Options":
        """Return the options of the evaluation.

        Args:
            price: the price of the model's provider.

        Raises:
            InputError: an option is invalid.
        """
        from tallybench.evaluation.options import Options

        if self.rules == "ecco" and self.withhold_code:
            raise InputError("--rules ecco: runs the programs that are wrong once more; leave --withhold-code out")
        return made(
            Options,
            self,
            ids=parse_ids(self.ids),
            counter="none" if self.no_count else self.counter,
            ks=parse_ks(self.k),
            recount=self.recount,
            sandbox=not self.unsafe_no_sandbox,
            price=price,
        )


def evaluate(
    samples: str,
    *,
    model: str = "",
    output: Path | None = None,
    given: Evaluation,
    facts: Facts,
    resume: bool = False,
    force: Force = False,
    plan: bool = False,
    shard: str | None = None,
    ray: Ray = None,
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
        judge0 (URL): Run whole programs on this Judge0 server: correctness only, self-measured; its time and memory
            go into a table beside the result.
        language (ID): The id of a language on that server. Default: its newest Python 3.
    """
    from tallybench.evaluation.preparation import check_machine, plan_run
    from tallybench.journal import Journal
    from tallybench.samples.gaps import warn_of_gaps
    from tallybench.samples.public import read_public
    from tallybench.samples.sources import open_samples

    options = given.options(facts.price())
    others = {
        "shard": shard is not None,
        "ray": ray is not None,
        "counter": given.counter not in ("valgrind", "none"),
        "rules": given.rules != "own",
        "memory": given.memory,
    }
    address = address_of(judge0, language, **others)
    if address is not None:
        options = replace(options, counter="none")
    session = given.session()
    cluster = None if ray is None else _cluster(ray, given.workers)
    share = None if shard is None else _share(shard, given.rules, ray, plan)
    output = output or Path("result.json" if share is None else f"shard-{share.number}-of-{share.count}.json")
    outputs = [output] if address is None else [output, output.with_suffix(".judge0.csv")]
    if not plan:
        for path in outputs:
            refuse_replacing(path, force or resume, (samples, facts.about, given.data))
    given.check(samples=[samples], outputs=[] if plan else outputs)
    check_machine(options)
    who, source = model_of(facts, model, samples, given.benchmark)
    whole = given.open(() if given.trust_tests else None)
    opened = open_samples(samples, whole, warn) if source is None else read_public(source, Path(samples), whole)
    texts: dict[tuple[str, int], str] = {}
    noted = warn_of_gaps(_noting(opened, texts), given.of(whole), dict(whole.exclusions), warn)
    if plan:
        for line in plan_lines(plan_run(noted, options, session.size))[: None if address is None else 1]:
            typer.echo(line)
        tell_of_rank(who, options)
        return
    go_on = "the same command with --resume"
    if address is not None:
        from tallybench.integrations.judge0.run import Judge0Run
        from tallybench.integrations.judge0.server import ask_server

        run = Judge0Run(ask_server(address, language))
        journal = Journal("evaluate, Judge0", resume=resume)
        result = run_to_file(noted, who, options, output, journal, go_on, source, session, judge0=run)
        lines = write_table(run, result, outputs[1])
        if not run.undecided:
            journal.remove()
        return tell(result, output, lines, texts)
    journal = Journal("evaluate" if share is None else f"evaluate, shard {share}", resume=resume)
    result = run_to_file(noted, who, options, output, journal, go_on, source, session, share, cluster)
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
        InputError: a package is missing, or there is no cluster at the address.
    """
    need_packages("--ray", "ray", "ray")
    from tallybench.evaluation.cluster import Cluster
    from tallybench.evaluation.cluster_address import check_address

    check_address(address)
    return Cluster(address, workers, warn)


def _share(text: str, rules: str, ray: str | None, plan: bool) -> "Shard":
    """Return the shard that an option names.

    Raises:
        InputError: it is invalid, or does not go with another option.
    """
    from tallybench.evaluation.shards import Shard

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
