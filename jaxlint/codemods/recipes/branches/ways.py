"""The ways through an ``if`` or a conditional expression, as a tree of tests with arms at its ends."""

from __future__ import annotations

import ast
from functools import reduce

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import uses
from jaxlint.codemods.recipes.analysis.reaching import definitions_before
from jaxlint.codemods.recipes.branches.leads import lead_of
from jaxlint.codemods.recipes.wording.lifting import argument, flush
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.tightness import SYMBOLS
from jaxlint.dataflow.assignment import Assignment, always_leaves
from jaxlint.record import Record
from jaxlint.syntax.nodes import executed
from jaxlint.tracing.values.joining import join
from jaxlint.tracing.values.value import UNKNOWN, Const, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.branches.leads import Lead
    from jaxlint.codemods.site import Site


class Given(Record):
    """What one arm gives for one result: its text, its value, and the expression that makes it, where there is one."""

    text: str
    value: Value
    node: ast.expr | None = None


class Arm:
    """One way through.

    ``given``: the results as expressions, where they are no more than that;
    ``values``: for each result, what it may be at the end of this way; ``kept``: the names that are bound on some
    turns of the way only, and what they are else.
    """

    __slots__ = ("given", "kept", "statements", "values")

    def __init__(self, statements: list[ast.stmt], given: list[Given] | None, values: list[list[Value]]) -> None:
        self.statements = statements
        self.given = given
        self.values = values
        self.kept: dict[str, Value] = {}


class Fork:
    """A test, and the ways on from there; ``lead``: what Python asks before, where it knows; ``whole``: both.

    ``sure``: what is asked of JAX is a bool.
    """

    __slots__ = ("lead", "no", "sure", "test", "whole", "yes")

    def __init__(self, test: ast.expr, yes: Fork | Arm, no: Fork | Arm, lead: Lead | None = None) -> None:
        self.whole = test
        self.sure = True
        self.test = test if lead is None else lead.test
        self.yes = yes
        self.no = no
        self.lead = lead

    def arms(self) -> list[Arm]:
        return [arm for way in (self.yes, self.no) for arm in (way.arms() if isinstance(way, Fork) else [way])]

    def tests(self) -> list[ast.expr]:
        return [self.test, *(test for way in (self.yes, self.no) if isinstance(way, Fork) for test in way.tests())]


def of_expression(site: Site, node: ast.IfExp) -> Fork:
    """``a if p else b``, with those that stand in its arms."""
    return Fork(node.test, _expression(site, node.body), _expression(site, node.orelse), lead_of(site, node.test))


def _expression(site: Site, node: ast.expr) -> Fork | Arm:
    if isinstance(node, ast.IfExp) and is_traced(site, node.test):
        return of_expression(site, node)
    value = site.value(node)
    return Arm([], [Given(argument(site, node), value, node)], [[value]])


def of_returns(site: Site, node: ast.If, rest: list[ast.stmt]) -> Fork:
    """All ways to the end of the function, each of which returns."""
    way = _returning(site, [node, *rest], outermost=True)
    if not isinstance(way, Fork):
        raise NoFix("some branches return, so the code after the `if` would be duplicated")
    return way


def _returning(site: Site, statements: list[ast.stmt], outermost: bool = False) -> Fork | Arm:
    """What runs from here until a return."""
    node, *rest = statements
    if isinstance(node, ast.If) and (outermost or is_traced(site, node.test)):
        ends = [body if always_leaves(body) else [*body, *rest] for body in (node.body, node.orelse)]
        twice = not any(always_leaves(body) for body in (node.body, node.orelse))
        if all(ends) and not (twice and not _is_brief(rest)):
            ways = [_returning(site, end) for end in ends]
            return Fork(node.test, ways[0], ways[1], lead_of(site, node.test))
    if not always_leaves(statements):
        raise NoFix("not every branch returns a value")
    returns = [part for part in executed(statements) if isinstance(part, ast.Return)]
    values = [site.value(part.value) for part in returns if part.value is not None]
    if len(values) != len(returns) or not values:
        raise NoFix("one branch returns a value, but another returns nothing")
    given = None
    if isinstance(node, ast.Return) and node.value is not None:
        given = [Given(argument(site, node.value), values[0], node.value)]
        values = values[:1]
    return Arm(statements, given, [values])


def _is_brief(rest: list[ast.stmt]) -> bool:
    """So short that each arm may hold it."""
    return len(rest) == 1 and isinstance(rest[0], ast.Return) and isinstance(rest[0].value, ast.Name)


def of_assignments(site: Site, node: ast.If, names: list[str]) -> Fork:
    """All ways to the end of the statement, and what they leave in ``names``."""
    before = {name: values_before(site, node, name) for name in names}
    return _assigning(site, node, names, before)


def _assigning(site: Site, node: ast.If, names: list[str], before: dict[str, list[Value]]) -> Fork:
    ways: list[Fork | Arm] = []
    for body in (node.body, node.orelse):
        inner = body[0] if len(body) == 1 else None
        if isinstance(inner, ast.If) and is_traced(site, inner.test):
            ways.append(_assigning(site, inner, names, before))
        else:
            ways.append(_assigned(site, body, names, before))
    return Fork(node.test, ways[0], ways[1], lead_of(site, node.test))


def _assigned(site: Site, body: list[ast.stmt], names: list[str], before: dict[str, list[Value]]) -> Arm:
    flow = Assignment(body)
    values, kept = [], {}
    for name in names:
        stores = flow.stored.get(name, [])
        if not all(isinstance(store, ast.Name) for store in stores):
            raise NoFix(f"a branch defines `{name}` as a function or class")
        made = [site.value(store) for store in stores]
        if stores and stores[-1] in _own_stores(body):
            values.append(made[-1:])
        elif name in flow.bound:
            values.append(made)
        elif before[name]:
            values.append([*made, *before[name]])
            kept[name] = reduce(join, before[name])
        else:
            raise NoFix(f"`{name}` is only assigned in one branch")
    single = _single_bindings(site, body, set(names))
    if single is None:
        arm = Arm(body, None, values)
        arm.kept = kept
        return arm
    return Arm(body, [single.get(name) or Given(name, kept[name]) for name in names], values)


def _own_stores(body: list[ast.stmt]) -> set[ast.AST]:
    """Bindings that are met on every way through a body."""
    simple = (ast.Assign, ast.AugAssign, ast.AnnAssign)
    return {part for statement in body if isinstance(statement, simple) for part in executed([statement])}


def _single_bindings(site: Site, body: list[ast.stmt], names: set[str]) -> dict[str, Given] | None:
    """Each name's new value as an expression, where none builds on another.

    The other half of ``a, b = b, a`` may be one that nobody wants.
    """
    found: dict[str, Given] = {}
    for statement in body:
        if isinstance(statement, ast.Pass):
            continue
        made = _binding(site, statement)
        if (
            made is None
            or not made.keys() & names
            or made.keys() & found.keys()
            or Assignment([statement]).needed.keys() & found.keys()
        ):
            return None
        if any(name not in names and not isinstance(given.node, ast.Name) for name, given in made.items()):
            return None
        found |= made
    return found


def _binding(site: Site, statement: ast.stmt) -> dict[str, Given] | None:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        return _unpacked(site, statement.targets[0], statement.value)
    if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
        name = statement.target
        text = quote(site, f"{name.id} {SYMBOLS[type(statement.op)]} {{}}", flush(site, statement.value))
        computed = ast.BinOp(ast.Name(name.id, ast.Load()), statement.op, statement.value)
        return {name.id: Given(text, site.value(name), computed)}
    return None


def _unpacked(site: Site, target: ast.expr, value: ast.expr) -> dict[str, Given] | None:
    """``a = v``, or ``a, b = v, w`` name by name."""
    if isinstance(target, ast.Name):
        return {target.id: Given(argument(site, value), site.value(value), value)}
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple) or len(target.elts) != len(value.elts):
        return None
    found: dict[str, Given] = {}
    for one, given in zip(target.elts, value.elts, strict=True):
        if not isinstance(one, ast.Name) or isinstance(given, ast.Starred) or one.id in found:
            return None
        found[one.id] = Given(flush(site, given), site.value(given), given)
    return found


def value_before(site: Site, node: ast.stmt, name: str) -> Value:
    """What a name holds when a statement is reached."""
    found = values_before(site, node, name)
    return reduce(join, found) if found else UNKNOWN


def values_before(site: Site, node: ast.stmt, name: str) -> list[Value]:
    """The same, of each definition that may have given it a value."""
    inside = Assignment([node]).needed.get(name)
    if isinstance(getattr(inside, "ctx", None), ast.Store):
        inside = None  # of x += v, which is known by what it leaves
    found = [_given_by(site, one, name) for one in definitions_before(site, node, name) if one is not None]
    none = any(isinstance(one, Const) and one.value is None for one in found)  # of which what is read knows no more
    return found if inside is None or not found or none else [site.value(inside)]


def _given_by(site: Site, definition: ast.AST, name: str) -> Value:
    if isinstance(definition, ast.arg):
        seen = uses(site, name)
        first = seen.reads[0] if len(seen.bindings) == 1 and seen.reads else None
        return UNKNOWN if first is None else site.value(first)
    return site.value(definition)


def is_traced(site: Site, test: ast.expr) -> bool:
    """Python can't tell its truth while tracing."""
    if lead_of(site, test) is not None:
        raise NoFix("the test combines static and traced conditions")
    return is_choice(site, test)


def is_choice(site: Site, test: ast.expr) -> bool:
    """It is an array that is traced: the choice is JAX's."""
    value = site.value(test)
    return isinstance(value, Traced) and value.is_array and not value.concrete


def spread(site: Site, fork: Fork) -> None:
    """``return a, b`` in each arm gives two results."""
    arms = fork.arms()
    given = [arm.given[0].node if arm.given is not None and len(arm.given) == 1 else None for arm in arms]
    tuples = [one.elts for one in given if isinstance(one, ast.Tuple)]
    parts = [part for elts in tuples for part in elts]
    if len(tuples) < len(arms) or len({len(elts) for elts in tuples}) > 1 or not parts:
        return
    if any(isinstance(part, ast.Starred) for part in parts):
        return
    for arm, elts in zip(arms, tuples, strict=True):
        arm.given = [Given(argument(site, part), site.value(part), part) for part in elts]
        arm.values = [[site.value(part)] for part in elts]


_NOTHING = "one branch returns a value, but another returns nothing"


def elements_of(value: ast.expr | None) -> list[ast.expr]:
    """What is returned, one by one."""
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    if isinstance(value, ast.Tuple) and (len(parts) < 2 or any(isinstance(one, ast.Starred) for one in parts)):
        raise NoFix(f"the length of `{ast.unparse(value)}` is part of the result")
    if None in parts:
        raise NoFix(_NOTHING)
    return [part for part in parts if part is not None]
