"""Errors that a user can do something about. Each message says what is wrong, where, and what to do."""


class TallyBenchError(Exception):
    """The base of all errors of TallyBench; the command line prints them in one message, with exit code 2."""


class InputError(TallyBenchError):
    """An input cannot be used: a file, a line, a field, a parameter."""


class MachineError(TallyBenchError):
    """This machine lacks something: a tool, a permission, memory, disk."""
