"""What moves peak memory does not change without a new number."""

import hashlib
from importlib import resources

from evaluator.execution.sandbox.gauge import GAUGE_VERSION, build_gauge

# Who changes one of these raises GAUGE_VERSION, measures peak memory again (`tallybench measure`, and the records in
# `results/`), and then puts the new hash here.
HASH = "33944f0d86ebd7e6eb155fabdec727a84cac56ccaf5fe659d946eddf1371a64b"


def test_what_measures_memory_is_what_its_version_says() -> None:
    found = hashlib.sha256(build_gauge())
    for name in ("memory_child.py", "memory_zygote.py"):
        found.update(resources.files("evaluator.execution.inside").joinpath(name).read_bytes())
    assert (GAUGE_VERSION, found.hexdigest()) == (2, HASH)
