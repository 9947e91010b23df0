"""The Hugging Face Hub's protocol on the loopback, as much of it as `dataset push` and `load_dataset` speak.

Real clients (huggingface_hub, datasets) talk to a real HTTP server; what they send becomes real commits, kept in
memory: a commit names its parent and all its files, a branch names a commit. A commit is refused unless its parent is
the branch's head, and a large file in it must have been uploaded before, with the hash and size it was announced with.

Not covered: Xet. The Hub takes large files by it from clients that have hf_xet; its transfers go to another service in
a binary protocol that is not published as a standard. With HF_HUB_DISABLE_XET=1 the same client uses LFS, which is
what `large="lfs"` serves; `large="regular"` takes all content within the commit. So untested here: the upload of
chunks by hf_xet and the words of its errors. Tested whichever way content travels: what is compared, the one commit,
the check of its parent, and that a failed upload comes before any commit.
"""

import base64
import hashlib
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.dataset.hub_repos import Blob, Commit, Repo, git_hash, pointer

WRITER, READER, STRANGER = "hf_writer_of_org", "hf_reader_of_org", "hf_member_of_nothing"
MEMBERS = {WRITER, READER}


@dataclass
class Fault:
    """What befalls requests whose `METHOD path` contains a match of `pattern`, the first `skip` of them spared.

    `what`: "drop" (the connection closes unanswered), "deafen" (the request is served, its answer is lost),
    (status, words), or something to call before it is served.
    """

    pattern: str
    what: str | tuple[int, str] | Callable[[], object]
    skip: int = 0


class Hub(ThreadingHTTPServer):
    """`requests` lists what was asked, as `METHOD path`; `uploads` counts the bytes of large files that arrived."""

    daemon_threads = True

    def __init__(self, large: str = "lfs") -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.large = large
        self.repos: dict[str, Repo] = {}
        self.objects: dict[str, bytes] = {}
        self.requests: list[str] = []
        self.uploads: list[int] = []
        self.faults: list[Fault] = []
        self.lock = threading.RLock()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def create(self, name: str, private: bool = False, files: dict[str, bytes] | None = None) -> Repo:
        repo = self.repos[name] = Repo(private)
        content = {".gitattributes": b"*.parquet filter=lfs\n"} | (files or {})
        blobs = {path: Blob(data, self.is_large(path)) for path, data in content.items()}
        self.objects |= {blob.sha256: blob.content for blob in blobs.values() if blob.large}
        repo.add("refs/heads/main", Commit(None, "initial commit", blobs))
        return repo

    def is_large(self, path: str) -> bool:
        return self.large == "lfs" and path.endswith(".parquet")

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed is no news; a fault of the server shows as a request that fails."""


@contextmanager
def running_hub(large: str = "lfs") -> Iterator[Hub]:
    hub = Hub(large)
    thread = threading.Thread(target=hub.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield hub
    hub.shutdown()
    hub.server_close()
    thread.join()


class Refusal(Exception):
    def __init__(self, status: int, words: str, code: str = "") -> None:
        self.status, self.words, self.code = status, words, code


class Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Hub

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        split = urlsplit(self.path)
        self.query = {key: values[0] for key, values in parse_qs(split.query).items()}
        request = f"{self.command} {split.path}"
        with self.server.lock:
            self.server.requests.append(request)
            fault = next((one for one in self.server.faults if re.search(one.pattern, request)), None)
            if fault is not None and fault.skip > 0:
                fault.skip, fault = fault.skip - 1, None
        try:
            if fault is not None and callable(fault.what):
                fault.what()
            elif fault is not None and isinstance(fault.what, tuple):
                raise Refusal(*fault.what)
            if fault is not None and fault.what == "drop":
                self.close_connection = True
                return
            with self.server.lock:
                answer = self.answer(split.path)
            if fault is not None and fault.what == "deafen":
                self.close_connection = True
                return
        except Refusal as refusal:
            headers = {"X-Error-Code": refusal.code} if refusal.code else {}
            self.reply(refusal.status, {"error": refusal.words}, headers | {"X-Error-Message": refusal.words})
            return
        if answer is not None:
            self.reply(200, answer, {})

    do_HEAD = do_POST = do_PUT = do_GET

    def reply(self, status: int, content: Any, headers: dict[str, str]) -> None:
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        kind = "application/octet-stream" if isinstance(content, bytes) else "application/json"
        for name, value in ({"Content-Type": kind, "Content-Length": str(len(data))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    @property
    def token(self) -> str | None:
        given = self.headers.get("Authorization")
        if given is None:
            return None
        token = given.removeprefix("Bearer ")
        if token not in {WRITER, READER, STRANGER}:
            raise Refusal(401, "Invalid credentials in Authorization header")
        return token

    def answer(self, path: str) -> Any:
        """The answer's content; None: it has been sent."""
        for pattern, method in ROUTES:
            if match := re.fullmatch(pattern, f"{self.command} {path}"):
                parts = {name: unquote(part) for name, part in match.groupdict().items() if part is not None}
                if "repo" in parts:
                    return method(self, self.repo(parts.pop("repo")), **parts)
                return method(self, **parts)
        raise Refusal(404, f"not found: {path}")

    def repo(self, name: str) -> Repo:
        self.name = name
        repo = self.server.repos.get(name)
        if repo is None or (repo.private and self.token not in MEMBERS):
            raise Refusal(401 if self.token is None else 404, "Repository not found", "RepoNotFound")
        return repo

    def must_write(self) -> None:
        if self.token is None:
            raise Refusal(401, "Invalid username or password.")
        if self.token != WRITER:
            raise Refusal(403, "Forbidden: you need write access to this repository")

    def commit_of(self, repo: Repo, revision: str) -> tuple[str, Commit]:
        oid = repo.resolve(revision)
        if oid is None:
            raise Refusal(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        return oid, repo.commits[oid]

    def create(self) -> Any:
        asked = json.loads(self.body)
        owner, name = asked["organization"], f"{asked['organization']}/{asked['name']}"
        if self.token != WRITER or owner != "org":
            raise Refusal(403, f'You don\'t have the rights to create a dataset under the namespace "{owner}"')
        if name in self.server.repos:
            raise Refusal(409, "You already created this dataset repo")
        self.server.create(name, asked.get("visibility") == "private" or bool(asked.get("private")))
        return {"url": f"{self.server.address}/datasets/{name}", "name": name}

    def info(self, repo: Repo, rev: str = "main") -> Any:
        oid, commit = self.commit_of(repo, rev)
        siblings = [{"rfilename": path} for path in sorted(commit.files)]
        return {"id": self.name, "sha": oid, "private": repo.private, "siblings": siblings, "tags": [], "downloads": 0}

    def tree(self, repo: Repo, rev: str, path: str = "") -> Any:
        """Folders too; under `path`, its children only unless `recursive`."""
        _, commit = self.commit_of(repo, rev)
        prefix = f"{path}/" if path else ""
        below = {one: blob for one, blob in sorted(commit.files.items()) if one.startswith(prefix)}
        if path and not below:
            raise Refusal(404, f"{path} does not exist on {rev}", "EntryNotFound")
        deep = self.query.get("recursive", "").lower() == "true"
        folders = {one.rsplit("/", 1)[0] for one in below if "/" in one.removeprefix(prefix)}
        shown = [entry(one, blob) for one, blob in below.items() if deep or "/" not in one.removeprefix(prefix)]
        return [{"type": "directory", "path": one, "oid": git_hash(one.encode()), "size": 0} for one in folders] + shown

    def paths_info(self, repo: Repo, rev: str) -> Any:
        _, commit = self.commit_of(repo, rev)
        sent = self.body.decode()
        asked = json.loads(sent)["paths"] if sent.startswith("{") else parse_qs(sent)["paths"]
        found = [entry(path, commit.files[path]) for path in asked if path in commit.files]
        folders = [path for path in asked if any(one.startswith(f"{path}/") for one in commit.files)]
        return found + [{"type": "directory", "path": one, "oid": git_hash(one.encode()), "size": 0} for one in folders]

    def preupload(self, repo: Repo, rev: str) -> Any:
        if "create_pr" not in self.query:
            self.must_write()
        _, commit = self.commit_of(repo, rev)
        modes = []
        for asked in json.loads(self.body)["files"]:
            path, there = asked["path"], commit.files.get(asked["path"])
            mode = "lfs" if self.server.is_large(path) else "regular"
            oid = None if there is None else there.sha256 if there.large else there.git
            modes.append({"path": path, "uploadMode": mode, "shouldIgnore": False, "oid": oid})
        return {"files": modes}

    def lfs_batch(self, repo: Repo) -> Any:
        objects = []
        for one in json.loads(self.body)["objects"]:
            actions = {
                name: {"href": f"{self.server.address}/lfs/{one['oid']}/{name}"} for name in ("upload", "verify")
            }
            objects.append(one if one["oid"] in self.server.objects else one | {"actions": actions})
        return {"transfer": "basic", "objects": objects}

    def lfs_upload(self, oid: str) -> Any:
        if hashlib.sha256(self.body).hexdigest() != oid:
            raise Refusal(400, "the content is not what was announced")
        self.server.objects[oid] = self.body
        self.server.uploads.append(len(self.body))
        return {}

    def lfs_verify(self, oid: str) -> Any:
        if len(self.server.objects.get(oid, b"")) != json.loads(self.body)["size"]:
            raise Refusal(422, "the size is not what was announced")
        return {}

    def commit(self, repo: Repo, rev: str) -> Any:
        as_request = "create_pr" in self.query
        if not as_request:
            self.must_write()
        head, before = self.commit_of(repo, rev)
        files, header = dict(before.files), {}
        for line in self.body.splitlines():
            item = json.loads(line)
            key, value = item["key"], item["value"]
            if key == "header":
                header = value
            elif key == "file":
                files[value["path"]] = Blob(base64.b64decode(value["content"]), False)
            elif key == "lfsFile":
                if value["oid"] not in self.server.objects:
                    raise Refusal(400, f"LFS pointer pointed to a file that does not exist: {value['path']}")
                files[value["path"]] = Blob(self.server.objects[value["oid"]], True)
            elif key == "deletedFile":
                del files[value["path"]]
            else:
                raise Refusal(400, f"unknown: {key}")
        if header.get("parentCommit", head) != head:
            raise Refusal(412, "A commit has happened since. Please refresh and try again.")
        number = len(repo.titles) + 1
        if as_request:
            repo.titles[number] = header["summary"]
        ref = f"refs/pr/{number}" if as_request else rev if rev.startswith("refs/") else f"refs/heads/{rev}"
        oid = repo.add(ref, Commit(head, header["summary"], files))
        page = f"{self.server.address}/datasets/{self.name}"
        address = f"{page}/discussions/{number}" if as_request else None
        return {"success": True, "commitOid": oid, "commitUrl": f"{page}/commit/{oid}", "pullRequestUrl": address}

    def list_refs(self, repo: Repo) -> Any:
        kinds = {"branches": "refs/heads/", "tags": "refs/tags/", "converts": "refs/convert/"}
        return {
            kind: [
                {"name": ref.removeprefix(prefix), "ref": ref, "targetCommit": oid}
                for ref, oid in sorted(repo.refs.items())
                if ref.startswith(prefix)
            ]
            for kind, prefix in kinds.items()
        }

    def branch(self, repo: Repo, branch: str) -> Any:
        self.must_write()
        repo.refs[f"refs/heads/{branch}"], _ = self.commit_of(repo, json.loads(self.body).get("startingPoint", "main"))
        return {}

    def tag(self, repo: Repo, rev: str) -> Any:
        self.must_write()
        name = f"refs/tags/{json.loads(self.body)['tag']}"
        if name in repo.refs:
            raise Refusal(409, "Tag already exists")
        repo.refs[name], _ = self.commit_of(repo, rev)
        return {}

    def discussions(self, repo: Repo) -> Any:
        listed = [
            {
                "num": number,
                "title": title,
                "status": "open",
                "isPullRequest": True,
                "author": {"name": "somebody"},
                "createdAt": "2026-01-01T00:00:00.000Z",
                "repo": {"name": self.name, "type": "dataset"},
            }
            for number, title in repo.titles.items()
        ]
        return {"discussions": listed, "count": len(listed), "start": 0}

    def resolve(self, repo: Repo, rev: str, path: str) -> None:
        oid, commit = self.commit_of(repo, rev)
        blob = commit.files.get(path)
        if blob is None:
            raise Refusal(404, "Entry not found", "EntryNotFound")
        headers = {
            "X-Repo-Commit": oid,
            "ETag": f'"{blob.sha256 if blob.large else blob.git}"',
            "Accept-Ranges": "bytes",
        }
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if wanted is None:
            self.reply(200, blob.content, headers)
            return
        first, last = int(wanted[1]), min(int(wanted[2] or len(blob.content) - 1), len(blob.content) - 1)
        if first > last:
            raise Refusal(416, "Range Not Satisfiable")
        headers["Content-Range"] = f"bytes {first}-{last}/{len(blob.content)}"
        self.reply(206, blob.content[first : last + 1], headers)

    def validate_yaml(self) -> Any:
        return {"errors": [], "warnings": []}

    def overview(self, kind: str, owner: str) -> Any:
        if (kind, owner) not in {("organizations", "org"), ("users", "somebody")}:
            raise Refusal(404, "This user or organization does not exist")
        return {"name": owner, "user": owner, "fullname": owner, "avatarUrl": ""}


API = r"/api/datasets/(?P<repo>[^/]+/[^/]+)"
ROUTES: list[tuple[str, Callable[..., Any]]] = [
    (r"POST /api/validate-yaml", Answer.validate_yaml),
    (r"POST /api/repos/create", Answer.create),
    (r"GET /api/(?P<kind>organizations|users)/(?P<owner>[^/]+)/overview", Answer.overview),
    (rf"GET {API}(/revision/(?P<rev>[^/]+))?", Answer.info),
    (rf"GET {API}/tree/(?P<rev>[^/]+)(/(?P<path>.+))?", Answer.tree),
    (rf"POST {API}/paths-info/(?P<rev>[^/]+)", Answer.paths_info),
    (rf"POST {API}/preupload/(?P<rev>[^/]+)", Answer.preupload),
    (rf"POST {API}/commit/(?P<rev>[^/]+)", Answer.commit),
    (rf"GET {API}/refs", Answer.list_refs),
    (rf"POST {API}/branch/(?P<branch>[^/]+)", Answer.branch),
    (rf"POST {API}/tag/(?P<rev>[^/]+)", Answer.tag),
    (rf"GET {API}/discussions", Answer.discussions),
    (r"POST /datasets/(?P<repo>[^/]+/[^/]+)\.git/info/lfs/objects/batch", Answer.lfs_batch),
    (r"PUT /lfs/(?P<oid>[0-9a-f]{64})/upload", Answer.lfs_upload),
    (r"POST /lfs/(?P<oid>[0-9a-f]{64})/verify", Answer.lfs_verify),
    (r"(GET|HEAD) /datasets/(?P<repo>[^/]+/[^/]+)/resolve/(?P<rev>[^/]+)/(?P<path>.+)", Answer.resolve),
]


def entry(path: str, blob: Blob) -> dict[str, Any]:
    shown: dict[str, Any] = {"type": "file", "path": path, "size": len(blob.content), "oid": blob.git}
    if blob.large:
        shown["lfs"] = {"oid": blob.sha256, "size": len(blob.content), "pointerSize": len(pointer(blob.content))}
    return shown
