"""Pushes a built dataset to the Hugging Face Hub: compares it with what is there, and commits once.

The Hub then holds exactly what was built, and its own `.gitattributes`. What may be overwritten:

- an empty repository, or one whose card says that TallyBench made it for the same benchmark;
- a remote version that is older, or the same version with the same problems (results may have changed);
- never a newer version, nor the same version with other problems: a version must always mean the same problems.

All files go into one commit on top of exactly the commit that was compared (`parent_commit`): the branch either gets
the whole dataset or stays as it is. A failure may leave an empty repository, a branch equal to main, or uploaded
objects that no commit refers to.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
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


Changes = dict[str, dict[str, int]]
"""By `add`, `change` and `remove`: paths, and the size in bytes of the new file, or of the one that is removed."""


def push(built: BuiltDataset, destination: Destination, dry_run: bool, say: Callable[[str], object]) -> None:
    """Push a built dataset to `destination`; `say` is called with each line of the report.

    Raises:
        InputError: it must not or could not be pushed. Nothing was committed, unless tagging failed afterwards, or the
            connection broke during the commit: then the commit is complete or absent, and a second push shows which.
    """
    if built.facts.private:
        raise InputError(
            f"dataset push: {built.facts.benchmark} is private, so nothing of it leaves this machine; to publish it, "
            "set `private = false` in its benchmark.toml, and build the dataset again"
        )
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", destination.repo, re.ASCII):
        raise InputError(f"--repo: {destination.repo!r} is not ORG/NAME; an example: tallybench/humaneval")
    if destination.pull_request and destination.tag:
        raise InputError("--tag: a pull request is not tagged; merge it, then push with --tag")
    with explained(destination.repo, "looking for a token"):
        token = get_token()
    if token is None and not dry_run:
        raise InputError("dataset push: no token for the Hub; set HF_TOKEN or run `hf auth login`")
    # The HTTP library quotes a header that it refuses, and with it the token.
    if token is not None and not re.fullmatch(r"[!-~]+", token):
        raise InputError("dataset push: the Hub's token has a character that no token can have; set HF_TOKEN again")
    _Push(built, destination, token, say).run(dry_run)


class _Push:
    def __init__(
        self, built: BuiltDataset, destination: Destination, token: str | None, say: Callable[[str], object]
    ) -> None:
        self._built, self._token, self._say = built, token, say
        self._to, self._repo, self._branch = destination, destination.repo, destination.branch
        # False: without a token, ask anonymously, rather than letting the library look for one again.
        self._api = HfApi(token=token or False)

    def _doing(self, what: str) -> AbstractContextManager[None]:
        return explained(self._repo, what, self._token)

    def run(self, dry_run: bool) -> None:
        with self._doing("reading"):
            remote = self._read()
        if (why := self._why_not(remote)) is not None:
            raise InputError(f"dataset push: {self._repo}: {why}")
        changes = self._compare(remote.files)
        self._report(remote, changes)
        if dry_run:
            self._say("dry run: nothing was written" if changes else "dry run: nothing changed")
            return
        if changes and self._to.pull_request:
            with self._doing("reading pull requests"):
                open_already = self._same_pull_request()
            if open_already:
                self._say(f"nothing to do: an open pull request holds this: {open_already}")
                return
        head = remote.head or self._create()
        if not remote.has_branch and self._branch != MAIN:
            with self._doing(f"creating the branch {self._branch}"):
                self._api.create_branch(self._repo, branch=self._branch, repo_type="dataset", revision=head)
        if changes:
            head = self._commit(changes, head)
        else:
            self._say("nothing changed: no commit")
        if self._to.tag:
            with self._doing("tagging"):
                self._tag(f"v{self._built.facts.version}", head)

    def _read(self) -> Remote:
        has_branch = True
        try:
            info = self._api.repo_info(self._repo, repo_type="dataset", revision=self._branch)
        except RevisionNotFoundError:
            has_branch = False
            info = self._api.repo_info(self._repo, repo_type="dataset", revision=MAIN)
        except RepositoryNotFoundError as error:
            # The Hub answers 401 for a repository that is not visible to everyone, and also for a bad token.
            if error.response.status_code == 401 and self._token:
                raise
            return Remote()
        files = self._files(info.sha)
        facts = None
        if CARD in files:
            path = self._api.hf_hub_download(self._repo, CARD, repo_type="dataset", revision=info.sha)
            with open(path, encoding="utf-8", errors="replace") as card:
                facts = facts_of(front_matter(card.read()))
        return Remote(info.sha, has_branch, bool(info.private), files, facts)

    def _files(self, revision: str | None) -> dict[str, RepoFile]:
        tree = self._api.list_repo_tree(self._repo, repo_type="dataset", revision=revision, recursive=True)
        return {entry.path: entry for entry in tree if isinstance(entry, RepoFile)}

    def _why_not(self, remote: Remote) -> str | None:
        """Return why what is there must not be overwritten; None if it may be."""
        ours, theirs, branch = self._built.facts, remote.facts, self._branch
        if remote.head is None:
            if self._to.pull_request:
                return "no such dataset for this token, so no pull request; push without --create-pr"
            return None
        if self._to.pull_request and not remote.has_branch:
            return f"--revision: no branch {branch}; a pull request needs one that exists"
        if self._to.private and not remote.private:
            return "it is public, but --private was given; make it private on the Hub, or leave --private out"
        if theirs is None:
            if set(remote.files) <= {HUBS_OWN}:
                return None
            return f"it holds another dataset: no `tallybench` in its card ({CARD}); choose another name"
        if theirs.benchmark != ours.benchmark:
            return f"it holds the benchmark {theirs.benchmark}, not {ours.benchmark}; choose another name"
        if not remote.has_branch:
            return None  # a new branch may hold an older version than main
        if Version(theirs.version) > Version(ours.version):
            return (
                f"{branch} holds version {theirs.version}, newer than {ours.version} here; update TallyBench and build "
                "again, or push to another --revision"
            )
        if Version(theirs.version) == Version(ours.version) and theirs.problems_hash != ours.problems_hash:
            return (
                f"{branch} holds version {theirs.version} with other problems (hash {theirs.problems_hash[:12]}, here "
                f"{ours.problems_hash[:12]}); raise the version and build again"
            )
        return None

    def _compare(self, remote: Mapping[str, RepoFile]) -> Changes:
        ours = self._built.files
        changes = {
            "add": {path: local.size for path, local in ours.items() if path not in remote},
            "change": {
                path: local.size for path, local in ours.items() if path in remote and not local.equals(remote[path])
            },
            "remove": {path: file.size for path, file in remote.items() if path not in ours and path != HUBS_OWN},
        }
        return {word: paths for word, paths in changes.items() if paths}

    def _report(self, remote: Remote, changes: Changes) -> None:
        ours, theirs = self._built.facts, remote.facts
        self._say(f"{ours.benchmark} {ours.version} ({ours.content_hash[:12]}) -> {self._repo}, {self._branch}")
        if remote.head is None:
            self._say(f"  create  the repository, {'private' if self._to.private else 'public'}")
        if not remote.has_branch and self._branch != MAIN:
            self._say(f"  create  the branch {self._branch}, from main")
        if theirs is not None and theirs.version != ours.version:
            self._say(f"  version {theirs.version} -> {ours.version}")
        for word, paths in changes.items():
            for path, size in sorted(paths.items()):
                self._say(f"  {word:6}  {path}  {size:,} bytes")

    def _create(self) -> str:
        """Create the repository, and return its first commit, which holds at most a .gitattributes."""
        owner = self._repo.split("/")[0]
        with self._doing("creating it"):
            try:
                self._api.create_repo(self._repo, repo_type="dataset", private=self._to.private or None)
            except HfHubHTTPError as error:
                if error.response.status_code in (403, 404) and not self._is_there(owner):
                    raise InputError(
                        f"dataset push: {self._repo}: no organisation or user {owner} on the Hub; check the name"
                    ) from None
                raise
            return str(self._api.repo_info(self._repo, repo_type="dataset").sha)

    def _is_there(self, owner: str) -> bool:
        for overview in (self._api.get_organization_overview, self._api.get_user_overview):
            try:
                overview(owner)
                return True
            except HfHubHTTPError as error:
                if error.response.status_code != 404:
                    return True
        return False

    def _commit(self, changes: Changes, head: str) -> str:
        """Upload what changed, commit it on top of `head`, and return the commit's hash."""
        paths = sorted(changes.get("add", {}).keys() | changes.get("change", {}).keys())
        additions = [CommitOperationAdd(path, str(self._built.files[path].path)) for path in paths]
        deletions = [CommitOperationDelete(path, is_folder=False) for path in sorted(changes.get("remove", {}))]
        target: dict[str, Any] = {"repo_type": "dataset", "revision": self._branch, "create_pr": self._to.pull_request}
        with self._doing("uploading"):
            self._api.preupload_lfs_files(self._repo, additions, **target)
        with self._doing("committing"):
            done = self._api.create_commit(
                self._repo, [*additions, *deletions], commit_message=self._title, parent_commit=head, **target
            )
        self._say(f"pull request: {done.pr_url}" if self._to.pull_request else f"pushed: {done.commit_url}")
        return str(done.oid)

    @property
    def _title(self) -> str:
        facts = self._built.facts
        onto = "" if self._branch == MAIN else f" onto {self._branch}"
        return f"{facts.benchmark} {facts.version} ({facts.content_hash[:12]}){onto}"

    def _same_pull_request(self) -> str | None:
        """Return the address of an open pull request to the same branch that holds exactly this dataset."""
        requests = self._api.get_repo_discussions(self._repo, repo_type="dataset", discussion_type="pull_request")
        for request in requests:
            is_ours = request.status in ("open", "draft") and request.title == self._title
            if is_ours and not self._compare(self._files(f"refs/pr/{request.num}")):
                return request.url
        return None

    def _tag(self, name: str, head: str) -> None:
        """Tag `head`; an existing tag is never moved."""
        tags = {tag.name: tag.target_commit for tag in self._api.list_repo_refs(self._repo, repo_type="dataset").tags}
        if name in tags:
            stays = "" if tags[name] == head else f", at {tags[name][:12]}; it is not moved"
            self._say(f"tag {name}: already exists{stays}")
        else:
            self._api.create_tag(self._repo, tag=name, revision=head, repo_type="dataset")
            self._say(f"tag {name}: {head[:12]}")
