"""Signatures of msgspec structs for the API reference: their constructors are made when they run, not written down."""

from __future__ import annotations

from typing import Any

import griffe


class Structs(griffe.Extension):
    """Gives each class that derives from `Struct` the parameters that its annotated members stand for."""

    def on_class_members(self, *, cls: griffe.Class, **_: Any) -> None:
        """Add `__init__` to a struct that has none."""
        if not any(str(base).endswith("Struct") for base in cls.bases) or "__init__" in cls.members:
            return
        keyword_only = cls.keywords.get("kw_only") == "True" if hasattr(cls, "keywords") else False
        kind = griffe.ParameterKind.keyword_only if keyword_only else griffe.ParameterKind.positional_or_keyword
        parameters = [
            griffe.Parameter(name, annotation=member.annotation, kind=kind, default=member.value)
            for name, member in cls.members.items()
            if isinstance(member, griffe.Attribute) and member.annotation is not None
        ]
        receiver = griffe.Parameter("self", kind=griffe.ParameterKind.positional_or_keyword)
        made = griffe.Function("__init__", parameters=griffe.Parameters(receiver, *parameters), lineno=cls.lineno)
        cls.set_member("__init__", made)
