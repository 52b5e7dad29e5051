"""PRNG keys that are consumed twice, constant, or dropped."""

from __future__ import annotations

from jaxlint.tracing.events.event import REACHED, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Place
    from jaxlint.tracing.values.origin import Origin

ITERATION, LEAF = "iteration", "leaf"  # for each of which something is done again


class KeyReused(Event, by_origin=False, kind="key-reused", needs=REACHED, apart=("repeats",)):
    """The key ``value`` is consumed at ``node`` (a call) by ``callee``, and was consumed before at ``previous``.

    ``repeated_for``: another iteration, or leaf of a tree, comes between the two; empty where none does;
    ``repeats``: both hand out the same bits (a split after a draw does not); ``calls`` and ``previous_calls``: the
    calls that lead from there to where the key is consumed, each with its module and function; ``calls`` begins with
    the transform where ``node`` is a draw in a function that one calls, and that has the key from around it;
    ``drawn``: of two splits whose keys are used both, the calls that lead to the one use, and to the other.
    """

    argument: _ast.AST | None
    callee: str
    calls: tuple[Place, ...]
    drawn: tuple[tuple[Place, ...], ...]
    previous: _ast.AST
    previous_callee: str
    previous_calls: tuple[Place, ...]
    previous_module: Module
    related: tuple[Origin, ...]
    repeated_for: str
    repeats: bool

    @property
    def loop(self) -> bool:
        """Both are one call in two iterations."""
        return self.previous is self.node and self.repeated_for == ITERATION


class ConstantKey(Event, kind="constant-key", needs=REACHED, apart=("draw", "follows", "like")):
    """``node`` makes a PRNG key of a number that is written in the code, while a trace is under way, and ``callee``
    draws from it, or from a key that it is split into, at ``draw``.

    ``follows``: what else the draw is given follows from what is passed; ``like``: the name of the tracer that it takes
    its shape from; ``calls``: those that lead to ``node``; ``drawn``: those that lead from there to the draw, and it;
    ``inits``: calls that ask for no more than the shapes of what they are given, to make parameters; ``repeated``: both
    are written in the body of a loop.
    """

    callee: str
    calls: tuple[Place, ...]
    draw: Place
    drawn: tuple[Place, ...]
    follows: bool
    inits: set[_ast.AST]
    like: str | None
    related: tuple[Origin, ...]
    repeated: bool


class KeyDropped(Event, kind="key-dropped", needs=REACHED):
    """``node``: a call of ``callee`` gives new keys, and nobody reads them; ``argument``: the key that it is given."""

    argument: _ast.AST
    callee: str


class LegacyKey(Event, kind="legacy-key"):
    """``jax.random.PRNGKey`` is called; ``node``: its name."""
