"""What several tests of the sandbox need."""

from collections.abc import Iterator

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
    zygote = Zygote(emulated.setting)
    yield zygote
    zygote.close()


@pytest.fixture(scope="module")
def meter(native: Zygote, emulated: Zygote) -> Meter:
    return Meter("valgrind", native, emulated, 300e6)
