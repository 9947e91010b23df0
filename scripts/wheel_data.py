"""Puts what is no Python package into the wheel: the benchmarks' data, and what a site is made of."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACES = {
    "hf_dataset": "tallybench/data",
    "mkdocs.yml": "tallybench/web/mkdocs.yml",
    "site": "tallybench/web/site",
    "templates": "tallybench/web/templates",
}


class WheelData(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build_data["force_include"].update(PLACES)
