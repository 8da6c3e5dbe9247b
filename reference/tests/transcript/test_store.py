"""A log in a file: what a store does to it, requirement by requirement of the chapter *Storage*."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from toolwire import disk
from toolwire.refusal import Refusal
from toolwire.transcript import (
    Entry,
    JSONLStore,
    MemoryStore,
    StoreError,
    load,
    new_plan_mode,
    secure_private_permissions,
    sequence_entries,
)

HEADER = b'{"type":"session","version":8}\n'
TORN = b'{"seq":1,"id":"torn'


def modes(first: int, count: int) -> list[Entry]:
    """So many entries of plan modes, numbered from `first`."""
    return sequence_entries([new_plan_mode(active=True) for _ in range(count)], first)


def written(path: Path, count: int = 1) -> bytes:
    """A log of so many entries at `path`: its bytes."""
    with JSONLStore(path) as store:
        store.append(modes(0, count))
    return path.read_bytes()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.jsonl"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the system calls that write, in order: `write`, `fsync`, `fsync folder`, `rename`, `ftruncate`."""
    made: list[str] = []

    def recorded(name: str, call):
        def wrapper(*arguments):
            folder = name == "fsync" and stat.S_ISDIR(os.fstat(arguments[0]).st_mode)
            made.append(f"{name} folder" if folder else name)
            return call(*arguments)

        return wrapper

    for name in ("write", "fsync", "ftruncate"):
        monkeypatch.setattr(os, name, recorded(name, getattr(os, name)))
    rename = Path.rename
    monkeypatch.setattr(Path, "rename", lambda self, target: (made.append("rename"), rename(self, target))[1])
    return made


def failing(monkeypatch: pytest.MonkeyPatch, name: str, *, times: int = 1) -> None:
    """Let the next calls of a system call fail."""
    call = getattr(os, name)
    left = [times]

    def wrapper(*arguments):
        if left[0]:
            left[0] -= 1
            raise OSError(28, "No space left on device")
        return call(*arguments)

    monkeypatch.setattr(os, name, wrapper)


def test_what_is_appended_is_loaded(path):
    entries = modes(0, 3)
    with JSONLStore(path) as store:
        store.append(entries[:1])
        store.append(entries[1:])
        assert [entry.id for entry in store.load().entries] == [entry.id for entry in entries]
    assert path.read_bytes().startswith(HEADER)


def test_loading_changes_nothing(path):
    content = written(path) + TORN
    path.write_bytes(content)
    path.chmod(0o444)
    before = path.stat()
    log = JSONLStore(path).load()
    assert (len(log.entries), log.torn_tail) == (1, len(TORN))
    assert path.read_bytes() == content
    assert (path.stat().st_mode, path.stat().st_mtime_ns) == (before.st_mode, before.st_mtime_ns)


def test_loading_a_missing_file_makes_nothing(tmp_path):
    assert JSONLStore(tmp_path / "folder" / "log.jsonl").load().header is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["link", "dangling link", "folder", "pipe"])
def test_what_is_no_regular_file_is_refused(tmp_path, path, kind):
    target = tmp_path / "other.txt"
    if kind == "link":
        target.write_bytes(b"precious")
        target.chmod(0o644)
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to(target)
    for act in (JSONLStore.load, lambda store: store.append(modes(0, 1)), lambda store: store.replace([])):
        with pytest.raises(StoreError, match=r"store\.path\.link: .*log\.jsonl"):
            act(JSONLStore(path))
    if kind == "link":
        assert (target.read_bytes(), mode(target)) == (b"precious", 0o644)
    assert {found.name for found in tmp_path.iterdir()} <= {"log.jsonl", "other.txt"}


def test_a_file_is_private_whatever_the_umask(path):
    before = os.umask(0)
    try:
        written(path)
    finally:
        os.umask(before)
    assert mode(path) == 0o600


def test_a_file_that_is_opened_for_writing_becomes_private(path):
    written(path)
    path.chmod(0o644)
    with JSONLStore(path) as store:
        store.append(modes(1, 1))
    assert mode(path) == 0o600


def test_missing_folders_are_made_private_and_others_stay(tmp_path):
    tmp_path.chmod(0o755)
    written(tmp_path / "new" / "sessions" / "log.jsonl")
    assert mode(tmp_path / "new") == mode(tmp_path / "new" / "sessions") == 0o700
    assert mode(tmp_path) == 0o755


def test_a_folder_of_sessions_is_made_private(tmp_path):
    folder, other = tmp_path / "sessions", tmp_path / "other.jsonl"
    folder.mkdir(0o755)
    other.write_bytes(b"")
    for name in ("a.jsonl", "b.txt"):
        (folder / name).write_bytes(b"")
        (folder / name).chmod(0o644)
    other.chmod(0o644)
    (folder / "link.jsonl").symlink_to(other)
    secure_private_permissions(folder)
    assert (mode(folder), mode(folder / "a.jsonl"), mode(folder / "b.txt"), mode(other)) == (0o700, 0o600, 0o644, 0o644)
    secure_private_permissions(tmp_path / "made")
    assert mode(tmp_path / "made") == 0o700
    (tmp_path / "link").symlink_to(folder)
    with pytest.raises(StoreError, match=r"store\.path\.link"):
        secure_private_permissions(tmp_path / "link")


def test_a_second_writer_is_refused_and_nothing_is_lost(path):
    append = (
        "import sys; from toolwire.transcript import *; "
        "JSONLStore(sys.argv[1]).append(sequence_entries([new_plan_mode(True)], 1))"
    )
    with JSONLStore(path) as store:
        store.append(modes(0, 1))
        other = subprocess.run([sys.executable, "-c", append, path], capture_output=True, text=True, check=False)
        assert "store.lock" in other.stderr
        assert str(path) in other.stderr
        with pytest.raises(StoreError, match=r"store\.lock: .*log\.jsonl: Another writer"):
            JSONLStore(path).append(modes(1, 1))
        store.append(modes(1, 1))
    subprocess.run([sys.executable, "-c", append.replace(", 1))", ", 2))"), path], check=True)
    assert len(JSONLStore(path).load().entries) == 3


def test_a_lock_that_cannot_be_taken_is_no_traceback(tmp_path, path):
    (tmp_path / "log.jsonl.lock").mkdir()
    with pytest.raises(StoreError, match=r"store\.lock: .*log\.jsonl\.lock, cannot be taken"):
        JSONLStore(path).append(modes(0, 1))


@pytest.mark.parametrize(
    ("content", "rule"),
    [
        (b'{"type":"session","version":7}\n', "file.header.version"),
        (HEADER + b"x\n", "json.syntax"),
        (HEADER[:-1], "file.header.present"),
        (b"\n\n", "file.header.present"),
    ],
)
def test_a_log_that_does_not_load_is_not_written_to(path, content, rule):
    path.write_bytes(content)
    for act in (lambda store: store.append(modes(0, 1)), lambda store: store.replace([])):
        with JSONLStore(path) as store, pytest.raises(Refusal) as refused:
            act(store)
        assert refused.value.rule == rule
        assert path.read_bytes() == content


def test_a_tail_is_cut_off_before_the_first_append(path, calls):
    content = written(path)
    path.write_bytes(content + TORN)
    calls.clear()
    with JSONLStore(path) as store:
        store.append(modes(1, 1))
        assert store.cut_bytes == len(TORN)
        assert calls == ["ftruncate", "fsync", "fsync folder", "write", "fsync"]
        store.append(modes(2, 1))
    assert path.read_bytes().startswith(content)
    assert len(load(path.read_bytes()).entries) == 3


@pytest.mark.parametrize(
    ("batch", "rule"),
    [
        (modes(2, 1), "entry.seq.position"),
        ([*modes(1, 1), *modes(3, 1)], "entry.seq.position"),
        ([Entry(1, "same", "2026-01-02T03:04:05Z", "plan/mode", modes(0, 1)[0].payload)] * 2, "entry.seq.position"),
        ([Entry(1, "", "2026-01-02T03:04:05Z", "plan/mode", modes(0, 1)[0].payload)], "entry.id.empty"),
        ([Entry(1, "x", "now", "plan/mode", modes(0, 1)[0].payload)], "entry.timestamp.form"),
    ],
)
def test_a_bad_batch_writes_no_byte(path, calls, batch, rule):
    content = written(path)
    calls.clear()
    with JSONLStore(path) as store, pytest.raises(Refusal) as refused:
        store.append(batch)
    assert refused.value.rule == rule
    assert calls == []
    assert path.read_bytes() == content


def test_an_id_that_is_used_is_refused(path):
    with JSONLStore(path) as store:
        first = modes(0, 1)
        store.append(first)
        again = Entry(1, first[0].id, first[0].timestamp, first[0].type, first[0].payload)
        for batch in ([again], [*modes(1, 1), Entry(2, first[0].id, again.timestamp, again.type, again.payload)]):
            with pytest.raises(Refusal) as refused:
                store.append(batch)
            assert refused.value.rule == "entry.id.unique"
        store.append(modes(1, 1))


def test_an_empty_batch_does_nothing(tmp_path):
    with JSONLStore(tmp_path / "folder" / "log.jsonl") as store:
        store.append([])
    assert list(tmp_path.iterdir()) == []


def test_a_batch_is_one_write_and_durable_when_it_is_reported(path, calls):
    with JSONLStore(path) as store:
        store.append(modes(0, 3))
        assert calls == ["write", "fsync", "rename", "fsync folder"]
        calls.clear()
        store.append(modes(3, 3))
        assert calls[-2:] == ["write", "fsync"]
        calls.clear()
        store.append(modes(6, 100))
        assert calls == ["write", "fsync"]


def test_the_rest_of_a_short_write_follows(path, monkeypatch):
    real = os.write
    monkeypatch.setattr(disk.os, "write", lambda descriptor, data: real(descriptor, bytes(data[:7])))
    with JSONLStore(path) as store:
        store.append(modes(0, 2))
        store.append(modes(2, 2))
    assert len(JSONLStore(path).load().entries) == 4


@pytest.mark.parametrize("name", ["write", "fsync"])
def test_a_failed_append_is_undone_and_may_be_tried_again(path, monkeypatch, name):
    content = written(path)
    with JSONLStore(path) as store:
        store.append(modes(1, 1))
        content = path.read_bytes()
        batch = modes(2, 2)
        with monkeypatch.context() as patch:
            failing(patch, name)
            with pytest.raises(StoreError, match=r"store\.append\.rollback: .*No space left.*do the same again"):
                store.append(batch)
        assert path.read_bytes() == content
        store.append(batch)
    assert len(load(path.read_bytes()).entries) == 4


def test_what_cannot_be_undone_stops_the_store(path, monkeypatch):
    content = written(path)
    with JSONLStore(path) as store:
        store.append(modes(1, 1))
        with monkeypatch.context() as patch:
            failing(patch, "fsync")
            failing(patch, "ftruncate")
            with pytest.raises(StoreError, match=r"store\.append\.unsure: .*could not be undone"):
                store.append(modes(2, 1))
        for act in (lambda: store.append(modes(2, 1)), lambda: store.replace([])):
            with pytest.raises(StoreError, match=r"store\.append\.unsure: .*close the store"):
                act()
        store.close()
        found = len(store.load().entries)
        store.append(modes(found, 1))
    assert path.read_bytes().startswith(content)


@pytest.mark.parametrize("change", ["longer", "shorter", "other file", "gone"])
def test_a_file_that_something_else_changed_is_not_written_to(path, change):
    written(path, 2)
    with JSONLStore(path) as store:
        store.append(modes(2, 1))
        content = path.read_bytes()
        if change == "longer":
            path.write_bytes(content + b"\n")
        elif change == "shorter":
            path.write_bytes(content[:-40])
        else:
            path.unlink()
            if change == "other file":
                path.write_bytes(content)
        left = path.read_bytes() if path.exists() else None
        for act in (lambda: store.append(modes(3, 1)), lambda: store.replace([])):
            with pytest.raises(StoreError, match=r"store\.append\.changed"):
                act()
        assert (path.read_bytes() if path.exists() else None) == left


def test_a_replacement_is_a_rename_between_two_synchronisations(path, calls):
    written(path, 3)
    with JSONLStore(path) as store:
        entries = store.load().entries
        calls.clear()
        store.replace(entries[:2])
        assert calls == ["write", "fsync", "rename", "fsync folder"]
        assert len(store.load().entries) == 2
        store.append(modes(2, 1))
    assert mode(path) == 0o600
    assert {found.name for found in path.parent.iterdir()} == {"log.jsonl", "log.jsonl.lock"}


@pytest.mark.parametrize("name", ["write", "fsync", "fchmod"])
def test_a_failed_replacement_leaves_the_old_log(path, monkeypatch, name):
    content = written(path, 3)
    with JSONLStore(path) as store:
        entries = store.load().entries
        store.append([])
        with monkeypatch.context() as patch:
            store.append(modes(3, 1))
            content = path.read_bytes()
            failing(patch, name)
            with pytest.raises(StoreError, match=r"store\.replace\.failed: .*as before"):
                store.replace(entries[:1])
        assert path.read_bytes() == content
        assert {found.name for found in path.parent.iterdir()} == {"log.jsonl", "log.jsonl.lock"}
        store.replace(entries[:1])
    assert len(load(path.read_bytes()).entries) == 1


def test_a_replacement_that_lost_its_folder_is_put_back(path, monkeypatch):
    content = written(path, 3)
    with JSONLStore(path) as store:
        entries = store.load().entries
        real, left = os.fsync, [1]

        def fsync(descriptor: int) -> None:
            if stat.S_ISDIR(os.fstat(descriptor).st_mode) and left.pop():
                left.append(0)
                raise OSError(5, "Input/output error")
            real(descriptor)

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fsync)
            with pytest.raises(StoreError, match=r"store\.replace\.failed"):
                store.replace(entries[:1])
        assert path.read_bytes() == content
        store.append(modes(3, 1))
    assert len(load(path.read_bytes()).entries) == 4


def test_a_replacement_is_judged_before(path):
    content = written(path, 3)
    with JSONLStore(path) as store:
        first, _, third = store.load().entries
        with pytest.raises(Refusal) as refused:
            store.replace([first, third])
        assert refused.value.rule == "entry.seq.position"
    assert path.read_bytes() == content


def test_a_replacement_keeps_the_bytes_of_what_was_not_changed(path):
    header = b' {"type":"session","version":8,"id":"s"}\r\n'
    odd = b'{"seq":0, "id":"a","timestamp":"2026-01-02T03:04:05.10Z","type":"plan/mode","planMode":{},"x":1.50}\r\n'
    path.write_bytes(header + odd)
    with JSONLStore(path) as store:
        entries = store.load().entries
        store.replace([*entries, *modes(1, 1)])
        assert path.read_bytes().startswith(header + odd)
        changed = Entry(0, "b", entries[0].timestamp, "plan/mode", entries[0].payload, entries[0].line)
        store.replace([changed])
        assert b'"id":"b"' in path.read_bytes()


def test_a_store_in_memory_judges_as_one_in_a_file(path):
    memory = MemoryStore()
    batches = [modes(0, 2), [], modes(1, 1), modes(2, 1), [modes(3, 1)[0], modes(3, 1)[0]]]
    with JSONLStore(path) as store:
        for batch in batches:
            outcomes = []
            for one in (store, memory):
                try:
                    one.append(batch)
                    outcomes.append("")
                except Refusal as refusal:
                    outcomes.append(refusal.rule)
            assert outcomes[0] == outcomes[1]
        assert memory.load().entries == store.load().entries
    assert memory.load().committed_bytes == path.stat().st_size
