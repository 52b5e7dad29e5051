"""JAX made cheaper for tests, which run thousands of tiny programs once: nothing here changes a result.

Figures: one fixture of masks compiles 450 programs, most of one operation.  The two flags of XLA halve what a program
costs.  One MLIR context for several programs would save 5 ms apiece, but what one leaves there breaks another's.
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_KEPT = 40  # tests whose programs JAX keeps
_FLAGS = "--xla_backend_optimization_level=0 --xla_cpu_use_fusion_emitters=false"
_TRIED = ("0.10.",)  # a jaxlib that lacks a flag ends the process: they are set where they were tried


def before_import(scratch: Path) -> None:
    """Set the environment of this process and its children; what is set already stays."""
    settings = {
        "JAX_PLATFORMS": "cpu",
        "JAX_TRACEBACK_FILTERING": "off",  # each error's traceback would be walked, frame by frame
        # What one worker compiled, no other compiles again; most compilations are small, so that each is kept.
        "JAX_COMPILATION_CACHE_DIR": str(scratch / "compiled"),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    }
    if _jaxlib().startswith(_TRIED):
        settings["XLA_FLAGS"] = _FLAGS
    for name, value in settings.items():
        os.environ.setdefault(name, value)


def _jaxlib() -> str:
    try:
        return version("jaxlib")
    except PackageNotFoundError:
        return ""


_ended = 0


def after_test() -> None:
    """JAX keeps each program that it compiled, and its text: gigabytes in the end."""
    global _ended
    if "jax" in sys.modules:
        _ended += 1
        if _ended % _KEPT == 0:
            sys.modules["jax"].clear_caches()
