"""What Python users call says what it does; examples on the reference pages and in the README run, and print it."""

import inspect
import re
import types
import warnings
from pathlib import Path

import orjson
import pytest

import tallybench as package
from tallybench import load_result
from tests.conftest import ROOT
from tests.made_results import kept_result

REFERENCE = sorted((ROOT / "site/pages/reference").glob("*.md"))
PAGES = [path for path in REFERENCE if path.stem != "extensions"]  # whose package test_extensions.py builds
EXAMPLE = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:\n```text\n(?P<printed>.*?)^```)?", re.M | re.S)
SAMPLES = [
    {"task_id": "HumanEval/23", "completion": "    return len(string)\n"},
    {"task_id": "HumanEval/45", "completion": "    return a * h / 2\n"},
]


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "README.md", ROOT / "site/pages/generate.md"], ids=lambda path: path.stem
)
def test_the_examples_of_a_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("samples.jsonl").write_bytes(b"\n".join(map(orjson.dumps, SAMPLES)))
    load_result(kept_result("gpt-4o")).save("result.json")
    examples = list(EXAMPLE.finditer(page.read_text()))
    assert examples, page
    names: dict[str, object] = {"__name__": "example"}
    for example in examples:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "162 of 164 tasks have no sample")
            exec(compile(example["code"], str(page), "exec"), names)
        printed = capsys.readouterr().out
        assert example["printed"] in (None, printed)


def test_every_public_name_has_its_place_in_the_reference() -> None:
    shown = {name for page in REFERENCE for name in re.findall(r"^::: [\w.]+\.(\w+)$", page.read_text(), re.M)}
    assert set(package.__all__) - {"__version__", "errors"} <= shown


NAMES = [name for name in package.__all__ if name not in ("__version__", "errors")]


def members(thing: object) -> dict[str, object]:
    """What a class defines itself under a public name: methods and properties."""
    if not isinstance(thing, type):
        return {}
    kinds = (types.FunctionType, property, classmethod, staticmethod)
    return {name: one for name, one in vars(thing).items() if isinstance(one, kinds) and not name.startswith("_")}


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_a_docstring_of_its_own(name: str) -> None:
    thing = getattr(package, name)
    found = {name: thing} | {f"{name}.{member}": one for member, one in members(thing).items()}
    assert [one for one, value in found.items() if not inspect.getdoc(value)] == []


def test_errors_have_docstrings() -> None:
    classes = [one for one in vars(package.errors).values() if isinstance(one, type)]
    assert classes and all(one.__doc__ for one in classes)
