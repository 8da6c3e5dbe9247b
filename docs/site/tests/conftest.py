"""The site, built once for all tests, and a browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, sync_playwright

from docs.site.sources import Sources

ROOT = Path(__file__).resolve().parents[3]
BASE = "/under/another/path/"
"""The base path under which the site is served to the browser."""


@pytest.fixture(scope="session")
def sources() -> Sources:
    return Sources(ROOT)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of the built site; workers of one run share it. It lies as deep as `BASE` says."""
    shared = tmp_path_factory.getbasetemp() if worker_id == "master" else tmp_path_factory.getbasetemp().parent
    folder = shared / "served" / BASE.strip("/")
    with FileLock(shared / "site.lock"):
        if not folder.exists():
            unbuilt = shared / "unbuilt"
            environment = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
            environment["NO_MKDOCS_2_WARNING"] = "1"
            command = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(unbuilt)]
            built = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
            )
            assert built.returncode == 0, built.stderr
            assert "WARNING" not in built.stderr
            folder.parent.mkdir(parents=True)
            unbuilt.rename(folder)
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where a plain file server serves the site."""
    root = site.parents[len(BASE.strip("/").split("/")) - 1]
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(root))) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}{BASE}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium of the system; there is no other way to know that a page works."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert found, "install Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield launched
        launched.close()
