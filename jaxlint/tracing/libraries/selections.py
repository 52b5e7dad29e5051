"""``jnp.where`` where gradients flow backwards: the branch that is not selected gets a gradient of zeros.

Zero times the infinite derivative of a step in that branch is NaN.  Forward mode selects among tangents, and has no
such trouble.  https://docs.jax.dev/en/latest/faq.html#gradients-contain-nan-where-using-where
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.conditions import Guard, guards, same
from jaxlint.dataflow.repeats import given_by
from jaxlint.knowledge.operations import LINEAR, PRODUCT, SINGULAR, SMOOTH, operation
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.calling import FUNCTIONS, with_contents
from jaxlint.tracing.evaluate import evaluate
from jaxlint.tracing.event import SteepBranch
from jaxlint.tracing.joining import leaves
from jaxlint.tracing.libraries.jax_functions import jax_call
from jaxlint.tracing.named import library_name
from jaxlint.tracing.value import Array, Const, Reference, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.tracing.environment import Frame
    from jaxlint.tracing.invocation import Arguments

    Step = tuple[_ast.expr, _ast.expr, tuple[float, ...]]  # the operation, its operand, and where it is steep

_DEPTH = 4
_WITH_DERIVATIVE = (LINEAR, PRODUCT, SMOOTH, SINGULAR)
_FLAT = frozenset(
    "all any ceil floor isfinite isinf isnan ones_like rint round sign trunc zeros_like full_like".split()
)
_ROOTS = ("norm", "sqrt", "std")  # of zero: steep, and zero themselves
# What comes out of these is bounded, or was guarded before.
_GUARDED = frozenset(
    "clip clamp cosh exp exp2 logaddexp max maximum min minimum select sigmoid softmax softplus where".split()
)


def where(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if frame.interpreter.reversing and len(arguments.positional) == 3 and arguments.complete and not frame.in_doubt:
        event = _Selection(frame, node, arguments).found()
        result = jax_call(frame, node, name, with_contents(arguments))
        if event is not None and isinstance(result, Traced) and result.origin.derived:
            result.origin = result.origin.with_derivative(True, (*result.origin.pending, event))
        return result
    return jax_call(frame, node, name, with_contents(arguments))


class _Selection:
    """One call."""

    def __init__(self, frame: Frame, node: _ast.AST, arguments: Arguments) -> None:
        self.frame = frame
        self.node = node
        self.arguments = arguments

    def found(self) -> SteepBranch | None:
        """To be noted where the result turns out to be differentiated."""
        condition, *branches = self.arguments.nodes
        if not isinstance(condition, _ast.expr):
            return None
        for branch, value, taken in zip(branches, self.arguments.positional[1:], (True, False), strict=True):
            other = branches[taken]
            if (
                other is None
                or _is_no_number(other)
                or not isinstance(branch, _ast.expr)
                or not self._is_derived(value)
            ):
                continue
            event = self._event(condition, branch, taken)
            if event is not None:
                return event
        return None

    def _event(self, condition: _ast.expr, branch: _ast.expr, taken: bool) -> SteepBranch | None:
        found = guards(self.frame.module, condition, taken, self._callee, self._number)
        if not found:
            return None
        for step, operand, poles in self._steps(branch, _DEPTH):
            if any(self._excludes(guard, operand, poles) for guard in found) and self._flows(step):
                event = SteepBranch(
                    self.frame.module, self.frame.function, self.node, self._value(), self.frame.context
                )
                event.condition, event.branch, event.taken = condition, branch, taken
                event.step, event.operand, event.poles = step, operand, poles
                return event
        return None

    def _value(self) -> Value:
        return next(value for value in self.arguments.positional[1:] if self._is_derived(value))

    def _excludes(self, guard: Guard, operand: _ast.expr, poles: tuple[float, ...]) -> bool:
        """What is asked about is the operand itself, or its absolute value, and may be there for all that is known."""
        module, asked = self.frame.module, guard.asked
        is_size = isinstance(asked, _ast.Call) and self._callee(asked) in ("abs", "absolute") and len(asked.args) == 1
        if is_size and same(module, asked.args[0], operand):  # type: ignore[attr-defined]
            return any(guard.excludes(abs(pole)) for pole in poles) and not self._is_guarded(operand, _DEPTH)
        if not same(module, asked, operand) or self._is_guarded(operand, _DEPTH):
            return False
        return any(guard.excludes(pole) for pole in poles)

    def _steps(self, node: _ast.expr, depth: int) -> Iterator[Step]:
        """The steep operations among those that the gradient of the branch goes through."""
        if isinstance(node, _ast.UnaryOp) and isinstance(node.op, (_ast.USub, _ast.UAdd)):
            yield from self._steps(node.operand, depth)
        elif isinstance(node, _ast.BinOp) and isinstance(node.op, (_ast.Add, _ast.Sub, _ast.Mult, _ast.Div, _ast.Pow)):
            poles = self._poles(node)
            if poles:
                yield node, node.right if isinstance(node.op, _ast.Div) else node.left, poles
            yield from self._steps(node.left, depth)
            if not isinstance(node.op, _ast.Pow):
                yield from self._steps(node.right, depth)
        elif isinstance(node, _ast.Call):
            short = self._callee(node)
            known = operation(short)
            if short in _FLAT or known.gradient not in _WITH_DERIVATIVE or not node.args:
                return
            if known.poles and len(node.args) == 1:
                yield node, node.args[0], known.poles
            for argument in node.args:
                yield from self._steps(argument, depth)
        elif isinstance(node, _ast.Name) and depth:
            given = given_by(self.frame.module, node)
            if isinstance(given, _ast.Call) and self._callee(given) in _ROOTS:
                yield given, node, (0.0,)
            if given is not None:
                yield from self._steps(given, depth - 1)

    def _poles(self, node: _ast.BinOp) -> tuple[float, ...]:
        if isinstance(node.op, _ast.Div):
            return () if self._number(node.right) is not None else (0.0,)
        power = self._number(node.right) if isinstance(node.op, _ast.Pow) else None
        if power is None:
            return ()
        whole = power == int(power)
        return (*((0.0,) if power < 1 and power != 0 else ()), *(() if whole else (-1.0e30,)))

    def _callee(self, call: _ast.Call) -> str:
        """The last part of the name of a function of JAX; '' of others."""
        found = library_name(self.frame, call.func)
        return found.rpartition(".")[2] if found.startswith("jax.") else ""

    def _number(self, node: _ast.expr) -> float | None:
        if isinstance(node, _ast.UnaryOp) and isinstance(node.op, _ast.USub):
            found = self._number(node.operand)
            return None if found is None else -found
        held = self.frame.lookup(node.id) if isinstance(node, _ast.Name) else node
        known = held.value if isinstance(held, (Const, _ast.Constant)) else None
        return float(known) if isinstance(known, (int, float)) and not isinstance(known, bool) else None

    def _is_derived(self, value: Value) -> bool:
        return any(isinstance(leaf, Traced) and leaf.origin.derived for leaf in leaves(value))

    def _flows(self, step: _ast.expr) -> bool:
        """Something that the step is made of has a derivative."""
        values = [self.frame.lookup(one.id) for one in walk(step) if isinstance(one, _ast.Name)]
        return any(value is not None and self._is_derived(value) for value in values)

    def _is_guarded(self, node: _ast.expr, depth: int) -> bool:
        """Somebody has seen to it that it is never there."""
        for part in walk(node):
            if isinstance(part, _ast.Call) and self._spelled(part) in _GUARDED:
                return True
            if isinstance(part, _ast.BinOp) and isinstance(part.op, _ast.Add) and self._is_positive(part):
                return True
            if isinstance(part, _ast.Name) and depth:
                given = given_by(self.frame.module, part)
                if given is not None and self._is_guarded(given, depth - 1):
                    return True
        return False

    def _spelled(self, call: _ast.Call) -> str:
        return getattr(call.func, "attr", None) or getattr(call.func, "id", None) or ""

    def _is_positive(self, node: _ast.BinOp) -> bool:
        """``x + eps``: that a number is added is enough, whatever number it is."""
        return any(self._is_plain(one) for one in (node.left, node.right))

    def _is_plain(self, node: _ast.expr) -> bool:
        """A number of Python's, or what may be one: no array is known to be there."""
        if self._number(node) is not None:
            return True
        path = node
        while isinstance(path, _ast.Attribute):
            path = path.value
        if isinstance(path, _ast.Call):
            return path is not node and self._callee(path) == "finfo"
        return isinstance(path, _ast.Name) and not isinstance(evaluate(self.frame, node), (Traced, Array, Reference))


def _is_no_number(node: _ast.AST) -> bool:
    """``jnp.nan``, ``-jnp.inf``: no gradient is expected there."""
    return any(getattr(one, "attr", None) in ("nan", "inf") for one in walk(node))


FUNCTIONS["jax.numpy.where"] = where
