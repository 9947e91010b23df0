"""`tallybench results pack` in a process of its own: killed, and where there is no pyarrow."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from evaluator.results.packed.index import FOLDER
from evaluator.results.published.entries import read_entries
from evaluator.results.published.packing import pack_results, unpack_results
from evaluator.results.published.record import VERIFIED
from tests.results.published import root as root  # a fixture
from tests.results.published import small_results as small_results  # a fixture
from tests.results.test_packed import files_of


@pytest.mark.parametrize("seconds", [0.0, 0.05])
def test_a_pack_that_is_killed_loses_nothing_and_doubles_nothing(root: Path, seconds: float) -> None:
    before = files_of(root)
    paths = [path for path in before if path.endswith(".json") and not path.endswith(VERIFIED)]
    process = subprocess.Popen(
        [sys.executable, "-c", "from evaluator.cli import main; main()", "results", "pack", "--keep", "0"],
        cwd=root,
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    end = time.monotonic() + 60
    while not (root / FOLDER).exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(seconds)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert sorted(entry.path for entry in read_entries(root)) == paths
    pack_results(root, keep=0)
    assert sorted(entry.path for entry in read_entries(root)) == paths
    unpack_results(root)
    assert files_of(root) == before


def test_single_files_are_read_without_pyarrow(root: Path) -> None:
    program = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "from pathlib import Path\n"
        "from evaluator.results.published.entries import read_entries\n"
        "print(len([entry.result for entry in read_entries(Path('.'))]))"
    )
    command = [sys.executable, "-c", program]
    plain = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    assert plain.stdout == "5\n"
    pack_results(root, keep=0)
    packed = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert "it takes pyarrow; pip install 'tallybench[statistics]'" in packed.stderr
