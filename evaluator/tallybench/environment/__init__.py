"""The measuring environment that ships with TallyBench: interpreter, C library, emulator and sandbox, as an artifact.

Counts and verdicts depend on the interpreter's build, so solutions never run on what a machine happens to have. The
environment is made of Debian packages that `lock.json` names by hash. Its id is a hash over its files.
"""
