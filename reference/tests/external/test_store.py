"""Bodies in stores: on a file system, and on what fsspec reaches."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import fsspec
import pytest

from toolwire import external
from toolwire.disk import StoreError
from toolwire.refusal import Refusal

BODY = "é" * 40000


def on_disk(folder: Path, **options: object) -> external.PayloadStore:
    return external.FilePayloadStore(folder / "bodies", "session-1", **options)


def on_fsspec_memory(folder: Path, **options: object) -> external.PayloadStore:
    return external.FsspecPayloadStore(fsspec.filesystem("memory"), f"{folder}/bodies", "session-1", **options)


def on_fsspec_local(folder: Path, **options: object) -> external.PayloadStore:
    return external.FsspecPayloadStore(fsspec.filesystem("file"), f"{folder}/bodies", "session-1", **options)


@pytest.fixture(params=[on_disk, on_fsspec_memory, on_fsspec_local])
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., external.PayloadStore]:
    return lambda **options: request.param(tmp_path, **options)


def made(store: external.PayloadStore, body: str = BODY) -> external.ExternalToolResult:
    result = external.make_result("call-1", body, disposition="recoverable", store=store)
    assert isinstance(result, external.ExternalToolResult)
    return result


def test_a_body_is_given_as_often_as_it_is_asked_for(stored: Callable[..., external.PayloadStore]):
    store = stored()
    result = made(store)
    assert [external.read_body(result, store) for _ in range(3)] == [BODY] * 3
    assert external.state(result, store) == "present"


def test_a_body_that_is_not_there_is_missing(stored: Callable[..., external.PayloadStore]):
    store = stored()
    result = made(store)
    gone = external.ExternalToolResult(
        call_id="c",
        payload_ref="r-none",
        digest=result.digest,
        original_size=result.original_size,
        preview="",
        disposition="fatal",
    )
    assert external.state(gone, store) == "missing"
    with pytest.raises(Refusal) as refused:
        external.read_body(gone, store)
    assert refused.value.rule == "external.read.missing"


def test_a_body_of_another_result_is_a_mismatch(stored: Callable[..., external.PayloadStore]):
    store = stored()
    store.put("r-1", BODY.encode()[2:] + b"ab")
    result = external.make("c", BODY, is_error=False, disposition="fatal", policy=external.Policy(), locator="r-1")
    assert isinstance(result, external.ExternalToolResult)
    assert external.state(result, store) == "mismatch"


def test_a_locator_keeps_its_body(stored: Callable[..., external.PayloadStore]):
    store = stored()
    store.put("r-1", b"one")
    store.put("r-1", b"one")
    with pytest.raises(StoreError) as refused:
        store.put("r-1", b"two")
    assert refused.value.rule == "store.payload.atomic"
    assert b"".join(store.get("r-1") or ()) == b"one"


def test_a_body_whose_time_is_over_is_expired(stored: Callable[..., external.PayloadStore]):
    store = stored(keep=60.0, now=lambda: 4e9)
    result = made(store)
    assert external.state(result, store) == "expired"
    with pytest.raises(Refusal) as refused:
        external.read_body(result, store)
    assert refused.value.rule == "external.read.expired"


def test_what_was_swept_stays_known_as_expired(tmp_path: Path):
    store = external.FilePayloadStore(tmp_path / "bodies", "session-1", keep=60.0, now=lambda: 4e9)
    assert store.sweep() == 0
    result = made(store)
    assert (store.sweep(), store.sweep()) == (1, 0)
    assert external.state(result, store) == "expired"


def test_a_locator_tells_nothing():
    locators = {external.mint_locator() for _ in range(100)}
    assert len(locators) == 100
    assert all(re.fullmatch(r"[^/\\:.][^/\\:]*", locator) for locator in locators)


def test_there_is_no_result_whose_body_was_not_stored(tmp_path: Path):
    (tmp_path / "bodies").write_bytes(b"a file where the folder should be")
    with pytest.raises(OSError):
        made(external.FilePayloadStore(tmp_path / "bodies", "session-1"))


def test_an_inline_result_stores_nothing(tmp_path: Path):
    store = external.FilePayloadStore(tmp_path / "bodies", "session-1")
    assert isinstance(
        external.make_result("c", "short", disposition="recoverable", store=store), external.InlineToolResult
    )
    assert not (tmp_path / "bodies").exists()


def test_a_body_is_whole_private_and_never_replaced(tmp_path: Path):
    made(on_disk(tmp_path))
    (path,) = (tmp_path / "bodies").iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_bytes() == BODY.encode()


@pytest.mark.parametrize(
    "locator", ["/etc/passwd", "../../etc/passwd", "file:///etc/passwd", "C:\\x", ".", "", "a\0b", "x" * 5000]
)
def test_no_locator_is_a_path(tmp_path: Path, locator: str):
    store = external.FilePayloadStore(tmp_path / "bodies", "session-1")
    assert store.get(locator) is None
    store.put(locator, b"body")
    (path,) = (tmp_path / "bodies").iterdir()
    assert re.fullmatch("[0-9a-f]{64}", path.name)
    assert external.FilePayloadStore(tmp_path / "bodies", "session-2").get(locator) is None


def test_a_crash_in_the_middle_leaves_no_body(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    store = external.FilePayloadStore(tmp_path / "bodies", "session-1")

    def crash(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("toolwire.disk.write", crash)
    with pytest.raises(OSError):
        store.put("r-1", b"body")
    monkeypatch.undo()
    assert store.get("r-1") is None
    assert list((tmp_path / "bodies").iterdir()) == []
