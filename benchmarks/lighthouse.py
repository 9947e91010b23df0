"""Lighthouse's scores of five kinds of pages of a built site: performance, accessibility, best practices, search.

npm puts Lighthouse into a temporary folder. The site is served on the loopback, compressed, as a host would serve it.
Lighthouse plays a phone on a slow network; each page is loaded several times, and the scores are the medians. It
measures the machine's speed too: a number below 1,000 means that the machine is slow or busy, and performance is then
that of a slower phone than it should be. `--slowdown` takes the place of the factor by which it slows the processor.
"""

import argparse
import gzip
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import orjson

BAR = 95
VERSION = "13"
PAGES = ("", "leaderboard/", "problems/humaneval-0/", "models/gpt-4o-mini/", "compare/?a=gpt-4o-mini&b=phi-4")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
COMPRESSED = {".html", ".css", ".js", ".json", ".svg", ".xml", ".txt"}
FLAGS = "--headless --no-sandbox"


class Compressing(SimpleHTTPRequestHandler):
    """Serves a folder's texts with gzip."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix not in COMPRESSED or not path.is_file():
            super().do_GET()
            return
        content = gzip.compress(path.read_bytes(), mtime=0)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(content)

    def guess_type(self, path: Any) -> str:
        kind = super().guess_type(path)
        return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind

    def log_message(self, *_: object) -> None:
        """Nothing: the requests are no part of the output."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Give the address of a folder on the loopback, with a slash at the end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Compressing, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


def install(folder: Path) -> Path:
    """Lighthouse's command, installed below a folder."""
    command = ["npm", "install", "--silent", "--no-audit", "--prefix", str(folder), f"lighthouse@{VERSION}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder / "node_modules" / ".bin" / "lighthouse"


def examine(command: Path, address: str, slowdown: float = 4) -> Any:
    """Lighthouse's report of a page; the processor is slowed by a factor."""
    options = ["--quiet", "--output=json", f"--chrome-flags={FLAGS}", f"--only-categories={','.join(CATEGORIES)}"]
    options.append(f"--throttling.cpuSlowdownMultiplier={slowdown:g}")
    environment = {"CHROME_PATH": "/usr/bin/chromium", **os.environ}
    done = subprocess.run([command, address, *options], env=environment, stdout=subprocess.PIPE, check=True)
    report = orjson.loads(done.stdout)
    if report.get("runtimeError"):
        sys.exit(f"{address}: Lighthouse failed ({report['runtimeError']['message']}); run it again")
    return report


def failed(report: Any) -> dict[str, str]:
    """Return the audits that cost points: name and title, with the share that they reached."""
    found = {}
    for name in CATEGORIES:
        for reference in report["categories"][name]["auditRefs"]:
            audit = report["audits"][reference["id"]]
            if reference["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                value = audit.get("displayValue")
                found[reference["id"]] = f"{audit['title']}{f' ({value})' if value else ''}: {100 * audit['score']:.0f}"
    return found


def places(report: Any, audit: str) -> list[str]:
    """Return where an audit found fault, at most three."""
    items = (report["audits"][audit].get("details") or {}).get("items", [])
    return [item["node"]["snippet"] for item in items if "node" in item][:3]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=Path("public"), help="the built site")
    parser.add_argument("--runs", type=int, default=3, help="loads of each page")
    parser.add_argument("--slowdown", type=float, default=4, help="of the processor (Lighthouse's own: 4)")
    parser.add_argument("--lighthouse", type=Path, help="an installed Lighthouse's command, else npm installs it")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    if not (given.folder / "index.html").is_file():
        sys.exit(f"{given.folder}: is no built site; mkdocs build makes it")
    found: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder, served(given.folder) as address:
        command = (given.lighthouse or install(Path(folder))).absolute()
        for page in PAGES:
            reports = [examine(command, address + page, given.slowdown) for _ in range(given.runs)]
            found[page or "home"] = {
                name: 100 * statistics.median(report["categories"][name]["score"] for report in reports)
                for name in CATEGORIES
            }
            if given.json:
                continue
            scores = ", ".join(f"{name} {score:.0f}" for name, score in found[page or "home"].items())
            speed = statistics.median(report["environment"]["benchmarkIndex"] for report in reports)
            print(f"{page or 'home'}: {scores} (speed of the machine {speed:.0f})")
            for audit, told in failed(reports[-1]).items():
                print(f"    {told}")
                for place in places(reports[-1], audit):
                    print(f"        {place}")
    if given.json:
        print(orjson.dumps(found, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode())
    if min(score for scores in found.values() for score in scores.values()) < BAR:
        sys.exit(f"a score is below {BAR}")


if __name__ == "__main__":
    main()
