"""Results as earlier versions wrote them, brought to today's schema."""

from typing import Any

from evaluator.results.result import SCHEMA_VERSION

OLDEST = 1
# Schema 1 did not say so of the sets that come with TallyBench.
_BASELINES = ("HumanEval canonical", "TallyBench references", "Adversarial samples")


def upgraded(data: dict[str, Any]) -> dict[str, Any]:
    """The content of a result's file in today's schema.

    Args:
        data: of the schema versions `OLDEST` to `SCHEMA_VERSION`. What is not as its schema says stays so, to be told
            by whoever checks it against today's.
    """
    for version in range(data["schema_version"], SCHEMA_VERSION):
        data = _STEPS[version](data) | {"schema_version": version + 1}
    return data


def _from_1(data: dict[str, Any]) -> dict[str, Any]:
    model = data.get("model")
    if isinstance(model, dict) and model.get("name") in _BASELINES:
        data = data | {"model": model | {"baseline": True}}
    return data | {"metrics_version": 1}


def _from_2(data: dict[str, Any]) -> dict[str, Any]:
    return data  # what is new has a default


def _from_3(data: dict[str, Any]) -> dict[str, Any]:
    return data  # likewise


def _from_4(data: dict[str, Any]) -> dict[str, Any]:
    return data  # likewise


def _from_5(data: dict[str, Any]) -> dict[str, Any]:
    return data  # likewise


def _from_6(data: dict[str, Any]) -> dict[str, Any]:
    return data  # likewise


_STEPS = {1: _from_1, 2: _from_2, 3: _from_3, 4: _from_4, 5: _from_5, 6: _from_6}
