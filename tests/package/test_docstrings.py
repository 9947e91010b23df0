"""What Python users call says what it does."""

import inspect
import types

import pytest

import tallybench

NAMES = [name for name in tallybench.__all__ if name not in ("__version__", "errors")]


def members(thing: object) -> dict[str, object]:
    """What a class defines itself under a public name: methods and properties."""
    if not isinstance(thing, type):
        return {}
    kinds = (types.FunctionType, property, classmethod, staticmethod)
    return {name: one for name, one in vars(thing).items() if isinstance(one, kinds) and not name.startswith("_")}


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_a_docstring_of_its_own(name: str) -> None:
    thing = getattr(tallybench, name)
    found = {name: thing} | {f"{name}.{member}": one for member, one in members(thing).items()}
    assert [one for one, value in found.items() if not inspect.getdoc(value)] == []


def test_errors_have_docstrings() -> None:
    classes = [one for one in vars(tallybench.errors).values() if isinstance(one, type)]
    assert classes and all(one.__doc__ for one in classes)
