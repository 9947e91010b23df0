"""What prompts leave open though contracts allow it: no test has such an input, since right programs differ on it.

`hf_dataset/extra_tests/BENCHMARK.toml` has a table for each such problem of a benchmark that comes along.
"""

import tomllib

from tallybench.benchmarks.extra_tests import extra_tests
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem


def read_decided(benchmark: Benchmark) -> dict[str, str]:
    """By task id, a function of the arguments as Python: whether the prompt decides the answer.

    Problems that are not in it leave nothing open that is known of.
    """
    file = extra_tests(benchmark.name).with_suffix(".toml")
    if not file.is_file():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {task_id: table["decided"] for task_id, table in tables.items() if task_id in benchmark.by_id}


def contract_of(problem: Problem, decided: str | None) -> str:
    """Return the program of a problem's contract, which refuses as well what the prompt leaves open; untrusted code."""
    contract = problem.contract or ""
    if decided is None:
        return contract
    return f"""{contract}

_CONTRACT = contract


def contract(*arguments):
    _CONTRACT(*arguments)
    assert ({decided})(*arguments), "the prompt leaves the answer open"
"""
