"""The columns of the dataset and their types, by config."""

from typing import Any

from datasets import Features, List, Value

from tallybench.dataset.columns import RESULTS, column_type

CONFIGS = ("problems", "stressful", "solutions", "results")
SPLIT = "test"

_TEXT = Value("string")
_NUMBER = Value("int64")
_COUNTS = List({"input": _TEXT, "count": _NUMBER})
_CODE = {"name": _TEXT, "code": _TEXT}


def features() -> dict[str, Features]:
    """Return the columns of each config, in their order; `site/pages/dataset.md` describes them."""
    return {
        "problems": Features(_problems()),
        "stressful": Features(_stressful()),
        "solutions": Features(_solutions()),
        "results": Features(_results()),
    }


def _problems() -> dict[str, Any]:
    return {
        "task_id": _TEXT,
        "task": _TEXT,
        "level": _TEXT,
        "source": _TEXT,
        "licence": _TEXT,
        "entry_point": _TEXT,
        "prompt": _TEXT,
        "canonical_solution": _TEXT,
        "test": _TEXT,
        "tests": _TEXT,
        "canonical": _TEXT,
        "cases": List({"name": _TEXT, "arguments": _TEXT, "expected": _TEXT}),
        "extra_tests": List(_TEXT),
        "written": _TEXT,
        "canonical_wrong": {"arguments": _TEXT, "why": _TEXT},
        "ground_truth": _CODE,
        "contract": _TEXT,
        "invalid": List({"reason": _TEXT, "arguments": _TEXT}),
        "references": List(_CODE),
        "slow": List(_CODE),
        "growing": {"size_of": _TEXT, "program": _TEXT},
        "headroom": Value("bool"),
        "no_headroom": _TEXT,
        "few_families": _TEXT,
        "cost_varies": List({"input": _TEXT, "why": _TEXT}),
        "tolerance": Value("float64"),
        "accepts": _TEXT,
        "notes": _TEXT,
        "stressful_inputs": Value("int32"),
        "hash": _TEXT,
    }


def _stressful() -> dict[str, Any]:
    return {
        "task_id": _TEXT,
        "name": _TEXT,
        "format": _TEXT,
        "kind": _TEXT,
        "exposes": _TEXT,
        "program": _TEXT,
        "function": _TEXT,
        "expressions": List(_TEXT),
        "seed": _TEXT,
        "family": Value("bool"),
        "size": _NUMBER,
        "sha256": _TEXT,
        "shape": List(_TEXT),
        "preview": _TEXT,
        "best_known": _NUMBER,
        "ground_truth": _NUMBER,
        "counts": List({"solution": _TEXT, "count": _NUMBER}),
        "memory": List({"solution": _TEXT, "bytes": _NUMBER}),
    }


def _solutions() -> dict[str, Any]:
    return {
        "task_id": _TEXT,
        "name": _TEXT,
        "role": _TEXT,
        "code": _TEXT,
        "sha256": _TEXT,
        "best_known": Value("bool"),
        "total": _NUMBER,
        "counts": _COUNTS,
        "memory": List({"input": _TEXT, "bytes": _NUMBER}),
        "fingerprint": _TEXT,
    }


def _results() -> dict[str, Any]:
    stress = List({"input": _TEXT, "verdict": _TEXT, "count": _NUMBER, "memory": _NUMBER})
    types = {"string": _TEXT, "Int64": _NUMBER, "Float64": Value("float64"), "boolean": Value("bool")}
    return {name: stress if name == "stress" else types[column_type(name)] for name in RESULTS}
