"""The benchmarks: problems with their tests, contracts, stressful inputs and references."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from tallybench.benchmarks.sources import BENCHMARKS
from tallybench.errors import InputError
from tallybench.extensions import extension_names, load_extension
from tallybench.files import data_folder
from tallybench.model.benchmark import Benchmark, unknown_task
from tallybench.model.problem import Problem

__all__ = [
    "BENCHMARKS",
    "files_folder",
    "forget_benchmarks",
    "in_training",
    "load_benchmark",
    "load_problems",
    "open_benchmark",
    "problem_file",
    "problems_folder",
    "read_benchmark",
    "select",
    "with_files",
    "written_id",
]


def load_benchmark(name: str = "humaneval", data: Path | None = None) -> Benchmark:
    """Load a benchmark with all its problems, once per process.

    Args:
        name: the benchmark's name.
        data: where the benchmark's files are, if it does not come with TallyBench.

    Raises:
        InputError: there is no such benchmark, or its data are not given, missing, or in the wrong layout.
    """
    return _loaded(name, data, data and data.resolve())


def read_benchmark(name: str, data: Path | None = None) -> Benchmark:
    """Load a benchmark like `load_benchmark`, but always from its files."""
    # Names also come from strangers' result files, so only what is in the table or installed may be looked up.
    if (row := BENCHMARKS.get(name)) is None:
        if name in extension_names("benchmarks"):
            _refuse_data(data)
            made = load_extension("benchmarks", name)()
            if not isinstance(made, Benchmark) or made.name != name:
                raise InputError(f"benchmark {name}: the installed extension must return a Benchmark of this name")
            return made
        there = [row.name for row in BENCHMARKS.values() if row.embedded] + extension_names("benchmarks")
        raise InputError(
            f"benchmark {name}: there is no such benchmark; choose one of {', '.join(there)}; with `data`: {_given()}"
        )
    if row.embedded:
        _refuse_data(data)
        return row.read(files_folder(name))
    if data is None:
        raise InputError(f"benchmark {name}: does not come with TallyBench; give `data`, {row.data}")
    return row.read(data)


def forget_benchmarks() -> None:
    """Clear the loaded benchmarks, since the problems' files may change under `mkdocs serve`."""
    _loaded.cache_clear()


def check_ids(name: str, ids: Sequence[str] | None, data: Path | None) -> None:
    """Check ids before loading a benchmark that is slow to load.

    Raises:
        InputError: an id is unknown, or the data are in the wrong layout.
    """
    row = BENCHMARKS.get(name)
    if row is not None and row.listed and ids is not None and data is not None:
        select(row.read(data, listed=True), ids)


def open_benchmark(
    source: str,
    unchanged: tuple[str, ...] | None = None,
    data: Path | None = None,
    ids: Sequence[str] | None = None,
) -> Benchmark:
    """Load a benchmark from the table, one of the user's own, or one published as a dataset.

    Args:
        source: its name; the folder of a user's own benchmark, which has a `benchmark.toml`; a folder made by
            `tallybench dev dataset build`; or a dataset on the Hugging Face Hub, ORG/NAME or ORG/NAME@REVISION.
        unchanged: the fields of a published problem that must equal those of the benchmark of the same name here,
            since they are run outside the sandbox; None means those that an evaluation runs.
        data: where the benchmark's files are, if it does not come with TallyBench.
        ids: the ids that will be selected; unknown ones are refused before the data are processed.

    Raises:
        InputError: there is no such benchmark, it cannot be read, an id is unknown, or a problem was changed.
    """
    from tallybench.benchmarks.published import RUN_BY_EVALUATE, load_published, refuse_changed, with_test_seconds
    from tallybench.benchmarks.user_benchmark import user_benchmark_at

    is_name = source in BENCHMARKS or not ("/" in source or Path(source).is_dir())
    if is_name or source in extension_names("benchmarks"):
        check_ids(source, ids, data)
        return load_benchmark(source, data)
    _refuse_data(data)
    if (user := user_benchmark_at(source)) is not None:
        return user.benchmark
    if (folder := Path(source)).is_dir() and not (folder / "problems").is_dir():
        raise InputError(
            f"benchmark {source}: has neither benchmark.toml (a benchmark of your own; tallybench new makes one) nor "
            "problems/ (a dataset; tallybench dev dataset build makes one)"
        )
    published = load_published(source)
    refuse_changed(published, RUN_BY_EVALUATE if unchanged is None else unchanged)
    return with_test_seconds(published)


def load_problems(
    benchmark: str = "humaneval", ids: Sequence[str] | None = None, data: Path | None = None
) -> tuple[Problem, ...]:
    """Load the problems of a benchmark.

    Args:
        benchmark: its name.
        ids: task ids, such as `HumanEval/0` or just `0`, or ranges such as `0-9`; None means all of them.
        data: the folder with the benchmark's files, if it does not come with TallyBench.

    Returns:
        The problems, in the order of the benchmark.

    Raises:
        InputError: the benchmark or an id is unknown.
    """
    return select(load_benchmark(benchmark, data), ids).problems


def select(benchmark: Benchmark, ids: Sequence[str] | None) -> Benchmark:
    """Return the part of a benchmark with these task ids, or with these numbers or ranges of numbers (`3`, `0-29`).

    Raises:
        InputError: an id is unknown.
    """
    if ids is None:
        return benchmark
    excluded = dict(benchmark.exclusions)
    wanted = set()
    for given in ids:
        first, dash, last = given.partition("-")
        if dash and first.isdecimal() and last.isdecimal():
            names = [benchmark.full_id(str(number)) for number in range(int(first), int(last) + 1)]
        else:
            names = [benchmark.full_id(given)]
        for name in names:
            if name in excluded:
                raise InputError(f"ids {given}: the source's data for {name} cannot be used: {excluded[name]}")
            if name not in benchmark.by_id:
                raise InputError(f"ids {given}: {unknown_task(name, benchmark)}")
            wanted.add(name)
    problems = tuple(problem for problem in benchmark if problem.task_id in wanted)
    if not problems:
        raise InputError("ids: names no problem")
    if len(problems) == len(benchmark):
        return benchmark
    return replace(benchmark, problems=problems, whole=False, exclusions=())


def written_id(task_id: str) -> str:
    """Return the id of the problem that an editing task was made from; any other id is returned unchanged."""
    return task_id.replace("Edit/", "/")


def in_training(task_id: str) -> bool:
    """Return whether a problem is in the training split, whose solutions models may be shown, not for tests.

    About half of the problems are in each. The rule uses only a problem's id, so it is the same for everyone, forever:
    a problem is for training if the first bit of the SHA-256 of `tallybench split TASK_ID` is 0. An editing task goes
    with the problem that asks to write the solution: HumanEvalEdit/7 with HumanEval/7.
    """
    return sha256(f"tallybench split {written_id(task_id)}".encode()).digest()[0] < 0x80


def with_files(benchmark: Benchmark, folder: Path) -> Benchmark:
    """Return the problems of a benchmark that a folder has files for, with the files' additions.

    Args:
        benchmark: one that comes with TallyBench; statements, tests and canonical solutions are taken from it.
        folder: the folder with the problems' files, named as in the benchmark.

    Raises:
        InputError: the folder has none of the problems, or a file is not in the format.
    """
    from tallybench.benchmarks.problem_reader import with_additions

    row = BENCHMARKS.get(benchmark.name)
    if row is None or not row.embedded or row.edits:
        raise InputError(f"files {folder}: is only for benchmarks that come with files; {benchmark.name} does not")
    found = []
    for problem in benchmark:
        path = folder / problem_file(benchmark.name, problem.task_id).name
        if path.is_file():
            found.append(with_additions(problem, path))
    if not found:
        example = problem_file(benchmark.name, benchmark.problems[0].task_id).name
        raise InputError(f"files {folder}: has no file for these problems of {benchmark.name}, such as {example}")
    return replace(benchmark, problems=tuple(found), whole=len(found) == len(benchmark) and benchmark.whole)


def problems_folder() -> Path:
    """Return the folder that has a subfolder for each benchmark that comes with TallyBench."""
    return data_folder() / "problems"


def files_folder(benchmark: str) -> Path:
    """Return the folder with the problems' files of a benchmark that comes with TallyBench."""
    return problems_folder() / BENCHMARKS[benchmark].folder


def problem_file(benchmark: str, task_id: str) -> Path:
    """Return the path of a problem's file in a benchmark that comes with TallyBench, whether it exists or not."""
    number = int(task_id.rpartition("/")[2])
    return files_folder(benchmark) / f"{BENCHMARKS[benchmark].prefix}{number:03d}.py"


@cache
def _loaded(name: str, data: Path | None, _where: Path | None) -> Benchmark:
    return read_benchmark(name, data)


def _refuse_data(data: Path | None) -> None:
    if data is not None:
        raise InputError(f"data {data}: is only for {_given()}; leave it out")


def _given() -> str:
    """Return the names of the benchmarks whose data must be given."""
    return ", ".join(row.name for row in BENCHMARKS.values() if not row.embedded)
