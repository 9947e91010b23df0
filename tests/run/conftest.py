"""Fixtures: the Ray cluster of the test run."""

from collections.abc import Iterator

import pytest
from filelock import FileLock

from tests.once import Once
from tests.run.ray_cluster import TestCluster, shared_cluster


@pytest.fixture(scope="session")
def head(once: Once) -> TestCluster:
    """The cluster, for what only connects to it."""
    return shared_cluster(once)


@pytest.fixture
def cluster(head: TestCluster) -> Iterator[TestCluster]:
    """The cluster, for this test alone: what another adds to it is not there."""
    with FileLock(head.cache.with_name("turn")):
        yield head
