"""Ask JAX, optax, equinox and flax which of their functions give a tree like an argument.

    python -m tools.probe_trees

Each public function is called on a tree of all kinds of containers, beside whatever else it may want, and what it gives
is compared with the tree.  Writes jaxlint/knowledge/libraries/trees.txt.  Development only; half a minute.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import itertools
import signal
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy

from jaxlint.knowledge.libraries.trees import ARRAYS, BLURRED, NUMBERS, SAME, SHAPES, TABLE, Argument, Row

LIBRARIES = ("jax", "optax", "equinox", "flax")
HOMES = """jax jax.tree jax.tree_util jax.lax jax.experimental.multihost_utils optax optax.tree optax.tree_utils
optax.projections equinox flax.core flax.core.meta flax.jax_utils flax.linen flax.linen.partitioning
flax.linen.spmd flax.training.common_utils""".split()
SECONDS = 30
Asked = Callable[..., object]
CHANGES_SETTINGS = ("make_user_context",)  # and every call after it fails


class Pair(NamedTuple):
    first: object
    second: object


def tree(dtype: str = "float32") -> Pair:
    import jax.numpy as jnp

    vectors = [jnp.full(3, 0.3, dtype), jnp.arange(1, 3, dtype=dtype)]
    return Pair({"w": vectors, "b": (jnp.ones((2, 2), dtype),)}, [jnp.asarray(2.0, dtype)])


def answers(home: str) -> dict[str, Row]:
    """By the name of the function; in a process of its own, as some of them change settings of JAX."""
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, _too_long)
    module = importlib.import_module(home)
    names = [name for name in dir(module) if not name.startswith(("_", *CHANGES_SETTINGS))]
    functions = {name: getattr(module, name, None) for name in names}
    found = {name: ask(one) for name, one in functions.items() if inspect.isroutine(one) or hasattr(one, "__wrapped__")}
    return {f"{home}.{name}": like for name, like in sorted(found.items()) if like is not None}


def _too_long(*_: object) -> None:
    raise TimeoutError


def ask(function: Asked) -> Row | None:
    """The first way of calling it that gives a tree like one that was given."""
    names, optional = _parameters(function)
    if not 0 < len(names) <= 4:
        return None
    import jax

    others = {"number": 0.5, "none": None, "key": jax.random.key(0)}
    for choice in itertools.product(["tree", *others], repeat=len(names)):
        places = [place for place, one in enumerate(choice) if one == "tree"]
        given = [tree() if one == "tree" else others[one] for one in choice]
        if not places or not _is_alike(_call(function, given), tree()):
            continue
        alike = [place for place in places if not _is_free(function, given, place)] or places
        kind = _kind(function, given, alike)
        others_given = [(place, name) for place, name in enumerate(names) if choice[place] == "none"]
        changing = tuple(one for one in others_given + optional if _changes(function, given, alike, kind, one))
        return kind, tuple((place, names[place]) for place in alike), changing
    return None


def _parameters(function: Asked) -> tuple[list[str], list[tuple[int, str]]]:
    """The names of those that it cannot do without, and the others with their places; "" for any other keyword."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return [], []
    by_place = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    count = sum(one.default is one.empty for one in by_place) or 1
    optional = [(place, one.name) for place, one in enumerate(by_place) if place >= count]
    optional += [(-1, one.name) for one in parameters if one.kind is one.KEYWORD_ONLY]
    optional += [(-1, "") for one in parameters if one.kind is one.VAR_KEYWORD]
    return [one.name for one in by_place[:count]], optional


def _changes(function: Asked, given: list[object], alike: list[int], kind: str, argument: tuple[int, str]) -> bool:
    """Do the leaves become others by this argument?"""
    import jax

    place, name = argument
    for one in (jax.devices()[0], "bfloat16", (2,), 0.5) if name else ([0.5, 0.5],):
        by_place = 0 <= place < len(given)
        trial = function if by_place else functools.partial(function, **{name or "w": one})
        values = [*given[:place], one, *given[place + 1 :]] if by_place else given
        result = _call(trial, values)
        if isinstance(result, Pair) and not (_is_alike(result, tree()) and _kind(trial, values, alike) == kind):
            before, after = jax.tree.leaves(given[alike[0]]), jax.tree.leaves(result)
            if kind != SAME or not all(map(numpy.array_equal, before, after)):
                return True
    return False


def _call(function: Asked, given: list[object]) -> object:
    try:
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        return function(*given)
    except BaseException:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _is_alike(result: object, given: Pair) -> bool:
    import jax

    if type(result) is not Pair or jax.tree.structure(result) != jax.tree.structure(given):
        return False
    return all(hasattr(leaf, "shape") and hasattr(leaf, "dtype") for leaf in jax.tree.leaves(result))


def _is_free(function: Asked, given: list[object], place: int) -> bool:
    """May something else stand there, and the result is as before?"""
    others = (numpy.float32(0.5), None)
    return any(_is_alike(_call(function, [*given[:place], one, *given[place + 1 :]]), tree()) for one in others)


def _kind(function: Asked, given: list[object], alike: list[int]) -> str:
    import jax

    before, after = jax.tree.leaves(given[alike[0]]), jax.tree.leaves(_call(function, given))
    if any(one.shape != other.shape for one, other in zip(before, after, strict=True)):
        return BLURRED
    if not _keeps_dtypes(function, given, alike):
        return ARRAYS
    if all(one is other for one, other in zip(before, after, strict=True)):
        return SAME
    return NUMBERS if _computes(function, given, alike) else SHAPES


def _keeps_dtypes(function: Asked, given: list[object], alike: list[int]) -> bool:
    import jax

    for dtype in ("float16", "int32"):
        other = _call(function, [tree(dtype) if place in alike else one for place, one in enumerate(given)])
        if any(leaf.dtype != dtype for leaf in jax.tree.leaves(other)):
            return False
    return True


def _computes(function: Asked, given: list[object], alike: list[int]) -> bool:
    """Does grad trace the result: is it computed of the leaves, and not of their shapes alone?"""
    import jax

    traced = []

    def run(leaves: object) -> float:
        result = _call(function, [leaves if place in alike else one for place, one in enumerate(given)])
        traced.extend(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(result))
        return 0.0

    _call(jax.grad(run), [tree()])
    return any(traced)


def main() -> None:
    with ProcessPoolExecutor(max_workers=2, max_tasks_per_child=1) as pool:
        found = {name: like for one in pool.map(answers, HOMES) for name, like in one.items()}
    versions = ", ".join(f"{name} {importlib.import_module(name).__version__}" for name in LIBRARIES)
    rows = [
        f"{name}\t{kind}\t{_packed(trees)}\t{_packed(some)}\n" for name, (kind, trees, some) in sorted(found.items())
    ]
    Path(TABLE).write_text("".join([f"# {versions}; tools/probe_trees.py wrote this; not edited by hand.\n", *rows]))


def _packed(arguments: tuple[Argument, ...]) -> str:
    return " ".join(f"{place}:{name}" for place, name in arguments)


if __name__ == "__main__":
    main()
