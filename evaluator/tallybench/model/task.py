"""What a model is asked for."""

from enum import StrEnum


class Task(StrEnum):
    """What a model is asked for."""

    WRITE = "write"  # a solution, from a text
    EDIT = "edit"  # a faster solution, from a slow one that is correct


GIVEN = "given"  # the name of the slow program of an editing task
