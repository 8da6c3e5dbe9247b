"""An adapter that answers at once: what is left of a run is the runner."""

import json
import sys

for line in sys.stdin.buffer:
    request = json.loads(line)
    if request["cmd"] == "run":
        answer = b'{"id":%d,"result":null}\n' % request["id"]
    elif request["cmd"] == "hello":
        known = {"name": "echo", "version": "1", "language": "python"}
        answer = json.dumps({"protocol": 1, "implementation": known, "profiles": []}).encode() + b"\n"
    else:
        break
    sys.stdout.buffer.write(answer)
    sys.stdout.buffer.flush()
