"""Do two pytrees agree in structure, shapes and dtypes, as loops and branches ask of them?

Only what is certain of both sides counts.  What was measured on JAX 0.10.2: structures and shapes must be equal, a list
is no tuple; a loop lets what it carries in take the dtype that comes out where that of the first is weak, and branches
agree where a weak dtype gives way to another of its kind.  A cotangent has the structure and shape of its argument,
where that is of floats, or is None; its dtype is converted.
"""

from __future__ import annotations

import _ast

from jaxlint.record import Record
from jaxlint.syntax.nodes import executed
from jaxlint.tracing.applied.signature import name_of, titled
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.events.transforms import StructureMismatch
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.transforms.refused.carried_none import replaced_none
from jaxlint.tracing.values.aval import Aval, are_unequal, written_shape
from jaxlint.tracing.values.holding import is_data
from jaxlint.tracing.values.joining import aval_of, pairs, scalar_aval
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Container,
    Function,
    Instance,
    Mapping,
    Partial,
    Sequence,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_DEEPEST = 6
_UNCHECKED = "disable_bwd_checks"
_WORDS = {"i": "an `int`", "f": "a `float`", "c": "a `complex`"}
_HALVES = ("float16", "bfloat16")


class _Difference(Record):
    """``path``: of the part, as ``[0]['a']``; what is on either side, in JAX's words; ``what`` does not match."""

    what: str
    path: str
    left: str
    right: str


def check_carry(
    frame: Frame, node: _ast.AST, name: str, body: Value, before: Value, after: Value, start: _ast.AST | None
) -> None:
    """What a loop's body gives must be as what it was given, which is written as ``start``."""
    found = _difference(before, after, "", CARRIED, _DEEPEST) or _from_none(frame, start, before, after)
    if found is None:
        return
    where = f"carry{found.path}"
    if found.what == "structure":
        rule = "carry input and carry output must have the same pytree structure"
    else:
        rule = "body function carry input and carry output must have equal types"
    says = f"`{name}` {rule}, got {found.left} and {found.right} at `{where}`"
    _note(frame, node, says, returned_by(body, node), CARRIED, found.what)


def _from_none(frame: Frame, start: _ast.AST | None, before: Value, after: Value) -> _Difference | None:
    replaced = replaced_none(frame, start, before, after)
    if replaced is None:
        return None
    path, given = replaced
    described = None if isinstance(given, Traced) and given.evidence is not None else _described(given)
    return None if described in (None, "None") else _Difference("structure", path, "None", str(described))


def returned_by(body: Value, node: _ast.AST) -> tuple[Origin, ...]:
    """Where a function that is not written in place returns, if it does so once."""
    while isinstance(body, (BoundMethod, Partial)):
        body = body.func
    if not isinstance(body, Function) or body.node is node or is_model(body.module):
        return ()
    returned = _returned(body.node)
    return () if returned is body.node else (Origin(f"{titled(body)} returns it here", body.module, returned),)


def check_branches(frame: Frame, node: _ast.AST, name: str, results: list[Value]) -> None:
    """All branches give the same."""
    first, *others = results
    for number, other in enumerate(others, 1):
        found = _difference(first, other, "", BRANCHES, _DEEPEST)
        if found is None:
            continue
        one, two = ("`true_fun`", "`false_fun`") if name.endswith("cond") else ("branch 0", f"branch {number}")
        at = f" at `{found.path}`" if found.path else ""
        rule = (
            "branch outputs must have the same pytree structure"
            if found.what == "structure"
            else "branches must have equal output types"
        )
        says = f"`{name}` {rule}, got {found.left}{at} from {one} and {found.right} from {two}"
        _note(frame, node, says, (), BRANCHES, found.what)
        return


def check_pair(frame: Frame, node: _ast.AST, name: str, result: Value) -> None:
    """A scan's body gives the carry and one row of what is stacked."""
    described = _described(result)
    pair = isinstance(result, Sequence) and (result.items is None or len(result.items) == 2)
    if described is not None and not pair:
        _note(frame, node, f"`{name}` body output must be a pair, got {described}")


def check_truth(frame: Frame, node: _ast.AST, name: str, result: Value) -> None:
    """What a while_loop asks before each iteration gives one bool."""
    described = _described(result)
    if described is None:
        return
    if _is_leaf(result):
        aval = aval_of(result)
        if aval.kind in (None, "b") and (not isinstance(aval.shape, tuple) or aval.shape == ()):
            return
    _note(frame, node, f"`{name}` cond_fun must return a boolean scalar, got {described}")


def check_rule_pair(frame: Frame, call: _ast.AST, rule: Value, kind: str, holds: str, result: Value) -> None:
    """A forward rule gives the output of its function and one thing more."""
    described = _described(result)
    pair = isinstance(result, Sequence) and (result.items is None or len(result.items) == 2)
    if described is not None and not pair:
        _note_rule(frame, call, rule, f"the {kind} rule {titled(rule)} must produce a pair, {holds}, got {described}")


def check_cotangents(frame: Frame, call: _ast.AST, rule: Value, arguments: list[Value], result: Value) -> None:
    """A backward rule gives a tuple of one cotangent for each argument that is differentiated, None for zeros."""
    described = _described(result)
    if described is None:
        return
    name, count = name_of(rule), len(arguments)
    wanted = f"a tuple of {count} cotangent{'s' * (count != 1)}, one per differentiated argument"
    if not isinstance(result, Sequence) or (result.items is not None and len(result.items) != count):
        _note_rule(frame, call, rule, f"the bwd rule `{name}` must produce {wanted}, got {described}")
        return
    for position, (argument, given) in enumerate(zip(arguments, result.items or [], strict=False)):
        unseen = _is_none(given) or _is_unchecked(frame, rule)
        says = f"the bwd rule `{name}` must produce a cotangent with the {{}} of argument {position}"
        if not unseen and _is_unlike(frame, call, rule, argument, given, says):
            return


def check_tangent(frame: Frame, call: _ast.AST, rule: Value, result: Value) -> None:
    """The tangent that a forward rule gives is like the primal output."""
    if isinstance(result, Sequence) and result.items is not None and len(result.items) == 2:
        says = f"the jvp rule {titled(rule)} must produce a tangent with the {{}} of the primal output"
        primal, tangent = result.items
        _is_unlike(frame, call, rule, primal, tangent, says)


def _is_unlike(frame: Frame, call: _ast.AST, rule: Value, wanted: Value, given: Value, says: str) -> bool:
    found = _difference(wanted, given, "", COTANGENT, _DEEPEST)
    if found is None:
        return False
    what = "structure" if found.what == "structure" else "shape"
    _note_rule(frame, call, rule, f"{says.format(what)}{found.path}, {found.left}, got {found.right}")
    return True


def _is_unchecked(frame: Frame, rule: Value) -> bool:
    """Shapes of cotangents are not compared under ``disable_bwd_checks(True)``, which the text names."""
    modules = [frame.module, *(module for module, _, _ in frame.context.calls), getattr(rule, "module", frame.module)]
    return any(_UNCHECKED in module.source.code.text for module in modules)


def _is_none(value: Value) -> bool:
    return isinstance(value, Const) and value.value is None


def _note(
    frame: Frame,
    node: _ast.AST,
    says: str,
    related: tuple[Origin, ...] = (),
    compared: str = "",
    differs: str = "",
    at: _ast.AST | None = None,
) -> None:
    report(
        frame, StructureMismatch, node, UNKNOWN, says=says, compared=compared, differs=differs, related=related, at=at
    )


def _note_rule(frame: Frame, call: _ast.AST, rule: Value, says: str) -> None:
    """At the first call of the function whose rule it is: JAX's own error names that, or what differentiates it."""
    if not isinstance(rule, Function):
        return
    returned = _returned(rule.node)
    _note(frame, call, says, (Origin(f"returned by {titled(rule)}", rule.module, returned),), at=returned)


def _returned(function: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda) -> _ast.AST:
    if isinstance(function, _ast.Lambda):
        return function.body
    found = [one.value for one in executed(function.body) if isinstance(one, _ast.Return) and one.value is not None]
    return found[0] if len(found) == 1 else function


def _is_leaf(value: Value) -> bool:
    if isinstance(value, Traced):
        return value.is_immutable
    return isinstance(value, Array) or scalar_aval(value) is not None


def _described(value: Value) -> str | None:
    """In JAX's words; None where it is not known what it is."""
    if isinstance(value, Sequence) and value.type in ("tuple", "list"):
        return f"a `{value.type}`" + ("" if value.items is None else f" of {len(value.items)}")
    if isinstance(value, Mapping) and value.items is not None:
        return f"a `dict` of `{sorted(map(str, value.items))}`"
    if isinstance(value, Const) and value.value is None:
        return "None"
    return _typed(aval_of(value)) if _is_leaf(value) else None


def _typed(aval: Aval) -> str:
    """``float32[3]``, with ``...`` for a shape that is not known; of an unknown dtype, its kind in words."""
    shape = ",".join(map(str, aval.shape)) if isinstance(aval.shape, tuple) else "..."
    dtype = aval.dtype or {"b": "bool", "k": "key"}.get(aval.kind or "")
    if dtype is not None:
        return f"`{dtype}[{shape}]`"
    kind = _WORDS.get(aval.kind or "")
    if not isinstance(aval.shape, tuple):
        return kind or "an array"
    return f"{kind} of shape `{written_shape(aval.shape)}`" if kind else f"shape `{written_shape(aval.shape)}`"


CARRIED, BRANCHES, COTANGENT = "carried", "branches", "cotangent"  # what is compared


def _difference(left: Value, right: Value, path: str, compared: str, depth: int) -> _Difference | None:
    """The first that is found."""
    if depth == 0 or left is right:
        return None
    if _is_leaf(left) and _is_leaf(right):
        return _between_arrays(aval_of(left), aval_of(right), path, compared)
    if isinstance(left, Instance) and isinstance(right, Instance):
        return _between_objects(left, right, path, compared, depth)
    one, other = _described(left), _described(right)
    if one is None or other is None or (path and "None" in (one, other)) or (compared != BRANCHES and one == "None"):
        return None  # None may be the default of what somebody fills in; what a body returns is None for good
    if isinstance(left, Container) and isinstance(right, Container) and left.type == right.type:
        both = pairs(left, right)
        if both is None:
            known = None not in (left.items, right.items)
            return _Difference("structure", path, one, other) if known else None
        inner = (_difference(a, b, f"{path}[{place!r}]", compared, depth - 1) for place, a, b in both)
        return next((found for found in inner if found is not None), None)
    if one == other or any(isinstance(leaf, Traced) and leaf.evidence is not None for leaf in (left, right)):
        return None  # that it was used as an array somewhere does not hold for all who pass it
    return _Difference("structure", path, one, other)


def _between_objects(left: Instance, right: Instance, path: str, compared: str, depth: int) -> _Difference | None:
    """What objects of one class hold as leaves; of objects that came from nowhere too little is known."""
    if left.cls is not right.cls or any(one.members is not None or one.optional for one in (left, right)):
        return None
    for name, item in left.attributes.items():
        other = right.attributes.get(name)
        if other is not None and is_data(left, name, item) and is_data(right, name, other):
            found = _difference(item, other, f"{path}.{name}", compared, depth - 1)
            if found is not None:
                return found
    return None


def _between_arrays(left: Aval, right: Aval, path: str, compared: str) -> _Difference | None:
    if "k" in (left.kind, right.kind) or None in (left.kind, right.kind):
        return (
            None  # a key of either sort, typed or an array of two numbers; or too little is known of where it is from
        )
    if compared == COTANGENT and left.kind not in ("f", "c"):
        return None  # what has no derivative may be given anything
    if _shapes_differ(left, right):
        return _Difference("shapes", path, _typed(left), _typed(right))
    if compared != COTANGENT and _dtypes_differ(left, right, compared == CARRIED):
        return _Difference("dtypes", path, _typed(left), _typed(right))
    return None


def _shapes_differ(left: Aval, right: Aval) -> bool:
    if not isinstance(left.shape, tuple) or not isinstance(right.shape, tuple):
        return False
    if len(left.shape) != len(right.shape):
        return True
    return any(map(are_unequal, left.shape, right.shape))


def _may_both_be_complex(left: Aval, right: Aval) -> bool:
    """A float without a dtype may come of a quotient or a sine of what is complex, where its kind was not known."""
    real, other = (left, right) if left.kind == "f" else (right, left)
    return real.kind == "f" and other.kind == "c" and real.dtype is None and not real.weak


def _dtypes_differ(left: Aval, right: Aval, carried: bool) -> bool:
    """A dtype that is known by name is no weak one.  Whether 32 or 64 bits, the configuration may say."""
    if None in (left.kind, right.kind) or _may_both_be_complex(left, right):
        return False
    if left.kind != right.kind:
        return not carried or left.kind == "b" or (left.dtype is not None and not left.weak)
    if left.kind != "f" or left.dtype is None or right.dtype is None or left.weak or right.weak:
        return False
    return left.dtype != right.dtype and (left.dtype in _HALVES or right.dtype in _HALVES)
