"""What annotations say of an argument: jaxtyping's shapes, numbers, containers, and records of the module."""

from __future__ import annotations

import _ast

from jaxlint.verify.dimensions import Sizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module

_ANNOTATED = {
    "Float": "f32", "Int": "i32", "Bool": "bool", "Complex": "c64", "UInt": "u32", "Integer": "i32", "Inexact": "f32",
    "Num": "f32", "Shaped": "f32", "Real": "f32", "Float32": "f32", "Float16": "f16", "BFloat16": "bf16",
    "Int32": "i32", "Int16": "i16", "Int8": "i8", "UInt32": "u32", "UInt8": "u8", "Complex64": "c64",
}  # fmt: skip
_KEYS = ("PRNGKey", "PRNGKeyArray", "KeyArray")
NUMBERS = ("int", "float", "bool")
_LISTS = ("list", "List", "Sequence")
_TUPLES = ("tuple", "Tuple")
_LENGTH = 2  # of a list whose length nobody says


class Annotations:
    """As text in the language of fixtures/README.md; None for what doesn't say enough."""

    def __init__(self, module: Module, sizes: Sizes) -> None:
        self._sizes = sizes
        self._classes = {node.name: node for node in module.tree.body if isinstance(node, _ast.ClassDef)}

    def spec(self, annotation: _ast.expr | None) -> str | None:
        annotation = _unquoted(annotation)
        if isinstance(annotation, _ast.Subscript):
            return self._subscripted(_name(annotation.value), annotation.slice)
        if isinstance(annotation, _ast.BinOp) and isinstance(annotation.op, _ast.BitOr):  # X | None
            return self.spec(annotation.left) or self.spec(annotation.right)
        name = _name(annotation)
        if name in _KEYS:
            return "key"
        return name if name in NUMBERS else self._record(name)

    def _subscripted(self, head: str, inner: _ast.expr) -> str | None:
        if head == "Optional":
            return self.spec(inner)
        if head in _LISTS:
            item = self.spec(inner)
            return None if item is None else f"[{', '.join([item] * _LENGTH)}]"
        if not isinstance(inner, _ast.Tuple):
            return None
        if head in _TUPLES:
            return self._tuple(inner.elts)
        if head == "Key":
            return "key"
        text = getattr(inner.elts[-1], "value", None)
        shape = self._sizes.shape(text) if isinstance(text, str) and head in _ANNOTATED else None
        return None if shape is None else f"{_ANNOTATED[head]}[{', '.join(map(str, shape))}]"

    def _tuple(self, elements: list[_ast.expr]) -> str | None:
        """``tuple[X, Y]`` and ``tuple[X, ...]``."""
        if len(elements) == 2 and getattr(elements[1], "value", None) is ...:
            elements = [elements[0]] * _LENGTH
        found = [self.spec(element) for element in elements]
        items = [item for item in found if item is not None]
        if len(items) < len(found):
            return None
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"

    def _record(self, name: str) -> str | None:
        """``State(f32[3], v=...)`` of a class that is made from its annotated fields, as NamedTuples are."""
        made = self._classes.pop(name, None)  # one that holds itself is not made
        if made is None or any(getattr(one, "name", "") == "__init__" for one in made.body):
            return None
        fields = [one for one in made.body if isinstance(one, _ast.AnnAssign) and isinstance(one.target, _ast.Name)]
        parts = [(_name(one.target), self.spec(one.annotation)) for one in fields if one.value is None]
        self._classes[name] = made
        if not parts or any(spec is None for _, spec in parts):
            return None
        return f"{name}({', '.join(f'{field}={spec}' for field, spec in parts)})"


def _name(node: _ast.AST | None) -> str:
    return str(getattr(node, "attr", None) or getattr(node, "id", ""))


def _unquoted(annotation: _ast.expr | None) -> _ast.expr | None:
    """``"Float[Array, 'n']"`` as what it says."""
    if not isinstance(annotation, _ast.Constant) or not isinstance(annotation.value, str):
        return annotation
    try:
        tree = compile(annotation.value, "<annotation>", "eval", _ast.PyCF_ONLY_AST, dont_inherit=True)
    except SyntaxError:
        return None
    return tree.body if isinstance(tree, _ast.Expression) else None
