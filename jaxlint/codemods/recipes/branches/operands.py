"""Which names the functions of a ``lax.cond`` take, and which numbers may become tracers."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import around, uses
from jaxlint.codemods.recipes.analysis.effects import is_report
from jaxlint.codemods.recipes.analysis.proof import callee, is_array, method
from jaxlint.codemods.recipes.analysis.reaching import definitions_before
from jaxlint.codemods.recipes.branches.agreement import is_number
from jaxlint.codemods.recipes.branches.ways import Arm, Fork
from jaxlint.dataflow.assignment import Assignment
from jaxlint.knowledge.api import is_elementwise
from jaxlint.knowledge.operations import UPDATES
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.joining import leaves, static_type
from jaxlint.tracing.values.value import Array, Container, Traced, Unknown, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_PASSING = (ast.BinOp, ast.UnaryOp, ast.Tuple, ast.List, ast.IfExp, ast.BoolOp)
_TAKING = (ast.Compare, ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Lambda, ast.Dict)
_COLLECTING = ("append", "insert", "extend")
_TAKING_CALLS = frozenset(
    """jax.numpy.where jax.numpy.full jax.numpy.full_like builtins.max builtins.min builtins.abs""".split()
)


class Operands:
    """Names that some arm reads, or hands on, and binds anew: as a function of its own it needs them as parameters.

    In a loop of Python's also the arrays that its iterations bind, of which a function would see the last.
    ``known``: each is proved to be an array, or a tree of arrays.
    """

    __slots__ = ("known", "names")

    def __init__(self, site: Site, fork: Fork) -> None:
        self.names: list[str] = []
        self.known = True
        for arm in fork.arms():
            flow = Assignment(arm.statements if arm.given is None else [])
            read = {name: site.value(node) for name, node in flow.needed.items()}
            held = {name: value for name, value in (arm.kept | read).items() if _is_bound_before(site, arm, name)}
            for name in flow.stored.keys() & held.keys():
                self.known &= _is_known(site, held[name], name, arm)
            self.names += [name for name in flow.stored if name in held and name not in self.names]
            self.names += [name for name in _of_iterations(site, fork, arm) if name not in self.names]


def _of_iterations(site: Site, fork: Fork, arm: Arm) -> list[str]:
    """The arrays that an arm reads and that an iteration of the loop around it binds."""
    loop = next((above for above in around(site, fork.test) if isinstance(above, (ast.For, ast.While))), None)
    if loop is None:
        return []
    bound = {*names_bound(loop.body), *names_bound([loop.target] if isinstance(loop, ast.For) else [])}
    parts = arm.statements if arm.given is None else [one.node for one in arm.given if one.node is not None]
    reads = [part for node in parts for part in walk(node) if isinstance(part, ast.Name)]
    own = set(names_bound(arm.statements)) if arm.given is None else set()
    told = [one.text for one in arm.given or () if one.node is None and one.text in bound]
    arrays = [read.id for read in reads if read.id in bound - own and is_array(site, read)]
    return [*dict.fromkeys([*arrays, *told])]


def _is_bound_before(site: Site, arm: Arm, name: str) -> bool:
    """Or in an earlier turn of a loop around; what an arm alone binds, perhaps in a loop of its own, stays there."""
    if name in arm.kept or not arm.statements:
        return True
    return any(definitions_before(site, arm.statements[0], name))


def _is_known(site: Site, value: Value, name: str, arm: Arm) -> bool:
    if isinstance(value, (Traced, Array)):
        return True
    if isinstance(value, Unknown):
        return False
    if is_number(value) and all(may_be_traced(site, value, read) for read in _reads(arm, name)):
        return False
    parts = leaves(value) if isinstance(value, Container) else []
    if parts and all(isinstance(one, (Traced, Array)) for one in parts):
        return True
    if is_number(value):  # what must stay static would become a tracer
        raise NoFix(f"`{name}` may have to stay static, but a branch assigns it")
    raise NoFix(f"`{name}` may not be a pytree of arrays, but a branch assigns it")


def _reads(arm: Arm, name: str) -> list[ast.AST]:
    parts = [part for node in arm.statements for part in walk(node)]
    return [part for part in parts if isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Load)]


def may_be_traced(site: Site, value: Value, read: ast.AST) -> bool:
    """A number that is used as numbers are, not as a size, a bound, a flag or a key of Python's."""
    if static_type(value) in ("float", "complex"):
        return True
    waiting, met = [read], set()
    while waiting:  # each read once: what is assigned may be read, and assigned again, in many ways
        node = waiting.pop()
        if node in met:
            continue
        met.add(node)
        parent = site.module.parents.get(node)
        if isinstance(parent, _PASSING):
            waiting.append(parent)
        elif isinstance(parent, ast.Assign) and all(isinstance(target, ast.Name) for target in parent.targets):
            waiting += _later_reads(site, parent)
        elif not _takes_arrays(site, parent, node):
            return False
    return True


def _takes_arrays(site: Site, parent: ast.AST | None, read: ast.AST) -> bool:
    if isinstance(parent, (ast.If, ast.While, *_TAKING)):
        return True
    if isinstance(parent, ast.DictComp):
        return parent.value is read
    if isinstance(parent, ast.Subscript):
        return isinstance(site.value(parent.value), (Traced, Array))
    if isinstance(parent, ast.Call):
        receiver = method(parent)
        name = callee(site, parent)
        takes = receiver is not None and receiver[1] in (*UPDATES, *_COLLECTING)
        return is_elementwise(name) or name in _TAKING_CALLS or takes or is_report(site, parent)
    if isinstance(parent, ast.FormattedValue):
        statement = site.module.statement_of(parent)
        return isinstance(statement, ast.Expr) and is_report(site, statement.value)
    return False


def _later_reads(site: Site, statement: ast.Assign) -> list[ast.Name]:
    names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
    end = (statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
    return [read for name in names for read in uses(site, name).reads if (read.lineno, read.col_offset) >= end]
