"""`dataset push` as a maintainer runs it, against a server that speaks the Hub's protocol. See hub_server.py."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.dataset.hub_server import READER, STRANGER, Hub
from tests.dataset.made_dataset import content
from tests.dataset.pushes import NAME, PROBLEMS, RESULTS, Push, commits, done, environment, make_dataset, refused, there


@pytest.mark.parametrize("large", ["lfs", "regular"])
def test_a_push_is_one_commit_with_just_what_was_built_and_a_second_push_is_none(
    hub: Hub, push: Push, made: Path, large: str
) -> None:
    hub.large = large
    done(push(), "create  the repository, public", f"add     {PROBLEMS}", "pushed: http")
    repo = hub.repos[NAME]
    assert there(hub) == content(made) and not repo.private
    assert repo.history() == ["humaneval 1.0.0 (333333333333)", "initial commit"]
    assert len(hub.uploads) == (4 if large == "lfs" else 0)

    head = repo.head()
    done(push(), "nothing changed: no commit")
    assert repo.head() == head and commits(hub) == 1


@pytest.mark.parametrize("large", ["lfs", "regular"])
def test_only_what_changed_is_uploaded_and_what_is_no_longer_made_goes(
    hub: Hub, push: Push, made: Path, large: str
) -> None:
    hub.large = large
    hub.create(NAME, files=content(made) | {"old/test-00000-of-00001.parquet": b"PAR1"})
    make_dataset(made, results=4)
    (made / "eval.yaml").write_text("name: TallyBench, again\n")
    ran = push()
    done(ran, f"change  {RESULTS}", "change  eval.yaml", "remove  old/test-00000-of-00001.parquet  4 bytes")
    assert PROBLEMS not in ran.stdout
    assert there(hub) == content(made) and ".gitattributes" in hub.repos[NAME].files()
    assert len(hub.repos[NAME].history()) == 2
    assert hub.uploads == ([(made / RESULTS).stat().st_size] if large == "lfs" else [])


LOAD = """
from datasets import load_dataset
for stream in (False, True):
    rows = load_dataset("org/tallybench", "results", split="test", streaming=stream, revision="next")
    print([row["id"] for row in rows], [row["count"] for row in rows])
print(load_dataset("org/tallybench", split="test", revision="next")["id"][0])
"""


def test_what_was_pushed_loads_by_its_name_also_as_a_stream(hub: Hub, push: Push, tmp_path: Path) -> None:
    done(push("--private", "--revision", "next"))
    env = environment(hub, tmp_path / "reader", READER)
    ran = subprocess.run([sys.executable, "-c", LOAD], env=env, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    rows = "['results/0', 'results/1', 'results/2'] [0, 1, 2]"
    assert ran.stdout.splitlines() == [rows, rows, "problems/0"]


def test_a_private_push_creates_a_private_repository_and_refuses_a_public_one(hub: Hub, push: Push) -> None:
    done(push("--private"), "create  the repository, private")
    assert hub.repos[NAME].private
    hub.repos[NAME].private = False
    refused(push("--private"), "it is public", "make it private on the Hub")


def test_a_revision_is_a_branch_of_its_own_and_may_be_older_than_main(hub: Hub, push: Push, made: Path) -> None:
    main = hub.create(NAME, files=content(made)).head()
    done(push("--revision", "next"), "create  the branch next", "nothing changed: no commit")
    assert hub.repos[NAME].head("next") == main
    make_dataset(made, "0.9.0", "b" * 64)
    done(push("--revision", "old"), "create  the branch old, from main", "version 1.0.0 -> 0.9.0", "pushed")
    assert hub.repos[NAME].head() == main
    assert there(hub, "old") == content(made)


def test_a_pull_request_leaves_main_and_is_opened_once(hub: Hub, push: Push, made: Path) -> None:
    hub.create(NAME, files=content(made))
    main = hub.repos[NAME].head()
    make_dataset(made, results=4)
    address = f"{hub.address}/datasets/{NAME}/discussions/1"
    done(push("--create-pr", token=STRANGER), f"pull request: {address}")
    assert hub.repos[NAME].head() == main
    assert there(hub, "refs/pr/1") == content(made)
    done(push("--create-pr", token=STRANGER), f"an open pull request holds this: {address}")
    assert commits(hub) == 1


def test_a_dry_run_says_what_a_push_would_do_and_writes_nothing(hub: Hub, push: Push, made: Path) -> None:
    done(push("--dry-run", token=None), "create  the repository, public", f"add     {PROBLEMS}", "nothing was written")
    assert not hub.repos
    hub.create(NAME, files={"README.md": (made / "README.md").read_bytes(), "old.txt": b"old"})
    head = hub.repos[NAME].head()
    ran = push("--dry-run", token=None)
    size = (made / "eval.yaml").stat().st_size
    done(ran, f"add     eval.yaml  {size} bytes", "remove  old.txt  3 bytes")
    assert "README.md" not in ran.stdout
    assert hub.repos[NAME].head() == head and not hub.uploads
    assert not [one for one in hub.requests if not one.startswith(("GET", "HEAD"))]


def test_a_tag_names_the_version_and_is_never_moved(hub: Hub, push: Push, made: Path) -> None:
    done(push("--tag"), "tag v1.0.0: ")
    first = hub.repos[NAME].head()
    assert hub.repos[NAME].refs["refs/tags/v1.0.0"] == first
    make_dataset(made, results=4)
    done(push("--tag"), "pushed", f"already exists, at {first[:12]}; it is not moved")
    assert hub.repos[NAME].refs["refs/tags/v1.0.0"] == first != hub.repos[NAME].head()
