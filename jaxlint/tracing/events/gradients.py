"""Derivatives that are infinite, zero, or not there."""

from __future__ import annotations

from jaxlint.tracing.events.event import AGREED, Event
from jaxlint.tracing.events.raised import MISFIT, STRUCTURE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.values.origin import Origin


class SteepBranch(Event, kind="steep-branch"):
    """``callee``, as ``jnp.where``, guards ``branch``: ``step`` has no finite derivative where the guard excludes it.

    A gradient flows backwards through it: zero times infinity is NaN.  ``operand``: of the step, what the guard asks
    about; ``taken``: the truth of the condition where the branch is selected; ``poles``: where it is so;
    ``related``: what is differentiated, where another transform is the first reason.
    """

    branch: _ast.expr
    callee: str
    condition: _ast.expr
    operand: _ast.expr
    poles: tuple[float, ...]
    related: tuple[Origin, ...]
    step: _ast.expr
    taken: bool


class GradientRefused(Event, kind="gradient-refused", needs=AGREED, raises=STRUCTURE):
    """``callee``, such as ``jax.grad``, takes no whole numbers, or gives none back; ``says``: which."""

    callee: str
    says: str


class NoScalar(Event, kind="no-scalar", needs=AGREED, raises=STRUCTURE, conditional=True):
    """A function that is differentiated gives something else than one number; ``says``: what.

    ``related``: where it returns that.
    """

    related: tuple[Origin, ...]
    says: str


class ZeroGradient(Event, kind="zero-gradient", in_tests=False, needs=AGREED):
    """Nothing of what a function under ``callee`` gives has a derivative; ``node``: the operation that has none.

    ``related``: where it is differentiated.
    """

    callee: str
    related: tuple[Origin, ...]


class NotReversible(Event, kind="not-reversible", needs=AGREED, raises=MISFIT):
    """A gradient flows backwards through a loop whose length is not static; ``callee``: ``jax.lax.while_loop``.

    ``by``: the transform that asks for it; ``related``: where.
    """

    by: str
    callee: str
    related: tuple[Origin, ...]


class MissingRule(Event, kind="missing-derivative-rule", needs=AGREED, conditional=True, by_origin=False):
    """What stands for the derivative of ``callee`` is not there, or is of the other kind: ``says`` in which way."""

    related: tuple[Origin, ...]
    raises: frozenset[str]  # type: ignore[misc]
    says: str
