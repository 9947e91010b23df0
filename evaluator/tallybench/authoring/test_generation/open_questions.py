"""Inputs that contracts allow but prompts leave open: no test has such an input, since right programs differ on it.

`hf_dataset/extra_tests/BENCHMARK.toml` has a table for each such problem of an embedded benchmark.
"""

import tomllib

from tallybench.benchmarks.measured import extra_tests
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem


def read_decided(benchmark: Benchmark) -> dict[str, str]:
    """Return, by task id, the source of a function of the arguments that says whether the prompt decides the answer.

    Problems that are not in it leave nothing open, as far as is known.
    """
    file = extra_tests(benchmark.name).with_suffix(".toml")
    if not file.is_file():
        return {}
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {task_id: table["decided"] for task_id, table in tables.items() if task_id in benchmark.by_id}


def contract_of(problem: Problem, decided: str | None) -> str:
    """Return a problem's contract as a program that also rejects what the prompt leaves open; it is untrusted code."""
    contract = problem.contract or ""
    if decided is None:
        return contract
    return f"""{contract}

_CONTRACT = contract


def contract(*arguments):
    _CONTRACT(*arguments)
    assert ({decided})(*arguments), "the prompt leaves the answer open"
"""
