"""Finding calls that JAX takes: by hand, by the names of parameters, or from the docstring."""

from __future__ import annotations

import doctest
import functools
import importlib
import inspect
import itertools
from collections.abc import Callable, Iterator

import jax

from tools.probe import trial
from tools.probe.call import Call
from tools.probe.hints import CALLS, COLLECTIVES, VALUES
from tools.probe.values import arguments, evaluate, holds_arrays, names

MOST = 160  # combinations tried for one function
_ARRAYS = ["V", "M", "I", "B", "S", "U32", "T", "[V, W]", "[M, M]", "C", "3", "(3,)", "K"]
_REQUIRED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


@functools.cache
def hinted() -> dict[str, list[str]]:
    """Hand-written calls by full name, forms included: ``jax.numpy.where#1arg`` -> [``B``]."""
    found: dict[str, list[str]] = {}
    for module, block in CALLS.items():
        for line in block.strip().splitlines():
            name, _, rest = line.strip().partition("(")
            found.setdefault(f"{module}.{name}", []).append(rest.rpartition(")")[0])
    return found


@functools.cache
def _values() -> dict[str, list[str]]:
    return {name: text.split("; ") for group, text in VALUES.items() for name in group.split()}


def forms(name: str) -> list[str]:
    """The other forms of a call that hints.py tells of."""
    return sorted(other.partition("#")[2] for other in hinted() if other.startswith(name + "#"))


def values_for(parameter: inspect.Parameter) -> list[object]:
    """Numbers and arrays that a parameter of this name or default may take."""
    texts = _values().get(parameter.name, [])
    found = [value for value in (_value(text) for text in texts) if value is not None]
    default = parameter.default
    if isinstance(default, bool):
        found += [default, not default]
    elif isinstance(default, (int, float)) or (isinstance(default, tuple) and default):
        found.append(default)
    return found


def _value(text: str) -> object:
    try:
        return evaluate(text)
    except Exception:  # this JAX lacks a name of it
        return None


def bind_axis(name: str, function: Callable[..., object]) -> Callable[..., object]:
    """Collectives are called where axis ``i`` is mapped."""
    if name.rpartition(".")[2] not in COLLECTIVES or not name.startswith("jax.lax."):
        return function

    def mapped(*args: object, **keywords: object) -> object:
        inner = jax.vmap(lambda _: function(*args, **keywords), axis_name="i", axis_size=1)
        return jax.tree_util.tree_map(lambda leaf: leaf[0], inner(jax.numpy.zeros(1)))

    return mapped


def working_calls(name: str, function: Callable[..., object], signature: inspect.Signature) -> list[Call]:
    """All hinted calls that work, else the first that is found."""
    hints = [call for call in (_hint(function, signature, text) for text in _hints(name)) if call]
    found = [call for call in hints if works(call)]
    if found or "#" in name:
        return found
    other = itertools.chain(_automatic(function, signature), _documented(name, function, signature))
    return list(itertools.islice((call for call in other if works(call)), 1))


def _hints(name: str) -> list[str]:
    """Those of the name, or for methods of ufuncs those of any ufunc."""
    return hinted().get(name) or hinted().get("ufunc." + name.rpartition(".")[2], [])


def _hint(function: Callable[..., object], signature: inspect.Signature, text: str) -> Call | None:
    try:
        args, keywords = arguments(text)
    except Exception:  # this JAX lacks a name of it
        return None
    return Call.of(function, signature, args, keywords)


def works(call: Call) -> bool:
    """Staged with its arrays traced, or at least eagerly."""
    arrays = [name for name, value in call.arguments.items() if holds_arrays(value)]
    return trial.under_jit(call, arrays).works or trial.eager(call).works


def _automatic(function: Callable[..., object], signature: inspect.Signature) -> Iterator[Call]:
    """Arrays of all kinds, the same for each parameter, then mixtures of what the names suggest."""
    needed = [one for one in signature.parameters.values() if one.default is one.empty and one.kind in _REQUIRED]
    star = [one for one in signature.parameters.values() if one.kind == one.VAR_POSITIONAL and not needed]
    for text in _ARRAYS:
        args = [_first(one, text) for one in needed if one.kind != one.KEYWORD_ONLY]
        keywords = {one.name: _first(one, text) for one in needed if one.kind == one.KEYWORD_ONLY}
        for count in (_operands(function), 1, 2) if star else (0,):
            call = Call.of(function, signature, (*args, *[names().get(text, 3)] * count), keywords)
            if call is not None:
                yield call
    options = [values_for(one) + [evaluate(text) for text in _ARRAYS] for one in needed]
    for values in itertools.islice(itertools.product(*options), MOST if len(needed) > 1 else 0):
        yield Call(function, signature, dict(zip((one.name for one in needed), values, strict=True)))


def _operands(function: object) -> int:
    """Of a ufunc, which hides behind ``*args``."""
    count = getattr(function, "nin", 1)
    return count if isinstance(count, int) else 1


def _first(parameter: inspect.Parameter, text: str) -> object:
    values = values_for(parameter)
    is_array = "Array" in str(parameter.annotation) or parameter.name in ("x", "y", "b", "m", "v", "p", "w", "x0")
    return values[0] if values and not is_array else evaluate(text)


class _Seen(Exception):
    """Raised by the stand-in of a documented function."""


def _documented(name: str, function: Callable[..., object], signature: inspect.Signature) -> Iterator[Call]:
    """The calls of the docstring's examples, caught by a stand-in."""
    home, _, short = name.rpartition(".")
    calls: list[Call] = []

    def stand_in(*args: object, **keywords: object) -> object:
        call = Call.of(function, signature, args, keywords)
        calls.extend([call] if call else [])
        raise _Seen

    text = inspect.getdoc(function) or ""
    try:
        examples = doctest.DocTestParser().get_examples(text)[:25]
        module = importlib.import_module(home)
        original = getattr(module, short)
    except (ValueError, ImportError, AttributeError):
        return
    setattr(module, short, stand_in)
    try:
        space = {key: names()[key] for key in ("jax", "jnp", "np", "lax")}
        for example in examples:
            code = example.source
            trial.attempt(lambda code=code: exec(code, space))  # type: ignore[misc]
    finally:
        setattr(module, short, original)
    yield from calls[:4]
