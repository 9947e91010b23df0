"""What several tests of the sandbox need."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tallybench.counting.instructions import Meter
from tallybench.sandbox import host, jobs
from tallybench.sandbox.host import Zygote


@pytest.fixture
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What sleeps or hangs is not waited for as long as usual."""
    monkeypatch.setattr(jobs, "WALL_EXTRA", 2.0)
    monkeypatch.setattr(host, "GRACE_SECONDS", 10)


@pytest.fixture(scope="session")
def another(emulated: Zygote) -> Iterator[Zygote]:
    """A second emulated zygote, started like the first one."""
    with closing(Zygote(emulated.setting)) as zygote:
        yield zygote


@pytest.fixture(scope="module")
def meter(native: Zygote, emulated: Zygote) -> Meter:
    return Meter("valgrind", native, emulated, 300e6)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where yardsticks have their inputs."""
    return tmp_path_factory.mktemp("inputs")
