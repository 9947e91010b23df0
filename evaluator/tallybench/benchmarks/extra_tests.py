"""Generated correctness tests that come with a benchmark: a few inputs that catch wrong programs its own tests miss.

Each line of `hf_dataset/extra_tests/BENCHMARK.jsonl` is a problem; `tallybench dev tests reduce` writes the file.
"""

from pathlib import Path

import orjson

from tallybench.errors import InputError
from tallybench.files import data_folder
from tallybench.model.benchmark import Benchmark


def extra_tests(benchmark: str) -> Path:
    """Return the path of the file for a benchmark that comes with TallyBench, whether it exists or not."""
    return data_folder() / "extra_tests" / f"{benchmark}.jsonl"


def read_extra_inputs(benchmark: Benchmark) -> dict[str, tuple[str, ...]]:
    """Return the arguments of each input as literals, by task id.

    The result is empty if there is no file. Problems that the benchmark does not have are left out.

    Raises:
        InputError: the file is broken, or was made for another version of a problem.
    """
    path = extra_tests(benchmark.name)
    if not path.exists():
        return {}
    found = {}
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            record = orjson.loads(line)
            task_id, content, inputs = record["task_id"], record["content"], tuple(map(str, record["inputs"]))
        except (orjson.JSONDecodeError, TypeError, KeyError) as error:
            raise InputError(f"{path}:{number}: is no line of generated inputs ({error}); reduce them again") from None
        problem = benchmark.by_id.get(task_id)
        if problem is None:
            continue
        if problem.hash != content:
            raise InputError(f"{path}:{number}: {task_id}: these inputs are of another version; generate them again")
        found[task_id] = inputs
    return found
