"""Options: each is declared once, as a parameter of its command or as a field of a dataclass that commands share."""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from copy import copy
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_type_hints

from typer import Argument, Option
from typer.models import ArgumentInfo, OptionInfo, ParameterInfo

from tallybench.cli.preconditions import check_early
from tallybench.cli.terminal import SAME_COMMAND, Display, after_interrupt
from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.authoring.running import Runner
    from tallybench.counting.session import Session
    from tallybench.model.benchmark import Benchmark

T = TypeVar("T")

Positive = Annotated[int, Option(min=1)]
Natural = Annotated[int, Option(min=0)]
# Options of many commands; a command whose docstring describes one of them gives it that meaning instead.
SHARED = """Shared.

Args:
    benchmark (NAME): A benchmark's name; the folder of your own, with benchmark.toml; or a dataset made from one: a
        folder, or ORG/NAME on the Hub.
    data (DIR): The files of a benchmark that does not come with TallyBench.
    date (DAY): The date in the file's name, YYYY-MM-DD. Default: today.
    force: Replace files that exist.
    ids (IDS): Only these problems: ids, numbers or ranges, such as 0-9,HumanEval/31.
    json: Print JSON.
    model (PROVIDER/NAME): The model, as Inspect AI names it: openai/gpt-4o-mini, anthropic/..., vllm/..., hf/...;
        openai-api/local/NAME, with --base-url, for your own server; openai-api-completions/local/NAME if it only
        continues text.
    pool (SAMPLES): Samples to take correct solutions from, in the formats of evaluate; may be repeated.
    python (PATH): Measure with another Python, which is never ranked. Default: that of the measuring
        environment.
    recount: Count again; ignore the counts that are cached here.
    root (DIR): The checkout of TallyBench.
    samples (DIR): Public samples, as `tallybench dev samples fetch DIR` stores them.
    seed: The seed of a problem's first answer; each further answer has the next.
    temperature (T): 0 is greedy.
    workers: Number of worker processes. Default: one for each processor.
"""

_running: ContextVar["tuple[ExitStack, Session | None]"] = ContextVar("running")


@contextmanager
def running(given: "Session | None") -> Iterator[None]:
    """Run a command in this block, with a session that is given, or with one that ends with the block."""
    with ExitStack() as stack:
        before = _running.set((stack, given))
        try:
            yield
        finally:
            _running.reset(before)


def open_session(workers: int | None = None) -> "Session":
    """Return the session of the running command, with as many workers as `--workers` says."""
    from tallybench.counting.session import Session

    stack, given = _running.get()
    if given is not None and workers is None:
        return given
    return stack.enter_context(Session(workers))


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The problems to work on."""

    benchmark: str = "humaneval"
    data: Path | None = None
    ids: str | None = None

    def open(self, unchanged: tuple[str, ...] | None = None) -> "Benchmark":
        """Load the benchmark, as `open_benchmark` does."""
        from tallybench.benchmarks import open_benchmark

        return open_benchmark(self.benchmark, unchanged, self.data, parse_ids(self.ids))

    def of(self, benchmark: "Benchmark") -> "Benchmark":
        """Return the part of a benchmark that was chosen."""
        from tallybench.benchmarks import select

        return select(benchmark, parse_ids(self.ids))


@dataclass(frozen=True, kw_only=True)
class Machine:
    """What runs the jobs."""

    workers: Positive | None = None
    python: str | None = None

    def session(self) -> "Session":
        """Return the session of the command."""
        return open_session(self.workers)

    def check(self, **named: Iterable[Any]) -> None:
        """Check the interpreter and what other options name, as `check_early` does."""
        check_early(python=self.python, **named)

    @contextmanager
    def work(self, kept: str = SAME_COMMAND) -> Iterator[dict[str, Any]]:
        """Yield what functions that measure take: interpreter, session and progress; after Ctrl-C, say what is kept."""
        with after_interrupt(kept), Display() as display:
            yield {"python": self.python, "session": self.session(), "progress": display}

    @contextmanager
    def runner(self, kept: str = SAME_COMMAND) -> Iterator["Runner"]:
        """Yield what runs the tasks of authoring; after Ctrl-C, say what is kept."""
        from tallybench.authoring.running import Runner

        with after_interrupt(kept), Display() as display:
            yield Runner(self.python, self.session(), display)


def for_typer(command: Callable[..., None]) -> Callable[..., None]:
    """Return a plain function as a command for Typer.

    Positional parameters are arguments, and keyword-only ones are options of the same names; an underscore at the end
    of a name is for Python alone. A parameter whose type is a dataclass stands for its fields, which are options. The
    docstring describes each, with the placeholder of its value in brackets, such as `output (DIR): The folder of the
    results.`; a dataclass's docstring describes its fields, and SHARED what many commands have.
    """
    summary, own = _described(command.__doc__)
    texts = _described(SHARED)[1] | own
    parameters: list[inspect.Parameter] = []
    classes: dict[str, Any] = {}
    types = _types(command)
    for name, parameter in inspect.signature(command).parameters.items():
        kind = types[name][0]
        if not (isinstance(kind, type) and is_dataclass(kind)):
            info = Option() if parameter.kind is parameter.KEYWORD_ONLY else Argument()
            hint = _declared(name, *types[name], texts, info)
            parameters.append(parameter.replace(kind=parameter.KEYWORD_ONLY, annotation=hint))
            continue
        classes[name] = kind
        of_fields = _types(kind)
        for base in reversed(kind.__mro__):
            texts |= _described(base.__doc__)[1]
        for field in fields(kind):
            default = parameter.empty if field.default is MISSING else field.default
            hint = _declared(field.name, *of_fields[field.name], texts, Option())
            parameters.append(inspect.Parameter(field.name, parameter.KEYWORD_ONLY, default=default, annotation=hint))
    parameters.sort(key=lambda one: one.default is not one.empty)  # required ones come first

    def run(**given: Any) -> None:
        for name, kind in classes.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
        command(**given)

    run.__name__, run.__doc__ = command.__name__, summary
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def _types(thing: Any) -> dict[str, tuple[Any, ParameterInfo | None]]:
    """Return the types of parameters or fields, each with what its `Annotated` says to Typer."""
    plain = get_type_hints(thing)
    found = {}
    for name, hint in get_type_hints(thing, include_extras=True).items():
        parts = [*get_args(hint), *(part for inner in get_args(hint) for part in get_args(inner))]
        found[name] = plain[name], next((part for part in parts if isinstance(part, ParameterInfo)), None)
    return found


def _described(docstring: str | None) -> tuple[str, dict[str, tuple[str, str]]]:
    """Split a docstring: what comes before its sections, and what it says about each parameter or attribute."""
    summary, *sections = re.split(r"\n\n(\w+):\n", inspect.cleandoc(docstring or ""))
    texts = {}
    for title, section in zip(sections[::2], sections[1::2], strict=True):
        if title in ("Args", "Attributes"):
            for name, metavar, text in re.findall(r"^    (\w+)(?: \((\S+)\))?: (.*(?:\n {8}.*)*)", section, re.M):
                texts[name] = (metavar, " ".join(text.split()))
    return summary, texts


def _declared(
    name: str,
    kind: Any,
    given: ParameterInfo | None,
    texts: dict[str, tuple[str, str]],
    info: OptionInfo | ArgumentInfo,
) -> Any:
    """Return the type of a parameter with all that Typer needs to know about it."""
    info = copy(given) if given is not None else info  # type: ignore[assignment]
    metavar, info.help = texts[name]
    values = {part for outer in (kind, *get_args(kind)) for part in (outer, *get_args(outer))}
    if bool not in values:
        info.metavar = metavar or ("FILE" if Path in values else "N" if values & {int, float} else "TEXT")
    if isinstance(info, OptionInfo) and info.default is ...:  # names that are given are the default until Typer reads
        info.param_decls = ("--" + name.rstrip("_").replace("_", "-"), *(["-o"] if name == "output" else []))
    return Annotated[kind, info]


def made(kind: Callable[..., T], options: object, **other: object) -> T:
    """Make an instance of a dataclass from the options with the names of its fields, and from other values."""
    names = {field.name for field in fields(kind)} & vars(options).keys()  # type: ignore[arg-type]
    return kind(**{name: getattr(options, name) for name in names} | other)


def parse_ids(text: str | None) -> tuple[str, ...] | None:
    """Return the ids of a comma-separated list; None if there is no list."""
    return None if text is None else tuple(name.strip() for name in text.split(",") if name.strip())


def parse_date(text: str | None) -> str:
    """Return the date that was given, or today's in UTC."""
    return text or datetime.now(UTC).date().isoformat()


def parse_ks(text: str) -> tuple[int, ...]:
    """Return each k of a comma-separated list, and always 1."""
    try:
        ks = tuple(sorted({1, *(int(number) for number in text.split(","))}))
    except ValueError:
        raise InputError(f"--k {text}: must be whole numbers, such as 1,10") from None
    if ks[0] < 1:
        raise InputError(f"--k {text}: every k must be at least 1")
    return ks
