"""The table of benchmarks: what each row promises, and how a benchmark is loaded by it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tallybench.benchmarks import BENCHMARKS, forget_benchmarks, load_benchmark, open_benchmark, read_benchmark
from tallybench.errors import InputError
from tests.benchmarks.coffe_data import write_data

GIVEN = [name for name, row in BENCHMARKS.items() if not row.embedded]


def test_a_benchmark_is_loaded_once_whatever_the_form_of_the_call_until_it_is_forgotten(tmp_path: Path) -> None:
    ours = load_benchmark()
    assert ours is load_benchmark("humaneval") is load_benchmark(name="humaneval") is load_benchmark("humaneval", None)
    assert ours is open_benchmark("humaneval") is open_benchmark("humaneval", (), data=None)
    data = write_data(tmp_path)
    coffe = load_benchmark("coffe-function", data)
    assert coffe is load_benchmark(data=Path(str(data)), name="coffe-function")
    assert read_benchmark("coffe-function", data) is not coffe
    path = data / "function" / "testcases.json"
    path.write_text(path.read_text().replace("Hello, Ada", "Hello, Eve"))
    assert load_benchmark("coffe-function", data) is coffe
    forget_benchmarks()
    changed = load_benchmark("coffe-function", data)
    assert changed.version != coffe.version and changed.hash != coffe.hash


@pytest.mark.parametrize("name", GIVEN)
def test_data_is_asked_for_in_the_rows_words_and_a_folder_without_it_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=rf"^benchmark {re.escape(name)}: does not come") as caught:
        load_benchmark(name)
    assert BENCHMARKS[name].data in str(caught.value)
    with pytest.raises(InputError) as caught:
        load_benchmark(name, tmp_path)
    wanted = {
        "mbpp": "data.jsonl",
        "mbpp+": "MbppPlus.jsonl",
        "mbpp+noextreme": "MbppPlus-NoExtreme.jsonl",
        "humaneval+": "HumanEvalPlus.jsonl",
        "humaneval+mini": "HumanEvalPlus-Mini.jsonl",
        "humaneval+noextreme": "HumanEvalPlus-NoExtreme.jsonl",
        "apps": "test.jsonl nor train.jsonl",
        "ecco-edit": "has no edit/test*.jsonl or .parquet",
        "ecco-generate": "has no generate/test*.jsonl or .parquet",
    }
    assert wanted.get(name, ".json: there is no such file") in str(caught.value)


def test_data_is_refused_where_the_benchmark_comes_with_us(tmp_path: Path) -> None:
    for load in (load_benchmark, lambda name, data: open_benchmark(name, data=data)):
        with pytest.raises(InputError, match=r"^data .* is only for coffe-function, .*, apps.*; leave it out"):
            load("humaneval", tmp_path)


def test_an_unknown_benchmark_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(
        InputError,
        match=r"choose one of humaneval, tally-classes, humaneval-edit, classes-edit; with `data`: coffe-function, .*",
    ):
        load_benchmark("codenet")


def test_rows_are_whole() -> None:
    assert next(iter(BENCHMARKS)) == "humaneval"
    for name, row in BENCHMARKS.items():
        assert row.name == name and row.title and row.authors and row.texts.licence
        assert row.paper.startswith("https://") or row.authors.startswith("TallyBench: ")
        assert row.texts.url.startswith("https://")
        assert row.texts.shown == row.embedded, "of what is not ours no text is shown, and all is tried"


def test_a_sources_module_is_imported_when_its_benchmark_is_loaded_and_not_before() -> None:
    program = (
        "import sys; from tallybench.benchmarks import load_benchmark; load_benchmark();"
        "print(*(name for name in sys.modules if name.startswith('tallybench.benchmarks.sources.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["tallybench.benchmarks.sources.embedded"]
