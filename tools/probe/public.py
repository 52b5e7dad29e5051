"""The public names of JAX that the tables speak of."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import types
from collections.abc import Iterator

ROOTS = "jax.numpy jax.lax jax.random jax.nn jax.scipy jax.ops jax.image jax.tree jax.tree_util jax.dtypes".split()
_MISSING = object()
_FOREIGN = ("typing", "collections", "abc", "builtins", "enum", "functools", "dataclasses")


def modules() -> list[str]:
    """The roots and what is below them, privates apart."""
    found: list[str] = []
    for root in ROOTS:
        found += [root, *_below(root)]
    return [name for name in found if _loaded(name) is not None]


def _below(name: str) -> list[str]:
    module = _loaded(name)
    if module is None:
        return []
    children = {child.name for child in pkgutil.iter_modules(getattr(module, "__path__", []))}
    children |= {child for child in dir(module) if isinstance(getattr(module, child, None), types.ModuleType)}
    found = []
    for child in sorted(child for child in children if not child.startswith("_")):
        dotted = f"{name}.{child}"
        below = _loaded(dotted)
        if below is not None and below.__name__.startswith("jax") and ".experimental" not in below.__name__:
            found += [dotted, *_below(dotted)]
    return found


def _loaded(name: str) -> types.ModuleType | None:
    try:
        return importlib.import_module(name)
    except Exception:  # optional parts need packages that may be missing
        return None


def members() -> Iterator[tuple[str, object]]:
    """Every public name below the roots with its object; deprecated ones warn and are told as well."""
    for module_name in modules():
        module = importlib.import_module(module_name)
        for name in sorted({*dir(module), *getattr(module, "_deprecations", ())}):
            found = _MISSING if name.startswith("_") else _member(module, name)
            if found is not _MISSING and not isinstance(found, types.ModuleType) and not _is_foreign(name, found):
                yield f"{module_name}.{name}", found


def _member(module: types.ModuleType, name: str) -> object:
    try:
        return getattr(module, name)
    except Exception:  # removed: it only tells what to use instead
        return _MISSING


def _is_foreign(name: str, found: object) -> bool:
    home = getattr(found, "__module__", None) or ""
    return name in ("TYPE_CHECKING", "annotations", "Any") or (
        home.split(".")[0] in _FOREIGN and (inspect.isclass(found) or callable(found))
    )


def is_dtype(found: object) -> bool:
    """``jnp.float32`` and its like: calling one makes an array of that dtype."""
    return callable(found) and hasattr(found, "dtype") and not hasattr(found, "shape") and inspect.isclass(found)


def is_function(found: object) -> bool:
    return callable(found) and not inspect.isclass(found)
