"""The counting protocol: what moves counts does not change without a new number."""

import hashlib

import pytest

from tallybench.counting.fingerprint import PROTOCOL
from tallybench.sandbox.bubblewrap import Setting
from tallybench.sandbox.counters import find_valgrind
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.process import zygote_files

# A function more in one of these files has moved the counts of programs by up to 1 %. Who changes one raises PROTOCOL
# in evaluator/tallybench/counting/fingerprint.py, measures what comes with TallyBench again, and then puts the new
# hashes here.
HASHES = {
    "functions": "c3bf616315c3f5a83e8aefa67a15eaf6003207e66fde55406d1bb18715efeb9e",
    "programs": "c140231ddaa0bc8355d2370fae5e5f07cf6708338f8a7c86f720dd6396b5370c",
}


@pytest.mark.parametrize("programs", [False, True], ids=["functions", "programs"])
def test_what_counts_is_what_the_protocol_says(programs: bool) -> None:
    interpreter = probe_interpreter(default_interpreter())
    files = zygote_files(Setting(interpreter, valgrind=find_valgrind(), programs=programs))
    found = hashlib.sha256()
    for name, content in sorted(files.items()):
        found.update(f"{name} {len(content)}\n".encode() + content)
    assert (PROTOCOL, found.hexdigest()) == ("4", HASHES["programs" if programs else "functions"])
