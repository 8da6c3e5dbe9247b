"""A store of captures on a POSIX file system, and the reader of one loop.

Chapter *Retained results*, requirements `capture.confined`, `capture.verify`, `store.capture.*`.

Retained bytes stand under their digest, so that equal ones are stored once; records stand under a digest of the
loop's name and the capture id. Nothing that a model can name becomes a part of a path.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec

from toolwire.disk import StoreError, open_regular, put_once
from toolwire.grammar import recogniser
from toolwire.model.retained import CaptureRecord, PageRequest
from toolwire.refusal import Refusal
from toolwire.retained.error import ReadError
from toolwire.retained.page import LOOK_AHEAD, PAGE_LIMIT, Page, cut_page, window
from toolwire.retained.record import decode_record

_CHUNK = 1 << 20


class CaptureStore:
    """The captures of one loop below a folder that many loops may share.

    It is a `ToolResultReader`. `page_limit` is that of a text, in bytes: see `page_limit` of this package.
    """

    def __init__(self, folder: Path, loop: str, *, page_limit: int = PAGE_LIMIT) -> None:
        self.folder = folder
        self.page_limit = page_limit
        self._records = folder / "records" / sha256(loop.encode()).hexdigest()

    def put(self, record: CaptureRecord, data: bytes) -> None:
        """Store a capture durably: its bytes, if it is retained, and then its record.

        Raises:
            OSError: it could not be stored; no marker may be shown (`store.capture.durable`).
            StoreError: `store.path.link`; or `store.capture.private`, the id has a record that says something else.
        """
        if record.digest is not None:
            put_once(self._object(record.digest), data)
        path = self._record(record.capture_id)
        if not put_once(path, msgspec.json.encode(record)) and self._found(record.capture_id) != record:
            raise StoreError(
                "store.capture.private", path, "The id has another record; give each call an id of its own."
            )

    def read(self, request: PageRequest) -> Page:
        """The page that is asked for; all retained bytes are read and verified, and few of them held.

        Raises:
            ReadError: by its kind; the cause is for logs.
        """
        record = self._found(request.capture_id)
        if record.digest is None:
            raise ReadError("not_retained")
        try:
            start, end = window(record, request, self.page_limit)
        except Refusal:
            raise ReadError("offset_out_of_range") from None
        try:
            seen = _verified(self._object(record.digest), record, start, end + LOOK_AHEAD)
        except (OSError, StoreError) as error:
            raise ReadError("unavailable") from error
        return cut_page(record, seen, start, end)

    def _found(self, capture_id: str) -> CaptureRecord:
        if not recogniser("canonical_uuid").fullmatch(capture_id):
            raise ReadError("unknown_capture")
        try:
            with open_regular(self._record(capture_id)) as stream:
                record = decode_record(stream.read())
        except FileNotFoundError:
            raise ReadError("unknown_capture") from None
        except (OSError, StoreError, Refusal) as error:
            raise ReadError("unavailable") from error
        if record.capture_id != capture_id:
            raise ReadError("unavailable")
        return record

    def _record(self, capture_id: str) -> Path:
        return self._records / f"{sha256(capture_id.encode()).hexdigest()}.json"

    def _object(self, digest: str) -> Path:
        return self.folder / "objects" / digest.removeprefix("sha256:")


def _verified(path: Path, record: CaptureRecord, start: int, end: int) -> bytes:
    """The bytes from `start` to `end` of a stored capture, all of which has been verified (`capture.verify`)."""
    digest, kept, position = sha256(), bytearray(), 0
    with open_regular(path) as stream:
        while chunk := stream.read(_CHUNK):
            digest.update(chunk)
            kept += chunk[max(start - position, 0) : max(end - position, 0)]
            position += len(chunk)
    if position != record.captured_bytes or f"sha256:{digest.hexdigest()}" != record.digest:
        raise ReadError("integrity")
    return bytes(kept)
