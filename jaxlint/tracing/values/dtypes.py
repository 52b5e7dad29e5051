"""What is asked of a dtype: answered where all dtypes that it may be give the same answer."""

from __future__ import annotations

import _ast

from jaxlint.tracing.values.shapes import dtype_of
from jaxlint.tracing.values.value import UNKNOWN, Const, Sequence, Static, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Question = Callable[[str], object]

# Kind -> the names of its dtypes.
_NAMES = {
    "b": ("bool",),
    "i": (
        *("int2", "int4", "int8", "int16", "int32", "int64"),
        *("uint2", "uint4", "uint8", "uint16", "uint32", "uint64"),
    ),
    "f": (
        *("float4_e2m1fn", "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz"),
        *("float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu", "bfloat16", "float16", "float32", "float64"),
    ),
    "c": ("complex64", "complex128"),
}
_PYTHON = {"bool": ("bool",), "int": ("int64",), "float": ("float64",), "complex": ("complex128",)}
# Without jax_enable_x64, JAX makes the second of the first.
_NARROWED = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}


def candidates(value: Value) -> frozenset[str] | None:
    """Names of the dtypes that this may be."""
    if isinstance(value, Static) and value.type != "dtype":
        return None
    kind, name = dtype_of(value)
    if kind is None:
        return None
    word = getattr(value, "name", "")
    if isinstance(word, str) and word.startswith("builtins."):
        return frozenset(_PYTHON[word.removeprefix("builtins.")])
    if name is None or name not in _NAMES.get(kind, ()):
        return frozenset(_NAMES.get(kind, ())) or None
    narrowed = _NARROWED.get(name) if isinstance(value, Static) else None
    return frozenset([name, narrowed] if narrowed else [name])


def answered(operator: _ast.cmpop, left: Value, right: Value) -> bool | None:
    """``x.dtype == jnp.float32``, ``x.dtype in (...)``, ``x.dtype.kind == "f"``, ``"float" in x.dtype.name``."""
    if isinstance(operator, (_ast.In, _ast.NotIn)):
        found = _contained(left, right)
        return None if found is None else found is isinstance(operator, _ast.In)
    if isinstance(operator, (_ast.Eq, _ast.NotEq, _ast.Is, _ast.IsNot)):
        found = _alike(left, right)
        if found and isinstance(operator, (_ast.Is, _ast.IsNot)):
            return None  # of two equal objects
        return None if found is None else found is isinstance(operator, (_ast.Eq, _ast.Is))
    return None


def _alike(left: Value, right: Value) -> bool | None:
    one, other = _possible(left), _possible(right)
    if one is None or other is None or not (_is_dtype(left) or _is_dtype(right) or _is_choice(left, right)):
        return None
    if one.isdisjoint(other):
        return False
    return True if len(one) == len(other) == 1 else None


def _possible(value: Value) -> frozenset[object] | None:
    if isinstance(value, Static) and isinstance(value.dim, frozenset):
        return value.dim
    return candidates(value) or (frozenset([value.value]) if isinstance(value, Const) else None)


def _is_dtype(value: Value) -> bool:
    return isinstance(value, Static) and value.type == "dtype"


def _is_choice(*values: Value) -> bool:
    return any(isinstance(value, Static) and isinstance(value.dim, frozenset) for value in values)


def _contained(left: Value, right: Value) -> bool | None:
    if isinstance(right, Sequence) and right.items is not None:
        answers = [_alike(left, item) for item in right.items]
        return True if True in answers else None if None in answers else False
    one, other = _possible(left), _possible(right)
    if one is None or other is None or not _is_choice(left, right):
        return None
    answers = [part in text for part in one for text in other if isinstance(part, str) and isinstance(text, str)]
    return answers[0] if len(answers) == len(one) * len(other) and len(set(answers)) == 1 else None


def dtype_attribute(value: Value, name: str) -> Value | None:
    """``x.dtype.kind``, ``.name`` and ``.itemsize``."""
    ask: dict[str, tuple[str, Question]] = {"kind": ("str", _letter), "name": ("str", str), "itemsize": ("int", _bytes)}
    names = candidates(value)
    if name not in ask or names is None:
        return None
    type_name, question = ask[name]
    return one_of(type_name, {question(candidate) for candidate in names})


def one_of(type_name: str, answers: set[object]) -> Value:
    return Const(answers.pop()) if len(answers) == 1 else Static(type_name, frozenset(answers))


def part_of_text(value: Value, index: Value) -> Value:
    """An item of what ``text.split(".")`` gave, where the text is one of several."""
    number = index.value if isinstance(index, Const) else None
    if not isinstance(number, int) or not isinstance(value, Static) or not isinstance(value.dim, frozenset):
        return UNKNOWN
    fitting = [row for row in value.dim if isinstance(row, tuple) and -len(row) <= number < len(row)]
    return one_of("str", {row[number] for row in fitting}) if fitting else UNKNOWN


def _letter(name: str) -> str:
    """NumPy's ``kind``; what NumPy does not know itself is "V"."""
    own = name.startswith(("bfloat", "float4", "float8")) or name.endswith(("int2", "int4"))
    return "V" if own else name[0]


def _bytes(name: str) -> int:
    digits = name.partition("_")[0].lstrip("abcdefghijklmnopqrstuvwxyz")
    return max(int(digits or 8) // 8, 1)
