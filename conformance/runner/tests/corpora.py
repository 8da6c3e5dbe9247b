"""Corpora and adapters for tests: a case of `text.decode` for each document, and the faulty adapter."""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import replace
from pathlib import Path

from toolwire import specification
from toolwire_conformance import affirmed, corpus
from toolwire_conformance.formatting import format_case_file
from toolwire_conformance.session import Limits

FAULTY = Path(__file__).with_name("faulty.py")

# No test waits as long as this but one that is meant to; those take SHORT.
QUICK = Limits(answer=10.0, start=20.0, end=0.5)
SHORT = replace(QUICK, answer=0.8)


def adapter(**script):
    """The command of an adapter that does what the script says."""
    return [sys.executable, "-I", "-S", str(FAULTY), json.dumps(script)]


def topic(cases, *, name="text/echo", profile="text-json", op="text.decode", requirements=("text.verbatim",)):
    """A case file as a value."""
    return {
        "topic": name,
        "about": "For tests.",
        "profile": profile,
        "op": op,
        "requirements": list(requirements),
        "cases": cases,
    }


def echo(name, document=None, **members):
    """A case whose document comes back."""
    document = name if document is None else document
    return {
        "id": name,
        "title": f"{name} comes back",
        "input": {"document": document},
        "expect": {"result": document},
    } | members


def refusal(name="ill-formed", document="/w==", twin="plain", **members):
    """A case whose document is no text."""
    return {
        "id": name,
        "title": f"{name} is refused",
        "requirements": ["text.utf8"],
        "breaks": "text.utf8",
        "twin": twin,
        "input": {"document": {"base64": document}},
        "expect": {"refused": {"rule": "text.utf8", "phase": "malformed"}},
    } | members


def write(folder, *topics):
    """Write a corpus with these topics, formatted, and with a ledger and all texts affirmed; its folder."""
    for each in topics:
        file = folder / "cases" / f"{each['topic']}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(format_case_file(json.dumps(each)))
    ids = dict.fromkeys(case["id"] for each in topics for case in each["cases"])
    (folder / "ledger.txt").write_text("# Corpus 1.2.3. A test.\n" + "".join(f"{name} live\n" for name in ids))
    requirements = specification.requirements()
    affirmed.affirm(folder / affirmed.AFFIRMED, list(requirements), requirements)
    return folder


def cases(*members, **topic_members):
    """The cases of one topic, loaded."""
    document = json.dumps(topic(list(members), **topic_members)).encode()
    return {case.id: case for case in corpus.read("cases/text/echo.json", document)}


def runs(number: int) -> bool:
    """Whether a process of this number runs; one that only waits to be collected does not."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{number}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def ends(number: int) -> bool:
    """Whether a process of this number ends within two seconds."""
    for _ in range(100):
        if not runs(number):
            return True
        time.sleep(0.02)
    return False
