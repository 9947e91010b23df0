"""Starts a program as the sandbox's first process, after using up the process ids below 300.

CPython keeps the ints up to 256 ready made, so a fork that answers 200 costs some instructions fewer than one that
answers 300. With all ids above that, every twin of `zygote.py` costs the same.
"""

import os
import sys

for _ in range(300):
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    if child > 300:
        break
os.execv(sys.argv[1], sys.argv[1:])
