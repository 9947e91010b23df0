"""Puts what is no Python package into the wheel: what a site is made of. A checkout has it beside the package."""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACES = {
    "mkdocs.yml": "evaluator/web/mkdocs.yml",
    "site": "evaluator/web/site",
    "templates": "evaluator/web/templates",
}


class WheelData(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build_data["force_include"].update(PLACES)
