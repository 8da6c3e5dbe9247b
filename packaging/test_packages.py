"""What `make packages` has built: a byte that is not the tree's is found, and every language reads the same cases."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import build
import contents
import examples
import rust_index
from toolwire_conformance import corpus, values

KINDS = [kind for kind, made in build.KINDS.items() if shutil.which(made.tool)]


def artefact(kind: str) -> Path:
    suffix = {"wheel": "*.whl", "npm": "*.tgz", "go": build.NAME, "rust": "*.crate", "zip": "*.zip"}[kind]
    (found,) = (build.DIST / kind).glob(suffix)
    return found


@pytest.fixture(scope="module", params=KINDS)
def package(request):
    """The files of a package, and whether the chapters are among them."""
    return contents.shipped(artefact(request.param)), build.KINDS[request.param].specification


def test_a_package_is_as_the_tree(package):
    files, specification = package
    assert contents.damage(files, specification=specification) == []
    assert {"LICENSE", "LICENSES/Apache-2.0.txt", contents.MANIFEST} <= files.keys()


@pytest.mark.parametrize("path", ["conformance/cases/json/integers.json", "schemas/bundle.schema.json", "LICENSE"])
def test_a_changed_byte_is_found(package, path):
    files, specification = package
    changed = bytearray(files[path])
    changed[len(changed) // 2] ^= 1
    said = contents.damage(files | {path: bytes(changed)}, specification=specification)
    assert said == [f"{path} is not as it is in the tree", f"{path} has not the hash of the manifest"]


def test_a_file_that_is_missing_or_too_many_or_not_listed_is_found(package):
    files, specification = package
    path = "grammars/digest.lark"
    less = {name: data for name, data in files.items() if name != path}
    said = contents.damage(less, specification=specification)
    assert said == [f"{path} is missing", f"{path} has not the hash of the manifest"]
    more = files | {"conformance/cases/more.json": b"{}"}
    assert contents.damage(more, specification=specification) == ["conformance/cases/more.json is not in the tree"]
    lines = files[contents.MANIFEST].splitlines(keepends=True)
    unlisted = files | {contents.MANIFEST: b"".join(line for line in lines if path.encode() not in line)}
    assert contents.damage(unlisted, specification=specification) == [f"{path} is not in the manifest"]


def test_the_zip_is_the_same_bytes_each_time(tmp_path):
    assert build.archive(tmp_path).read_bytes() == artefact("zip").read_bytes()


def test_all_packages_have_the_version_of_the_tree():
    version = contents.version()
    assert version in artefact("wheel").name
    assert version in artefact("zip").name
    if "npm" in KINDS:
        assert json.loads(contents.shipped(artefact("npm"))["package.json"])["version"] == version
    if "rust" in KINDS:
        assert f'version = "{version}"' in contents.shipped(artefact("rust"))["Cargo.toml"].decode()


@pytest.mark.parametrize("kind", ["npm", "go", "rust", "zip"])
def test_the_example_is_short_and_stands_in_the_readme(kind):
    (example,) = (path for path in (build.HERE / kind).rglob("*") if path.is_file() and "example" in str(path))
    said = [line for line in example.read_text().splitlines() if line.strip(" \t{}()")]
    assert len(said) <= 13
    if kind in KINDS:
        folder = build.DIST / kind / (build.NAME if kind != "zip" else artefact("zip").stem)
        assert example.read_text() in (folder / "README.md").read_text()


# Each prints its cases as JSON, one a line, with a list of what else is said of a case; null for what is too long.
LONG = 100_000
PROGRAMS = {
    "npm": """
import { cases } from 'toolwire-corpus';
for (const one of cases()) {
  const said = [one.file, one.id, one.title, one.profile, one.op, one.requirements, one.breaks, one.twin];
  const short = (value) => (JSON.stringify(value).length > 100_000 ? null : value);
  console.log(JSON.stringify([said, short(one.input), short(one.expect)]));
}
""",
    "go": """
package main

import ("encoding/json"; "os"; "toolwire.dev/corpus")

func short(value json.RawMessage) json.RawMessage {
	if len(value) > 100_000 {
		return json.RawMessage("null")
	}
	return value
}

func main() {
	out := json.NewEncoder(os.Stdout)
	for one := range corpus.Cases() {
		said := []any{one.File, one.ID, one.Title, one.Profile, one.Op, one.Requirements, one.Breaks, one.Twin}
		out.Encode([]any{said, short(one.Input), short(one.Expect)})
	}
}
""",
    "rust": """
fn main() {
    for one in toolwire_corpus::cases() {
        assert!(toolwire_corpus::file(one.file).unwrap().contains(one.input));
        let (breaks, twin) = (one.breaks.unwrap_or(""), one.twin.unwrap_or(""));
        let said = (one.file, one.id, one.title, one.profile, one.op, one.requirements, breaks, twin);
        let said = format!("{said:?}").replace('(', "[").replace(')', "]");
        println!("[{said}, {}, {}]", one.input.replace('\\n', ""), one.expect.replace('\\n', ""));
    }
}
""",
}


@pytest.mark.parametrize("kind", [kind for kind in PROGRAMS if kind in KINDS])
def test_every_language_reads_the_same_cases(kind, tmp_path, monkeypatch):
    (example,) = (path for path in (build.HERE / kind).rglob("*") if path.is_file() and "example" in str(path))
    replaced = tmp_path / "here" / example.relative_to(build.HERE)
    replaced.parent.mkdir(parents=True)
    replaced.write_text(PROGRAMS[kind])
    monkeypatch.setattr(examples, "HERE", tmp_path / "here")
    (tmp_path / "clean").mkdir()
    lines = build.KINDS[kind].example(artefact(kind), tmp_path / "clean").rstrip("\n").split("\n")
    printed = {row[0][1]: row for row in map(plain, map(values.read, lines))}
    assert len(printed) == len(lines)
    loaded = corpus.load(build.DIST / kind / build.NAME / "conformance")
    assert printed.keys() == loaded.cases.keys()
    for case in loaded.cases.values():
        said, given, expect = printed[case.id]
        wanted = [f"conformance/{case.file}", case.id, case.title, case.profile, case.op, list(case.requirements)]
        assert [member or "" for member in said] == [*wanted, case.breaks or "", case.twin or ""]
        assert given == plain(case.input) or (given is None and is_long(case.input))
        if isinstance(case.expect, corpus.Result):
            wanted = {"result": case.expect.value}
            assert expect == plain(wanted) or (expect is None and is_long(wanted))
        else:
            rules = list(case.expect.rules)
            assert expect == {"refused": {"rule": rules if len(rules) > 1 else rules[0], "phase": case.expect.phase}}


def is_long(value):
    """Whether a value is about LONG, which each language measures in its own spelling of it."""
    return len(values.compact(value)) > LONG / 2


def plain(value):
    """A value with short forms expanded and numbers as doubles, which is what JavaScript has."""

    def doubles(value):
        match value:
            case values.Number():
                return float(value.spelling)
            case list():
                return [doubles(element) for element in value]
            case dict():
                return {name: doubles(member) for name, member in value.items()}
            case _:
                return value

    return doubles(corpus.expand(value))


def test_a_tool_that_is_not_there_is_a_finding(monkeypatch, capsys):
    monkeypatch.setattr(shutil, "which", lambda name: None)  # noqa: ARG005
    assert build.main(["go"]) == 1
    assert "go     NOT BUILT: there is no go here" in capsys.readouterr().out


def test_an_example_that_says_something_else_fails_the_build(monkeypatch, capsys, tmp_path):
    lying = build.KINDS["zip"]._replace(example=lambda *given: "3 cases of corpus 1.0.0\n")  # noqa: ARG005
    monkeypatch.setitem(build.KINDS, "zip", lying)
    monkeypatch.setattr(build, "DIST", tmp_path)
    assert build.main(["zip"]) == 1
    assert "its example ends with '3 cases of corpus 1.0.0'" in capsys.readouterr().out


def test_an_example_that_fails_is_told(tmp_path):
    (tmp_path / "toolwire").mkdir()
    (tmp_path / "toolwire" / "example.sh").write_text("echo no such file >&2; exit 1\n")
    made = shutil.make_archive(str(tmp_path / "toolwire"), "zip", tmp_path, "toolwire")
    with pytest.raises(AssertionError, match="no such file"):
        examples.shell(Path(made), tmp_path / "clean")


def test_a_text_that_would_have_to_be_escaped_is_no_literal():
    assert rust_index.literal('a"\\') == '"a\\"\\\\"'
    with pytest.raises(ValueError, match="escape"):
        rust_index.literal("a\nb")
