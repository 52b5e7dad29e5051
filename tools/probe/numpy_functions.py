"""What NumPy's functions do with a tracer, and which of them jax.numpy has."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import jax
import jax.numpy as jnp
import numpy as np

from tools.probe import trial
from tools.probe.examples import hinted
from tools.probe.hints import NEVER_CALLED, NOT_TWINS
from tools.probe.outputs import static_type
from tools.probe.values import arguments, is_array, names

_MODULES = {"numpy": (np, jnp), "numpy.linalg": (np.linalg, jnp.linalg), "numpy.fft": (np.fft, jnp.fft)}
_CALLS = ["V", "V, V", "M", "M, M", "I", "I, J", "B", "B, B", "[V, V]", "V, 1", "V, V, V", "M, 0, 1"]


def rows() -> dict[str, str]:
    """``raises``, ``tracer``, ``static TYPE`` or ``false``, and ``,twin`` where jax.numpy has the same."""
    found = {}
    for home, (module, twins) in _MODULES.items():
        for short in sorted(dir(module)):
            function = getattr(module, short, None)
            name = f"{home}.{short}"
            if short.startswith("_") or not callable(function):
                continue
            verdict = "" if _is_class(function) or name in NEVER_CALLED else _verdict(name, function)
            twin = "twin" if callable(getattr(twins, short, None)) and short not in NOT_TWINS else ""
            if verdict or twin:
                found[name] = ",".join([verdict, twin]).rstrip(",")
    return found


def _is_class(function: object) -> bool:
    """Numbers apart: ``np.float32(x)`` converts."""
    return inspect.isclass(function) and not issubclass(function, np.generic)


def _verdict(name: str, function: Callable[..., object]) -> str:
    for args, keywords in _calls(name):
        concrete = trial.attempt(lambda: function(*_on_host(args), **_on_host(keywords)))  # noqa: B023
        if concrete.works and any(map(is_array, jax.tree_util.tree_leaves(args))):
            return _on_tracers(function, args, keywords, concrete.result)
    return ""


def _calls(name: str) -> Iterator[tuple[tuple[object, ...], dict[str, object]]]:
    for text in [*hinted().get("jax." + name, []), *_CALLS]:
        try:
            yield arguments(text)
        except Exception:  # this JAX lacks a name of it
            continue


def _on_host(value: object) -> object:
    return jax.tree_util.tree_map(lambda leaf: np.asarray(leaf) if is_array(leaf) else leaf, value)


def _on_tracers(
    function: Callable[..., object], args: tuple[object, ...], keywords: dict[str, object], concrete: object
) -> str:
    """Arrays alone are traced: shapes and flags stay."""
    leaves, tree = jax.tree_util.tree_flatten(args)
    seen: list[object] = []

    def run(*tracers: object) -> object:
        supply = iter(tracers)
        filled = jax.tree_util.tree_unflatten(tree, [next(supply) if is_array(leaf) else leaf for leaf in leaves])
        result = function(*filled, **keywords)
        is_traced = any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree_util.tree_leaves(result))
        seen.append("tracer" if is_traced else _static(result, concrete))
        return names()["S"]

    outcome = trial.attempt(lambda: jax.make_jaxpr(run)(*[leaf for leaf in leaves if is_array(leaf)]))
    return str(seen[0]) if outcome.works else "raises"


def _static(result: object, concrete: object) -> str:
    if isinstance(concrete, (bool, np.bool_)) and bool(concrete) and result is False:
        return "false"
    kind = static_type(result)
    if isinstance(result, (np.ndarray, np.generic)):
        kind = "object"
    return f"static {kind}" if kind else ""
