"""Methods and attributes of arrays, and what ``x[...]`` and ``x.at[...]`` take."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator

import jax
import jax.numpy as jnp
import numpy as np

from tools.probe import trial
from tools.probe.values import names

UPDATES = "get set add subtract sub multiply mul divide div power min max apply".split()


def array() -> jax.Array:
    return names()["M"]  # type: ignore[return-value]


def methods() -> Iterator[tuple[str, Callable[..., object]]]:
    """``jax.Array.sum`` and its like as functions of ``self``."""
    for name in sorted(dir(array())):
        method = getattr(type(array()), name, None)
        if name.startswith("_") or method is None or not _is_method(name):
            continue
        yield f"jax.Array.{name}", _unbound(name, method)
    for name in UPDATES:
        method = getattr(jnp.zeros(3).at[0], name, None)
        if method is not None:
            yield f"jax.Array.at[].{name}", _update(name, method)


def _unbound(name: str, method: object) -> Callable[..., object]:
    def call(self: object, *args: object, **keywords: object) -> object:
        return getattr(self, name)(*args, **keywords)

    try:
        call.__signature__ = inspect.signature(method)  # type: ignore[arg-type, attr-defined]
    except (TypeError, ValueError):
        call.__signature__ = inspect.Signature([inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)])  # type: ignore[attr-defined]
    return call


def _update(name: str, method: object) -> Callable[..., object]:
    """``x.at[i].set(values)`` with x and i fixed: their part is index_verdicts'."""

    def call(*args: object, **keywords: object) -> object:
        return getattr(names()["V"].at[0], name)(*args, **keywords)  # type: ignore[attr-defined]

    call.__signature__ = inspect.signature(method)  # type: ignore[arg-type, attr-defined]
    return call


def attributes() -> dict[str, str]:
    """traced, static TYPE or raises: what ``.name`` of a tracer is."""
    found: dict[str, str] = {}
    plain = [name for name in sorted(dir(array())) if not name.startswith("_") and not _is_method(name)]

    def look(tracer: jax.Array) -> jax.Array:
        for name in plain:
            outcome = trial.attempt(lambda name=name: getattr(tracer, name))  # type: ignore[misc]
            found[name] = "traced" if name == "at" else _word(outcome)
        return tracer

    jax.make_jaxpr(look)(array())
    return found


def _is_method(name: str) -> bool:
    outcome = trial.attempt(lambda: getattr(array(), name))
    return outcome.works and callable(outcome.result) and name not in ("at", "sharding", "dtype")


def _word(outcome: trial.Outcome) -> str:
    if not outcome.works:
        return "raises"
    value = outcome.result
    if isinstance(value, jax.core.Tracer):
        return "traced"
    kinds = {"tuple": "shape", "int": "int", "bool": "bool", "str": "str"}
    return "static " + ("dtype" if isinstance(value, np.dtype) else kinds.get(type(value).__name__, "object"))


# What stands between the brackets; ``n`` is the tracer.
INDICES: dict[str, Callable[[object], object]] = {
    "int": lambda n: n,
    "indices": lambda n: jnp.stack([n, n]),  # type: ignore[list-item]
    "mask": lambda n: jnp.array([True, False, True]) & (n > 0),  # type: ignore[operator]
    "start": lambda n: slice(n, None),
    "stop": lambda n: slice(None, n),
}


def index_verdicts() -> dict[str, dict[str, str]]:
    """traced or static, by operation and kind of index: ``x[mask]`` raises, ``x.at[mask].set(0)`` does not."""
    operations: dict[str, Callable[[jax.Array, object], object]] = {"[]": lambda x, index: x[index]}  # type: ignore[index]
    for name in UPDATES:
        if hasattr(array().at[0], name):
            operations[f"at[].{name}[]"] = _operation(name)
    return {
        f"jax.Array.{name}": {kind: _index(run, make) for kind, make in INDICES.items()}
        for name, run in operations.items()
    }


def _operation(name: str) -> Callable[[jax.Array, object], object]:
    arguments = {"get": (), "apply": (jnp.sin,)}.get(name, (2.0,))
    return lambda x, index: getattr(x.at[index], name)(*arguments)


def _index(run: Callable[[jax.Array, object], object], make: Callable[[object], object]) -> str:
    outcome = trial.attempt(lambda: jax.make_jaxpr(lambda x, n: run(x, make(n)))(array(), 1))
    return "traced" if outcome.works else "static"
