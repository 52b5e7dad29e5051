"""What the installed JAX offers: each public name, whether it is there, warns or is gone, and its parameters.

Works on any JAX from 0.4 on, so it uses nothing but the standard library and JAX itself.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import sys
import types
import warnings

# Names below these are compiler internals, generated wrappers and test code.
SKIPPED = (
    "jax.tools",
    "jax.jaxlib",
    "jax.experimental.jax2tf",
    "jax.experimental.mosaic",
    "jax.lib.mlir",
    "jax.extend.mlir",
)
LIBRARIES = ("jax", "jaxlib", "numpy", "scipy", "ml_dtypes")
PLAIN = (bool, int, float, complex, str, bytes, tuple, list, dict, set, frozenset, type(None))
KINDS = {"POSITIONAL_ONLY": "o", "POSITIONAL_OR_KEYWORD": "p", "VAR_POSITIONAL": "v", "KEYWORD_ONLY": "k"}


def snapshot() -> dict:
    """``names``: dotted name -> record; a module that a bare ``import jax`` brings is ``loaded``, and a
    name that a module imported for its own use ``aside``: it is there, but nobody is meant to take it from there.

    ``failed``: modules that are there, and can't be imported here: nothing is known of them.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import jax
    reached = {name for name in list(sys.modules) if is_public(name) and is_reached(jax, name)}
    names: dict[str, dict] = {}
    homes: dict[int, list[str]] = {}
    found_modules, failed = modules(jax)
    for name, module, warned in found_modules:
        state = "warns" if warned else "loaded" if name in reached else "live"
        names[name + ":module"] = record(state, "module", warned)
        incidental = imported_for_itself(module)
        for attribute in public_names(module):
            found, value = look_up(module, attribute)
            own = attribute in incidental or not is_of_interest(name, attribute, value)
            if own and found["state"] == "live":
                names[f"{name}.{attribute}"] = record("aside", found["kind"])
            else:
                names[f"{name}.{attribute}"] = found
                if found["state"] != "gone" and not isinstance(value, PLAIN):
                    homes.setdefault(id(value), []).append(f"{name}.{attribute}")
    for group in homes.values():
        for one in group:
            names[one]["same"] = [other for other in group if other != one]
    return {"jax": jax.__version__, "names": names, "failed": failed}


def record(state: str, kind: str, message: str | None = None) -> dict:
    return {"state": state, "kind": kind, "message": " ".join(message.split()) if message else None}


def is_public(dotted: str) -> bool:
    parts = dotted.split(".")
    hidden = any(part.startswith("_") or part in ("test", "tests") for part in parts)
    return parts[0] == "jax" and not hidden and not dotted.startswith(SKIPPED)


def is_reached(jax: types.ModuleType, dotted: str) -> bool:
    value: object = jax
    for part in dotted.split(".")[1:]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = getattr(value, part, None)
    return isinstance(value, types.ModuleType)


def modules(jax: types.ModuleType) -> tuple[list[tuple[str, types.ModuleType, str | None]], list[str]]:
    """Every public module with the warning that its import gives, and those that can't be imported here."""
    found: list[tuple[str, types.ModuleType, str | None]] = []
    failed: list[str] = []
    queue = ["jax"]
    for dotted in queue:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                module = importlib.import_module(dotted)
            except Exception as error:  # needs a GPU, TensorFlow ...
                if "removed" not in str(error):
                    failed.append(dotted)
                continue
        found.append((dotted, module, deprecation(caught)))
        below = pkgutil.iter_modules(getattr(module, "__path__", []))
        queue += sorted(name for info in below if is_public(name := f"{dotted}.{info.name}"))
    return found, failed


def deprecation(caught: list[warnings.WarningMessage]) -> str | None:
    texts = [str(one.message) for one in caught if issubclass(one.category, DeprecationWarning)]
    return next((text for text in texts if "jax" in text or "deprecated" in text), None)


def public_names(module: types.ModuleType) -> list[str]:
    tables = [value for name, value in vars(module).items() if name.endswith("_deprecations")]
    listed = {name for table in tables if isinstance(table, dict) for name in table}
    return sorted(name for name in {*dir(module), *listed} if isinstance(name, str) and not name.startswith("_"))


def look_up(module: types.ModuleType, name: str) -> tuple[dict, object]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = getattr(module, name)
        except AttributeError as error:
            return record("gone", "value", str(error)), None
    message = deprecation(caught)
    found = record("warns" if message else "live", kind_of(value), message)
    is_jax = str(getattr(value, "__module__", "")).startswith("jax")  # NumPy's own follow NumPy's releases
    found["parameters"] = parameters(value) if is_jax and found["kind"] in ("function", "class") else None
    return found, value


def kind_of(value: object) -> str:
    if isinstance(value, types.ModuleType):
        return "module"
    if isinstance(value, type):
        return "class"
    return "function" if callable(value) else "value"


def imported_for_itself(module: types.ModuleType) -> set[str]:
    """JAX exports by ``from x import y as y``; what a module imports otherwise is its own affair."""
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError, SyntaxError):
        return set()
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    exported = {alias.asname for node in nodes for alias in node.names if alias.asname == alias.name.split(".")[-1]}
    bound = {alias.asname or alias.name for node in nodes for alias in node.names}
    return bound - exported - set(getattr(module, "__all__", ()))


def is_of_interest(module: str, name: str, value: object) -> bool:
    """Not what a module merely imported for itself: typing's names, numpy as np."""
    if isinstance(value, types.ModuleType):
        return value.__name__.partition(".")[0] in ("jax", "jaxlib") and is_public(f"{module}.{name}")
    home = getattr(value, "__module__", None)
    if home is None or isinstance(value, PLAIN):
        return True
    return str(home).partition(".")[0] in LIBRARIES


def parameters(value: object) -> str | None:
    """``x:p min:p= a_min:kd``: kind, ``=`` for a default, ``d`` for one that says deprecated."""
    try:
        found = inspect.signature(value)  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return None
    rows = []
    for one in found.parameters.values():
        kind = KINDS.get(one.kind.name, "w")
        default = "" if one.default is one.empty else "d" if "Deprecated" in type(one.default).__name__ else "="
        rows.append(f"{one.name}:{kind}{default}")
    return " ".join(rows)
