"""JAX made cheaper for tests, which run thousands of tiny programs once: nothing here changes a result.

Figures: one fixture of masks compiles 450 programs, most of one operation.  The two flags of XLA halve what a program
costs; one MLIR context for all programs, instead of one each, saves 5 ms and a megabyte apiece.
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
_contexts: list[object] = []


def after_test() -> None:
    """JAX keeps each program that it compiled, and the context that holds its text: gigabytes in the end."""
    global _ended
    if "jax" in sys.modules:
        _ended += 1
        _share_contexts()
        if _ended % _KEPT == 0:
            _contexts.clear()
            sys.modules["jax"].clear_caches()


def _share_contexts() -> None:
    """Programs are lowered in one context, a new one after each clearing.  Where JAX has none by that name, in many."""
    mlir = sys.modules.get("jax._src.interpreters.mlir")
    make = getattr(mlir, "make_ir_context", None)
    if make is None or hasattr(make, "is_shared"):
        return

    def shared() -> object:
        if not _contexts:
            _contexts.append(make())
        return _contexts[0]

    shared.is_shared = True  # type: ignore[attr-defined]
    mlir.make_ir_context = shared  # type: ignore[union-attr]
