"""Captures on a file system."""

from __future__ import annotations

import os
import tracemalloc
from hashlib import sha256
from pathlib import Path

import pytest

from toolwire import retained
from toolwire.disk import StoreError

ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
OTHER = "0b5f1c3e-9d2a-4c6b-8e7f-1a2b3c4d5e6f"
OUTPUT = "aé€𝄞\n".encode() * 100


@pytest.fixture
def store(tmp_path: Path) -> retained.CaptureStore:
    store = retained.CaptureStore(tmp_path / "captures", "loop-1")
    kept = retained.capture(OUTPUT, ID, budget=256)
    store.put(kept.record, kept.data)
    return store


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def kind(store: retained.CaptureStore, capture_id: str = ID, offset: int = 0) -> str:
    with pytest.raises(retained.ReadError) as error:
        store.read(retained.PageRequest(capture_id, offset, None))
    return error.value.kind


def bytes_of(store: retained.CaptureStore) -> Path:
    return next((store.folder / "objects").iterdir())


def test_pages_are_the_retained_bytes(store: retained.CaptureStore):
    offset: int | None = 0
    read = b""
    while offset is not None:
        page = store.read(retained.PageRequest(ID, offset, 7))
        read += page.data
        offset = page.next_offset
    assert read == OUTPUT


def test_what_is_stored_is_private_and_never_replaced(store: retained.CaptureStore):
    assert {path.stat().st_mode & 0o777 for path in files(store.folder)} == {0o600}
    assert {path.stat().st_mode & 0o777 for path in store.folder.rglob("*") if path.is_dir()} == {0o700}
    before = {path: path.read_bytes() for path in files(store.folder)}
    other = retained.capture(b"other", ID, budget=0, ceiling=2)
    with pytest.raises(StoreError) as refused:
        store.put(other.record, other.data)
    assert refused.value.rule == "store.capture.private"
    assert {path: path.read_bytes() for path in before} == before


def test_a_symbolic_link_is_no_stored_object(store: retained.CaptureStore, tmp_path: Path):
    path = bytes_of(store)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert kind(store) == "unavailable"


def test_bytes_are_stored_before_the_record_that_names_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    store = retained.CaptureStore(tmp_path, "loop-1")
    kept = retained.capture(OUTPUT, ID, budget=256)
    synced: list[int] = []
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda descriptor: (synced.append(descriptor), real(descriptor))[1])
    (tmp_path / "records").write_bytes(b"")  # the record cannot be stored
    with pytest.raises(OSError):
        store.put(kept.record, kept.data)
    assert bytes_of(store).read_bytes() == OUTPUT
    assert synced


def test_equal_bytes_are_stored_once(store: retained.CaptureStore):
    kept = retained.capture(OUTPUT, OTHER, budget=256)
    store.put(kept.record, kept.data)
    assert len(list((store.folder / "objects").iterdir())) == 1
    assert store.read(retained.PageRequest(OTHER, 0, 1)).data == b"a"


@pytest.mark.parametrize("loop", ["loop-2", "", "loop-1/"])
def test_another_loop_finds_nothing(store: retained.CaptureStore, loop: str):
    assert kind(retained.CaptureStore(store.folder, loop)) == "unknown_capture"


@pytest.mark.parametrize("capture_id", [OTHER, "../records", "", ID.upper(), "00000000-0000-0000-0000-000000000000"])
def test_another_id_finds_nothing(store: retained.CaptureStore, capture_id: str):
    assert kind(store, capture_id) == "unknown_capture"


@pytest.mark.parametrize("damage", ["changed", "shorter", "longer", "empty"])
def test_damage_is_found_before_a_byte_is_shown(store: retained.CaptureStore, damage: str):
    path = bytes_of(store)
    content = {"changed": OUTPUT[:-1] + b"x", "shorter": OUTPUT[:-1], "longer": OUTPUT + b"x", "empty": b""}[damage]
    path.write_bytes(content)
    assert kind(store) == "integrity"


def test_an_object_that_is_gone_is_unavailable_and_back_later(store: retained.CaptureStore):
    path = bytes_of(store)
    path.rename(path.with_suffix(".away"))
    assert kind(store) == "unavailable"
    path.with_suffix(".away").rename(path)
    assert store.read(retained.PageRequest(ID, 0, 1)).data == b"a"


def test_a_broken_record_is_unavailable(store: retained.CaptureStore):
    (record,) = files(store.folder / "records")
    record.write_bytes(b"{")
    assert kind(store) == "unavailable"


def test_a_record_of_another_id_is_unavailable(store: retained.CaptureStore):
    (record,) = files(store.folder / "records")
    record.write_bytes(record.read_bytes().replace(ID.encode(), OTHER.encode()))
    assert kind(store) == "unavailable"


def test_an_offset_behind_the_end(store: retained.CaptureStore):
    assert kind(store, offset=len(OUTPUT)) == "offset_out_of_range"


def test_what_was_shown_completely_is_not_retained(store: retained.CaptureStore):
    kept = retained.capture(b"short", OTHER, budget=256)
    store.put(kept.record, kept.data)
    assert kind(store, OTHER) == "not_retained"


def test_a_page_of_a_large_capture_takes_little_memory(tmp_path: Path):
    size = 256 << 20
    store = retained.CaptureStore(tmp_path, "loop-1")
    digest = sha256()
    for _ in range(256):
        digest.update(bytes(1 << 20))
    record = retained.CaptureRecord(ID, size, size, True, None, "utf-8", f"sha256:{digest.hexdigest()}")
    store.put(retained.CaptureRecord(OTHER, 1, 1, True, None, "utf-8", None), b"")  # makes the folders
    store.put(record, b"")
    with (tmp_path / "objects" / digest.hexdigest()).open("r+b") as stream:
        stream.truncate(size)  # sparse
    tracemalloc.start()
    page = store.read(retained.PageRequest(ID, size - 70_000, None))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (page.offset, page.next_offset) == (size - 70_000, size - 70_000 + 65536)
    assert peak < 8 << 20
