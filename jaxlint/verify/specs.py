"""What to call a function with, as text in the language of fixtures/README.md: given, annotated, or passed in view."""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Instance, Mapping, Sequence, Static, Traced, Value
from jaxlint.verify.annotations import NUMBERS, Annotations
from jaxlint.verify.dimensions import Sizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.values.aval import Aval

    Recorded = Callable[[_ast.AST], Value | None]
    Function = _ast.FunctionDef | _ast.Lambda

_DTYPES = {
    "float16": "f16", "bfloat16": "bf16", "float32": "f32", "int8": "i8", "int16": "i16", "int32": "i32",
    "uint8": "u8", "uint32": "u32", "bool": "bool", "complex64": "c64",
}  # fmt: skip
_KINDS = {"f": "f32", "i": "i32", "b": "bool", "c": "c64", None: "f32"}


class NotInferred(Exception):
    """The message names the argument."""


def call_of(module: Module, function: Function, spelled: str, given: dict[str, str], value_of: Recorded) -> str:
    """``f(f32[4], n=int)``; raises NotInferred."""
    arguments = function.args
    names = {spelled.rpartition(".")[2], getattr(function, "name", spelled)}
    known = _Known(module, function, names, value_of)
    positional = [*arguments.posonlyargs, *arguments.args]
    optional = set(positional[len(positional) - len(arguments.defaults) :])
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    optional |= {one for one, default in keywords if default is not None}
    wanted = [*positional[1 if _is_bound(module, function) else 0 :], *arguments.kwonlyargs]
    for name in given:
        if name not in {one.arg for one in wanted}:
            raise NotInferred(f"`{spelled}` has no parameter `{name}`")
    parts: list[str] = []
    for parameter in wanted:
        name = parameter.arg
        spec = given.get(name) or known.spec(parameter)
        if spec is not None:
            parts.append(spec if parameter in arguments.posonlyargs else f"{name}={spec}")
        elif parameter not in optional:
            said = f"the shape of argument `{name}` can't be inferred"
            raise NotInferred(f'{said}; say it, for example --shapes "{name}=f32[3]"')
    return f"{spelled}({', '.join(parts)})"


def _is_bound(module: Module, function: Function) -> bool:
    """A method, whose first parameter is the instance or class."""
    names = [getattr(one, "id", None) for one in getattr(function, "decorator_list", ())]
    return isinstance(module.parents.get(function), _ast.ClassDef) and "staticmethod" not in names


class _Known:
    """What annotations, calls in view and the body say of the parameters."""

    def __init__(self, module: Module, function: Function, names: set[str], value_of: Recorded) -> None:
        self._function = function
        self._value_of = value_of
        self._sizes = Sizes()
        self._annotations = Annotations(module, self._sizes)
        self._calls = [
            node
            for node in walk(module.tree)
            if isinstance(node, _ast.Call)
            and (getattr(node.func, "id", None) in names or getattr(node.func, "attr", None) in names)
        ]

    def spec(self, parameter: _ast.arg) -> str | None:
        found = self._annotations.spec(parameter.annotation)
        if found is not None:
            return found
        for node in [*self._passed(parameter), *self._read(parameter)]:
            value = self._value_of(node)
            found = None if value is None else _spec(value, self._sizes)
            if found is not None:
                return found
        return None

    def _passed(self, parameter: _ast.arg) -> list[_ast.AST]:
        """The arguments that calls in this file pass for it."""
        arguments = self._function.args
        place = [*arguments.posonlyargs, *arguments.args].index(parameter) if parameter in arguments.args else None
        found: list[_ast.AST] = []
        for call in self._calls:
            found += [keyword.value for keyword in call.keywords if keyword.arg == parameter.arg]
            starred = any(isinstance(argument, _ast.Starred) for argument in call.args)
            method = isinstance(call.func, _ast.Attribute)
            if place is not None and not starred and not method and place < len(call.args):
                found.append(call.args[place])
        return found

    def _read(self, parameter: _ast.arg) -> list[_ast.AST]:
        """Where the body reads it, as it came in: before it is bound anew."""
        names = [node for node in walk(self._function) if isinstance(node, _ast.Name) and node.id == parameter.arg]
        names.sort(key=lambda node: (node.lineno, node.col_offset))
        found: list[_ast.AST] = []
        for node in names:
            if not isinstance(node.ctx, _ast.Load):
                break
            found.append(node)
        return found


def _spec(value: Value, sizes: Sizes) -> str | None:
    """Of what the tracer knows to come; None where that is not enough to make one."""
    if isinstance(value, Const):
        return repr(value.value) if value.value is not ... else None
    if isinstance(value, Static):
        return value.type if value.type in NUMBERS else None
    if isinstance(value, (Traced, Array)):
        return _array(value.aval, sizes) if isinstance(value, Array) or value.is_array else None
    if isinstance(value, Sequence) and value.items is not None and value.type in ("tuple", "list"):
        items = [_spec(item, sizes) for item in value.items]
        inner = ", ".join(item for item in items if item is not None)
        if None in items:
            return None
        return f"[{inner}]" if value.type == "list" else f"({inner}{',' if len(items) == 1 else ''})"
    if isinstance(value, Instance) and value.cls.fields is not None:
        fields = {name: _spec(value.attributes.get(name, UNKNOWN), sizes) for name in value.cls.fields}
        made = ", ".join(f"{name}={spec}" for name, spec in fields.items())
        return None if None in fields.values() else f"{value.cls.node.name}({made})"
    if isinstance(value, Mapping) and value.items is not None:
        pairs = [(name, _spec(item, sizes)) for name, item in value.items.items()]
        return None if any(spec is None for _, spec in pairs) else f"{{{', '.join(f'{n!r}: {s}' for n, s in pairs)}}}"
    return None


def _array(aval: Aval, sizes: Sizes) -> str | None:
    if aval.kind == "k":
        return "key" if aval.is_scalar else None
    if not isinstance(aval.shape, tuple) or (aval.kind is None and aval.dtype is None and aval.is_scalar):
        return None
    dtype = _DTYPES.get(aval.dtype or "") or _KINDS.get(aval.kind, "f32")
    return f"{dtype}[{', '.join(str(size if isinstance(size, int) else sizes.of(size)) for size in aval.shape)}]"
