"""Fixtures for `dataset push`: a small dataset, a Hub of its own, and the real command between them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow  # type: ignore[import-untyped]
import pytest
import yaml
from huggingface_hub import constants
from pyarrow import parquet

from tests.conftest import ROOT, CommandLine
from tests.dataset.hub_server import WRITER, Hub, running_hub

CONFIGS = ("problems", "stressful", "solutions", "results")
NAME = "org/tallybench"
REPO = ("--repo", NAME)
PROBLEMS = "problems/test-00000-of-00001.parquet"
RESULTS = "results/test-00000-of-00001.parquet"

Run = subprocess.CompletedProcess[str]
Push = Callable[..., Run]


def make_dataset(folder: Path, version: str = "1.0.0", problems: str = "a" * 64, results: int = 3) -> Path:
    """A small dataset of the shape that `dataset build` makes."""
    configs: list[dict[str, object]] = []
    for config in CONFIGS:
        rows = results if config == "results" else 5
        (folder / config).mkdir(parents=True, exist_ok=True)
        table = pyarrow.table({"id": [f"{config}/{row}" for row in range(rows)], "count": list(range(rows))})
        parquet.write_table(table, folder / config / "test-00000-of-00001.parquet")
        files = [{"split": "test", "path": f"{config}/test-00000-of-00001.parquet"}]
        configs.append({"config_name": config, "data_files": files} | ({"default": True} if not configs[:1] else {}))
    hashes = {"problems_hash": problems, "content_hash": f"{results}" * 64}
    facts = {"benchmark": "humaneval", "version": version, **hashes, "pyarrow": pyarrow.__version__}
    card = yaml.safe_dump({"license": "mit", "configs": configs, "tallybench": facts})
    (folder / "README.md").write_text(f"---\n{card}---\n\n# TallyBench\n")
    (folder / "eval.yaml").write_text("name: TallyBench\n")
    (folder / "LICENSE-HumanEval").write_text("MIT\n")
    return folder


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def there(hub: Hub, revision: str = "main") -> dict[str, bytes]:
    files = hub.repos[NAME].files(revision)
    return {path: data for path, data in files.items() if path != ".gitattributes"}


def commits(hub: Hub) -> int:
    return len([one for one in hub.requests if "/commit/" in one])


def environment(hub: Hub, home: Path, token: str | None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "HUGGING"))}
    ours = {"HF_ENDPOINT": hub.address, "HF_HOME": str(home), "HF_HUB_DISABLE_XET": "1", "NO_PROXY": "127.0.0.1"}
    return kept | ours | ({} if token is None else {"HF_TOKEN": token})


@pytest.fixture(scope="session")
def dataset_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_dataset(tmp_path_factory.mktemp("made") / "dataset")


def start_push(hub: Hub, folder: Path, home: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from tallybench.cli import main; main()", "dev", "dataset", "push", str(folder)]
    env = environment(hub, home, WRITER)
    pipe = subprocess.PIPE
    return subprocess.Popen([*command, *REPO], env=env, text=True, cwd=ROOT, stdout=pipe, stderr=pipe)


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


def refused(ran: Run, *words: str) -> None:
    """One message, exit code 2, nothing else."""
    assert ran.returncode == 2, ran.stdout + ran.stderr
    assert ran.stderr.startswith("tallybench: ") and ran.stderr.count("\n") == 1, ran.stderr
    for word in words:
        assert word in ran.stderr


def done(ran: Run, *words: str) -> None:
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout + ran.stderr
    for word in words:
        assert word in ran.stdout
