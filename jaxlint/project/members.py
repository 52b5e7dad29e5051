"""What objects of a project's own classes can do that arrays can do, too: where it is used, no array need be meant."""

from __future__ import annotations

import _ast

from jaxlint.syntax.module import Module

# Of these, no object comes out of a transform.
_NO_PYTREES = frozenset(
    "ABC Enum IntEnum StrEnum Protocol Generic Exception object str int float dict list tuple".split()
)


def members_of(module: Module) -> frozenset[str]:
    """The methods of the classes that a transform may take apart: registered, decorated, or below another class."""
    registers = "register_pytree" in module.source.text
    return frozenset(
        statement.name
        for cls in module.tree.body
        if isinstance(cls, _ast.ClassDef) and (registers or cls.decorator_list or _descends(cls))
        for statement in cls.body
        if isinstance(statement, _ast.FunctionDef)
    )


def _descends(cls: _ast.ClassDef) -> bool:
    """From a class that may be a pytree."""
    bases = [base.value if isinstance(base, _ast.Subscript) else base for base in cls.bases]
    names = {getattr(base, "attr", None) or getattr(base, "id", None) for base in bases}
    return bool(names - _NO_PYTREES)
