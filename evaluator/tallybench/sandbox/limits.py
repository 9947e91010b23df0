"""What a solution may use: CPU time, memory and output; and how long judging its outputs may take.

CPU seconds are those of an ordinary machine (see `judging_limits.py`). They are fixed, since a verdict must not depend
on how long the ground truth takes on this machine. A benchmark may set another limit for a problem's tests
(`test_seconds`).
"""

ADDRESS_SPACE = 4 << 30  # the most bytes that a child is given; this process must be allowed as many
WALL_FACTOR, WALL_EXTRA = 3, 10.0  # the wall-clock limit for a CPU limit: a child beyond it was not computing

# In the correctness tests of a function or class.
TESTS_CPU_SECONDS = 7  # for all calls of one sample together, unless the benchmark sets another limit
SUITE_CPU_SECONDS = 5.0  # for all tests of a unittest class
PATIENCE = 8  # how often the limit may start over for generated tests: there may be a thousand of them
CHECK_MEMORY = 1 << 30  # bytes of address space
MESSAGE_LIMIT = 16 << 20  # bytes that a solution may return for one call
FAILURE_LIMIT = 8 << 10  # bytes in which it may say why there is no value

# In the tests of a program.
PROGRAM_CPU_SECONDS = 6  # for each test
PROGRAM_TOTAL_CPU_SECONDS = 120.0  # for all tests of one sample together
PROGRAM_MEMORY = 2 << 30  # bytes of address space: some programs set aside 512 MB for the stack of a thread

# On stressful inputs, where the budget in instructions comes first.
STRESS_MEMORY = ADDRESS_SPACE  # bytes: inputs may be large, and valgrind needs its share
OUTPUT_LIMIT = 128 << 20  # bytes that a solution may return

# For our own code that judges what a solution returned.
JUDGING_CPU_SECONDS = 10.0  # for all tests of a sample: with an honest solution they take a few milliseconds
COMPARING_CPU_SECONDS = 10.0  # for one output of a program
