"""The benchmarks: problems with their tests, contracts, stressful inputs and references."""

import gzip
import hashlib
import importlib.util
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from evaluator.benchmarks.authoring import read_additions
from evaluator.errors import InputError
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import Growing, Kind, Problem, Solution, StressfulInput

if TYPE_CHECKING:
    from evaluator.benchmarks.sources.data_files import Loaded

__all__ = [
    "FOREIGN",
    "Benchmark",
    "Growing",
    "Kind",
    "Problem",
    "Solution",
    "Source",
    "StressfulInput",
    "load_benchmark",
    "load_foreign",
    "load_problems",
    "open_benchmark",
]

# The benchmarks of others: what has to be given with --data.
FOREIGN = {
    "coffe-function": "COFFE's `datasets` folder",
    "coffe-code-contests": "COFFE's `datasets` folder",
    "coffe-file": "COFFE's `datasets` folder",
    "mbpp": "the folder of MBPP's `data.jsonl` (the sanitized ones)",
    "mbpp+": "the folder of EvalPlus' `MbppPlus.jsonl`",
}


@dataclass(frozen=True)
class Source:
    """Where the problems of a benchmark come from.

    Attributes:
        package: the installed package that has them.
        file: in the package.
        sha256: of the file.
        licence: its SPDX identifier.
        url: where the source is described.
    """

    package: str
    file: str
    sha256: str
    licence: str
    url: str


@cache
def load_benchmark(name: str = "humaneval", data: Path | None = None) -> Benchmark:
    """Loads a benchmark with all its problems.

    Args:
        name: the benchmark's name.
        data: where the files of a benchmark are that does not come with TallyBench (see FOREIGN).

    Raises:
        InputError: there is no such benchmark, its source is missing or not the pinned one, or a problem's file is
            not in the format.
    """
    if name in FOREIGN:
        return load_foreign(name, data).benchmark
    if data is not None:
        raise InputError(f"--data {data}: is only for {', '.join(FOREIGN)}; leave it out")
    facts = _manifest(name)
    folder = problems_folder() / name
    problems = (_problem(folder, facts["level"], item) for item in _source_items(Source(**facts["source"])))
    return Benchmark(facts["name"], facts["version"], tuple(problems))


def open_benchmark(source: str, unchanged: tuple[str, ...] | None = None, data: Path | None = None) -> Benchmark:
    """Loads a benchmark that comes with TallyBench, or one that was published as a dataset.

    Args:
        source: its name; or a folder that `tallybench dataset build` made, or a dataset on the Hugging Face Hub,
            ORG/NAME or ORG/NAME@REVISION.
        unchanged: the fields in which a published problem must be that of the benchmark of the same name here, since
            they are run outside the sandbox; None is those that an evaluation runs.
        data: where the files of a benchmark are that does not come with TallyBench (see FOREIGN).

    Raises:
        InputError: there is no such benchmark, it cannot be read, or a problem was changed.
    """
    from evaluator.benchmarks.published import RUN_BY_EVALUATE, load_published, refuse_changed

    if source in (*_names(), *FOREIGN) or not ("/" in source or Path(source).is_dir()):
        return load_benchmark(source, data)
    if data is not None:
        raise InputError(f"--data {data}: is only for {', '.join(FOREIGN)}; leave it out")
    published = load_published(source)
    refuse_changed(published, RUN_BY_EVALUATE if unchanged is None else unchanged)
    return published


def source_of(name: str) -> Source:
    """Where the problems of a benchmark come from.

    Raises:
        InputError: there is no such benchmark.
    """
    return Source(**_manifest(name)["source"])


@cache
def load_foreign(name: str, data: Path | None) -> "Loaded":
    """Loads a benchmark of others, with all its ground truths.

    Args:
        name: one of FOREIGN.
        data: where its files are.

    Raises:
        InputError: they are not given, or not in their layout.
    """
    if data is None:
        raise InputError(f"--benchmark {name}: does not come with TallyBench; give --data DIR, {FOREIGN[name]}")
    # Imported here, for they use what imports this package.
    from evaluator.benchmarks.sources.coffe import FOLDERS, load_coffe
    from evaluator.benchmarks.sources.mbpp import load_mbpp

    return load_coffe(name, data) if name in FOLDERS else load_mbpp(name, data)


def load_problems(
    benchmark: str = "humaneval", ids: Sequence[str] | None = None, data: Path | None = None
) -> tuple[Problem, ...]:
    """Loads the problems of a benchmark.

    Args:
        benchmark: its name.
        ids: task ids, such as `HumanEval/0` or just `0`; None is all of them.
        data: where the files of a benchmark are that does not come with TallyBench.

    Raises:
        InputError: the benchmark or an id is unknown.
    """
    return select(load_benchmark(benchmark, data), ids).problems


def select(benchmark: Benchmark, ids: Sequence[str] | None) -> Benchmark:
    """The part of a benchmark with these task ids, or with these numbers or ranges of numbers (`3`, `0-29`).

    Raises:
        InputError: an id is unknown.
    """
    if ids is None:
        return benchmark
    prefix = benchmark.problems[0].task_id.rpartition("/")[0]
    wanted = set()
    unusable = dict(benchmark.exclusions)
    for given in ids:
        first, dash, last = given.partition("-")
        if dash and first.isdecimal() and last.isdecimal():
            names = [f"{prefix}/{number}" for number in range(int(first), int(last) + 1)]
        else:
            names = [f"{prefix}/{given}" if given.isdecimal() else given]
        for name in names:
            if name in unusable:
                raise InputError(f"--ids {given}: the source's data of {name} cannot be used: {unusable[name]}")
            if name not in benchmark.by_id:
                raise InputError(f"--ids {given}: {unknown_task(name, benchmark)}")
            wanted.add(name)
    problems = tuple(problem for problem in benchmark if problem.task_id in wanted)
    if not problems:
        raise InputError("--ids: names no problem")
    if len(problems) == len(benchmark):
        return benchmark
    return replace(benchmark, problems=problems, whole=False, exclusions=())


def unknown_task(name: str, benchmark: Benchmark) -> str:
    """What to say of a task id that the benchmark does not have."""
    near = get_close_matches(name, benchmark.by_id, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"{benchmark.name} has no task {name!r} ({len(benchmark)} tasks, {benchmark.problems[0].task_id} ...){hint}"


def problems_folder() -> Path:
    """The folder of all benchmarks."""
    return Path(str(resources.files("hf_dataset"))) / "problems"


def problem_file(folder: Path, task_id: str) -> Path:
    """Where a problem's file is, whether it exists or not."""
    return folder / f"he_{int(task_id.rpartition('/')[2]):03d}.py"


def _names() -> list[str]:
    return sorted(path.parent.name for path in problems_folder().glob("*/benchmark.toml"))


def _manifest(name: str) -> dict[str, Any]:
    # Names come from result files of strangers, too: nothing but what is there may be looked up.
    if name not in (known := _names()):
        raise InputError(
            f"--benchmark {name}: there is no such benchmark; there is: {', '.join(known)}; "
            f"with --data: {', '.join(FOREIGN)}"
        )
    return tomllib.loads((problems_folder() / name / "benchmark.toml").read_text(encoding="utf-8"))


def _problem(folder: Path, level: str, item: dict[str, Any]) -> Problem:
    basic = Problem(
        task_id=item["task_id"],
        entry_point=item["entry_point"],
        level=level,
        prompt=item["prompt"],
        tests=item["test"],
        canonical=Solution("canonical", item["prompt"] + item["canonical_solution"]),
    )
    path = problem_file(folder, basic.task_id)
    if not path.exists():
        return basic
    additions = read_additions(path, basic.entry_point)
    added = {field.name: getattr(additions, field.name) for field in fields(additions)}
    return Problem(
        task_id=basic.task_id,
        entry_point=basic.entry_point,
        level=level,
        prompt=basic.prompt,
        tests=basic.tests,
        canonical=basic.canonical,
        **added,
    )


def _source_items(source: Source) -> Iterator[dict[str, Any]]:
    package = source.package
    spec = importlib.util.find_spec(package.replace("-", "_"))
    if spec is None or not spec.submodule_search_locations:
        raise InputError(f"the package {package} is not installed: pip install {package}")
    path = Path(spec.submodule_search_locations[0], source.file)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror}); pip install --force-reinstall {package}"
        ) from None
    if hashlib.sha256(content).hexdigest() != source.sha256:
        raise InputError(
            f"{path}: is not the file this benchmark was made from; pip install --force-reinstall {package}"
        )
    for line in gzip.decompress(content).splitlines():
        yield orjson.loads(line)
