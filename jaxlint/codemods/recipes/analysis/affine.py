"""Integers as polynomials in sizes and names: how far two bounds lie apart, and what is proved not to be negative."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_pure, names_in, written_into
from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.dataflow.scopes import binding_of
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.aval import Dim
from jaxlint.tracing.values.value import Const, Static, Traced, Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

Key = object
Monomial = tuple[Key, ...]
_DEPTH = 8


class Polynomial:
    """``terms``: coefficient of each product of keys; () is the constant.  A Dim as key is a size, never negative."""

    __slots__ = ("terms",)

    def __init__(self, terms: dict[Monomial, int]) -> None:
        self.terms = {monomial: factor for monomial, factor in terms.items() if factor}

    def plus(self, other: Polynomial, sign: int = 1) -> Polynomial:
        terms = dict(self.terms)
        for monomial, factor in other.terms.items():
            terms[monomial] = terms.get(monomial, 0) + sign * factor
        return Polynomial(terms)

    def minus(self, other: Polynomial) -> Polynomial:
        return self.plus(other, -1)

    def times(self, other: Polynomial) -> Polynomial:
        terms: dict[Monomial, int] = {}
        for mine, factor in self.terms.items():
            for theirs, more in other.terms.items():
                monomial = tuple(sorted((*mine, *theirs), key=_order))
                terms[monomial] = terms.get(monomial, 0) + factor * more
        return Polynomial(terms)

    @property
    def number(self) -> int | None:
        """The integer that it is, where no key is left."""
        return self.terms.get((), 0) if not self.terms.keys() - {()} else None

    @property
    def is_natural(self) -> bool:
        """Proved to be >= 0."""
        return all(
            factor > 0 and all(isinstance(key, (Dim, Natural)) for key in monomial)
            for monomial, factor in self.terms.items()
        )

    def equals(self, other: Polynomial) -> bool:
        return self.terms == other.terms


class Natural(str):
    """The key of an expression that is never negative."""

    __slots__ = ()


def _order(key: Key) -> str:
    return key if isinstance(key, str) else f"size {id(key)}"


def whole(number: int) -> Polynomial:
    return Polynomial({(): number})


def polynomial(site: Site, node: ast.AST, followed: bool = False) -> Polynomial | None:
    """An integer expression; two that are equal hold the same number wherever both are evaluated together.

    ``followed``: the node was reached through a name, so that its own names must be bound once.
    """
    return _Reader(site).read(node, followed, _DEPTH)


class _Reader:
    def __init__(self, site: Site) -> None:
        self.site = site

    def read(self, node: ast.AST, followed: bool, depth: int) -> Polynomial | None:
        """``followed``: the node was reached through a name, so that its own names must be bound once."""
        known = self._known(node)
        if known is not None or not depth:
            return known
        if isinstance(node, ast.Name):
            return self._name(node, followed, depth)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.read(node.operand, followed, depth - 1)
            return None if inner is None else whole(0).minus(inner)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub, ast.Mult)):
            left, right = (self.read(side, followed, depth - 1) for side in (node.left, node.right))
            if left is None or right is None:
                return None
            if isinstance(node.op, ast.Mult):
                return left.times(right)
            return left.plus(right) if isinstance(node.op, ast.Add) else left.minus(right)
        return self._opaque(node, followed)

    def _known(self, node: ast.AST) -> Polynomial | None:
        value = self.site.value(node)
        if isinstance(value, Const):
            plain = isinstance(value.value, int) and not isinstance(value.value, bool)
            return whole(value.value) if plain else None  # type: ignore[arg-type]
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return whole(node.value)
        if isinstance(value, Static) and isinstance(value.dim, Dim):
            return Polynomial({(value.dim,): 1})
        return None

    def _name(self, node: ast.Name, followed: bool, depth: int) -> Polynomial | None:
        given = assigned_value(self.site, node)
        if given is not None:
            inner = self.read(given, True, depth - 1)
            if inner is not None:
                return inner
        binding = binding_of(self.site.module, node)
        if binding is None or (followed and binding.sole is None) or not self._is_integer(node):
            return None
        return Polynomial({(f"{node.id} of {id(binding.scope)}",): 1})

    def _opaque(self, node: ast.AST, followed: bool) -> Polynomial | None:
        """``n // 2``, ``jnp.argmax(x)``: known only to equal itself."""
        if not isinstance(node, ast.expr) or not self._is_integer(node) or not is_pure(self.site, node):
            return None
        bindings = [binding_of(self.site.module, name) for name in walk(node) if isinstance(name, ast.Name)]
        again = any(one is not None and one.sole is None for one in bindings)
        if followed and (again or written_into(self.site, names_in(node))):
            return None
        scopes = [0 if one is None else id(one.scope) for one in bindings]
        text = f"{ast.dump(node)} {scopes}"
        return Polynomial({(Natural(text) if self._is_natural(node) else text,): 1})

    def _is_natural(self, node: ast.expr) -> bool:
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.FloorDiv, ast.Mod)):
            return False
        left, right = (self.read(side, False, _DEPTH) for side in (node.left, node.right))
        return left is not None and right is not None and left.is_natural and right.is_natural

    def _is_integer(self, node: ast.expr) -> bool:
        """Not known to be anything else: what bounds a slice is taken for a number."""
        value = self.site.value(node)
        if isinstance(value, Static):
            return value.type in ("int", "object")
        if isinstance(node, ast.Name) and is_option(self.site, node):
            return True
        return isinstance(value, Traced) and value.aval.kind in ("i", None)


def is_static(site: Site, node: ast.AST) -> bool:
    """A Python number while tracing."""
    known = isinstance(site.value(node), (Const, Static)) or isinstance(node, ast.Constant)
    return known or (isinstance(node, ast.Name) and is_option(site, node))


def is_option(site: Site, node: ast.Name) -> bool:
    """A parameter with an integer for default, which nobody in view passes: jit leaves it a Python number."""
    binding = binding_of(site.module, node)
    if binding is None or not isinstance(binding.sole, ast.arg) or not isinstance(site.value(node), Unknown):
        return False
    arguments = binding.scope.args  # type: ignore[attr-defined]
    named = [*arguments.posonlyargs, *arguments.args]
    defaults = dict(zip(reversed(named), reversed(arguments.defaults), strict=False))
    default = {**defaults, **dict(zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True))}.get(binding.sole)
    return isinstance(default, ast.Constant) and type(default.value) is int
