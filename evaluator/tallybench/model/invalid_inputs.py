"""Inputs that a contract rejects, stored as the program that makes them, because some have a million elements."""

from collections.abc import Iterator, Sequence
from typing import Any, overload

InvalidInput = tuple[str, tuple[Any, ...]]
"""The reason, and the arguments."""


class InvalidInputs(Sequence[InvalidInput]):
    """A sequence that makes its inputs at each access; two are equal if their inputs are made by the same program.

    Args:
        program: trusted code that binds `name` to the list of inputs.
        name: the list's name.
        count: how many inputs there are.
    """

    def __init__(self, program: str, name: str, count: int) -> None:
        self._program = program
        self._name = name
        self._count = count

    @property
    def made_of(self) -> tuple[str, str, int]:
        """The arguments that make an equal object."""
        return self._program, self._name, self._count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[InvalidInput]:
        return iter(self._made())

    @overload
    def __getitem__(self, index: int) -> InvalidInput: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[InvalidInput]: ...
    def __getitem__(self, index: int | slice) -> InvalidInput | Sequence[InvalidInput]:
        return self._made()[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, InvalidInputs) and (self._program, self._name) == (other._program, other._name)

    def __hash__(self) -> int:
        return hash((self._program, self._name))

    def _made(self) -> tuple[InvalidInput, ...]:
        namespace: dict[str, Any] = {}
        exec(compile(self._program, f"<{self._name}>", "exec", dont_inherit=True, optimize=0), namespace)
        return tuple(namespace[self._name])
