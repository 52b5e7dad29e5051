"""Constant PRNG key in compiled code

## Why
The same key returns the same numbers. A key created from a constant in a compiled function is the
same in every call and in every iteration: noise becomes a constant offset, and dropout drops the
same units in every step. Reported if the draw depends on arguments, meets them, or is in a loop.
Default keys, `eval_shape`, `model.init` and tests are not reported.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def noisy(x):
        key = jax.random.key(0)
        return x + jax.random.normal(key, x.shape)


    x = jnp.zeros(3)
    print((noisy(x) == noisy(x)).all())  # prints True

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def noisy(key, x):
        return x + jax.random.normal(key, x.shape)


    x = jnp.zeros(3)
    key1, key2 = jax.random.split(jax.random.key(0))
    print((noisy(key1, x) == noisy(key2, x)).all())  # prints False

## Ways out
- pass a `key` as an argument: the callers have one, or can split one before each call
- use `jax.random.fold_in(key, step)`: the function already receives a step number
- use `jax.eval_shape`: only the shapes of the result are needed

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When every call should use the same numbers, such as a fixed random projection.

## How to confirm
Call the function twice and compare the results: they contain the same numbers.
https://docs.jax.dev/en/latest/random-numbers.html
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.faint import is_faint
from jaxlint.dataflow.index import flow_of
from jaxlint.rules.key_reuse import is_for_a_test
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.rules.shapes_asked import asking
from jaxlint.syntax.binders import FUNCTIONS
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Place
    from jaxlint.tracing.events.keys import ConstantKey

_BETWEEN = (_ast.Add, _ast.Sub, _ast.Mult, _ast.Div)
_SELECTING = ("where", "select")
_MOST = 20  # expressions that are followed


def check(event: ConstantKey) -> Hazard | None:
    meets = event.like is not None and _meets(event.draw, event.like)
    if not (event.follows or event.repeated or meets):
        return None
    places = [(event.module, event.node), *((module, node) for module, _, node in event.calls)]
    if any(module.is_test or is_for_a_test(module, node) for module, node in places):
        return None
    if _is_instead(event.module, event.node) or is_faint(event.drawn, event.node, asking(event.inits)):
        return None
    when = "in every iteration" if event.repeated else "on every call"
    made, draw = quoted(event, event.node), short_name(event.callee)
    return Hazard(f"{made} is a constant in compiled code: `{draw}` draws the same numbers {when}")


def _is_instead(module: Module, node: _ast.AST) -> bool:
    """For callers that give none: ``if key is None:``, ``key or jax.random.key(0)``, a default."""
    above = module.parents.get(node)
    while above is not None and not isinstance(above, FUNCTIONS):
        if isinstance(above, (_ast.BoolOp, _ast.arguments)):
            return True
        if isinstance(above, (_ast.If, _ast.IfExp)) and any(map(_asks_for_absence, walk(above.test))):
            return True
        above = module.parents.get(above)
    return False


def _asks_for_absence(test: _ast.AST) -> bool:
    """``key is None``, ``not rngs``, ``"dropout" in rngs``, ``hasattr(self, "key")``"""
    if isinstance(test, _ast.Compare):
        return isinstance(test.ops[0], (_ast.Is, _ast.IsNot, _ast.In, _ast.NotIn))
    return isinstance(test, _ast.Call) or (isinstance(test, _ast.UnaryOp) and isinstance(test.op, _ast.Not))


def _meets(draw: Place, name: str) -> bool:
    """What is drawn is added to what the name holds, or follows from it, or multiplied with it; masks select of it."""
    module, function, node = draw
    ways, seen, held = [node], set[_ast.AST](), set[str]()

    def is_passed(one: _ast.Name) -> bool:
        return one.id == name or (one.id not in held and _follows(module, function, one, name, held))

    for way in ways:
        outer = module.parents[way]
        if way in seen or len(seen) > _MOST:
            continue
        seen.add(way)
        if isinstance(outer, _ast.BinOp) and isinstance(outer.op, _BETWEEN):
            if any(map(is_passed, _names_in(outer.right if outer.left is way else outer.left))):
                return True
            ways.append(outer)
        elif isinstance(outer, (_ast.UnaryOp, _ast.Compare)):
            ways.append(outer)
        elif isinstance(outer, _ast.Call) and getattr(outer.func, "attr", None) in _SELECTING:
            if any(is_passed(name) for one in outer.args if one is not way for name in _names_in(one)):
                return True
        elif isinstance(outer, _ast.Assign) and len(outer.targets) == 1 and isinstance(outer.targets[0], _ast.Name):
            held.add(outer.targets[0].id)
            ways += flow_of(function or module.tree).reaching.reads(outer.targets[0])
    return False


def _follows(module: Module, function: _ast.AST | None, read: _ast.Name, name: str, held: set[str]) -> bool:
    """A parameter, or what is computed of the name, and not of what was drawn: ``std = jnp.exp(log_std)``."""
    definitions = flow_of(function or module.tree).reaching.definitions(read) or []
    if len(definitions) != 1 or definitions[0] is None:
        return False
    if isinstance(definitions[0], _ast.arg):
        return True
    statement = module.parents.get(definitions[0])
    read_there = free(statement.value) if isinstance(statement, _ast.Assign) else set()
    return name in read_there and held.isdisjoint(read_there)


def _names_in(node: _ast.AST) -> list[_ast.Name]:
    """What arithmetic takes, and no call: the ``x`` of ``jnp.sqrt(0.9) * x``."""
    if isinstance(node, _ast.Name):
        return [node]
    parts = [node.left, node.right] if isinstance(node, _ast.BinOp) else [getattr(node, "operand", None)]
    return [name for part in parts if part is not None for name in _names_in(part)]


RULE = Rule(
    code="JAX404",
    severity="warning",
    events=("constant-key",),
    runtime="none: the same numbers on each call",
    check=check,
    unfixed="only you know which key the callers should pass",
    groups=("keys",),
)
