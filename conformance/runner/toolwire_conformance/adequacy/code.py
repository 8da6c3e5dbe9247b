"""Mutants of the reference's code: one small change of one function each.

Only what the corpus can reach is mutated: functions from octets to octets. Files, stores, locks and commands have
tests of their own.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from hashlib import sha256
from types import CodeType

from .mutant import Edit, Mutant, Swap
from .operators import Change, applied, changes, reverse
from .subject import sources

Definition = ast.FunctionDef
Classes = tuple[ast.ClassDef, ...]


def mutants(file: str, outside: Callable[[str], bool], swaps: Callable[[str], bool]) -> Iterator[Mutant]:
    """All mutants of a file of the reference, in the order of the text.

    `outside` says of a function's name whether it is left out, `swaps` whether its code can be swapped while the
    module lives; otherwise the module is loaded anew.
    """
    source = (sources() / file).read_text("utf-8")
    module = ast.parse(source)
    lines = source.splitlines()
    for statement, classes in _statements(module.body, ()):
        name = ".".join((*(one.name for one in classes), _name(statement)))
        if outside(name):
            continue
        free = _compiled(statement, classes).co_freevars if isinstance(statement, Definition) and swaps(name) else None
        seen: dict[tuple[str, str], int] = {}
        for change in [one for one in changes(statement) if one.path]:
            line = getattr(change.node, "lineno", statement.lineno)
            text = lines[line - 1].strip()
            nth = seen[change.words, text] = seen.get((change.words, text), -1) + 1
            applied(statement, change)
            spoils = _spoilt(file, name, module, statement, classes, free)
            applied(statement, reverse(change))
            if spoils:
                key = _key(file, name, text, change, nth)
                yield Mutant("code", f"{file} {name}", key, f"{file}:{line}", f"{change.words}: {text}", spoils)


def swapped(file: str, old: str, new: str) -> Swap | None:
    """The edit of a file's text as other code for the one function in which the texts differ; None if it is more."""
    before, after = (list(_statements(ast.parse(text).body, ())) for text in (old, new))
    differing = [
        (one, other, classes)
        for (one, classes), (other, _) in zip(before, after, strict=False)
        if ast.dump(one) != ast.dump(other)
    ]
    if len(before) != len(after) or len(differing) != 1:
        return None
    one, other, classes = differing[0]
    if not isinstance(one, Definition) or not isinstance(other, Definition) or one.decorator_list:
        return None
    codes = [_compiled(one, classes), _compiled(other, classes)]
    head = [ast.dump(each.args) for each in (one, other)]  # defaults are no part of a function's code
    if codes[0].co_freevars != codes[1].co_freevars or head[0] != head[1] or one.name != other.name:
        return None
    return Swap(file, ".".join((*(each.name for each in classes), one.name)), codes[1])


def _spoilt(
    file: str, name: str, module: ast.Module, statement: ast.stmt, classes: Classes, free: tuple[str, ...] | None
) -> Edit | Swap | None:
    if free is None or not isinstance(statement, Definition):
        return Edit(file, ast.unparse(module))
    code = _compiled(statement, classes)
    return Swap(file, name, code) if code.co_freevars == free else None  # else it cannot stand in the function's place


def _key(file: str, name: str, text: str, change: Change, nth: int) -> str:
    """What a list of survivors calls a mutant: it stays the same as long as its line reads the same."""
    digest = sha256(text.encode()).hexdigest()[:8]
    return f"{file} {name} {digest} {change.words}" + (f" #{nth}" if nth else "")


def _statements(body: list[ast.stmt], classes: Classes) -> Iterator[tuple[ast.stmt, Classes]]:
    """Functions, methods, and what is assigned to names of the module."""
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            yield from _statements(statement.body, (*classes, statement))
        elif isinstance(statement, ast.FunctionDef) or _is_constant(statement, classes):
            yield statement, classes


def _name(statement: ast.stmt) -> str:
    """The name that a statement defines."""
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        return ast.unparse(statement.targets[0] if isinstance(statement, ast.Assign) else statement.target)
    return getattr(statement, "name", "")


def _is_constant(statement: ast.stmt, classes: Classes) -> bool:
    """Whether a statement gives a name of the module its value, `__all__` left out."""
    if classes or not isinstance(statement, ast.Assign | ast.AnnAssign):
        return False
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return not any(isinstance(one, ast.Name) and one.id == "__all__" for one in targets)


def _compiled(definition: Definition, classes: Classes) -> CodeType:
    tree: ast.stmt = definition
    for one in reversed(classes):
        tree = ast.ClassDef(one.name, [], [], [tree], [])
        tree = ast.copy_location(tree, one)
    future = ast.parse("from __future__ import annotations").body[0]
    module = ast.fix_missing_locations(ast.Module([future, tree], []))
    code = compile(module, "<mutant>", "exec", dont_inherit=True)
    for name in (*(one.name for one in classes), definition.name):
        code = next(one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name)
    return code
