"""For tests in a real browser: Chromium, folders served on the loopback, pages that must not complain, made tables."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

Serve = Callable[[Path], str]
ARGUMENTS = ("--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing: the requests are no part of a test's output."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")  # a test may change a file that an earlier page has read
        super().end_headers()


class _Server(ThreadingHTTPServer):
    request_queue_size = 128  # a page asks for a dozen files at once; of more than 5 the kernel would drop some

    def handle_error(self, *_: object) -> None:
        """Nothing: a browser that leaves a page breaks off what it was reading."""


def chromium() -> str | None:
    """The path of Chromium, None where there is none."""
    return shutil.which("/usr/bin/chromium") or shutil.which("chromium")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium without a window, which reaches the loopback only.

    One for all tests of the site: Playwright's event loop must not be there when others run.
    """
    path = chromium()
    if path is None:
        pytest.skip("no Chromium at /usr/bin/chromium or on PATH; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def serve() -> Iterator[Serve]:
    """Serves a folder on the loopback until the site's tests are done: `serve(folder)` is its address, with a `/`."""
    with ExitStack() as stack:

        def start(folder: Path) -> str:
            server = stack.enter_context(_Server(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))))
            thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
            thread.start()
            stack.callback(thread.join)
            stack.callback(server.shutdown)
            return f"http://127.0.0.1:{server.server_address[1]}/"

        yield start


@pytest.fixture
def complaints() -> list[str]:
    """What the page's console has said of errors so far; a test that provokes one takes it out."""
    return []


@pytest.fixture
def page(browser: Browser, complaints: list[str]) -> Iterator[Page]:
    """A fresh page that must end its test without an error in the console, and without a request to another host."""

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def asked(request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            complaints.append(f"asked for {request.url}")

    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(10_000)
    page = context.new_page()
    page.on("request", asked)
    page.on("console", heard)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


Line = tuple[str, float | None, float | None, str]
HOSTILE = "<img src=x onerror=\"document.title='owned'\">"
HEADS = """
<th scope="col" data-key="model" data-sort="text">Model</th>
<th scope="col" data-key="score" data-sort="number">Score</th>
<th scope="col" data-key="cost" data-sort="number" data-first="ascending" data-optional="shown">Cost</th>
<th scope="col" data-key="open" data-facet>Weights</th>
<th scope="col" data-key="n" data-optional="hidden">n</th>
"""
APART = [("outsider", 0.7, 1, "open"), ("another", 0.8, 2, "closed")]


def body(rows: Sequence[Line], attributes: str = "") -> str:
    def cell(value: float | None) -> str:
        return f'<td data-value="{"" if value is None else value}">{value or "none"}</td>'

    lines = [
        f'<tr><th scope="row">{escape(name)}</th>{cell(score)}{cell(cost)}<td>{escape(weights)}</td><td>1</td></tr>'
        for name, score, cost, weights in rows
    ]
    return f"<tbody {attributes}>{''.join(lines)}</tbody>"


def table(name: str, *bodies: str, heads: str = HEADS) -> str:
    inner = f"<table><thead><tr>{heads}</tr></thead>{''.join(bodies)}</table>"
    return f'<div class="tb-table" data-table="{name}">{inner}</div>'


def document(content: str, script: str = "tables") -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>test</title><link rel="icon" href="data:,">'
        '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="assets/tables.css"></head>'
        f'<body class="md-typeset"><main>{content}</main><script type="module" src="assets/{script}.js"></script>'
        "</body></html>"
    )


def names(page: Page, name: str = "board") -> list[str]:
    """The first column of the rows that are shown, from the top."""
    rows = page.locator(f'[data-table="{name}"] tbody tr:visible')
    return rows.locator(":scope > :first-child").all_text_contents()


def head(page: Page, key: str, name: str = "board") -> Any:
    return page.locator(f'[data-table="{name}"] th[data-key="{key}"]')


def click(page: Page, key: str, name: str = "board") -> None:
    head(page, key, name).get_by_role("button").click()


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)
