"""What a user can do something about. Each message says what is wrong, where, and what to do; never a traceback."""


class TallyBenchError(Exception):
    """Anything the command line reports in one message, with exit code 2."""


class InputError(TallyBenchError):
    """Something the user gave cannot be used: a file, a line, a field, an option."""


class MachineError(TallyBenchError):
    """This machine lacks something: a tool, a permission, memory, disk."""
