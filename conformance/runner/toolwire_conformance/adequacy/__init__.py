"""Is the corpus good enough? Wrong implementations are made by the thousand, and the corpus has to catch each.

Four populations: hand-written faulty implementations (the zoo), mutants of the grammars, mutants of the schemas, and
mutants of the code of the reference. What they are made of, and which of them answer as the reference does, stands in
`conformance/adequacy/`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolwire import specification
from toolwire_conformance import corpus, index
from toolwire_conformance.corpus import Corpus, CorpusError
from toolwire_conformance.lint.material import read_unobservable

if TYPE_CHECKING:
    from rich.console import Console

    from .gate import Adequacy


def run(
    folder: Path, as_json: bool, save: bool, jobs: int, keys: Sequence[str], console: Console, errors: Console
) -> int:
    """Measure, print and perhaps save; 0 if the corpus is good enough, else 1.

    Raises:
        CorpusError: this is no checkout, or no mutant has such a name.
    """
    from . import gate, scores
    from .progress import bar

    loaded = _loaded(folder)
    with bar("mutants", errors) as progress:
        found = gate.measure(loaded, tuple(keys), jobs, progress)
    if not found.fates:
        raise CorpusError("no mutant has such a name; toolwire conform adequacy --json lists them all")
    guarded = _guarded(loaded)
    if save:
        text = json.dumps(scores.document(found, loaded.version, guarded), indent=2)
        (gate.folder() / "scores.json").write_text(text + "\n", "utf-8")
        _save_smoke(loaded, found, jobs)
    if as_json:
        document = scores.document(found, loaded.version, guarded)
        fates = [{name: getattr(fate, name) for name in fate.__slots__} for fate in found.fates]
        click.echo(json.dumps({**document, "fates": fates, "stale": [one._asdict() for one in found.stale]}, indent=2))
    else:
        scores.show(found, None if keys else guarded, console)
    return 0 if found.suffices else 1


def witnesses(folder: Path, inputs: int, seed: int, jobs: int, keys: Sequence[str], errors: Console) -> int:
    """Search and print witnesses; 1 if there are any, else 0."""
    from . import gate, survivors
    from .hunt import Field
    from .subject import live
    from .witness import search

    loaded = _loaded(folder)
    listed = survivors.read(gate.folder() / "survivors.toml")
    wanted = tuple(keys)
    found = 0
    with live() as copy:
        field = Field(loaded.cases.values(), copy)
        mutants = [one for one in gate.made(field) if (one.key.startswith(wanted) if wanted else one.key in listed)]
        if not mutants:
            raise CorpusError("no mutant has such a name; toolwire conform adequacy --json lists them all")
        errors.print(f"{len(mutants)} mutants, up to {inputs} inputs for each op", markup=False)
        for one in search(field, mutants, inputs, seed, jobs):
            found += 1
            click.echo(
                f"# {one.mutant.place}  {one.mutant.key}\n# the mutant: {one.wrong or 'no answer'}\n{one.draft()}"
            )
    errors.print(f"{found} of {len(mutants)} have a witness", markup=False)
    return 1 if found else 0


def _loaded(folder: Path) -> Corpus:
    from .gate import folder as data

    if not (data() / "zoo.toml").exists():
        raise CorpusError("adequacy is measured in a checkout: conformance/adequacy is not here")
    return corpus.load(folder)


def _guarded(loaded: Corpus) -> tuple[int, int]:
    from .gate import folder as data

    unobservable = read_unobservable(loaded.folder / "unobservable.toml")
    zoo = index.zoo(data() / "zoo.toml")
    return index.guarded(index.rows(specification.requirements(), loaded.cases.values(), unobservable, zoo))


def _save_smoke(loaded: Corpus, found: Adequacy, jobs: int) -> None:
    from . import cover, gate
    from .hunt import Field
    from .subject import live

    killers = {fate.killer for fate in found.fates if fate.killer}
    with live() as copy:
        field = Field(loaded.cases.values(), copy)
        matrix = cover.kills(field, gate.made(field), killers, jobs)
    chosen = cover.cover(loaded.cases, matrix)
    lines = [name for names in chosen.values() for name in names]
    comment = (
        "# The cases of L0, chosen by toolwire conform adequacy --save: they kill most mutants. Not edited by hand.\n"
    )
    (loaded.folder / "smoke.txt").write_text(comment + "".join(f"{name}\n" for name in lines), "utf-8")
