"""What the installed JAX does with a dotted name.  Run in a process of its own, as JAX warns once a process:

python tests/knowledge/old_names.py < names    # one a line, modules as ``jax.config:module``; prints JSON
"""

from __future__ import annotations

import importlib
import json
import sys
import types
import warnings


def observe(name: str) -> tuple[str, int]:
    """(live, warns, gone or unknown; identity of the object)."""
    dotted, _, is_module = name.partition(":")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = importlib.import_module(dotted) if is_module else member(dotted)
        except (AttributeError, ModuleNotFoundError) as error:
            missing = getattr(error, "name", None) or ""
            return ("gone" if missing.startswith("jax") or isinstance(error, AttributeError) else "unknown"), 0
        except Exception:  # the module needs a GPU, or another library
            return "unknown", 0
    warned = any(issubclass(one.category, DeprecationWarning) for one in caught)
    return ("warns" if warned else "live"), id(value)


def member(dotted: str) -> object:
    """The name as ``from home import word`` finds it, its home imported without listening to its warnings."""
    home, _, word = dotted.rpartition(".")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            module: object = importlib.import_module(home)
        except ModuleNotFoundError:
            module = member(home)
    if not isinstance(module, types.ModuleType):
        raise AttributeError(dotted, name=home)
    return getattr(module, word)


if __name__ == "__main__":
    names = sys.stdin.read().split()
    print(json.dumps({name: observe(name) for name in names}))
