"""Whose memory a NumPy array has: might another name see what is written to it, as it would not see a new array?"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import in_loop, names_in, uses
from jaxlint.codemods.recipes.analysis.mentions import mentions
from jaxlint.codemods.recipes.analysis.proof import callee, is_array, is_scalar, method, rank
from jaxlint.codemods.recipes.analysis.reaching import definitions_before, value_given
from jaxlint.syntax.nodes import walk
from jaxlint.syntax.uses import uses as names_used
from jaxlint.tracing.values.value import UNKNOWN, Array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.codemods.recipes.analysis.bindings import Uses
    from jaxlint.codemods.site import Site

_VIEWS = frozenset("reshape ravel view transpose swapaxes squeeze diagonal T real imag mT flat".split())
_VIEWING = _VIEWS | frozenset(
    """asarray asanyarray ascontiguousarray atleast_1d atleast_2d atleast_3d broadcast_to broadcast_arrays diag
    device_put expand_dims flip fliplr flipud frombuffer moveaxis nditer require rollaxis rot90 split array_split hsplit
    vsplit dsplit block_until_ready""".split()
)
_KEEPERS = frozenset(["append", "add", "insert", "setdefault", "appendleft", "extend", "update"])
_COMPUTED = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Constant)
_HOLDERS = (ast.Attribute, ast.Subscript, ast.Call, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.IfExp, ast.BoolOp)
_READERS = (
    *_COMPUTED, ast.FormattedValue, ast.Slice, ast.Expr, ast.Return, ast.AugAssign, ast.If, ast.While, ast.Assert,
    ast.Raise,
)  # fmt: skip
_HARMLESS = frozenset("abs bool complex float int isinstance len pow print range repr round str sum type".split())


def is_shared(site: Site, seen: Uses, name: ast.Name) -> bool:
    """Not proved to be alone in its memory when it is written to."""
    if not all(_is_own(site, binding, name.id) for binding in seen.bindings):
        return True
    return any(_is_kept(site, read, name.id) for read in _reads_before(site, seen, name))


def is_field_shared(site: Site, seen: Uses, field: ast.Attribute) -> bool:
    """``w = self.w`` before a write to ``self.w``; ``seen``: the uses of ``self``."""
    reads = [site.module.parents[read] for read in _reads_before(site, seen, field)]
    same = [one for one in reads if isinstance(one, ast.Attribute) and one.attr == field.attr]
    return any(_is_kept(site, one, "") for one in same)


def _reads_before(site: Site, seen: Uses, place: ast.expr) -> list[ast.Name]:
    again = in_loop(site, place)
    return [read for read in seen.reads if read is not place and (again or read.lineno < place.lineno)]


def _is_own(site: Site, binding: ast.AST, name: str) -> bool:
    if isinstance(binding, ast.arg):
        return not_taken(site, binding) is None
    if isinstance(site.module.parents.get(binding), ast.AugAssign):
        return True
    value = value_given(site, binding)
    return value is not None and _is_fresh(site, value, name)


def not_taken(site: Site, parameter: ast.arg, depth: int = 4) -> tuple[Site, ast.Call] | None:
    """A call in view whose caller goes on with the array that it gave for a parameter, and sees what is written to it.

    Calls under ``jit`` and other decorators give the function an array of its own.
    """
    for other, call, given in _calls_giving(site, parameter):
        if any(_goes_on_with(other, call, one, depth) for one in given):
            return other, call
    return None


def given_by_numpy(site: Site, parameter: ast.arg, depth: int = 4) -> tuple[Site, ast.Call] | None:
    """A call in view that gives NumPy's array for a parameter, which has no ``.at``."""
    for other, call, given in _calls_giving(site, parameter):
        if any(is_numpys(other, one) or (depth and _is_handed_numpys(other, one, depth)) for one in given):
            return other, call
    return None


def _calls_giving(site: Site, parameter: ast.arg) -> Iterator[tuple[Site, ast.Call, list[ast.expr]]]:
    """The calls in view of the function around, with what they pass for a parameter; none if it is decorated."""
    function = site.function
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return
    for other, read in mentions(site, function):
        call = other.module.parents[read]
        if isinstance(call, ast.Call) and call.func is read:
            yield other, call, _given_for(site, function, parameter, call)


def _is_handed_numpys(site: Site, given: ast.expr, depth: int) -> bool:
    bindings = uses(site, given.id).bindings if isinstance(given, ast.Name) else []
    handed = [one for one in bindings if isinstance(one, ast.arg)]
    return any(given_by_numpy(site, one, depth - 1) is not None for one in handed)


def is_numpys(site: Site, node: ast.expr, depth: int = 4) -> bool:
    """Some definition makes it an array of NumPy's, or computes it of one, whatever is written into it later."""
    held = site.value(node)
    if isinstance(held, Array) and held.numpy:
        return True
    given: list[ast.expr | None] = [node]
    statement = site.module.statement_of(node)
    if isinstance(node, ast.Name) and statement is not None:
        given = [value_given(site, one) for one in definitions_before(site, statement, node.id) if one is not None]
    if any(isinstance(one, ast.Call) and _is_of_numpy(site, one) for one in given):
        return True
    operands = [side for one in given if isinstance(one, ast.BinOp) for side in (one.left, one.right)]
    return depth > 0 and held is UNKNOWN and any(is_numpys(site, one, depth - 1) for one in operands)


def _is_of_numpy(site: Site, call: ast.Call) -> bool:
    """By its name, where the function around was not traced."""
    by_name = any(use.node is call.func for use in names_used(site.module, "numpy", [call.lineno]))
    return by_name or callee(site, call).startswith("numpy.")


def _given_for(site: Site, function: ast.FunctionDef, parameter: ast.arg, call: ast.Call) -> list[ast.expr]:
    """The argument that a parameter gets; all of them where that can't be told."""
    everything = [*call.args, *(one.value for one in call.keywords)]
    named = [one.value for one in call.keywords if one.arg == parameter.arg]
    order = [*function.args.posonlyargs, *function.args.args]
    if named or parameter not in order:
        return named or everything
    is_method = isinstance(site.module.parents[function], ast.ClassDef) and isinstance(call.func, ast.Attribute)
    place = order.index(parameter) - is_method
    spread = any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords)
    return everything if spread or place < 0 else call.args[place : place + 1]


def _goes_on_with(site: Site, call: ast.Call, given: ast.expr, depth: int) -> bool:
    """Not in ``x = f(x)``, nor with what is computed for the call, or read for the last time."""
    if _is_fresh(site, given, ""):
        return False
    if not isinstance(given, ast.Name) or not depth:
        return True
    seen = uses(site, given.id)
    statement = site.module.statement_of(call)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    bound = any(given.id in names_in(target) for target in targets)
    if any(
        _is_read_beside(site, call, given, read) for read in seen.reads if site.module.statement_of(read) is statement
    ):
        return True
    end = call.end_lineno, call.end_col_offset
    later = [read for read in seen.reads if (read.lineno, read.col_offset) >= end]
    if not bound and (later or seen.inner or in_loop(site, call)):
        return True
    if any(_is_kept(site, read, given.id) for read in seen.reads if read.lineno < call.lineno):
        return True
    handed = [one for one in seen.bindings if isinstance(one, ast.arg)]
    return any(not_taken(site, one, depth - 1) is not None for one in handed)


def _is_read_beside(site: Site, call: ast.Call, given: ast.Name, read: ast.Name) -> bool:
    """Does the statement of a call read the array elsewhere?  Operands hold it until all of them are evaluated.

    What is computed of it for the call itself is computed before.
    """
    arguments = [*call.args, *(one.value for one in call.keywords)]
    around = next((one for one in arguments if read in walk(one)), None)
    if around is None:
        return read not in walk(call.func)
    return around is not given and not _is_fresh(site, around, "")


def _is_fresh(site: Site, node: ast.expr, name: str) -> bool:
    """Nobody else has its memory, or only what the name itself held before."""
    if isinstance(node, _COMPUTED) or is_scalar(site, node):
        return True
    if isinstance(node, ast.Name):
        return node.id == name
    if isinstance(node, ast.IfExp):
        return _is_fresh(site, node.body, name) and _is_fresh(site, node.orelse, name)
    if isinstance(node, (ast.Tuple, ast.List)):
        return all(_is_fresh(site, one, name) for one in node.elts)
    if isinstance(node, ast.Dict):
        return all(_is_fresh(site, one, name) for one in node.values)
    if isinstance(node, ast.Subscript):
        return _is_copied(site, node) or _is_fresh(site, node.value, name)
    if isinstance(node, ast.Attribute):
        return node.attr in _VIEWS and _is_fresh(site, node.value, name)
    return isinstance(node, ast.Call) and _is_fresh_call(site, node, name)


def _is_fresh_call(site: Site, call: ast.Call, name: str) -> bool:
    function = callee(site, call)
    word = function.rpartition(".")[2]
    if function.startswith(("jax.", "numpy.")) and word in _VIEWING:
        return bool(call.args) and _is_fresh(site, call.args[0], name)
    receiver = method(call)
    if function or receiver is None:
        return function.startswith(("jax.", "numpy.")) or (function.startswith("builtins.") and word in _HARMLESS)
    if isinstance(receiver[0], ast.Subscript) and getattr(receiver[0].value, "attr", "") == "at":
        return True
    if receiver[1] in _VIEWING:
        return _is_fresh(site, receiver[0], name)
    return is_array(site, receiver[0])


def _is_kept(site: Site, node: ast.AST, name: str) -> bool:
    """Is the very array, or a view of it, put under another name or into a container?"""
    parent = site.module.parents.get(node)
    while isinstance(parent, (*_HOLDERS, ast.keyword, ast.Starred)):
        if isinstance(parent, ast.Subscript) and (parent.value is not node or _is_copied(site, parent)):
            return False
        if isinstance(parent, ast.Subscript) and isinstance(parent.ctx, ast.Store) and is_array(site, parent.value):
            return False
        if isinstance(parent, ast.Attribute) and parent.attr not in _VIEWS:
            return False
        if isinstance(parent, ast.Call) and parent.func is not node:
            taken = _is_taken(site, parent)
            if taken is not None:
                return taken
        node, parent = parent, site.module.parents.get(parent)
    if isinstance(parent, ast.Assign) and node in parent.targets:
        return not _is_fresh(site, parent.value, name)
    if isinstance(parent, (ast.Assign, ast.AnnAssign)) and parent.value is node:
        targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
        return not any(name in names_in(target) for target in targets)  # of the name itself
    return not isinstance(parent, _READERS)


def _is_taken(site: Site, call: ast.Call) -> bool | None:
    """Does a call keep what it is given?  None: what it gives may be that, or a view of it."""
    function = callee(site, call)
    word = function.rpartition(".")[2]
    if function.startswith(("jax.", "numpy.")):
        return None if word in _VIEWING else False
    receiver = method(call)
    if not function and receiver is not None:
        return receiver[1] in _KEEPERS or (None if not is_array(site, receiver[0]) else False)
    return False if function.startswith("builtins.") and word in _HARMLESS else None


def _is_copied(site: Site, node: ast.Subscript) -> bool:
    """A number, or the elements that an array of indices or a mask picks; a row would be a view."""
    picked = isinstance(node.slice, ast.List) or (is_array(site, node.slice) and (rank(site, node.slice) or 0) > 0)
    return picked or is_scalar(site, node)
