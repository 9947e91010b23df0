"""What both ends of a zygote have to agree on. It is read by the evaluator's Python and by the measuring one."""

import struct

CONTROL_FD = 3  # inside: a socket to the host
LOG_FD = 4  # inside: where valgrind prints
WIRE_VERSION = 2  # the marshal version of everything that crosses the sandbox's border, see wire.py
LENGTH = struct.Struct("<Q")  # before each message of a conversation; before an answer, what a meter measured
JOB = struct.Struct("<d?")  # what comes with a job: its wall-clock limit in seconds, whether a twin is to load it
READY = struct.Struct("<i")  # pid of the one that waits for the next job
REPORT = struct.Struct("<iiidd")  # pids of the one that reports and of the child, wait status, child's CPU seconds
OPEN_FILES = 64  # of a child: buffers of sockets and pipes are memory that the other limits do not see
WALL_KILLED = 1 << 16  # added to a wait status: the child was ended, its wall-clock limit was over
CRAFTED = 96  # exit codes of the child: it made code objects that no compiler made
UNSEALED = 97
NO_RESULT = 98
ZYGOTE_ENDS = 99  # exit code of a twin that was not given a job
