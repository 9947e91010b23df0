"""`tallybench evaluate`: a model's samples in, a result's file out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from evaluator.cli.evaluating.about import Facts, model_of
from evaluator.cli.evaluating.judge0 import address_of, evaluate_there, refuse_with_judge0, tell_plan
from evaluator.cli.evaluating.plan import plan_lines
from evaluator.cli.evaluating.run import run_to_file, shard_to_file
from evaluator.cli.evaluating.told import SHOWN, by_rules, refuse_replacing, tell, tell_of_rank
from evaluator.cli.options import Chosen, Force, Machines, Recount, made, parse_ids, parse_ks
from evaluator.cli.progress import warn
from evaluator.errors import InputError
from evaluator.values.text import clean_text

if TYPE_CHECKING:
    from evaluator.results.spending import Price
    from evaluator.run.options import Options
    from evaluator.run.sharding.share import Shard
    from evaluator.samples.reading import Sample

_NOTED = 200  # samples whose beginnings are kept, to show one where most are no code


@dataclass(frozen=True, kw_only=True)
class Evaluation(Chosen, Machines):
    """How samples are evaluated: the options from which `run.options.Options` is made.

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
        """Return how the evaluation is done.

        Args:
            price: what the model's provider asks.

        Raises:
            InputError: an option is invalid.
        """
        from evaluator.run.options import Options

        if self.rules == "ecco" and self.withhold_code:
            raise InputError("--rules ecco: runs the programs that are wrong once more; leave --withhold-code out")
        return made(
            Options,
            self,
            ids=parse_ids(self.ids),
            counter="none" if self.no_count else self.counter,
            ks=parse_ks(self.k),
            anew=self.recount,
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
    engine: str = "own",
    language: int | None = None,
    url: str | None = None,
) -> None:
    """Evaluate a model's samples, and write a result.

    A result has a verdict on every sample, the instructions it spends, and the figures that follow.

    Args:
        samples (SAMPLES): JSON Lines (also .gz), a folder of programs, - for standard input, embedded:NAME, predictions
            as COFFE writes them; logs and samples of Inspect AI, lm-evaluation-harness, EvalPlus and others.
        model (NAME): The model's name. Default: that of an embedded set.
        output: The result's file. Default: result.json; of a shard, such as shard-3-of-16.jsonl.
        resume: Continue an evaluation that did not end.
        plan: Print what the evaluation would cost, and stop.
        shard (N/COUNT): Only this share of the problems, such as 3/16, into a file for `tallybench merge`.
        engine (NAME): What runs the samples: own, our sandbox; or judge0, a Judge0 server at --url: correctness with
            its time and memory, into a report that is never ranked.
        language (ID): The server's language, by its id. Default: its newest Python 3.
        url (URL): With --engine judge0, the server's address.
    """
    from evaluator.journal import Journal
    from evaluator.run.plan import plan_run
    from evaluator.run.preparation import check_machine
    from evaluator.samples.gaps import warn_of_gaps
    from evaluator.samples.public import read_public
    from evaluator.samples.sources import open_samples

    options = given.options(facts.price())
    address = address_of(engine, url, language)
    session = given.session()
    share = None if shard is None else _share(shard, given.rules, plan)
    if output is None:
        name = "result.json" if share is None else f"shard-{share.number}-of-{share.count}.jsonl"
        output = Path(name if address is None else "judge0.json")
    if not plan:
        refuse_replacing(output, force or resume, (samples, facts.about, given.data))
    given.check(samples=[samples], outputs=[] if plan else [output])
    if address is None:
        check_machine(options)
    who, source = model_of(facts, model, samples, given.benchmark)
    if address is not None:
        refuse_with_judge0(options, shard=shard, ray=given.ray, source=source)
    whole = given.open(() if given.trust_tests else None)
    opened = open_samples(samples, whole, warn) if source is None else read_public(source, Path(samples), whole)
    texts: dict[tuple[str, int], str] = {}
    noted = warn_of_gaps(_noting(opened, texts), given.of(whole), dict(whole.exclusions), warn)
    if address is not None:
        if plan:
            tell_plan(address, noted, options)
        else:
            evaluate_there(address, language, noted, who, options, output, session, resume=resume)
        return
    if plan:
        for line in plan_lines(plan_run(noted, options, session.size)):
            typer.echo(line)
        tell_of_rank(who, options)
        return
    go_on = "the same command with --resume"
    if share is not None:
        journal = Journal(f"evaluate, shard {share}", resume=resume)
        tasks = shard_to_file(share, noted, who, options, output, journal, go_on, source, session)
        journal.remove()
        typer.echo(f"shard {share}, {tasks} {'problem' if tasks == 1 else 'problems'}: {output}")
        return
    journal = Journal("evaluate", resume=resume)
    result = run_to_file(noted, who, options, output, journal, go_on, source, session)
    journal.remove()
    tell(result, output, by_rules(result, whole, options.rules, session), texts)
    tell_of_rank(who, options)


def _share(text: str, rules: str, plan: bool) -> "Shard":
    """Return the shard that an option names.

    Raises:
        InputError: it is invalid, or excluded by another option.
    """
    from evaluator.run.sharding.share import Shard

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
