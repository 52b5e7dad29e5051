"""What comes out: plain values or arrays, of which kind, and how their shape follows from the arguments."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from tools.probe import trial
from tools.probe.call import Call
from tools.probe.findings import CALLABLE, STATIC, TRACED, Finding
from tools.probe.parameters import Bases
from tools.probe.values import is_array, is_key

_PLAIN = {"bool": "bool", "int": "int", "float": "float", "str": "str", "bytes": "str", "list": "list", "dict": "dict"}
_DTYPES = {"b": jnp.bool_, "i": jnp.int32, "f": jnp.float32, "c": jnp.complex64}


def traceable(finding: Finding, call: Call) -> list[str]:
    """The arguments of a call that may be traced, all at once."""
    words = {verdict.parameter.name: verdict.word for verdict in finding.verdicts}
    return [name for name in call.arguments if words.get(name) == TRACED]


def describe(finding: Finding, bases: Bases) -> bool:
    """Fill in ``is_static``, ``kinds`` and the form of what is no single array; True where one array comes out."""
    call = bases.staged or bases.first
    if "at[]" in finding.name:
        return False  # as the array that is updated
    traced = traceable(finding, call)
    seen = trial.under_jit(call, traced, static_type)
    if seen.works and isinstance(seen.result, str):
        arrays = [name for name, value in call.arguments.items() if is_array(value)]
        finding.is_static, finding.form = True, seen.result if set(arrays) <= set(traced) else ""
        return False
    functions = [verdict.parameter.name for verdict in finding.verdicts if verdict.word == CALLABLE]
    alike = [other for other in bases.calls[1:] if call.arguments.keys() <= other.arguments.keys()]
    variants = [call, *alike, _with_tuples(call), *([_with_pairs(call, functions)] if functions else [])]
    structures = {structure(variant, traceable(finding, variant)) for variant in variants} - {None}
    if structures == {"array"}:
        if not functions:
            _describe_array(finding, call)
        return not functions
    finding.form = str(structures.pop()) if len(structures) == 1 else "other"
    return False


def _describe_array(finding: Finding, call: Call) -> None:
    finding.kinds, deciding = kinds(call)
    for verdict in finding.verdicts:
        name = verdict.parameter.name
        verdict.decides_kind = name in deciding
        if isinstance(verdict.parameter.default, bool):
            flipped = call.having(**{name: not verdict.parameter.default})
            verdict.makes_tuple = structure(flipped, []) == "tuple"


def static_type(result: object) -> str | None:
    """The type of a plain result, ``object`` of what is no data, None of one that holds arrays or nothing."""
    leaves = jax.tree_util.tree_leaves(result)
    if any(is_array(leaf) for leaf in leaves) or result is None:
        return None
    if isinstance(result, tuple):
        return "shape" if all(type(item) is int for item in result) else "tuple"
    if isinstance(result, (np.dtype, type)) and not isinstance(result, jax.Array):
        return "dtype"
    return _PLAIN.get(type(result).__name__, "object")


def structure(call: Call, traced: list[str]) -> str | None:
    """``array``; ``list`` or ``tuple`` of arrays alone; ``other``; None where the call fails."""
    seen = trial.under_jit(call, traced, _structure)
    if not seen.works:
        seen = trial.attempt(lambda: _structure(call()))
    return seen.result if seen.works else None  # type: ignore[return-value]


def _structure(result: object) -> str:
    if is_array(result):
        return "array"
    if isinstance(result, (list, tuple)) and result and all(is_array(item) for item in result):
        return "list" if isinstance(result, list) else "tuple"
    return "other"


def _with_pairs(call: Call, functions: list[str]) -> Call:
    """The user's functions give two of what they gave."""

    def paired(function: object) -> object:
        def pair(*args: object) -> tuple[object, object]:
            result = function(*args)  # type: ignore[operator]
            return result, result

        return pair if callable(function) else function

    return call.having(**{name: paired(call.arguments[name]) for name in functions if name in call.arguments})


def _with_tuples(call: Call) -> Call:
    return call.having(**{name: tuple(value) for name, value in call.arguments.items() if isinstance(value, list)})


def kind_of(result: object) -> str:
    """b, i, f, c, k(ey), or - of what is no array."""
    if not is_array(result):
        return "-"
    if jnp.issubdtype(result.dtype, jax.dtypes.prng_key):  # type: ignore[attr-defined]
        return "k"
    kind = result.dtype.kind  # type: ignore[attr-defined]
    return {"u": "i", "V": "f"}.get(kind, kind)


def kinds(call: Call) -> tuple[str, list[str]]:
    """The kinds of the result, and the arguments that decide them.

    One letter where the kind is fixed, else four: of the results where those arguments are b, i, f and c.
    """
    varied = _varied(call)
    given = {_kind_of_leaf(leaf) for leaf in jax.tree_util.tree_leaves(call.arguments)}
    if not varied:
        return (_kind_of_numbers(call) if given <= {"k", ""} else ""), []
    measured = "".join(_kind(_cast(call, varied, dtype)) for dtype in _DTYPES.values())
    letters = set(measured) - {"-"}
    if len(letters) == 1 and len(measured.replace("-", "")) > 2:
        return letters.pop(), []
    return (measured if letters else ""), varied


def _kind_of_numbers(call: Call) -> str:
    """The kind where no arrays go in, if it stays when whole numbers become floats and the other way round."""
    kind = _kind(call)
    for name, value in call.arguments.items():
        if type(value) in (int, float):
            other = _kind(call.having(**{name: float(value) if type(value) is int else int(value)}))  # type: ignore[call-overload]
            if other not in ("-", kind):
                return ""
    return "" if kind == "-" else kind


def _varied(call: Call) -> list[str]:
    """Arguments that are arrays of floats; where there are none, those that are arrays of another kind."""
    found: dict[str, list[str]] = {}
    for name, value in call.arguments.items():
        leaves = jax.tree_util.tree_leaves(value)
        if leaves and all(is_array(leaf) and kind_of(leaf) in "bifc" for leaf in leaves):
            found.setdefault("float" if any(kind_of(leaf) in "fc" for leaf in leaves) else "other", []).append(name)
    return found.get("float") or found.get("other", [])


def _kind_of_leaf(leaf: object) -> str:
    return kind_of(leaf) if is_array(leaf) else ""


def _cast(call: Call, names: list[str], dtype: object) -> Call:
    """These arrays of another kind, and the Python floats beside them, which would make floats of everything."""
    kind = {jnp.bool_: bool, jnp.int32: int}.get(dtype, float)
    rows = {
        name: jax.tree_util.tree_map(lambda leaf: leaf.astype(dtype), call.arguments[name])  # type: ignore[attr-defined]
        for name in names
    }
    return call.having(**rows, **{name: kind(value) for name, value in call.arguments.items() if type(value) is float})


def _kind(call: Call) -> str:
    return str(trial.under_jit(call, [], kind_of).result or "-")


def data_dependent(finding: Finding, bases: Bases) -> list[str]:
    """The arguments whose data the result's shape follows."""
    call = bases.first
    refused = [
        verdict.parameter.name
        for verdict in finding.verdicts
        if verdict.word == STATIC and is_array(call.arguments.get(verdict.parameter.name))
    ]
    if not refused and not finding.fails_in_jit:
        return []
    before = trial.eager(call)
    arrays = [name for name, value in call.arguments.items() if is_array(value) and not is_key(value)]
    if not before.works:
        return []
    return [
        name for name in arrays if any(_shapes_differ(before.result, call, name, data) for data in _other(call, name))
    ]


def _other(call: Call, name: str) -> list[object]:
    """Arrays of the same shape with other data: those of other arguments, too, which may have to be equal."""
    value = call.arguments[name]
    if value.ndim == 0 or value.size < 2:  # type: ignore[attr-defined]
        return []
    counted = jnp.arange(value.size).reshape(value.shape)  # type: ignore[attr-defined]
    rows = [jnp.zeros_like(counted), jnp.ones_like(counted), counted % 2, counted]
    rows += [other for other in call.arguments.values() if is_array(other) and np.shape(other) == value.shape]  # type: ignore
    return [row.astype(value.dtype) for row in rows]  # type: ignore[attr-defined]


def _shapes_differ(before: object, call: Call, name: str, data: object) -> bool:
    after = trial.eager(call.having(**{name: data}))
    return after.works and _shapes(after.result) != _shapes(before)


def _shapes(result: object) -> list[tuple[int, ...]]:
    return [tuple(np.shape(leaf)) for leaf in jax.tree_util.tree_leaves(result)]  # type: ignore[arg-type]
