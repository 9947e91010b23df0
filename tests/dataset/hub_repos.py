"""Repositories of the Hub as hub_server.py keeps them: commits with their parents and files, and their names."""

import hashlib
import json
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Blob:
    content: bytes
    large: bool

    @property
    def git(self) -> str:
        return git_hash(pointer(self.content) if self.large else self.content)

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


@dataclass(frozen=True)
class Commit:
    parent: str | None
    title: str
    files: dict[str, Blob]

    @property
    def oid(self) -> str:
        listing = sorted((path, blob.git) for path, blob in self.files.items())
        return hashlib.sha1(json.dumps([self.parent, self.title, listing]).encode()).hexdigest()


@dataclass
class Repo:
    """`refs` maps `refs/heads/...`, `refs/tags/...`, `refs/pr/...` to commits."""

    private: bool
    commits: dict[str, Commit] = field(default_factory=dict)
    refs: dict[str, str] = field(default_factory=dict)
    titles: dict[int, str] = field(default_factory=dict)

    def add(self, ref: str, commit: Commit) -> str:
        self.commits[commit.oid] = commit
        self.refs[ref] = commit.oid
        return commit.oid

    def resolve(self, revision: str) -> str | None:
        named = (self.refs.get(one) for one in (f"refs/heads/{revision}", f"refs/tags/{revision}", revision))
        return next(filter(None, named), revision if revision in self.commits else None)

    def head(self, branch: str = "main") -> str:
        return self.refs[f"refs/heads/{branch}"]

    def files(self, revision: str = "main") -> dict[str, bytes]:
        found = self.commits[self.resolve(revision) or ""]
        return {path: blob.content for path, blob in found.files.items()}

    def history(self) -> list[str]:
        """The titles of main's commits, the last first."""
        oid, titles = self.resolve("main"), []
        while oid is not None:
            titles.append(self.commits[oid].title)
            oid = self.commits[oid].parent
        return titles


def git_hash(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


def pointer(content: bytes) -> bytes:
    """What git holds in place of a large file."""
    oid = hashlib.sha256(content).hexdigest()
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize {len(content)}\n".encode()
