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
from tests.dataset.pushes import (
    NAME,
    PROBLEMS,
    REPO,
    RESULTS,
    Push,
    commits,
    content,
    dataset_files,
    done,
    environment,
    hub,
    made,
    make_dataset,
    push,
    refused,
    start_push,
    there,
)

__all__ = ["dataset_files", "hub", "made", "push"]  # fixtures


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


def test_a_newer_version_is_not_written_over(hub: Hub, push: Push, made: Path) -> None:
    make_dataset(made, "1.10.0", "b" * 64)
    head = hub.create(NAME, files=content(made)).head()
    make_dataset(made, "1.9.0")
    refused(push(), "main holds version 1.10.0, newer than 1.9.0 here", "build again")
    assert hub.repos[NAME].head() == head


def test_other_problems_need_another_version(hub: Hub, push: Push, made: Path) -> None:
    hub.create(NAME, files=content(made))
    make_dataset(made, problems="b" * 64)
    refused(push(), "version 1.0.0 with other problems", "aaaaaaaaaaaa", "bbbbbbbbbbbb", "raise the version")


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (b"---\ntallybench: [\n---\n# Cats\n", "holds another dataset"),
        (
            b"---\ntallybench: {benchmark: other, version: 1.0.0, problems_hash: x, content_hash: x}\n---\n",
            "the benchmark other",
        ),
    ],
)
def test_another_dataset_is_not_written_over(hub: Hub, push: Push, card: bytes, words: str) -> None:
    repo = hub.create(NAME, files={"README.md": card})
    head = repo.head()
    refused(push(), words, "choose another name")
    assert repo.head() == head


def with_file(hub: Hub, path: str, data: bytes) -> Commit:
    repo = hub.repos[NAME]
    return Commit(repo.head(), "by hand", repo.commits[repo.head()].files | {path: Blob(data, False)})


def test_without_a_token_nothing_is_asked_of_the_hub(hub: Hub, push: Push) -> None:
    refused(push(token=None), "no token", "hf auth login", "HF_TOKEN")
    assert not hub.requests


@pytest.mark.parametrize("token", ["hf_expired_token", "hf_two\nlines"])
def test_a_bad_token_is_told_and_not_shown(push: Push, token: str) -> None:
    refused(push(token=token), "HF_TOKEN")


def test_no_permission_to_create(push: Push) -> None:
    refused(push(token=READER), "no permission while creating it", "role `write`", "You don't have the rights")


def test_no_permission_to_write(hub: Hub, push: Push) -> None:
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
    refused(
        tallybench("dev", "dataset", "push", made, "--repo", "nobody/it", env=env), "no organisation or user nobody"
    )
    refused(tallybench("dev", "dataset", "push", made, "--repo", "it", env=env), "not ORG/NAME")


QUOTA = "Private repository storage limit reached, please upgrade your plan to increase your private storage limit."


@pytest.mark.parametrize(
    ("where", "status", "said"),
    [
        ("POST .*/objects/batch", 403, QUOTA),
        ("PUT /lfs", 413, "Payload Too Large"),
        ("POST .*/commit/", 402, "Payment required"),
    ],
)
def test_no_room_is_told_with_the_hubs_words(hub: Hub, push: Push, where: str, status: int, said: str) -> None:
    head = hub.create(NAME).head()
    hub.faults.append(Fault(where, (status, said)))
    refused(push(), "no room on the Hub, nothing was committed", said)
    assert hub.repos[NAME].head() == head


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (429, "too many requests while committing; nothing was committed; wait"),
        (503, "the Hub failed (503) while committing; whether it was committed is not known"),
    ],
)
def test_a_hub_that_is_busy_or_broken(hub: Hub, push: Push, made: Path, status: int, words: str) -> None:
    head = hub.create(NAME).head()
    hub.faults.append(Fault("POST .*/commit/", (status, "Come back later")))
    refused(push(), words, "Come back later")
    assert hub.repos[NAME].head() == head
    hub.faults.clear()
    done(push(), "pushed")
    assert there(hub) == content(made)


def test_a_commit_of_somebody_else_in_between_is_kept(hub: Hub, push: Push) -> None:
    repo = hub.create(NAME)
    hub.faults.append(Fault("POST .*/commit/", lambda: repo.add("refs/heads/main", with_file(hub, "x", b"x"))))
    refused(push(), "somebody else changed it", "run the command again", "A commit has happened since")
    assert repo.history() == ["by hand", "initial commit"]


def test_a_connection_that_breaks_before_the_commit_leaves_the_head(hub: Hub, push: Push, made: Path) -> None:
    head = hub.create(NAME).head()
    hub.faults.append(Fault("POST .*/commit/", "drop"))
    refused(push(), f"the connection to {hub.address} failed while committing", "run the command again")
    assert hub.repos[NAME].head() == head
    hub.faults.clear()
    hub.uploads.clear()
    done(push(), "pushed")
    assert there(hub) == content(made) and not hub.uploads


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


def test_a_dataset_without_the_notice_of_its_texts_is_not_pushed(push: Push, made: Path) -> None:
    (made / "LICENSE-HumanEval").unlink()
    refused(push(), "LICENSE-HumanEval")
