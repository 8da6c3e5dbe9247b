"""Puts the implementation behind the adapter protocol: one request a line, one answer a line."""

import base64
import json
import sys

from carrier import image_refs, is_carrier, parse_marker_line
from classify import classify

HELLO = {
    "protocol": 1,
    "implementation": {"name": "my-carriers", "version": "0.1.0", "language": "python"},
    "profiles": ["carrier-reader"],
}
OPS = {
    "carrier.classify": lambda given: classify(given["role"], text(given["content"])),
    "carrier.is_carrier": lambda given: is_carrier(given["role"], text(given["content"])),
    "carrier.image_refs": lambda given: image_refs(given["role"], text(given["content"])),
    "carrier.parse_marker_line": lambda given: parse_marker_line(text(given["line"])),
}


def text(value):
    """A text comes as a string, or as bytes in Base64."""
    return base64.b64decode(value["base64"]).decode() if isinstance(value, dict) else value


def answer(op, given):
    try:
        return {"result": OPS[op](given)} if op in OPS else {"unsupported": True}
    except UnicodeDecodeError:
        return {"refused": {"rule": "text.utf8", "phase": "malformed"}}
    except Exception as error:
        return {"error": {"message": str(error)}}


for request in map(json.loads, sys.stdin.buffer):
    if request["cmd"] == "hello":
        print(json.dumps(HELLO), flush=True)
    elif request["cmd"] == "run":
        print(json.dumps({"id": request["id"]} | answer(request["op"], request["input"])), flush=True)
