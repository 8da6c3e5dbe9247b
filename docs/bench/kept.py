"""Retained and external results: what it costs beside the least that could be done."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256

from measure import ratio

from toolwire import external, retained

ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
MARKER = retained.Marker(10**8, 10**8, True, None, ID).render()


def rows() -> Iterator[tuple[str, float, float | None, str]]:
    """Name, ratio, target and a note with absolute times, one row a measurement."""
    arguments = json.dumps({"capture_id": ID, "offset": 65536, "max_bytes": 4096})
    ours, base, r = ratio(lambda: retained.prepare_arguments(arguments), lambda: json.loads(arguments), calls=5000)
    yield "preparing arguments / json.loads", r, 5.0, f"{ours * 1e6:,.1f} µs / {base * 1e6:,.1f} µs"

    for name, unit in (("ASCII", b"a line of output\n"), ("characters of three bytes", "日本語\n".encode())):
        output = (unit * (10**8 // len(unit) + 1))[: 10**8 // len(unit) * len(unit)]
        ours, base, r = ratio(lambda: retained.shape_preview(output, 8192, MARKER), output.decode, calls=1)  # noqa: B023
        yield f"preview of 100 MB, {name} / one decoding", r, 1.5, f"{ours * 1e3:,.0f} ms / {base * 1e3:,.0f} ms"

    broken = b"a line of output\xff\n" * (10**7 // 18)
    ours, base, r = ratio(
        lambda: retained.shape_preview(broken, 8192, MARKER), lambda: broken.decode(errors="replace"), calls=1
    )
    note = f"{ours * 1e3:,.0f} ms / {base * 1e3:,.0f} ms"
    yield "preview of 10 MB, an ill-formed byte a line / one decoding with replacement", r, None, note

    output = b"a line of output\n" * (10**8 // 17)
    ours, base, r = ratio(lambda: retained.capture(output, ID, budget=8192), lambda: sha256(output).digest(), calls=1)
    yield "capture of 100 MB / its SHA-256", r, None, f"{ours * 1e3:,.0f} ms / {base * 1e3:,.0f} ms"

    document = external.encode(
        external.make(
            "c", "x" * 60_000, is_error=False, disposition="recoverable", policy=external.Policy(), locator="r-1"
        )
    )
    ours, base, r = ratio(lambda: external.decode(document), lambda: json.loads(document), calls=1000)
    yield "reading an external result / json.loads", r, None, f"{ours * 1e6:,.1f} µs / {base * 1e6:,.1f} µs"
