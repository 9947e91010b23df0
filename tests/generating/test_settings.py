"""What is asked, before anything is sent: prompts, settings, and what it would take."""

import gzip
import re
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import BENCHMARKS, load_benchmark
from tallybench.errors import InputError
from tallybench.generating.prompt import load_prompt, prompt_names, read_prompt, refining_prompt, training_prompt
from tallybench.generating.refining import KINDS
from tallybench.generating.settings import Settings
from tallybench.generating.strategies import STRATEGIES, Message, plan_samples, strategy_of
from tallybench.statistics.spending import Price
from tests.benchmarks.ecco_data import write_ecco
from tests.benchmarks.test_apps import PROGRAM, SWAP
from tests.benchmarks.test_apps import write as write_apps
from tests.conftest import CommandLine

# A text that is changed is a new version: results name both, and the hash.
PUBLISHED = {
    "chain-of-thought@1": "654ede91",
    "continue@1": "015c93be",
    "instruct@1": "faf1301e",
    "instruct-efficient@1": "4294858a",
    "edit@2": "9257d609",
    "ecco-edit@1": "9c717290",
    "ecco-generate@1": "e9083664",
}
PUBLISHED_OTHERS = {
    "refine-self@1": "16980c1d",
    "refine-exec@1": "7eb86b60",
    "refine-nl-exec@1": "850d2ee6",
    "training-execution@1": "23aaa67b",
    "training-trajectory@2": "fbfe4604",
}


def test_a_published_prompt_is_not_changed_under_its_version() -> None:
    labels = {load_prompt(name).label: load_prompt(name).sha256[:8] for name in prompt_names()}
    assert {label: labels.get(label) for label in PUBLISHED} == PUBLISHED
    others = [refining_prompt(kind) for kind in KINDS] + [training_prompt(kind) for kind in ("execution", "trajectory")]
    assert {prompt.label: prompt.sha256[:8] for prompt in others} == PUBLISHED_OTHERS


@pytest.mark.parametrize("name", sorted({name.split("@")[0] for name in PUBLISHED}))
def test_a_prompt_holds_the_problem_s_own_and_every_field_is_filled_in(name: str) -> None:
    prompt = load_prompt(name)
    problem = load_benchmark("humaneval-edit" if prompt.task == "edit" else "humaneval").problems[1]
    shown = problem.canonical.code if prompt.task == "edit" else problem.prompt
    for level in ("file",) if name.startswith("ecco") else ("function", "file", "class"):
        (message,) = next(strategy_of(prompt)(replace(problem, level=level), prompt))
        assert shown.strip("\n") in message.text
        assert not any(field in message.text for field in ("{prompt}", "{entry_point}", "{program}"))


@pytest.mark.parametrize(
    ("benchmark", "name", "instead"), [("humaneval", "edit", "instruct"), ("humaneval-edit", "instruct", "edit")]
)
def test_a_prompt_for_another_task_is_refused_with_the_one_to_take(benchmark: str, name: str, instead: str) -> None:
    prompt = load_prompt(name)
    with pytest.raises(InputError, match=f"--prompt {name}: .*; use --prompt {instead}"):
        next(strategy_of(prompt)(load_benchmark(benchmark).problems[0], prompt))


def test_braces_of_the_problem_stay_as_they_are_and_a_strategy_s_answer_is_its_sample() -> None:
    problem = replace(load_benchmark().problems[0], prompt="def f(x):\n    return {entry_point}, {prompt}, {x}\n")
    (message,) = next(STRATEGIES["once"](problem, load_prompt("instruct")))
    assert "return {entry_point}, {prompt}, {x}" in message.text
    conversation = STRATEGIES["once"](load_benchmark().problems[0], load_prompt("continue"))
    assert next(conversation) == [Message("user", load_benchmark().problems[0].prompt)]
    with pytest.raises(StopIteration) as end:
        conversation.send("    return 1\n")
    assert end.value.value == "    return 1\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff", "is not TOML"),
        (b"name = 'x'\nversion = 1\nabout = ''\n", "`text`"),
        (b"name = 'X Y'\nversion = 1\nabout = ''\n[text]\n", "`name`"),
        (b"name = 'x'\nversion = 1\nabout = ''\nsort = 1\n[text]\nfunction = 'x'\n", "`sort`"),
        (b"name = 'x'\nversion = 1\nabout = ''\n[text]\n", "`text`"),
        (b"name = 'x'\nversion = 1\nabout = ''\n[text]\nfunction = ''\n", "`text.function`"),
        (b"name = " + b"[" * 20_000, "is not TOML"),
    ],
)
def test_a_prompt_s_file_that_is_none_is_refused_in_a_line(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        read_prompt(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"model": "gpt-4o"}, "name provider and model"),
        ({"samples": 2}, "greedy answers"),
        ({"temperature": 3.0}, "must be from 0"),
        ({"top_p": 0.0}, "must be above 0"),
    ],
)
def test_settings_with_which_nothing_can_be_generated_are_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        replace(Settings("openai/x", load_prompt("instruct")), **change)


def test_a_plan_tells_requests_tokens_and_dollars() -> None:
    benchmark = load_benchmark()
    settings = Settings("openai/x", load_prompt("continue"), samples=10, temperature=0.8, max_tokens=500)
    plan = plan_samples(benchmark, settings)
    assert (plan.samples, plan.requests, plan.tokens_out) == (1640, 1640, 820_000)
    characters = 10 * sum(len(problem.prompt) for problem in benchmark)
    assert characters / 4 < plan.tokens_in < characters / 3
    assert plan.cost(Price(1.0, 2.0)) == pytest.approx((plan.tokens_in + 2 * 820_000) / 1e6)
    assert plan_samples(benchmark, replace(settings, max_tokens=None)).tokens_out is None
    with pytest.raises(InputError, match="asks for a class method by method; HumanEval/0 is not a class"):
        plan_samples(benchmark, Settings("openai/x", load_prompt("classeval-incremental")))


def data_of(name: str, tmp_path: Path, shared: Path) -> Path | None:
    """Where a benchmark's data are; of EvalPlus', whose expected outputs are computed, the first problems."""
    if BENCHMARKS[name].embedded:
        return None
    if name.startswith("ecco-"):
        return write_ecco(tmp_path)
    if name == "apps":
        return write_apps(tmp_path, PROGRAM, SWAP)
    if "+" in name:
        (file,) = re.findall(r"[A-Z]\w+Plus[-\w]*\.jsonl", BENCHMARKS[name].data)
        whole = shared / "mbpp/MbppPlus.jsonl" if file.startswith("Mbpp") else shared / "evalplus" / f"{file}.gz"
        with (gzip.open if whole.suffix == ".gz" else open)(whole, "rb") as lines:
            (tmp_path / file).write_bytes(b"".join(islice(lines, 9)))
        return tmp_path
    return shared / ("mbpp" if name == "mbpp" else "classeval" if name.startswith("classeval") else "coffe/datasets")


@pytest.mark.parametrize("name", BENCHMARKS)
def test_every_benchmark_has_a_default_prompt(
    name: str, tallybench: CommandLine, tmp_path: Path, shared_data: Path
) -> None:
    data = data_of(name, tmp_path, shared_data)
    command = ["generate", "--model", "openai/x", "--benchmark", name, "--max-tokens", "1", "--plan"]
    planned = tallybench(*command, *([] if data is None else ["--data", data]), code=0)
    count = len(load_benchmark(name, data))
    assert count and f"requests     {count:,}\n" in planned.stdout


def test_without_the_extra_one_line_says_what_installs_it_and_a_plan_is_made(tmp_path: Path) -> None:
    hidden = (
        "import importlib.util as u, sys; found = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'inspect_ai' else found(name, package)\n"
        "sys.modules['inspect_ai'] = None\n"
        "from tallybench.cli import main; main()"
    )
    for more, code in (([], 2), (["--plan"], 0)):
        command = [sys.executable, "-c", hidden, "generate", "--model", "openai/x", *more]
        ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert ended.returncode == code, ended.stderr
        if code:
            assert ended.stderr == "tallybench: generate: inspect_ai is missing; pip install 'tallybench[generate]'\n"
        else:
            assert "requests     164" in ended.stdout
    assert not any(tmp_path.iterdir())
