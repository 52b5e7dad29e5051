"""Objects that take no attribute, or not any: frozen ones, and those that tell data from the rest.

Measured on equinox 0.13 and flax 0.12.  An equinox module is frozen after its ``__init__``, and takes declared fields
alone; one of flax.linen while ``apply`` or ``init`` runs it, but for ``setup``, which may set all but its fields.
"""

from __future__ import annotations

import _ast

from jaxlint.knowledge.releases import allows
from jaxlint.tracing.events.libraries import FrozenWrite, LibraryChanged
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.hierarchy import library_name, order
from jaxlint.tracing.values.joining import leaves
from jaxlint.tracing.values.value import Array, ClassValue, Instance, Library, Reference, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.value import Value

_EQUINOX, _LINEN = "equinox.Module", "flax.linen.Module"
_MAKING = {_EQUINOX: ("__init__", "__post_init__"), _LINEN: ("setup", "__post_init__", "__init__")}
_NNX, _STRICT = "flax.nnx.Module", "0.12.0"
_CONTAINERS = {
    **dict.fromkeys((_ast.List, _ast.ListComp), "list"),
    **dict.fromkeys((_ast.Dict, _ast.DictComp), "dict"),
    _ast.Tuple: "tuple",
}
_OF_LISTS = frozenset("append extend insert remove pop clear sort reverse".split())
_RUNNING = ("apply", "init", "init_with_output")
_KNOWN = frozenset([*_MAKING, "typing.Generic", "abc.ABC", "builtins.object", "typing.Protocol"])


def check_frozen(frame: Frame, node: _ast.AST, base: Instance, name: str) -> None:
    """``base.name = ...``"""
    bases = _libraries(base)
    library = next((one for one in _MAKING if one in bases), None)
    if library is None or any("__setattr__" in cls.attributes for cls in order(base.cls)):
        return
    makers = [getattr(function, "name", "") for _, function, _ in frame.context.calls]
    making = next((one for one in (getattr(frame.function, "name", ""), *makers) if one in _MAKING[library]), None)
    if library == _LINEN and not any(_runs_module(call) for _, _, call in frame.context.calls):
        return
    says = _says(base.cls, name, library, making) if bases <= _KNOWN else ""
    if says:
        _note(frame, node, base, says)


def _libraries(base: Instance) -> set[str | None]:
    """What its classes derive from; nothing where it is not known of which class it is."""
    classes = order(base.cls) if base.members is None else []
    return {library_name(one) for cls in classes for one in cls.bases if not isinstance(one, ClassValue)}


def _note(frame: Frame, node: _ast.AST, base: Instance, says: str) -> None:
    report(frame, FrozenWrite, node, base, says=says)


def as_kept(frame: Frame, base: Instance, value: Value) -> Value:
    """A list that ``setup`` keeps in a linen module becomes a tuple."""
    if not isinstance(value, Sequence) or value.type != "list" or value.items is None or _LINEN not in _libraries(base):
        return value
    functions = [frame.function, *(function for _, function, _ in frame.context.calls)]
    in_setup = any(getattr(one, "name", "") == "setup" for one in functions)
    return Sequence("tuple", list(value.items)) if in_setup else value


def check_grown(frame: Frame, node: _ast.AST, held: _ast.AST | None, value: Value, method: str) -> None:
    """``self.layers.append(layer)`` and ``self.layers += [layer]``, of what flax has made a tuple."""
    if not isinstance(value, Sequence) or value.type != "tuple" or (method and method not in _OF_LISTS):
        return
    owner = held.value if isinstance(held, _ast.Attribute) else None
    base = frame.lookup(owner.id) if isinstance(owner, _ast.Name) else None
    if isinstance(base, Instance) and _LINEN in _libraries(base):
        lacks = f"has no `{method}`" if method else "takes no list"
        says = f"`{owner.id}.{held.attr}` is a tuple, which {lacks}: flax freezes lists that `setup` keeps"  # type: ignore[union-attr]
        _note(frame, node, base, says)


def _runs_module(call: _ast.AST) -> bool:
    return getattr(getattr(call, "func", None), "attr", "") in _RUNNING


def _says(cls: ClassValue, name: str, library: str, making: str | None) -> str:
    title, fields = cls.node.name, cls.fields or []
    if making is None:
        only = "" if library == _EQUINOX else " outside of `setup`"
        return f"`{title}` is frozen{only}: its attribute `{name}` cannot be set"
    if library == _EQUINOX and cls.fields is not None and name not in fields:
        return f"`{name}` is not declared as a field of `{title}`"
    return f"the field `{name}` of `{title}` cannot be set in `setup`" if making == "setup" and name in fields else ""


def check_data(frame: Frame, node: _ast.AST, base: Instance, name: str, value: Value) -> None:
    """``self.layers = [nnx.Linear(...)]``: since flax 0.12, an nnx module takes no plain container for data.

    ``nnx.data`` may hold containers of any depth; ``nnx.List`` and ``nnx.Dict`` refuse plain ones inside.
    """
    statement = frame.module.parents.get(node)
    written = getattr(statement, "value", None) if isinstance(statement, (_ast.Assign, _ast.AnnAssign)) else None
    container = _CONTAINERS.get(type(written))
    if written is None or container is None or not _is_of_nnx(base.cls):
        return
    if not any(_is_data(leaf) for leaf in leaves(value)):
        return
    classes = order(base.cls)
    declared = any(name in one.annotations or "__setattr__" in one.attributes for one in classes)
    if declared or any(one.node.keywords for one in classes):
        return
    if allows(frame.interpreter.project.requirement(frame.module.path, "flax"), _STRICT):
        says = f"`{name}` is a plain {container} of modules or arrays, which nnx modules refuse"
        report(frame, LibraryChanged, written, base, says=says, since=f"flax {_STRICT}", wrapper="nnx.data")


def _is_of_nnx(cls: ClassValue) -> bool:
    return any(library_name(base) == _NNX for one in order(cls) for base in one.bases)


def _is_data(leaf: Value) -> bool:
    if isinstance(leaf, Instance):
        return isinstance(leaf, Reference) or _is_of_nnx(leaf.cls)
    return isinstance(leaf, Array) or (isinstance(leaf, Library) and leaf.name.startswith("layer:flax.nnx."))
