"""The built site in a real browser: Debian's Chromium, driven by Playwright.

`TOOLWIRE_SITE` names a site that is built already; without it, the tests build one. `CHROMIUM` names another browser.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
AXE = "axe-core@4.14.1"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
]

expect.set_options(timeout=20_000)

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    if built := os.environ.get("TOOLWIRE_SITE"):
        return Path(built).resolve()
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    """A plain file server, with the site below a path of its own."""

    base = "/some/base"

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(self.base) if path.startswith(self.base) else "/nothing-here")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Says nothing."""


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{_Quiet.base}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    assert executable, "these tests need Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Open]:
    """Opens a page of the site; in the end it must have been without errors, and without requests to anywhere else."""
    faults: list[str] = []
    opened: list[Page] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            faults.append(f"console: {message.text}")

    def requested(request: Request) -> None:
        if not request.url.startswith((address, "data:", "blob:")):
            faults.append(f"request: {request.url}")

    def open_page(path: str, *, width: int = 1280, scheme: str = "light") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", heard)
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("request", requested)
        page.goto(address + path)
        page.locator(".tw-verdict:visible").first.wait_for()
        opened.append(page)
        return page

    yield open_page
    for page in opened:
        page.context.close()
    assert not faults


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core."""
    folder = tmp_path_factory.mktemp("axe")
    command = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", "--no-save", AXE]
    subprocess.run(command, check=True, capture_output=True)
    return (folder / "node_modules/axe-core/axe.min.js").read_text("utf-8")
