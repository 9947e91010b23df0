"""Starts valgrind as the sandbox's first process, after using up the process ids below 300.

CPython keeps the ints up to 256 ready made, so a fork that answers 200 costs some instructions fewer than one that
answers 300. With all ids above that, every twin of `zygote.py` costs the same.
"""

import os
import resource
import sys

from protocol import OPEN_FILES

VALGRIND_FILES = 12  # descriptors that valgrind sets aside for itself

for _ in range(300):
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    if child > 300:
        break
resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES + VALGRIND_FILES))
os.execv(sys.argv[1], sys.argv[1:])
