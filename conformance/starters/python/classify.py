"""Yours to write, by the chapter Carriers of the specification."""


def classify(role, content):
    """The parts of the carrier that a message is, or None if it is no carrier.

    Parts are {"kind": "prompt", "declared": True, "attachments": [{"kind": "image", "target": "/a.png"}], "text": "…"}.
    """
    raise NotImplementedError("fill in classify, in classify.py")
