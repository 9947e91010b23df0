"""For `dataset push`: a small dataset, the real command, and what it says."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow  # type: ignore[import-untyped]
import yaml
from pyarrow import parquet

from tests.conftest import ROOT
from tests.dataset.hub_server import WRITER, Hub
from tests.dataset.made_dataset import CONFIGS, FILE

NAME = "org/tallybench"
REPO = ("--repo", NAME)
PROBLEMS, RESULTS = f"problems/{FILE}", f"results/{FILE}"

Run = subprocess.CompletedProcess[str]
Push = Callable[..., Run]


def make_dataset(folder: Path, version: str = "1.0.0", problems: str = "a" * 64, results: int = 3) -> Path:
    """A small dataset of the shape that `dataset build` makes."""
    configs: list[dict[str, object]] = []
    for config in CONFIGS:
        rows = results if config == "results" else 5
        (folder / config).mkdir(parents=True, exist_ok=True)
        table = pyarrow.table({"id": [f"{config}/{row}" for row in range(rows)], "count": list(range(rows))})
        parquet.write_table(table, folder / config / FILE)
        files = [{"split": "test", "path": f"{config}/{FILE}"}]
        configs.append({"config_name": config, "data_files": files} | ({"default": True} if not configs[:1] else {}))
    hashes = {"problems_hash": problems, "content_hash": f"{results}" * 64}
    facts = {"benchmark": "humaneval", "version": version, **hashes, "pyarrow": pyarrow.__version__}
    card = yaml.safe_dump({"license": "mit", "configs": configs, "tallybench": facts})
    (folder / "README.md").write_text(f"---\n{card}---\n\n# TallyBench\n")
    (folder / "eval.yaml").write_text("name: TallyBench\n")
    (folder / "LICENSE-HumanEval").write_text("MIT\n")
    return folder


def there(hub: Hub, revision: str = "main") -> dict[str, bytes]:
    files = hub.repos[NAME].files(revision)
    return {path: data for path, data in files.items() if path != ".gitattributes"}


def commits(hub: Hub) -> int:
    return len([one for one in hub.requests if "/commit/" in one])


def environment(hub: Hub, home: Path, token: str | None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "HUGGING"))}
    ours = {"HF_ENDPOINT": hub.address, "HF_HOME": str(home), "HF_HUB_DISABLE_XET": "1", "NO_PROXY": "127.0.0.1"}
    return kept | ours | ({} if token is None else {"HF_TOKEN": token})


def start_push(hub: Hub, folder: Path, home: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from tallybench.cli import main; main()", "dev", "dataset", "push", str(folder)]
    env = environment(hub, home, WRITER)
    pipe = subprocess.PIPE
    return subprocess.Popen([*command, *REPO], env=env, text=True, cwd=ROOT, stdout=pipe, stderr=pipe)


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
