"""An adapter that does wrong what its argument says, and everything else right. It has one op, `text.decode`.

The argument is a JSON object. `when` gives, by document, what happens instead of an answer. The other members change
the whole session: `hello` replaces the answer to hello (null: none), `first` is printed before it, `delay` is how many
seconds it takes, `hold` answers so many requests at a time and backwards, `leave` exits after so many answers, `alone`
crashes when two requests arrive together, `starts` names a file that counts starts and `last_start` the last one that
works, `status` is the exit status.
"""

import base64
import json
import os
import signal
import sys
import time
from pathlib import Path

SCRIPT = json.loads(sys.argv[1])
PROFILES = SCRIPT.get("profiles", ["text-json"])
HELLO = {
    "protocol": 1,
    "implementation": {"name": "faulty", "version": "1", "language": "python"},
    "profiles": PROFILES,
}


def put(data):
    while data:
        data = data[os.write(1, data) :]


def line(message):
    return json.dumps(message).encode() + b"\n"


def right(request):
    document = request["input"]["document"]
    if isinstance(document, str):
        return {"id": request["id"], "result": document}
    try:
        return {"id": request["id"], "result": base64.b64decode(document["base64"]).decode()}
    except UnicodeDecodeError:
        return {"id": request["id"], "refused": {"rule": "text.utf8", "phase": "malformed"}}


def act(request):
    """The bytes to print for a request; some faults happen right here."""
    number = request["id"]
    document = request["input"]["document"]
    match SCRIPT.get("when", {}).get(document if isinstance(document, str) else document["base64"]):
        case None:
            return line(right(request))
        case "crash":
            print("Traceback: it fell over", file=sys.stderr, flush=True)
            os._exit(3)
        case "killed":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "hang":
            time.sleep(600)
        case "hang-with-children":
            if os.fork() == 0:
                Path(SCRIPT["child"]).write_text(str(os.getpid()))
            time.sleep(600)
        case "garbage":
            return b"Segmentation fault (not really)\n"
        case "not-utf8":
            return b'{"id":%d,"result":"\xff"}\n' % number
        case "split":
            for byte in line(right(request)):
                put(bytes([byte]))
                time.sleep(0.002)
            return b""
        case "crlf":
            return line(right(request)).replace(b"\n", b"\r\n")
        case "twice":
            return line(right(request)) * 2
        case "wrong-id":
            return line({"id": number + 1000, "result": document})
        case "huge":
            return line({"id": number, "result": "x" * (50 << 20)})
        case "stderr":
            for _ in range(64):
                os.write(2, b"noise " * 10_000 + b"\n")
            return line(right(request))
        case "both":
            return line({"id": number, "result": document, "refused": {}})
        case "neither":
            return line({"id": number})
        case "error":
            return line({"id": number, "error": {"message": "KeyError: 'x'"}})
        case "unsupported":
            return line({"id": number, "unsupported": True})
        case "refused":
            return line({"id": number, "refused": {}})
        case "deep":
            return b'{"id":%d,"result":%s}\n' % (number, b"[" * 100_000 + b"]" * 100_000)
        case "close":
            os.close(1)
            time.sleep(600)
        case other:
            return line({"id": number, "result": other})
    return b""


def start():
    if "starts" in SCRIPT:
        counter = Path(SCRIPT["starts"])
        number = int(counter.read_text() or 0) + 1 if counter.exists() else 1
        counter.write_text(str(number))
        if number > SCRIPT["last_start"]:
            sys.exit("no more starts")
    time.sleep(SCRIPT.get("delay", 0))
    put(SCRIPT.get("first", "").encode())
    hello = SCRIPT.get("hello", HELLO)
    if hello is None:
        time.sleep(600)
    put(line({**hello, **({"window": SCRIPT["window"]} if "window" in SCRIPT else {})}))


def main():
    held, answered, rest = [], 0, b""
    while chunk := os.read(0, 1 << 20):
        *lines, rest = (rest + chunk).split(b"\n")
        requests = [json.loads(each) for each in lines]
        if SCRIPT.get("alone") and sum(request["cmd"] == "run" for request in requests) > 1:
            os._exit(1)
        for request in requests:
            if request["cmd"] == "hello":
                start()
                continue
            if request["cmd"] == "bye":
                return
            held.append(act(request))
            if len(held) >= SCRIPT.get("hold", 1):
                put(b"".join(reversed(held)))
                answered += len(held)
                held = []
            if answered >= SCRIPT.get("leave", 1 << 60):
                return


if __name__ == "__main__":
    main()
    sys.exit(SCRIPT.get("status", 0))
