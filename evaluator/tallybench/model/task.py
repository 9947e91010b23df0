"""What a model is asked to do."""

from enum import StrEnum


class Task(StrEnum):
    """What a model is asked to do."""

    WRITE = "write"  # write a solution to a text
    EDIT = "edit"  # make a slow but correct solution faster


GIVEN = "given"  # the name of the slow program in an editing task
