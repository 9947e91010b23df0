"""Options: each is declared once, as a parameter of its command or as a field of a dataclass that commands share."""

import inspect
import re
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import MISSING, dataclass, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from typer import Argument, Option
from typer.models import ArgumentInfo, OptionInfo, ParameterInfo

from tallybench.cli.early import check_early
from tallybench.cli.session import open_session
from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.counting.session import Session
    from tallybench.model.benchmark import Benchmark

T = TypeVar("T")

Positive = Annotated[int, Option(min=1)]
Natural = Annotated[int, Option(min=0)]
BenchmarkName = Annotated[
    str,
    Option(
        "--benchmark",
        metavar="NAME",
        help="A benchmark's name; the folder of your own, with benchmark.toml; or a dataset made of one: a folder, or "
        "ORG/NAME on the Hub.",
    ),
]
Data = Annotated[
    Path | None, Option("--data", metavar="DIR", help="The files of a benchmark that does not come with TallyBench.")
]
Ids = Annotated[
    str | None,
    Option("--ids", metavar="IDS", help="Only these problems: ids, numbers or ranges, such as 0-9,HumanEval/31."),
]
Python = Annotated[
    str | None,
    Option(
        "--python",
        metavar="PATH",
        help="Measure with another Python, which is never ranked. Default: that of the measuring environment.",
    ),
]
Workers = Annotated[
    int | None,
    Option("--workers", min=1, metavar="N", help="Number of worker processes. Default: one for each processor."),
]
Ray = Annotated[
    str | None,
    Option(
        "--ray",
        metavar="ADDRESS",
        help="Evaluate on the nodes of a Ray cluster: HOST:PORT of its head, or auto. --workers is per node.",
    ),
]
Root = Annotated[
    Path, Option("--root", metavar="DIR", show_default=False, help="The checkout of TallyBench. Default: this folder.")
]
Date = Annotated[
    str | None, Option("--date", metavar="DAY", help="The date in the file's name, YYYY-MM-DD. Default: today.")
]
SampleFolder = Annotated[
    Path | None,
    Option("--samples", metavar="DIR", help="Public samples, as `tallybench dev samples fetch DIR` stores them."),
]
Recount = Annotated[bool, Option("--recount", help="Count again; ignore the counts that are cached here.")]
Force = Annotated[bool, Option("--force", help="Replace files that exist.")]
AsJson = Annotated[bool, Option("--json", help="Print JSON.")]
Pool = Annotated[
    list[str] | None,
    Option(
        metavar="SAMPLES", help="Samples to take correct solutions from, in the formats of evaluate; may be repeated."
    ),
]


@dataclass(frozen=True, kw_only=True)
class Chosen:
    """The problems to work on."""

    benchmark: BenchmarkName = "humaneval"
    data: Data = None
    ids: Ids = None

    def open(self, unchanged: tuple[str, ...] | None = None) -> "Benchmark":
        """Load the benchmark, after checking the ids.

        Args:
            unchanged: as for `open_benchmark`.
        """
        from tallybench.benchmarks import open_benchmark

        return open_benchmark(self.benchmark, unchanged, self.data, parse_ids(self.ids))

    def of(self, benchmark: "Benchmark") -> "Benchmark":
        """Return the part of a benchmark that was chosen."""
        from tallybench.benchmarks import select

        return select(benchmark, parse_ids(self.ids))


@dataclass(frozen=True, kw_only=True)
class Machine:
    """What runs the jobs."""

    workers: Workers = None
    python: Python = None

    def session(self) -> "Session":
        """Return the session of the command."""
        return open_session(self.workers)

    def check(
        self,
        outputs: Iterable[Path | None] = (),
        files: Iterable[Path | None] = (),
        samples: Iterable[str] = (),
    ) -> None:
        """Check the interpreter and what other options name, as `check_early` does."""
        check_early(python=self.python, outputs=outputs, files=files, samples=samples)


def for_typer(command: Callable[..., None]) -> Callable[..., None]:
    """Return a plain function as a command for Typer.

    Positional parameters are arguments, and keyword-only ones are options of the same names. A parameter whose type is
    a dataclass stands for its fields, which are options. The docstring describes each, with the placeholder of its
    value in brackets, such as `output (DIR): The folder of the results.`; a dataclass's docstring describes its fields.
    A name, bounds or a text that several commands share are in an `Annotated` type.
    """
    summary, texts = _described(command)
    parameters: list[inspect.Parameter] = []
    classes: dict[str, Any] = {}
    hints = get_type_hints(command, include_extras=True)
    for name, parameter in inspect.signature(command).parameters.items():
        kind = hints[name]
        if isinstance(kind, type) and is_dataclass(kind):
            classes[name] = kind
            types = get_type_hints(kind, include_extras=True)
            described = {key: text for base in kind.__mro__ for key, text in _described(base)[1].items()}
            for field in fields(kind):
                default = parameter.empty if field.default is MISSING else field.default
                hint = _declared(field.name, types[field.name], described, Option())
                parameters.append(
                    inspect.Parameter(field.name, parameter.KEYWORD_ONLY, default=default, annotation=hint)
                )
        else:
            info = Option() if parameter.kind is parameter.KEYWORD_ONLY else Argument()
            hint = _declared(name, kind, texts, info)
            parameters.append(parameter.replace(kind=parameter.KEYWORD_ONLY, annotation=hint))

    parameters.sort(key=lambda one: one.default is not one.empty)  # required ones come first

    def run(**given: Any) -> None:
        for name, kind in classes.items():
            given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
        command(**given)

    run.__name__, run.__doc__ = command.__name__, summary
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def _described(thing: object) -> tuple[str, dict[str, tuple[str, str]]]:
    """Split a docstring: what comes before its sections, and what it says about each parameter or attribute."""
    summary, *sections = re.split(r"\n\n(\w+):\n", inspect.cleandoc(thing.__doc__ or ""))
    texts = {}
    for title, section in zip(sections[::2], sections[1::2], strict=True):
        if title in ("Args", "Attributes"):
            for name, metavar, text in re.findall(r"^    (\w+)(?: \((\S+)\))?: (.*(?:\n {8}.*)*)", section, re.M):
                texts[name] = (metavar, " ".join(text.split()))
    return summary, texts


def _declared(name: str, hint: Any, texts: dict[str, tuple[str, str]], info: OptionInfo | ArgumentInfo) -> Any:
    """Return the type of a parameter with all that Typer needs to know about it."""
    given = [part for part in get_args(hint)[1:] if isinstance(part, ParameterInfo)]
    if given and given[0].help:
        return hint
    plain = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    info = copy(given[0]) if given else info  # type: ignore[assignment]
    metavar, info.help = texts[name]
    values = {kind for outer in (plain, *get_args(plain)) for kind in (outer, *get_args(outer))}
    if bool not in values:
        info.metavar = metavar or ("FILE" if Path in values else "N" if values & {int, float} else "TEXT")
    if isinstance(info, OptionInfo) and info.default is ... and not info.param_decls:
        info.param_decls = ("--" + name.replace("_", "-"), *(["-o"] if name == "output" else []))
    return Annotated[plain, info]


def made(kind: Callable[..., T], options: object, **other: object) -> T:
    """Make an instance of a dataclass from the options with the names of its fields.

    Args:
        kind: the dataclass.
        options: the dataclass of options.
        other: fields that have no option, or that differ from what was typed.
    """
    names = {field.name for field in fields(kind)} & vars(options).keys()  # type: ignore[arg-type]
    return kind(**{name: getattr(options, name) for name in names} | other)


def parse_ids(text: str | None) -> tuple[str, ...] | None:
    """Return the ids of a comma-separated list; None if there is no list."""
    if text is None:
        return None
    return tuple(name.strip() for name in text.split(",") if name.strip())


def parse_date(text: str | None) -> str:
    """Return the date that was given, or today's in UTC."""
    from datetime import UTC, datetime

    return text or datetime.now(UTC).date().isoformat()


def parse_ks(text: str) -> tuple[int, ...]:
    """Return each k of a comma-separated list, and always 1.

    Raises:
        InputError: the list has something other than positive whole numbers.
    """
    try:
        ks = tuple(sorted({int(number) for number in text.split(",")}))
    except ValueError:
        raise InputError(f"--k {text}: must be whole numbers, such as 1,10") from None
    if ks[0] < 1:
        raise InputError(f"--k {text}: every k must be at least 1")
    return ks if 1 in ks else (1, *ks)
