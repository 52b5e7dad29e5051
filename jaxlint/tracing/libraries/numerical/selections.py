"""``jnp.where`` and its kin where gradients flow backwards: what is not selected gets a gradient of zeros.

Zero times the infinite derivative of a step in that branch is NaN.  Forward mode selects among tangents, and has no
such trouble.  https://docs.jax.dev/en/latest/faq.html#gradients-contain-nan-where-using-where
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.conditions import Guard, guards, same
from jaxlint.dataflow.repeats import given_by
from jaxlint.knowledge.operations import LINEAR, PRODUCT, SINGULAR, SMOOTH, operation
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.calls.named import library_name
from jaxlint.tracing.events.gradients import SteepBranch
from jaxlint.tracing.functions.calling import FUNCTIONS, with_contents
from jaxlint.tracing.libraries.numerical.jax_functions import jax_call
from jaxlint.tracing.libraries.numerical.strict_operands import strict
from jaxlint.tracing.operations.arithmetic import COMPUTED
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.joining import leaves
from jaxlint.tracing.values.value import Array, Const, Reference, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

    Way = tuple[_ast.AST | None, _ast.AST | None, Value, bool, _ast.AST | None]
    Step = tuple[_ast.expr, _ast.expr, tuple[float, ...]]  # the operation, its operand, and where it is steep

_DEPTH = 4
_TINY = 1.0e-7
_SIZES = ("abs", "absolute", "fabs")
_WITH_DERIVATIVE = (LINEAR, PRODUCT, SMOOTH, SINGULAR)
_FLAT = frozenset(
    "all any ceil floor isfinite isinf isnan ones_like rint round sign trunc zeros_like full_like".split()
)
_DIVISIONS = ("div", "divide", "true_divide")
_POWERS = ("float_power", "integer_pow", "pow", "power")
_REDUCTIONS = ("sum", "mean", "prod", "max", "min", "std", "var")
_FAR = 1.0e29  # what is beyond stands for an interval without an end
_SAMPLES = (0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 1.0e30, -1.0e30)
_ROOTS = ("norm", "sqrt", "std")  # of zero: steep, and zero themselves
# What comes out of these is bounded, or was guarded before.
_GUARDED = frozenset(
    "clip clamp cosh exp exp2 logaddexp max maximum min minimum select sigmoid softmax softplus where".split()
)


def select(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    result = _HANDLERS[name](frame, node, name, with_contents(arguments))
    derived = isinstance(result, Traced) and result.origin.derived
    if not derived or not frame.context.reversing or not arguments.complete or frame.condition.doubt:
        return result
    ways = _ways(name, arguments)
    event = _Selection(frame, node, name).found(ways)
    if event is not None:
        result.origin = result.origin.with_derivative(True, (*result.origin.pending, event))  # type: ignore[attr-defined]
    elif any(isinstance(other, _ast.Constant) for *_, other in ways):
        result.origin = result.origin.having(masked=True)  # type: ignore[attr-defined]
    return result


def _ways(name: str, arguments: Arguments) -> list[Way]:
    """Condition, branch, its value, whether the condition is true where the branch is taken, and what is there else."""
    nodes, values, short = arguments.nodes, arguments.positional, name.rpartition(".")[2]
    if short in _REDUCTIONS:
        mask = arguments.keyword_nodes.get("where")
        return [(mask, nodes[0], values[0], True, nodes[0])] if mask is not None and values else []
    if short == "select" and name.startswith("jax.numpy"):
        conditions, choices = (getattr(one, "elts", []) for one in (arguments.node(0), arguments.node(1)))
        known = values[1].items if len(values) > 1 and isinstance(values[1], Sequence) else None
        rows = zip(conditions, choices, known or [], strict=False)
        return [(test, branch, value, True, branch) for test, branch, value in rows]
    if len(values) != len(("which", "on_true", "on_false")):
        return []
    first = short != "select_n"  # which has the case of False first
    return [(nodes[0], nodes[1], values[1], first, nodes[2]), (nodes[0], nodes[2], values[2], not first, nodes[1])]


class _Selection:
    """One call."""

    def __init__(self, frame: Frame, node: _ast.AST, name: str) -> None:
        self.frame = frame
        self.node = node
        self.name = name

    def found(self, ways: list[Way]) -> SteepBranch | None:
        """To be noted where the result turns out to be differentiated."""
        for condition, branch, value, taken, other in ways:
            if not isinstance(condition, _ast.expr) or not isinstance(branch, _ast.expr) or other is None:
                continue
            if _is_no_number(other) or not self._is_derived(value):
                continue
            event = self._event(condition, branch, value, taken)
            if event is not None:
                return event
        return None

    def _event(self, condition: _ast.expr, branch: _ast.expr, value: Value, taken: bool) -> SteepBranch | None:
        found = guards(self.frame.module, condition, taken, self._callee, self._number)
        after = self._is_asked_after(condition, branch)
        for step, operand, poles in self._steps(branch, _DEPTH) if found or after else ():
            guarded = any(self._excludes(guard, operand, poles) for guard in found)
            if (guarded or (after and not self._is_guarded(operand, _DEPTH))) and self._flows(step):
                return SteepBranch(
                    self.frame.point,
                    self.node,
                    value,
                    callee=self.name,
                    related=(),
                    condition=condition,
                    branch=branch,
                    taken=taken,
                    step=step,
                    operand=operand,
                    poles=poles,
                )
        return None

    def _is_asked_after(self, condition: _ast.expr, branch: _ast.expr) -> bool:
        """``where(isnan(y), 0, y)``: what comes of the pole is replaced."""
        while isinstance(condition, _ast.UnaryOp):
            condition = condition.operand
        asks = isinstance(condition, _ast.Call) and self._callee(condition) in ("isnan", "isinf", "isfinite")
        return asks and same(self.frame.module, condition.args[0], branch)  # type: ignore[attr-defined]

    def _excludes(self, guard: Guard, operand: _ast.expr, poles: tuple[float, ...]) -> bool:
        """The operand is made of what is asked about, and steep at a number that the guard keeps away."""
        asked, measure = guard.asked, float
        if isinstance(asked, _ast.Call) and self._callee(asked) in _SIZES and len(asked.args) == 1:
            asked, measure = asked.args[0], abs  # type: ignore[assignment]
        if self._is_guarded(operand, _DEPTH):
            return False
        for sample in (guard.number, -guard.number, *_SAMPLES):
            reached = self._at(operand, asked, sample) if guard.excludes(measure(sample)) else None
            if reached is not None and any(_is_at(reached, pole) for pole in poles):
                return True
        return False

    def _at(self, node: _ast.expr, asked: _ast.expr, number: float) -> float | None:
        """What an expression of ``asked`` and numbers is where that is ``number``."""
        if same(self.frame.module, node, asked):
            return number
        if isinstance(node, _ast.UnaryOp) and isinstance(node.op, _ast.USub):
            inside = self._at(node.operand, asked, number)
            return None if inside is None else -inside
        if isinstance(node, _ast.Call) and self._callee(node) in _SIZES and len(node.args) == 1:
            inside = self._at(node.args[0], asked, number)
            return None if inside is None else abs(inside)
        if not isinstance(node, _ast.BinOp) or type(node.op) not in COMPUTED:
            return self._number(node)
        left, right = self._at(node.left, asked, number), self._at(node.right, asked, number)
        try:
            found = None if left is None or right is None else COMPUTED[type(node.op)](left, right)
        except ArithmeticError:
            return None
        return found if isinstance(found, (int, float)) else None

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
            if short in _DIVISIONS and len(node.args) > 1 and self._number(node.args[1]) is None:
                yield node, node.args[1], (0.0,)
            if short in _POWERS and len(node.args) > 1 and self._power_poles(node.args[1]):
                yield node, node.args[0], self._power_poles(node.args[1])
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
        return self._power_poles(node.right) if isinstance(node.op, _ast.Pow) else ()

    def _power_poles(self, exponent: _ast.expr) -> tuple[float, ...]:
        power = self._number(exponent)
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
        held: object = node
        if isinstance(node, _ast.Name):
            held = self.frame.lookup(node.id)
        elif isinstance(node, _ast.Attribute):
            root = node.value.func if isinstance(node.value, _ast.Call) else node.value
            if self._spelled_as(root) == "finfo":
                return _TINY
            held = evaluate(self.frame, node) if isinstance(root, _ast.Name) else None
        known = held.value if isinstance(held, (Const, _ast.Constant)) else None
        return float(known) if isinstance(known, (int, float)) and not isinstance(known, bool) else None

    def _is_derived(self, value: Value, unmasked: bool = False) -> bool:
        derived = [leaf for leaf in leaves(value) if isinstance(leaf, Traced) and leaf.origin.derived]
        return any(not (unmasked and leaf.origin.masked) for leaf in derived)

    def _flows(self, step: _ast.expr) -> bool:
        """Something that the step is made of has a derivative."""
        values = [self.frame.lookup(one.id) for one in walk(step) if isinstance(one, _ast.Name)]
        return any(value is not None and self._is_derived(value, unmasked=True) for value in values)

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
        return self._spelled_as(call.func)

    def _spelled_as(self, function: _ast.AST) -> str:
        return getattr(function, "attr", None) or getattr(function, "id", None) or ""

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


def _is_at(number: float, pole: float) -> bool:
    return number == pole if abs(pole) < _FAR else abs(number) > _FAR and (number > 0) == (pole > 0)


_HANDLERS = {
    **dict.fromkeys(("jax.numpy.where", "jax.numpy.select", "jax.lax.select_n"), jax_call),
    **{f"jax.numpy.{one}": jax_call for one in _REDUCTIONS},
    "jax.lax.select": strict,
}
FUNCTIONS.update(dict.fromkeys(_HANDLERS, select))
