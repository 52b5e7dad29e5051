"""Every question to the installed JAX, and its answers as rows of the tables."""

from __future__ import annotations

import concurrent.futures
import inspect
import multiprocessing
import os
import platform
import sys
import warnings
from collections.abc import Callable

from tools.probe.findings import Finding

Rows = dict[str, str]


def prepare() -> None:
    """Before JAX is imported: on the CPU, and no time spent on making code fast that runs once."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    flags = "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true"
    os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " " + flags
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    warnings.simplefilter("ignore")


def provenance() -> str:
    import jax
    import numpy as np

    python = ".".join(platform.python_version_tuple()[:2])
    return f"JAX {jax.__version__}, NumPy {np.__version__}, Python {python}"


def callables() -> tuple[dict[str, Callable[..., object]], Rows]:
    """What is to be probed by name, and rows for the names that need no experiment."""
    from tools.probe import arrays, examples, public

    functions: dict[str, Callable[..., object]] = {}
    rows: Rows = {}
    first: dict[int, str] = {}
    for name, found in public.members():
        if not public.is_function(found):
            rows[name] = "!" + _sort_of(found)
        elif id(found) in first:
            rows[name] = "=" + first[id(found)]
        else:
            first[id(found)] = name
            functions[name] = found  # type: ignore[assignment]
    functions |= dict(arrays.methods())
    functions |= _inner(functions)
    for name in list(functions):
        functions |= {f"{name}#{form}": functions[name] for form in examples.forms(name)}
    return functions, rows


def _inner(functions: dict[str, Callable[..., object]]) -> dict[str, Callable[..., object]]:
    """Ufuncs have methods: ``jnp.add.at``, ``reduce``, ``accumulate``, ``outer``."""
    found = {}
    for name, function in functions.items():
        for method in ("at", "reduce", "accumulate", "reduceat", "outer"):
            if getattr(function, "nin", 1) == 2 and hasattr(function, method):
                found[f"{name}.{method}"] = getattr(function, method)
    return found


def _sort_of(found: object) -> str:
    """dtype, class, or constant TYPE."""
    from tools.probe.public import is_dtype

    if is_dtype(found) or type(found).__name__ == "_ScalarMeta":
        return "dtype"
    return "class" if inspect.isclass(found) else f"constant {type(found).__name__}"


def ask_all(jobs: int) -> Rows:
    """The whole table of this JAX."""
    from tools.probe import arrays, host, numpy_functions

    functions, rows = callables()
    pieces = [sorted(functions)[start::jobs] for start in range(jobs)]
    with concurrent.futures.ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), prepare) as pool:
        for part in pool.map(ask, pieces):
            rows |= part
    rows |= numpy_functions.rows() | host.rows()
    rows |= {f"jax.Array.{name}": f"@{verdict}" for name, verdict in arrays.attributes().items()}
    return rows | {name: _index_row(verdicts) for name, verdicts in arrays.index_verdicts().items()}


def ask(names: list[str]) -> Rows:
    """The rows of these callables."""
    from tools.probe.function import probe
    from tools.probe.pack import pack

    prepare()
    functions, _ = callables()
    findings = {name: _finding(probe, name, functions[name]) for name in names if name in functions}
    return {name: pack(finding) for name, finding in findings.items() if finding is not None}


def _finding(
    probe: Callable[[str, Callable[..., object]], Finding | None], name: str, function: Callable[..., object]
) -> Finding | None:
    """One function that trips the probe must not cost the rest; it stays untried, which --coverage shows."""
    try:
        return probe(name, function)
    except Exception as error:  # whatever a function does with strange arguments
        print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
        return Finding(name)


def _index_row(verdicts: dict[str, str]) -> str:
    """As a callable whose parameters are the kinds of index."""
    return ";".join([",,,,,", *(f"{kind}:p{word[0]}:" for kind, word in verdicts.items())])


def version() -> str:
    import jax

    return jax.__version__
