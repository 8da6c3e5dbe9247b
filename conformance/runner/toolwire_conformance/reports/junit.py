"""A report as JUnit XML: a suite a profile. What was not supported or not measured is skipped."""

from __future__ import annotations

from xml.etree import ElementTree

from toolwire.visible import visible

from .document import FAILED, Document, name, passed


def text(report: Document) -> str:
    """The XML document."""
    root = ElementTree.Element("testsuites", name=visible(name(report)), tests=str(report["totals"]["cases"]))
    for profile in report["profiles"]:
        cases = [case for case in report["cases"] if case["profile"] == profile]
        failures = sum(case["outcome"] in FAILED for case in cases)
        skipped = len(cases) - failures - passed(report, profile)[0]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=profile,
            tests=str(len(cases)),
            failures=str(failures),
            errors="0",
            skipped=str(skipped),
        )
        for case in cases:
            test = ElementTree.SubElement(suite, "testcase", classname=profile, name=case["id"])
            if case["outcome"] == "pass":
                continue
            kind = "failure" if case["outcome"] in FAILED else "skipped"
            detail = visible(case.get("detail", ""))
            ElementTree.SubElement(test, kind, message=f"{case['outcome']}: {detail}" if detail else case["outcome"])
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
