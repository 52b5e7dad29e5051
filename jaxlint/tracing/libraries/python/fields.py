"""Calls that declare a field of a class: ``dataclasses.field``, ``eqx.field``, ``nnx.data`` ..."""

from __future__ import annotations

from jaxlint.knowledge.libraries.records import FIELD_CALLS, STATIC_KEYWORD
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.values.value import STATIC, UNSURE, Const, Field, Mapping, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


def declared(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    given = arguments.keywords
    field = Field(FIELD_CALLS[name] or _held(given), given.get("default") or arguments.get(0))
    field.factory = given.get("default_factory") or given.get("factory")
    field.converter = given.get("converter")
    field.init = not _is(given.get("init"), False)
    field.by_name = _is(given.get("kw_only"), True)
    if not arguments.complete:
        field.held = UNSURE
    return field


def _held(given: dict[str, Value]) -> str | None:
    """``static=True``, ``pytree_node=False``, ``metadata={"static": True}``."""
    metadata = given.get("metadata")
    if isinstance(metadata, Mapping) and metadata.items is not None:
        given = {**given, **{str(key): value for key, value in metadata.items.items()}}
    elif metadata is not None:
        return UNSURE
    for keyword, wanted in STATIC_KEYWORD.items():
        value = given.get(keyword)
        if value is not None and not isinstance(value, Const):
            return UNSURE
        if _is(value, wanted):
            return STATIC
    return None


def _is(value: Value | None, wanted: bool) -> bool:
    return isinstance(value, Const) and value.value is wanted


for _name in FIELD_CALLS:
    FUNCTIONS[_name] = declared
