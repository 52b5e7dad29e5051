"""Arrays that can be written to, over JAX's, so that an original that writes in place runs un-jitted, under grad too.

A write is one to this array alone: NumPy's views are not made, and JAX's arrays rebind where NumPy's `+=` writes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

_BINARY = "add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift lt le gt ge eq ne".split()
_UNARY = ("neg", "pos", "abs", "invert")
_REFLECTED = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor")


class Writing:
    """``held``: the array, or the tracer, that it is now."""

    __hash__ = None  # type: ignore[assignment]
    __array_priority__ = 200

    def __init__(self, held: Any) -> None:
        self.held = held

    def __setitem__(self, index: object, value: object) -> None:
        index, value = unwrapped(index), unwrapped(value)
        _check(self.held.shape, index)
        dtype = self.held.dtype
        self.held = _written(self.held, index, jnp.asarray(value).astype(dtype))

    def __getitem__(self, index: object) -> object:
        index = unwrapped(index)
        _check(self.held.shape, index)
        return wrapped(self.held[index])

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return _At(self.held) if name == "at" else _over(getattr(self.held, name))

    def __array__(self, *args: object, **keywords: object) -> np.ndarray:
        return np.array(self.held, *args)  # type: ignore[call-overload,no-any-return]

    def __iter__(self) -> Any:
        return iter([wrapped(one) for one in self.held])

    def __len__(self) -> int:
        return len(self.held)

    def __bool__(self) -> bool:
        return bool(self.held)

    def __float__(self) -> float:
        return float(self.held)

    def __int__(self) -> int:
        return int(self.held)

    def __index__(self) -> int:
        return operator.index(self.held)

    def __format__(self, spec: str) -> str:
        return format(self.held, spec)


class _At:
    """``x.at[i]``."""

    def __init__(self, held: Any) -> None:
        self._held = held

    def __getitem__(self, index: object) -> object:
        place = self._held.at[unwrapped(index)]
        names = "set add subtract multiply mul divide power min max apply get".split()
        return SimpleNamespace(**{name: _called(getattr(place, name)) for name in names})


def _binary(name: str) -> None:
    function, word = getattr(operator, name), name.rstrip("_")

    def left(self: Writing, other: object) -> object:
        return wrapped(function(self.held, unwrapped(other)))

    def right(self: Writing, other: object) -> object:
        return wrapped(function(unwrapped(other), self.held))

    setattr(Writing, f"__{word}__", left)
    if name in _REFLECTED:
        setattr(Writing, f"__r{word}__", right)


def _unary(name: str) -> None:
    function = getattr(operator, name)
    setattr(Writing, f"__{name}__", lambda self: wrapped(function(self.held)))


for _name in _BINARY:
    _binary(_name)
for _name in _UNARY:
    _unary(_name)


def _check(shape: tuple[int, ...], index: object) -> None:
    """NumPy refuses places that are not there, in writes and in reads; slices are cut off."""
    for axis, part in enumerate(index if isinstance(index, tuple) else (index,)):
        if part is None or part is Ellipsis or isinstance(part, (slice, list)) or axis >= len(shape):
            return
        numbers = np.asarray(jax.lax.stop_gradient(part)) if isinstance(part, (jax.Array, int)) else np.asarray(part)
        if numbers.dtype.kind in "iu" and np.any((numbers < -shape[axis]) | (numbers >= shape[axis])):
            raise IndexError(f"index {part} is out of bounds for axis {axis} with size {shape[axis]}")
        if numbers.dtype.kind == "b":
            return


def _written(old: Any, index: object, value: Any) -> Any:
    """Of places that are written to twice, the last write stays."""
    places = np.arange(old.size).reshape(old.shape)
    written = np.ravel(places[_concrete(index)])
    new = jnp.broadcast_to(value, places[_concrete(index)].shape).reshape(-1)
    last = np.full(old.size, -1)
    last[written] = np.arange(new.size)
    if not new.size:
        return old
    taken = new[np.maximum(last, 0)].reshape(old.shape)
    return jnp.where(jnp.asarray(last >= 0).reshape(old.shape), taken, old)


def _concrete(index: object) -> Any:
    """For NumPy's arrays of places."""
    if isinstance(index, slice):
        return slice(*(None if one is None else operator.index(one) for one in (index.start, index.stop, index.step)))
    if isinstance(index, tuple):
        return tuple(map(_concrete, index))
    return np.asarray(index) if isinstance(index, jax.Array) else index


def wrapped(value: Any) -> Any:
    return jax.tree.map(lambda leaf: Writing(leaf) if isinstance(leaf, jax.Array) else leaf, value)


def unwrapped(value: Any) -> Any:
    if isinstance(value, slice):
        return slice(*map(unwrapped, (value.start, value.stop, value.step)))
    return jax.tree.map(lambda leaf: leaf.held if isinstance(leaf, Writing) else leaf, value)


def _over(value: Any) -> Any:
    """What JAX gives, taking and giving arrays that can be written to."""
    if isinstance(value, (type, jnp.ufunc)) and not callable(value):
        return value
    if isinstance(value, jax.Array):
        return Writing(value)
    if isinstance(value, ModuleType):
        return Over(value)
    if not callable(value) or isinstance(value, type):
        return value
    return _called(value)


def _called(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: object, **keywords: object) -> object:
        args, keywords = unwrapped(args), unwrapped(keywords)
        return wrapped(function(*map(_given, args), **keywords))  # type: ignore[arg-type]

    return call


def _given(value: Any) -> Any:
    """A function that is handed over is called with JAX's arrays, and gives them."""
    if callable(value) and not isinstance(value, (type, jax.Array)):
        return lambda *args, **keywords: unwrapped(value(*wrapped(args), **wrapped(keywords)))
    return value


def write_over(module: ModuleType) -> None:
    """Let the functions of a module see JAX's modules and functions as those that give arrays to write to."""
    for name, value in list(vars(module).items()):
        home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        if str(home).partition(".")[0] == "jax" and not isinstance(value, type):
            setattr(module, name, _over(value))


def on_writing(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, called with arrays that can be written to."""
    return lambda *args, **keywords: unwrapped(function(*wrapped(args), **wrapped(keywords)))


class Over:
    """A module of JAX's."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> object:
        return _over(getattr(self._module, name))
