"""Pushes a built dataset to the Hugging Face Hub: reads it and what is there, compares them, and commits once.

The Hub then holds exactly what was built, and its own `.gitattributes`. What may be overwritten:

- an empty repository, or one whose card says that TallyBench made it for the same benchmark;
- a remote version that is older, or the same version with the same problems (results may have changed);
- never a newer version, nor the same version with other problems: a version must always mean the same problems.

All files go into one commit on top of exactly the commit that was compared (`parent_commit`): the branch either gets
the whole dataset or stays as it is. A failure may leave an empty repository, a branch equal to main, or uploaded
objects that no commit refers to.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi, get_token
from huggingface_hub.errors import HfHubHTTPError, RepositoryNotFoundError, RevisionNotFoundError
from huggingface_hub.hf_api import RepoFile
from packaging.version import Version

from tallybench.dataset.built import CARD, BuiltDataset, Facts, facts_of, front_matter
from tallybench.dataset.hub_errors import explained
from tallybench.errors import InputError

MAIN = "main"
HUBS_OWN = ".gitattributes"


@dataclass(frozen=True)
class Destination:
    """Where to push: `repo` is ORG/NAME; with `private`, a new repository is private, and an existing one must be."""

    repo: str
    branch: str = MAIN
    private: bool = False
    pull_request: bool = False
    tag: bool = False


@dataclass(frozen=True)
class Remote:
    """What the Hub holds. `head`: the branch's commit, or main's if the branch is missing; None: no repository."""

    head: str | None = None
    has_branch: bool = False
    private: bool = False
    files: Mapping[str, RepoFile] = field(default_factory=dict)
    facts: Facts | None = None


@dataclass(frozen=True)
class Changes:
    """Paths with sizes in bytes: of the new file, or of the one that is removed."""

    added: Mapping[str, int]
    changed: Mapping[str, int]
    removed: Mapping[str, int]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)

    def lines(self) -> Iterator[str]:
        for word, paths in (("add", self.added), ("change", self.changed), ("remove", self.removed)):
            yield from (f"  {word:6}  {path}  {size:,} bytes" for path, size in sorted(paths.items()))


def push(built: BuiltDataset, destination: Destination, dry_run: bool, say: Callable[[str], object]) -> None:
    """Push a built dataset to `destination`; `say` is called with each line of the report.

    Raises:
        InputError: it must not or could not be pushed. Nothing was committed, unless tagging failed afterwards, or the
            connection broke during the commit: then the commit is complete or absent, and a second push shows which.
    """
    repo = destination.repo
    check_request(built.facts, destination)
    with explained(repo, "looking for a token"):
        token = get_token()
    if token is None and not dry_run:
        raise InputError("dataset push: no token for the Hub; set HF_TOKEN or run `hf auth login`")
    # The HTTP library quotes a header that it refuses, and with it the token.
    if token is not None and not re.fullmatch(r"[!-~]+", token):
        raise InputError("dataset push: the Hub's token has a space or a letter that no token has; set HF_TOKEN again")
    # False: without a token, ask anonymously, rather than letting the library look for one again.
    api = HfApi(token=token or False)
    with explained(repo, "reading", token):
        remote = read_remote(api, destination)
    check_remote(built.facts, remote, destination)

    changes = compare(built, remote.files)
    report(built, remote, destination, changes, say)
    if dry_run:
        say("dry run: nothing was written" if changes else "dry run: nothing changed")
        return
    if changes and destination.pull_request:
        with explained(repo, "reading pull requests", token):
            open_already = same_pull_request(api, built, destination)
        if open_already:
            say(f"nothing to do: an open pull request holds this: {open_already}")
            return
    head = remote.head or create_repo(api, destination, token)
    if not remote.has_branch and destination.branch != MAIN:
        with explained(repo, f"creating the branch {destination.branch}", token):
            api.create_branch(repo, branch=destination.branch, repo_type="dataset", revision=head)
    if changes:
        head = commit(api, built, destination, changes, head, token, say)
    else:
        say("nothing changed: no commit")
    if destination.tag:
        with explained(repo, "tagging", token):
            say(tag(api, repo, f"v{built.facts.version}", head))


def check_request(facts: Facts, destination: Destination) -> None:
    """Check what is asked for, before anything is read from the Hub.

    Raises:
        InputError: the benchmark is private, or the destination cannot be used.
    """
    if facts.private:
        raise InputError(
            f"dataset push: {facts.benchmark} is private, so that nothing of it leaves this machine; to publish it, "
            "set `private = false` in its benchmark.toml, and build the dataset again"
        )
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", destination.repo, re.ASCII):
        raise InputError(f"--repo: {destination.repo!r} is not ORG/NAME; an example: tallybench/humaneval")
    if destination.pull_request and destination.tag:
        raise InputError("--tag: a pull request is not tagged; merge it, then push with --tag")


def read_remote(api: HfApi, destination: Destination) -> Remote:
    repo = destination.repo
    has_branch = True
    try:
        info = api.repo_info(repo, repo_type="dataset", revision=destination.branch)
    except RevisionNotFoundError:
        has_branch = False
        info = api.repo_info(repo, repo_type="dataset", revision=MAIN)
    except RepositoryNotFoundError as error:
        # The Hub answers 401 for a repository that is not visible to everyone, and also for a bad token.
        if error.response.status_code == 401 and api.token:
            raise
        return Remote()
    files = files_of(api, repo, info.sha)
    facts = None
    if CARD in files:
        path = api.hf_hub_download(repo, CARD, repo_type="dataset", revision=info.sha)
        with open(path, encoding="utf-8", errors="replace") as card:
            facts = facts_of(front_matter(card.read()))
    return Remote(info.sha, has_branch, bool(info.private), files, facts)


def files_of(api: HfApi, repo: str, revision: str | None) -> dict[str, RepoFile]:
    tree = api.list_repo_tree(repo, repo_type="dataset", revision=revision, recursive=True)
    return {entry.path: entry for entry in tree if isinstance(entry, RepoFile)}


def check_remote(ours: Facts, remote: Remote, destination: Destination) -> None:
    """Raise InputError if what is there must not be overwritten."""
    where, theirs = f"dataset push: {destination.repo}", remote.facts
    if remote.head is None:
        if destination.pull_request:
            raise InputError(f"{where}: no such dataset for this token, so no pull request; push without --create-pr")
        return
    if destination.pull_request and not remote.has_branch:
        raise InputError(f"{where}: --revision: no branch {destination.branch}; a pull request needs one that is there")
    if destination.private and not remote.private:
        raise InputError(f"{where}: it is public, and --private was asked; make it private on the Hub, or leave it out")
    if theirs is None:
        if set(remote.files) <= {HUBS_OWN}:
            return
        raise InputError(
            f"{where}: it holds another dataset: no `tallybench` in its card ({CARD}); choose another name"
        )
    if theirs.benchmark != ours.benchmark:
        raise InputError(
            f"{where}: it holds the benchmark {theirs.benchmark}, not {ours.benchmark}; choose another name"
        )
    if not remote.has_branch:
        return  # a new branch may hold an older version than main
    if Version(theirs.version) > Version(ours.version):
        raise InputError(
            f"{where}: {destination.branch} holds version {theirs.version}, newer than {ours.version} here; "
            "update TallyBench and build again, or push to another --revision"
        )
    if Version(theirs.version) == Version(ours.version) and theirs.problems_hash != ours.problems_hash:
        raise InputError(
            f"{where}: {destination.branch} holds version {theirs.version} with other problems (hash "
            f"{theirs.problems_hash[:12]}, here {ours.problems_hash[:12]}); raise the version and build again"
        )


def compare(built: BuiltDataset, remote: Mapping[str, RepoFile]) -> Changes:
    added = {path: local.size for path, local in built.files.items() if path not in remote}
    changed = {
        path: local.size for path, local in built.files.items() if path in remote and not local.equals(remote[path])
    }
    removed = {path: file.size for path, file in remote.items() if path not in built.files and path != HUBS_OWN}
    return Changes(added, changed, removed)


def report(
    built: BuiltDataset, remote: Remote, destination: Destination, changes: Changes, say: Callable[[str], object]
) -> None:
    ours, theirs = built.facts, remote.facts
    say(f"{ours.benchmark} {ours.version} ({ours.content_hash[:12]}) -> {destination.repo}, {destination.branch}")
    if remote.head is None:
        say(f"  create  the repository, {'private' if destination.private else 'public'}")
    if not remote.has_branch and destination.branch != MAIN:
        say(f"  create  the branch {destination.branch}, from main")
    if theirs is not None and theirs.version != ours.version:
        say(f"  version {theirs.version} -> {ours.version}")
    for line in changes.lines():
        say(line)


def create_repo(api: HfApi, destination: Destination, token: str | None) -> str:
    """Create the repository, and return its first commit, which holds at most a .gitattributes."""
    owner = destination.repo.split("/")[0]
    with explained(destination.repo, "creating it", token):
        try:
            api.create_repo(destination.repo, repo_type="dataset", private=destination.private or None)
        except HfHubHTTPError as error:
            if error.response.status_code in (403, 404) and not is_owner(api, owner):
                raise InputError(
                    f"dataset push: {destination.repo}: no organisation or user {owner} on the Hub; check the name"
                ) from None
            raise
        return str(api.repo_info(destination.repo, repo_type="dataset").sha)


def is_owner(api: HfApi, name: str) -> bool:
    for overview in (api.get_organization_overview, api.get_user_overview):
        try:
            overview(name)
            return True
        except HfHubHTTPError as error:
            if error.response.status_code != 404:
                return True
    return False


def commit(
    api: HfApi,
    built: BuiltDataset,
    destination: Destination,
    changes: Changes,
    head: str,
    token: str | None,
    say: Callable[[str], object],
) -> str:
    """Upload what changed, commit it on top of `head`, and return the commit's hash."""
    repo, branch = destination.repo, destination.branch
    additions = [
        CommitOperationAdd(path, str(built.files[path].path)) for path in sorted({**changes.added, **changes.changed})
    ]
    deletions = [CommitOperationDelete(path, is_folder=False) for path in sorted(changes.removed)]
    target: dict[str, Any] = {"repo_type": "dataset", "revision": branch, "create_pr": destination.pull_request}
    with explained(repo, "uploading", token):
        api.preupload_lfs_files(repo, additions, **target)
    with explained(repo, "committing", token):
        done = api.create_commit(
            repo, [*additions, *deletions], commit_message=title(built, branch), parent_commit=head, **target
        )
    say(f"pull request: {done.pr_url}" if destination.pull_request else f"pushed: {done.commit_url}")
    return str(done.oid)


def title(built: BuiltDataset, branch: str) -> str:
    facts = built.facts
    onto = "" if branch == MAIN else f" onto {branch}"
    return f"{facts.benchmark} {facts.version} ({facts.content_hash[:12]}){onto}"


def same_pull_request(api: HfApi, built: BuiltDataset, destination: Destination) -> str | None:
    """Return the address of an open pull request to the same branch that holds exactly this dataset."""
    found = api.get_repo_discussions(destination.repo, repo_type="dataset", discussion_type="pull_request")
    for request in found:
        if request.status in ("open", "draft") and request.title == title(built, destination.branch):
            revision = f"refs/pr/{request.num}"
            if not compare(built, files_of(api, destination.repo, revision)):
                return request.url
    return None


def tag(api: HfApi, repo: str, name: str, head: str) -> str:
    """Tag `head`, and return a line about it; an existing tag is never moved."""
    tags = {tag.name: tag.target_commit for tag in api.list_repo_refs(repo, repo_type="dataset").tags}
    if name in tags:
        return f"tag {name}: there already" + ("" if tags[name] == head else f", at {tags[name][:12]}; it stays there")
    api.create_tag(repo, tag=name, revision=head, repo_type="dataset")
    return f"tag {name}: {head[:12]}"
