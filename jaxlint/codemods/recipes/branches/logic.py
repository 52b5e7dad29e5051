"""``and``, ``or``, ``not``, chained comparisons and ``in``, computed by JAX."""

from __future__ import annotations

import ast
from itertools import pairwise

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import is_plain, is_pure
from jaxlint.codemods.recipes.analysis.certain import is_truth_array
from jaxlint.codemods.recipes.analysis.destinations import check_destination
from jaxlint.codemods.recipes.analysis.proof import callee, is_scalar, kind
from jaxlint.codemods.recipes.branches.choices import judge
from jaxlint.codemods.recipes.branches.leads import lead_of
from jaxlint.codemods.recipes.branches.membership import member
from jaxlint.codemods.recipes.branches.ways import Arm, Fork, Given
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.quote import chained, quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE, safe_if
from jaxlint.knowledge.libraries.layers import PYTHON_FLAGS
from jaxlint.tracing.values.value import ClassValue, Const, Function, Sequence, Static, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "use `&`, `|` and `~`"
_PARTS = "compare the elements, and combine the results with `&`"
_SYMBOLS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_TESTING = frozenset(["jax.numpy.where", "jax.numpy.logical_not", "jax.lax.cond", "builtins.bool", "jax.lax.select"])
_TAKING_NUMBERS = ("builtins.int", "builtins.float", "builtins.round", "jax.numpy.asarray", "jax.numpy.array")
_NUMBERS = frozenset(["bool", "int", "float", "complex"])
_CONNECTIVES = frozenset(["jax.numpy.logical_and", "jax.numpy.logical_or", "jax.numpy.logical_xor"])


@recipe
def logical(site: Site, owner: ast.AST) -> Rewrite | None:
    """The expression that asks, told without asking."""
    check_flag(site, owner)
    if isinstance(owner, ast.expr):
        check_destination(site, owner)
    if isinstance(owner, ast.BoolOp):
        return _connected(site, owner)
    if isinstance(owner, ast.UnaryOp):
        lead = lead_of(site, owner.operand)
        if lead is not None:
            word = "or" if lead.joins else "and"
            text = quote(site, f"not {{}} {word} jnp.logical_not({{}})", lead.text, lead.test)
            return Rewrite(UNSAFE, _SUMMARY, [Replace(owner, text)])
        level = safe_if(is_scalar(site, owner.operand))
        text = quote(site, "~{}" if is_truth_array(site, owner.operand) else "jnp.logical_not({})", owner.operand)
        return Rewrite(level, _SUMMARY, [Replace(owner, text)])
    if not isinstance(owner, ast.Compare):
        return None
    if isinstance(owner.ops[0], (ast.In, ast.NotIn)) and len(owner.ops) == 1:
        made = member(site, owner)
        return None if made is None else Rewrite(safe_if(made[1]), _SUMMARY, [Replace(owner, made[0])])
    return _same_parts(site, owner) or _chain(site, owner)


def check_flag(site: Site, node: ast.AST) -> None:
    """Raises NoFix where it is given to a library that will ask for its truth, whatever computes it."""
    parent = site.module.parents[node]
    call = site.module.parents.get(parent) if isinstance(parent, ast.keyword) else None
    if not isinstance(call, ast.Call) or parent.arg not in PYTHON_FLAGS:  # type: ignore[attr-defined]
        return
    if isinstance(site.value(call.func), (Function, ClassValue)):
        return
    raise NoFix(f"`{parent.arg}` must be a Python bool; make it a static argument")  # type: ignore[attr-defined]


def _connected(site: Site, node: ast.BoolOp) -> Rewrite | None:
    """What Python knows while tracing goes first, and still guards the rest."""
    lead = 0
    while lead < len(node.values) - 1 and _is_known(site, node.values[lead]):
        lead += 1
    asked = node.values[lead:]
    made = _of_truths(site, node, asked) or _of_operands(site, node, asked)
    if made is None:
        return None
    text, safe = made
    word = "or" if isinstance(node.op, ast.Or) else "and"
    known = node.values[:lead]
    safe = safe and all(is_pure(site, value) for value in asked)
    return Rewrite(safe_if(safe), _SUMMARY, [Replace(node, chained(site, word, [*known, text]))])


def _is_known(site: Site, node: ast.expr) -> bool:
    return isinstance(site.value(node), (Const, Static))


def _of_truths(site: Site, node: ast.BoolOp, asked: list[ast.expr]) -> tuple[str, bool] | None:
    """Joined by ``&``, or by ``jnp.logical_and``, where truths are all that is wanted."""
    word, symbol = ("or", "|") if isinstance(node.op, ast.Or) else ("and", "&")
    kinds = {"b" if _is_comparison(site, value) else kind(site, value) for value in asked}
    scalars = all(is_scalar(site, value) for value in asked)
    texts = [site.text(value) for value in asked]
    if kinds == {"b"}:
        return chained(site, symbol, asked), scalars
    tested = is_only_tested(site, node)
    if any(_is_no_array(site.value(value)) for value in asked):
        return None
    if not tested and (_is_calculated(site, node) or any(_is_number(site, value) for value in asked)):
        return None  # one of which comes out
    text = texts[0]
    for other in texts[1:]:
        text = quote(site, "jnp.logical_{}({}, {})", word, text, other)
    return text, scalars and tested


def _is_comparison(site: Site, node: ast.expr) -> bool:
    """Of numbers by order, as far as is known: a boolean comes out."""
    orders = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
    return isinstance(node, ast.Compare) and isinstance(node.ops[0], orders) and len(node.ops) == 1


def _is_no_array(value: Value | None) -> bool:
    """A dtype, a text, None: JAX's operators refuse it."""
    if isinstance(value, Static):
        return value.type not in _NUMBERS
    return isinstance(value, Const) and not isinstance(value.value, (bool, int, float, complex))


def _is_calculated(site: Site, node: ast.expr) -> bool:
    """The number that comes out is wanted."""
    parent = site.module.parents[node]
    return isinstance(parent, ast.BinOp) or callee(site, parent) in _TAKING_NUMBERS


def _is_number(site: Site, node: ast.expr) -> bool:
    """Certainly no truth."""
    known = kind(site, node)
    if known is not None:
        return known != "b"
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, (ast.USub, ast.UAdd))
    return isinstance(node, ast.BinOp) and isinstance(node.op, _ARITHMETIC)


def _of_operands(site: Site, node: ast.BoolOp, asked: list[ast.expr]) -> tuple[str, bool] | None:
    """``x or 1.0`` -> ``jnp.where(x != 0, x, 1.0)``."""
    if not all(is_pure(site, value) for value in asked[:-1]):
        return None
    way: Fork | Arm = _arm(site, asked[-1])
    text = site.text(asked[-1])
    for value in reversed(asked[:-1]):
        own = _arm(site, value)
        way = Fork(value, own, way) if isinstance(node.op, ast.Or) else Fork(value, way, own)
    if not isinstance(way, Fork):
        return None
    choice = judge(site, way)
    for value in reversed(asked[:-1]):
        own_text = site.text(value)
        test = own_text if kind(site, value) == "b" else quote(site, "{} != 0", own_text)
        first, second = (own_text, text) if isinstance(node.op, ast.Or) else (text, own_text)
        if choice.where:
            text = quote(site, "jnp.where({}, {}, {})", test, first, second)
        else:
            text = quote(site, "lax.cond({}, lambda: {}, lambda: {})", test, first, second)
    return text, choice.safe


def _arm(site: Site, node: ast.expr) -> Arm:
    value = site.value(node)
    return Arm([], [Given(site.text(node), value, node)], [[value]])


def is_only_tested(site: Site, node: ast.expr) -> bool:
    """Nobody looks at which operand came out."""
    parent = site.module.parents[node]
    if isinstance(parent, (ast.If, ast.IfExp, ast.While, ast.Assert)):
        return parent.test is node
    if isinstance(parent, ast.comprehension):
        return node in parent.ifs
    if isinstance(parent, ast.BoolOp):
        return is_only_tested(site, parent)
    if isinstance(parent, ast.Call) and node in parent.args:
        name = callee(site, parent)
        return name in _CONNECTIVES or (name in _TESTING and parent.args[0] is node)
    return isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)


def _chain(site: Site, owner: ast.Compare) -> Rewrite | None:
    operands = [owner.left, *owner.comparators]
    twice = next((one for one in operands[1:-1] if not is_pure(site, one)), None)
    if twice is not None:
        raise NoFix(f"{code_at(site, twice)} would be evaluated twice")
    if not _SYMBOLS.keys() >= set(map(type, owner.ops)):
        raise NoFix("a chained comparison with `in` or `is` has no equivalent in `jax.numpy`")
    pairs = zip(pairwise(operands), owner.ops, strict=True)
    parts = [quote(site, f"{{}} {_SYMBOLS[type(op)]} {{}}", left, right) for (left, right), op in pairs]
    safe = all(is_scalar(site, one) for one in operands)
    return Rewrite(safe_if(safe), _SUMMARY, [Replace(owner, chained(site, "&", parts))])


def _same_parts(site: Site, owner: ast.Compare) -> Rewrite | None:
    """``(row, column) == (3, 4)``, part by part."""
    sides = [_parts_of(site, one) for one in (owner.left, owner.comparators[0])]
    if len(owner.ops) != 1 or not sides[0] or len(sides[0]) != len(sides[1]):
        return None
    pairs, operator = list(zip(*sides, strict=True)), owner.ops[0]
    if not isinstance(operator, (ast.Eq, ast.NotEq)):
        return Rewrite(UNSAFE, _PARTS, [Replace(owner, _in_order(site, pairs, _SYMBOLS[type(operator)]))])
    parts = [quote(site, f"{{}} {_SYMBOLS[type(operator)]} {{}}", *pair) for pair in pairs]
    return Rewrite(UNSAFE, _PARTS, [Replace(owner, chained(site, "&" if isinstance(operator, ast.Eq) else "|", parts))])


def _in_order(site: Site, pairs: list[tuple[ast.expr | str, ast.expr | str]], symbol: str) -> str:
    """The first two that are not equal tell."""
    left, right = pairs[0]
    if len(pairs) == 1:
        return quote(site, f"{{}} {symbol} {{}}", left, right)
    for part in (left, right):
        if isinstance(part, ast.expr) and not is_pure(site, part):
            raise NoFix(f"{code_at(site, part)} would be evaluated twice")
    text = f"({{a}} {symbol.removesuffix('=')} {{b}}) | ({{a}} == {{b}}) & {{rest}}"
    return quote(site, text, a=left, b=right, rest=_in_order(site, pairs[1:], symbol))


def _parts_of(site: Site, side: ast.expr) -> list[ast.expr | str]:
    if isinstance(side, (ast.Tuple, ast.List)):
        return [*side.elts]
    value = site.value(side)
    items = value.items if isinstance(value, Sequence) and is_plain(side) else None
    return [quote(site, f"{{}}[{place}]", side) for place in range(len(items or []))]
