"""What Python's own functions do with a tracer: math, cmath, statistics, operator and the builtins."""

from __future__ import annotations

import builtins
import cmath
import inspect
import math
import operator
import statistics
from collections.abc import Callable

import jax

from tools.probe import trial
from tools.probe.hints import NEVER_CALLED

_MODULES = (math, cmath, statistics, operator, builtins)
_NUMBERS = [(2.0,), (2.0, 1.0), (2,), (4, 2), (2.0, 1.0, 0.5), (0.5,)]  # the last for acos, asin, atanh
_LISTS = [([2.0, 1.0, 0.5],), ([2.0, 1.0, 0.5], [1.0, 0.5, 2.0]), ([4, 2],)]


def rows() -> dict[str, str]:
    """``under jit,under grad,type of the result,takes``: raises, tracer or static; ``numbers`` or ``sequence``."""
    found = {}
    for module in _MODULES:
        for short in sorted(dir(module)):
            function = getattr(module, short)
            name = f"{module.__name__}.{short}"
            is_error = inspect.isclass(function) and issubclass(function, BaseException)
            if short.startswith("_") or not callable(function) or is_error or name in NEVER_CALLED:
                continue
            row = _row(function)
            if row:
                found[name] = row
    return found


def _row(function: Callable[..., object]) -> str:
    for taken, calls in (("numbers", _NUMBERS), ("sequence", _LISTS)):
        for args in calls:
            concrete = trial.attempt(lambda args=args: function(*args))  # type: ignore[misc]
            if concrete.works:
                words = [_word(function, args, _jit), _word(function, args, _grad)]
                return ",".join([*words, type(concrete.result).__name__, taken])
    return ""


def _jit(run: Callable[..., object], leaves: list[object]) -> object:
    return jax.make_jaxpr(run)(*leaves)


def _grad(run: Callable[..., object], leaves: list[object]) -> object:
    return jax.grad(run, argnums=tuple(range(len(leaves))), allow_int=True)(*leaves)


def _word(function: Callable[..., object], args: tuple[object, ...], transform: Callable[..., object]) -> str:
    leaves, tree = jax.tree_util.tree_flatten(args)
    seen: list[str] = []

    def run(*tracers: object) -> float:
        result = function(*jax.tree_util.tree_unflatten(tree, tracers))
        parts = list(result) if isinstance(result, (zip, map, filter, enumerate, reversed)) else result
        is_traced = any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree_util.tree_leaves(parts))
        seen.append("tracer" if is_traced else "static")
        return 0.0

    outcome = trial.attempt(lambda: transform(run, leaves))
    return seen[0] if outcome.works and seen else "raises"
