"""Small changes of a function's syntax tree, each a mistake that a programmer could make.

An operator is a function from a node to the nodes that may stand in its place. What nobody judges is left alone:
docstrings, annotations, the sentences of advice in refusals, and the places that they name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple, cast

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}

UNJUDGED = frozenset({"advice", "byte", "pointer", "line"})
"""Variables and arguments that only say where a fault is, and what to do about it."""
REFUSALS = {"Refusal": 2, "PrepareError": 2, "_refused": 1, "at": 0}
"""Calls that make a refusal, and the first of their arguments that only says where or what to do."""

CODECS = frozenset({"encode", "decode", "getincrementaldecoder"})
"""Calls whose texts name a codec."""


class Change(NamedTuple):
    """One change: the node that is replaced, by its place in the tree, what stands there instead, and in words."""

    path: tuple[tuple[str, int | None], ...]
    node: ast.AST
    replacement: ast.AST
    words: str


def changes(tree: ast.AST) -> Iterator[Change]:
    """All changes of a tree, in the order of the text."""
    yield from _below(tree, ())


def _below(node: ast.AST, path: tuple[tuple[str, int | None], ...]) -> Iterator[Change]:
    for words, replacement in _replacements(node):
        yield Change(path, node, ast.copy_location(replacement, node), words)
    for field, value in ast.iter_fields(node):
        if _is_left_alone(node, field):
            continue
        if isinstance(value, ast.AST):
            yield from _below(value, (*path, (field, None)))
        elif isinstance(value, list):
            for index, element in enumerate(cast("list[object]", value)):
                if isinstance(element, ast.AST) and not _is_unjudged(node, field, index, element):
                    yield from _below(element, (*path, (field, index)))


def _is_left_alone(node: ast.AST, field: str) -> bool:
    if isinstance(node, ast.arguments) and field in ("defaults", "kw_defaults"):
        return not any(isinstance(one, ast.Constant) and isinstance(one.value, int) for one in getattr(node, field))
    if isinstance(node, ast.AnnAssign) and isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias":
        return True
    if field in ("annotation", "returns", "decorator_list", "type_params"):
        return True
    if isinstance(node, ast.Assign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return field == "value" and all(isinstance(one, ast.Name) and one.id in UNJUDGED for one in targets)
    return isinstance(node, ast.keyword) and node.arg in UNJUDGED


def _is_unjudged(node: ast.AST, field: str, index: int, element: ast.AST) -> bool:
    if isinstance(element, ast.Raise) and isinstance(element.exc, ast.Call) and _name(element.exc) == "AssertionError":
        return True  # it cannot happen
    if (
        isinstance(element, ast.Expr)
        and isinstance(element.value, ast.Constant)
        and isinstance(element.value.value, str)
    ):
        return True  # a docstring
    if not isinstance(node, ast.Call) or field != "args":
        return False
    name = _name(node)
    if name in CODECS and isinstance(element, ast.Constant):
        return True  # "utf-" is another name of "utf-8"
    return name == "cast" or index >= REFUSALS.get(name, index + 1)


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _replacements(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare():
            yield from _compare(node)
        case ast.BoolOp():
            yield from _bool(node)
        case ast.UnaryOp(op=ast.Not()):
            yield "drops `not`", node.operand
        case ast.BinOp() if type(node.op) in ARITHMETIC and not isinstance(node.op, ast.BitOr):
            other = ARITHMETIC[type(node.op)]
            yield f"computes with {other.__name__}", ast.BinOp(node.left, other(), node.right)
        case ast.AugAssign() if type(node.op) in ARITHMETIC:
            other = ARITHMETIC[type(node.op)]
            yield f"computes with {other.__name__}", ast.AugAssign(node.target, other(), node.value)
            yield "drops the statement", ast.Pass()
        case ast.If() | ast.IfExp():
            for value in (True, False):
                changed = type(node)(ast.Constant(value), node.body, node.orelse)  # pyright: ignore
                yield f"takes the condition for {value}", changed
        case ast.While() if not isinstance(node.test, ast.Constant):
            yield "never enters the loop", ast.While(ast.Constant(False), node.body, node.orelse)
        case ast.comprehension() if node.ifs:
            for index in range(len(node.ifs)):
                rest = [test for place, test in enumerate(node.ifs) if place != index]
                yield "drops the condition", ast.comprehension(node.target, node.iter, rest, node.is_async)
        case ast.Raise():
            yield "does not raise", ast.Pass()
        case ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Yield()):
            yield "drops the statement", ast.Pass()
        case ast.Return() if node.value is not None and not _is_nothing(node.value):
            yield "returns None", ast.Return(ast.Constant(None))
        case ast.Continue():
            yield "breaks", ast.Break()
        case ast.Break():
            yield "continues", ast.Continue()
        case ast.Slice():
            if node.lower is not None:
                yield "drops the lower bound", ast.Slice(None, node.upper, node.step)
            if node.upper is not None:
                yield "drops the upper bound", ast.Slice(node.lower, None, node.step)
        case ast.match_case() if node.guard is not None:
            yield "drops the guard", ast.match_case(node.pattern, None, node.body)
        case ast.Constant():
            yield from _constant(node.value)
        case _:
            pass


def _compare(node: ast.Compare) -> Iterator[tuple[str, ast.AST]]:
    for index, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
            yield f"compares with {other.__name__}", ast.Compare(node.left, ops, node.comparators)


def _bool(node: ast.BoolOp) -> Iterator[tuple[str, ast.AST]]:
    other = ast.Or if isinstance(node.op, ast.And) else ast.And
    yield f"joins with {other.__name__}", ast.BoolOp(other(), node.values)
    for index in range(len(node.values)):
        rest = [value for place, value in enumerate(node.values) if place != index]
        yield f"drops operand {index + 1}", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


def _constant(value: object) -> Iterator[tuple[str, ast.AST]]:
    match value:
        case bool():
            yield f"says {not value}", ast.Constant(not value)
        case int():
            yield f"says {value + 1}", ast.Constant(value + 1)
            if value:
                yield f"says {value - 1}", ast.Constant(value - 1)
        case str() | bytes() if value:
            yield "says the text without its last character", ast.Constant(value[:-1])
        case _:
            pass


def _is_nothing(node: ast.AST) -> bool:
    """Whether it is None, or False, which is as good in a condition."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


def applied(tree: ast.AST, change: Change) -> ast.AST:
    """The tree with the change made in place; `undo` by applying the change that puts the old node back."""
    parent, (field, index) = tree, change.path[-1]
    for step, place in change.path[:-1]:
        parent = getattr(parent, step) if place is None else getattr(parent, step)[place]
    if index is None:
        setattr(parent, field, change.replacement)
    else:
        getattr(parent, field)[index] = change.replacement
    return tree


def reverse(change: Change) -> Change:
    """The change that undoes this one."""
    return change._replace(node=change.replacement, replacement=change.node)
