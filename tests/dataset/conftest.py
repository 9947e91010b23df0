"""The dataset, built once; and for `dataset push` a small one, a Hub of its own, and the real command between them."""

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from huggingface_hub import constants

from tallybench.dataset.build import build_dataset
from tests.conftest import CommandLine
from tests.dataset.hub_server import WRITER, Hub, running_hub
from tests.dataset.made_dataset import CLASSES, NAME
from tests.dataset.pushes import REPO, Push, Run, environment, make_dataset
from tests.few_results import FEWEST, link_checkout
from tests.once import Once


@pytest.fixture(scope="session")
def sources(once: Once) -> Path:
    """A checkout with the results that the dataset is made of; nothing in it may be changed."""
    return once("sources", partial(link_checkout, models=FEWEST))


@pytest.fixture(scope="session")
def built(once: Once, sources: Path) -> Path:
    """The dataset that `dataset build` makes of the benchmark and these results; not to be changed."""
    return once("dataset", lambda folder: build_dataset(sources, folder / NAME)) / NAME


@pytest.fixture(scope="session")
def built_classes(once: Once, sources: Path) -> Path:
    """The same of tally-classes."""
    return once("classes", lambda folder: build_dataset(sources, folder / CLASSES, "tally-classes")) / CLASSES


@pytest.fixture(scope="session")
def dataset_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_dataset(tmp_path_factory.mktemp("made") / "dataset")


@pytest.fixture
def made(dataset_files: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(dataset_files, tmp_path / "dataset"))


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """A Hub of its own. The client in this process takes its address, too, which it else reads when it is loaded."""
    with running_hub() as hub:
        for name, value in (
            ("ENDPOINT", hub.address),
            ("HUGGINGFACE_CO_URL_TEMPLATE", f"{hub.address}/{{repo_id}}/resolve/{{revision}}/{{filename}}"),
            ("HF_HUB_CACHE", str(tmp_path / "home/hub")),
            ("HF_TOKEN_PATH", str(tmp_path / "home/token")),
            ("HF_HUB_DISABLE_XET", True),
        ):
            assert hasattr(constants, name)
            monkeypatch.setattr(constants, name, value)
        yield hub


@pytest.fixture
def push(tallybench: CommandLine, hub: Hub, made: Path, tmp_path: Path) -> Push:
    """Pushes the folder `made`; whatever happens, the token is not in what is printed."""

    def run(*options: str, token: str | None = WRITER, folder: Path = made) -> Run:
        env = environment(hub, tmp_path / "home", token)
        ran = tallybench("dev", "dataset", "push", folder, *REPO, *options, env=env)
        assert token is None or token not in ran.stdout + ran.stderr
        assert "Traceback" not in ran.stderr
        return ran

    return run
