"""The guard limits what a computation adds, whatever the process has mapped before."""

import mmap

import pytest

from tallybench.sandbox.guard import MEMORY, guarded


def test_a_process_that_has_much_memory_mapped_can_compute_within_the_limits() -> None:
    with (
        mmap.mmap(-1, MEMORY + (1 << 20), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS),
        guarded(5),
    ):
        assert sum(bytearray(64 << 20)) == 0


def test_memory_beyond_the_limit_is_refused() -> None:
    with guarded(5), pytest.raises(MemoryError):
        bytearray(MEMORY + (1 << 30))
