"""A worker for the tests of generation."""

from collections.abc import Iterator

import pytest

from evaluator.execution.messages import WorkerSetting
from evaluator.execution.sandbox.interpreter import default_interpreter
from evaluator.execution.worker import Worker


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker(WorkerSetting(default_interpreter()))
    yield worker
    worker.close()
