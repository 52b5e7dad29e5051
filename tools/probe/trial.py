"""One experiment: a call with some of its arguments traced."""

from __future__ import annotations

import signal
from collections.abc import Callable

import jax

from tools.probe.call import Call
from tools.probe.values import leaves_to_trace

SECONDS = 20.0


class Timeout(BaseException):
    """A call that does not come back; no library catches it."""


def _ring(*_: object) -> None:
    raise Timeout


class Outcome:
    """What came out: ``result`` as ``look`` saw it during the trace, or ``error``."""

    def __init__(self, result: object = None, error: BaseException | None = None) -> None:
        self.result, self.error = result, error

    @property
    def works(self) -> bool:
        return self.error is None


def attempt(work: Callable[[], object]) -> Outcome:
    signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        return Outcome(work())
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return Outcome(error=error)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def eager(call: Call) -> Outcome:
    return attempt(call)


def under_jit(call: Call, traced: list[str], look: Callable[[object], object] = lambda result: None) -> Outcome:
    """Stage the call with these arguments traced; none traced: every array of its own is abstract all the same."""
    return attempt(lambda: _staged(call, traced, look, jax.make_jaxpr))


def under_vmap(call: Call, traced: list[str]) -> Outcome:
    """Map over these arguments; what is not mapped stays concrete."""

    def mapped(function: Callable[..., object]) -> Callable[..., object]:
        def run(*values: object) -> object:
            batched = jax.tree_util.tree_map(lambda leaf: jax.numpy.asarray(leaf)[None], values)
            return jax.vmap(function)(*batched)

        return run

    return attempt(lambda: _staged(call, traced, lambda result: None, mapped))


def _staged(
    call: Call, traced: list[str], look: Callable[[object], object], transform: Callable[..., Callable[..., object]]
) -> object:
    split = {name: _split(call.arguments[name]) for name in traced}
    moving = [leaf for leaves, chosen, _ in split.values() for leaf, yes in zip(leaves, chosen, strict=True) if yes]
    seen: list[object] = []

    def run(*tracers: object) -> list[object]:
        supply = iter(tracers)
        changes = {}
        for name, (leaves, chosen, tree) in split.items():
            filled = [next(supply) if yes else leaf for leaf, yes in zip(leaves, chosen, strict=True)]
            changes[name] = jax.tree_util.tree_unflatten(tree, filled)
        result = call.having(**changes)()
        seen.append(look(result))
        return [leaf for leaf in jax.tree_util.tree_leaves(result) if isinstance(leaf, jax.Array)]

    transform(run)(*moving)
    return seen[-1]


def _split(value: object) -> tuple[list[object], list[bool], object]:
    leaves, tree = jax.tree_util.tree_flatten(value)
    return leaves, leaves_to_trace(value), tree
