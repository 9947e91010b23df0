"""What `dataset push` refuses and what fails on the way: one message, and the branch stays where it was."""

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import CommandLine
from tests.dataset.hub_repos import Blob, Commit
from tests.dataset.hub_server import READER, WRITER, Fault, Hub, running_hub
from tests.dataset.made_dataset import content
from tests.dataset.pushes import (
    NAME,
    PROBLEMS,
    REPO,
    RESULTS,
    Push,
    commits,
    done,
    environment,
    make_dataset,
    refused,
    start_push,
    there,
)


@pytest.fixture(scope="module", autouse=True)
def starved(
    dataset_files: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Hub, subprocess.Popen[str]]]:
    """A push that the network leaves after two uploads; started early, as the client tries for 23 seconds."""
    with running_hub() as hub:
        hub.create(NAME)
        hub.faults.append(Fault("PUT /lfs", "drop", skip=2))
        with start_push(hub, dataset_files, tmp_path_factory.mktemp("home")) as process:
            yield hub, process
            process.kill()


@pytest.mark.parametrize(
    ("theirs", "ours", "words"),
    [
        (("1.10.0", "b" * 64), ("1.9.0", "a" * 64), ("main holds version 1.10.0, newer than 1.9.0", "build again")),
        (("1.0.0", "a" * 64), ("1.0.0", "b" * 64), ("1.0.0 with other problems", "aaaaaa", "raise the version")),
    ],
)
def test_a_newer_version_or_other_problems_are_not_written_over(
    hub: Hub, push: Push, made: Path, theirs: tuple[str, str], ours: tuple[str, str], words: tuple[str, ...]
) -> None:
    head = hub.create(NAME, files=content(make_dataset(made, *theirs))).head()
    make_dataset(made, *ours)
    refused(push(), *words)
    assert hub.repos[NAME].head() == head


OTHER = b"---\ntallybench: {benchmark: other, version: 1.0.0, problems_hash: x, content_hash: x}\n---\n"


@pytest.mark.parametrize(
    ("card", "words"),
    [(b"---\ntallybench: [\n---\n# Cats\n", "holds another dataset"), (OTHER, "the benchmark other")],
)
def test_another_dataset_is_not_written_over(hub: Hub, push: Push, card: bytes, words: str) -> None:
    head = hub.create(NAME, files={"README.md": card}).head()
    refused(push(), words, "choose another name")
    assert hub.repos[NAME].head() == head


def test_without_a_token_nothing_is_asked_of_the_hub(hub: Hub, push: Push) -> None:
    refused(push(token=None), "no token", "hf auth login", "HF_TOKEN")
    assert not hub.requests


@pytest.mark.parametrize("token", ["hf_expired_token", "hf_two\nlines"])
def test_a_bad_token_is_told_and_not_shown(push: Push, token: str) -> None:
    refused(push(token=token), "HF_TOKEN")


def test_no_permission_to_create_or_to_write(hub: Hub, push: Push) -> None:
    refused(push(token=READER), "no permission while creating it", "role `write`", "You don't have the rights")
    head = hub.create(NAME).head()
    refused(push(token=READER), "no permission while uploading", "role `write`", "you need write access")
    assert hub.repos[NAME].head() == head


def test_what_the_hub_answers_cannot_show_the_token_nor_move_the_cursor(hub: Hub, push: Push) -> None:
    hub.create(NAME)
    hub.faults.append(Fault("POST .*/preupload/", (400, f"{WRITER} may not\t" + "x" * 262 + WRITER)))
    ran = push()
    refused(ran, "(the token) may not x")
    assert WRITER[:6] not in ran.stderr


def test_no_such_organisation(tallybench: CommandLine, hub: Hub, made: Path, tmp_path: Path) -> None:
    env = environment(hub, tmp_path / "home", WRITER)
    for repo, words in (("nobody/it", "no organisation or user nobody"), ("it", "not ORG/NAME")):
        refused(tallybench("dev", "dataset", "push", made, "--repo", repo, env=env), words)


QUOTA = "Private repository storage limit reached, please upgrade your plan to increase your private storage limit."
NO_ROOM = "no room on the Hub, nothing was committed"


@pytest.mark.parametrize(
    ("where", "what", "words"),
    [
        ("POST .*/objects/batch", (403, QUOTA), (NO_ROOM, QUOTA)),
        ("PUT /lfs", (413, "Payload Too Large"), (NO_ROOM, "Payload Too Large")),
        ("POST .*/commit/", (402, "Payment required"), (NO_ROOM, "Payment required")),
        ("POST .*/commit/", (429, "Later"), ("too many requests while committing; nothing was committed", "Later")),
        ("POST .*/commit/", (503, "Later"), ("the Hub failed (503) while committing; whether it was", "Later")),
        ("POST .*/commit/", "drop", ("the connection to http://", "failed while committing", "run the command again")),
    ],
)
def test_what_fails_leaves_the_head_and_the_next_push_goes_on(
    hub: Hub, push: Push, made: Path, where: str, what: str | tuple[int, str], words: tuple[str, ...]
) -> None:
    head = hub.create(NAME).head()
    hub.faults.append(Fault(where, what))
    refused(push(), *words)
    assert hub.repos[NAME].head() == head
    hub.faults.clear()
    hub.uploads.clear()
    done(push(), "pushed")
    assert there(hub) == content(made)
    assert not hub.uploads or "/commit/" not in where, "what was uploaded is not uploaded again"


def test_a_commit_of_somebody_else_in_between_is_kept(hub: Hub, push: Push) -> None:
    repo = hub.create(NAME)
    files = repo.commits[repo.head()].files | {"x": Blob(b"x", False)}
    theirs = Commit(repo.head(), "by hand", files)
    hub.faults.append(Fault("POST .*/commit/", lambda: repo.add("refs/heads/main", theirs)))
    refused(push(), "somebody else changed it", "run the command again", "A commit has happened since")
    assert repo.history() == ["by hand", "initial commit"]


def test_a_commit_whose_answer_was_lost_is_found_by_the_next_push(hub: Hub, push: Push, made: Path) -> None:
    hub.faults.append(Fault("POST .*/commit/", "deafen"))
    refused(push(), "failed while committing", "the commit is whole or not there")
    hub.faults.clear()
    assert there(hub) == content(made)
    done(push(), "nothing changed")
    assert commits(hub) == 1


def test_no_network_at_all(tallybench_process: CommandLine, made: Path, tmp_path: Path, hub: Hub) -> None:
    env = environment(hub, tmp_path / "home", WRITER) | {"HF_ENDPOINT": "http://127.0.0.1:9"}
    refused(
        tallybench_process("dev", "dataset", "push", made, *REPO, env=env),
        "the connection to http://127.0.0.1:9 failed",
    )


def test_killed_in_the_middle_leaves_the_head(hub: Hub, made: Path, tmp_path: Path) -> None:
    head = hub.create(NAME).head()
    arrived, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        arrived.set()
        go_on.wait(60)

    hub.faults.append(Fault("PUT /lfs", hold, skip=1))
    with start_push(hub, made, tmp_path / "home") as process:
        assert arrived.wait(60)
        process.send_signal(signal.SIGKILL)
    go_on.set()
    assert hub.repos[NAME].head() == head and commits(hub) == 0


def spoil_parquet(made: Path) -> None:
    data = (made / PROBLEMS).read_bytes()
    (made / PROBLEMS).write_bytes(data[: len(data) // 2])


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (spoil_parquet, (PROBLEMS, "cannot be read", "build again")),
        (lambda made: (made / RESULTS).unlink(), (RESULTS, "is missing")),
        (lambda made: (made / "LICENSE-HumanEval").unlink(), ("LICENSE-HumanEval",)),
        (lambda made: (made / ".env").write_text("KEY=1"), (".env", "not made by `dataset build`")),
        (lambda made: (made / "README.md").write_text("# Mine\n"), ("README.md", "not a built dataset")),
        (lambda made: (made / "README.md").unlink(), ("no README.md", "`tallybench dev dataset build")),
    ],
)
def test_a_folder_that_was_not_built_is_not_pushed(
    hub: Hub, push: Push, made: Path, spoil: Callable[[Path], object], words: tuple[str, ...]
) -> None:
    spoil(made)
    refused(push(), *words)
    assert not hub.requests


def test_without_huggingface_hub_it_says_what_to_install(made: Path) -> None:
    code = "import sys; sys.modules['huggingface_hub'] = None; from tallybench.cli import main; main()"
    command = [sys.executable, "-c", code, "dev", "dataset", "push", str(made), *REPO]
    refused(subprocess.run(command, capture_output=True, text=True), "pip install 'tallybench[dataset]'")


def test_a_network_that_stays_down_in_an_upload_leaves_the_head(starved: tuple[Hub, subprocess.Popen[str]]) -> None:
    hub, process = starved
    stdout, stderr = process.communicate(timeout=120)
    ran = subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)
    refused(ran, f"the connection to {hub.address} failed while uploading", "nothing was committed; run the command")
    assert hub.repos[NAME].history() == ["initial commit"] and len(hub.uploads) == 2
    assert WRITER not in stdout + stderr


def test_a_pull_request_needs_a_dataset(push: Push) -> None:
    refused(push("--create-pr"), "no such dataset", "push without --create-pr")
