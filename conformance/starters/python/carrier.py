"""What follows from classify alone."""

from classify import classify


def is_carrier(role, content):
    """Whether the message is a carrier."""
    return classify(role, content) is not None


def image_refs(role, content):
    """The targets of its images, in order."""
    parts = classify(role, content)
    return [item["target"] for item in parts["attachments"] if item["kind"] == "image"] if parts else []


def parse_marker_line(line):
    """The attachment that a line declares, or None: put into a carrier of no body, a marker leaves no text over."""
    parts = classify("user", f"[Tool results]\n[Tool attachments: 1]\n{line}\n")
    return parts["attachments"][0] if parts and parts["text"] == "" else None
