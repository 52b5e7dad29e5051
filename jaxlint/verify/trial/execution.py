"""A fixture's module executed, and its calls made: as JAX does it, and without tracing."""

from __future__ import annotations

import contextlib
import ctypes
import io
import random
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlint.verify.trial.inputs import SAMPLES, Inputs, evaluate, parse_call


@dataclass
class Outcome:
    """A result, or an error with the lines of the fixture that its traceback passes."""

    result: object = None
    error: BaseException | None = None
    lines: set[int] = field(default_factory=set)

    @property
    def error_name(self) -> str:
        return type(self.error).__name__


def load(path: Path, text: str, **names: object) -> ModuleType:
    """Run a module's text under the path's name, so that tracebacks show its lines."""
    module = ModuleType(path.stem.replace(".", "_"))
    module.__file__ = str(path)
    vars(module).update(names)
    with quiet():
        exec(compile(text, str(path), "exec", dont_inherit=True), vars(module))
    return module


def call(
    module: ModuleType, text: str, sample: str, mutable: bool = False, under: Callable[[Any], Any] | None = None
) -> Outcome:
    """Make one call on one round of inputs; its arguments are specs.

    ``mutable``: on NumPy's arrays, that can be written to; ``under``: a transform to call the function under.
    """
    node = parse_call(text)
    positional, keywords = Inputs(sample, module).arguments(node)
    if mutable:
        positional, keywords = jax.tree.map(writable, (positional, keywords))
    function = evaluate(node.func, module)
    function = function if under is None else under(function)
    seed = SAMPLES.index(sample)  # of what draws without a key: the same for each form
    np.random.seed(seed)
    random.seed(seed)
    try:
        with quiet():
            return Outcome(jax.tree.map(_finished, function(*positional, **keywords)))
    except (Exception, SystemExit) as error:
        return Outcome(error=error, lines=lines_passed(error, str(module.__file__)))


def _finished(leaf: object) -> object:
    return leaf.block_until_ready() if isinstance(leaf, jax.Array) else leaf


def writable(leaf: object) -> object:
    is_key = isinstance(leaf, jax.Array) and jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key)
    return np.array(leaf) if isinstance(leaf, jax.Array) and not is_key else leaf


def call_untraced(module: ModuleType, text: str, sample: str, under: Callable[[Any], Any] | None = None) -> Outcome:
    """Make the call without tracing; a function that writes in place gets arrays that allow it."""
    with untraced():
        outcome = call(module, text, sample, under=under)
        if under is None and _writes(outcome):
            outcome = call(module, text, sample, mutable=True)
        if under is None and _writes(outcome):  # into an array that it makes itself
            with writing():
                return call(module, text, sample, mutable=True)
        return outcome


def _writes(outcome: Outcome) -> bool:
    return isinstance(outcome.error, TypeError) and "item assignment" in str(outcome.error)


@contextlib.contextmanager
def writing() -> Iterator[None]:
    """``x[i] = v`` writes into JAX's arrays, too."""
    kind: Any = type(jnp.zeros(0))
    before = kind.__setitem__
    kind.__setitem__ = _write
    try:
        yield
    finally:
        kind.__setitem__ = before


def _write(array: Any, index: Any, value: Any) -> None:  # noqa: ANN401
    """Into the memory of an array, which on the CPU is as NumPy's."""
    if array.device.platform != "cpu":
        raise TypeError("item assignment needs arrays on the CPU")
    array.block_until_ready()
    memory = (ctypes.c_uint8 * array.nbytes).from_address(array.unsafe_buffer_pointer())
    held = np.frombuffer(memory, dtype=array.dtype).reshape(array.shape)
    held[jax.tree.map(_numpy, index)] = _numpy(value)


def _numpy(leaf: Any) -> Any:  # noqa: ANN401
    return np.asarray(leaf) if isinstance(leaf, jax.Array) else leaf


def lines_passed(error: BaseException, path: str) -> set[int]:
    """All lines of the expressions that the traceback, and what caused it, went through in this file."""
    found: set[int] = set()
    cause: BaseException | None = error
    while cause is not None:
        for frame, line in traceback.walk_tb(cause.__traceback__):
            if frame.f_code.co_filename == path:
                found.add(line)
        found |= _spans(cause, path)
        cause = cause.__cause__ or cause.__context__
    return found


def _spans(error: BaseException, path: str) -> set[int]:
    """An expression of several lines counts with each of them."""
    found: set[int] = set()
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if code.co_filename == path:
            start, end, _, _ = list(code.co_positions())[step.tb_lasti // 2]
            found.update(range(start or 0, (end or 0) + 1))
        step = step.tb_next
    return found


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def untraced() -> Iterator[None]:
    """No jit, and vmap as the loop that it stands for, so that what fails under trace works."""
    vmap = jax.vmap
    jax.vmap = looped  # type: ignore[assignment]
    try:
        with jax.disable_jit():
            yield
    finally:
        jax.vmap = vmap


def looped(fun: Any, in_axes: Any = 0, out_axes: Any = 0, **_: object) -> Callable[..., object]:  # noqa: ANN401
    """vmap without tracers: one call per row."""

    def mapped(*args: object, **keywords: object) -> object:
        axes = tuple(in_axes) if isinstance(in_axes, (tuple, list)) else (in_axes,) * len(args)
        sizes = [_sizes(arg, axis) for arg, axis in zip(args, axes, strict=True)]
        sizes += [_sizes(value, 0) for value in keywords.values()]
        count = next(size for found in sizes for size in found)
        rows = []
        for row in range(count):
            picked = [_row(arg, axis, row) for arg, axis in zip(args, axes, strict=True)]
            named = {name: _row(value, 0, row) for name, value in keywords.items()}
            rows.append(fun(*picked, **named))
        if isinstance(out_axes, int):
            return jax.tree.map(lambda *leaves: jnp.stack(leaves, out_axes), *rows)
        parts = zip(zip(*rows, strict=True), out_axes, strict=True)
        return type(rows[0])(_stacked(part, axis) for part, axis in parts)

    return mapped


def _stacked(parts: tuple[object, ...], axis: int | None) -> object:
    return parts[0] if axis is None else jax.tree.map(lambda *leaves: jnp.stack(leaves, axis), *parts)


def _axes(value: Any, axis: Any) -> list[tuple[object, int]]:  # noqa: ANN401
    """(leaf, axis) pairs; an axis spec may be a prefix of the argument's tree."""
    if axis is None:
        return []
    if isinstance(axis, int):
        return [(leaf, axis) for leaf in jax.tree.leaves(value)]
    items = axis.items() if isinstance(axis, dict) else enumerate(axis)
    return [pair for name, one in items for pair in _axes(value[name], one)]


def _sizes(value: object, axis: object) -> list[int]:
    return [leaf.shape[one] for leaf, one in _axes(value, axis)]  # type: ignore[attr-defined]


def _row(value: Any, axis: Any, row: int) -> object:  # noqa: ANN401
    if axis is None:
        return value
    if isinstance(axis, int):
        return jax.tree.map(lambda leaf: jnp.take(leaf, row, axis) if axis else leaf[row], value)
    if isinstance(axis, dict):
        return {name: _row(value[name], one, row) for name, one in axis.items()}
    return type(value)(_row(part, one, row) for part, one in zip(value, axis, strict=True))
