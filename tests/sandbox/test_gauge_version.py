"""What moves peak memory does not change without a new number."""

import hashlib
from importlib import resources

from tallybench.sandbox.gauge import GAUGE_VERSION, build_gauge

# Change one of these only with a new GAUGE_VERSION, peak memory measured again (`tallybench dev measure`, and the
# records in `results/`), and the new hash here.
HASH = "33944f0d86ebd7e6eb155fabdec727a84cac56ccaf5fe659d946eddf1371a64b"


def test_what_measures_memory_is_what_its_version_says() -> None:
    found = hashlib.sha256(build_gauge())
    for name in ("memory_child.py", "memory_zygote.py"):
        found.update(resources.files("tallybench.sandbox.inside").joinpath(name).read_bytes())
    assert (GAUGE_VERSION, found.hexdigest()) == (2, HASH)
