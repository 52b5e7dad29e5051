"""Runs each program of a folder, and prints what Python says of it; JAX's filtering as the first word asks."""

import sys
import traceback
from pathlib import Path

import jax

jax.config.update("jax_traceback_filtering", sys.argv[1])
for path in map(Path, sys.argv[2:]):
    try:
        exec(compile(path.read_text(), str(path), "exec"), {"__name__": "__main__"})
    except Exception:
        sys.stderr.flush()
        traceback.print_exc()
