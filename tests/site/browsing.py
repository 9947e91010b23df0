"""Fixtures for tests in a real browser: Chromium, folders served on the loopback, pages that must not complain."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

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
