"""All calls of a function, in all modules in view; or the certainty that some can't be seen."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.proof import callee
from jaxlint.codemods.recipes.keys import imported
from jaxlint.codemods.recipes.keys.methods import method_uses
from jaxlint.dataflow.scopes import Binding, reads_of, scope_of
from jaxlint.project.search_path import plain
from jaxlint.project.unseen import used_unseen
from jaxlint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.syntax.module import Module

# Their results hand keyword arguments on.
_WRAPPERS = frozenset(
    """jax.jit jax.grad jax.value_and_grad jax.checkpoint jax.remat jax.vmap jax.jacfwd jax.jacrev jax.hessian
    functools.partial equinox.filter_jit equinox.filter_grad equinox.filter_value_and_grad jax.pjit""".split()
)
_LOOPS = ("jax.lax.scan", "jax.lax.fori_loop")
_SHARDED = ("in_shardings", "in_axis_resources")


class CallSite(Record):
    """``mapped``: the vmap around the function; ``loop``: the call is a scan or fori_loop that runs the function."""

    module: Module
    call: ast.Call
    mapped: ast.Call | None
    loop: bool = False


def call_sites(
    site: Site,
    module: Module,
    function: ast.AST,
    wrappers: frozenset[str] = _WRAPPERS,
    barred: tuple[str, ...] = _SHARDED,
) -> list[CallSite]:
    """Where it is called, under ``wrappers`` without the options ``barred``; raises NoFix."""
    gatherer = _Gatherer(site, wrappers, barred)
    gatherer.definition(module, function)
    return sorted(gatherer.found, key=lambda one: (one.module.path, one.call.lineno, one.call.col_offset))


class _Gatherer:
    def __init__(self, site: Site, wrappers: frozenset[str], barred: tuple[str, ...]) -> None:
        self.site = site
        self.wrappers = wrappers
        self.barred = barred
        self.found: list[CallSite] = []
        self._followed: set[tuple[str, ast.AST, str]] = set()

    def definition(self, module: Module, function: ast.AST) -> None:
        if isinstance(function, ast.Lambda):
            self._use(module, function, None)
            return
        if not isinstance(function, ast.FunctionDef):
            raise NoFix
        mapped = [one for one in function.decorator_list if self._wrapper(module, one) == "jax.vmap"]
        wrappers = [self._wrapper(module, one) for one in function.decorator_list]
        if mapped or any(one not in self.wrappers for one in wrappers):
            raise NoFix
        parent = module.parents.get(function)
        if isinstance(parent, ast.ClassDef):
            for where, node in method_uses(self.site, module, parent, function) or self._none():
                self._use(where, node, None)
            return
        self._name(module, scope_of(module, function, function.name), function.name, None)

    def _none(self) -> list[tuple[Module, ast.AST]]:
        raise NoFix

    def _wrapper(self, module: Module, node: ast.expr) -> str:
        """``jax.jit`` for ``@jax.jit``, ``@jax.jit(...)`` and ``@partial(jax.jit, ...)``."""
        name = imported.dotted_name(module, node)
        if isinstance(node, ast.Call):
            if any(one.arg in self.barred for one in node.keywords):
                return ""
            name = imported.dotted_name(module, node.func)
            if name == "functools.partial" and node.args:
                name = imported.dotted_name(module, node.args[0])
        return name

    def _name(self, module: Module, scope: ast.AST, name: str, mapped: ast.Call | None) -> None:
        """All uses of a name that is bound once in its scope."""
        if (module.path, scope, name) in self._followed:
            return
        self._followed.add((module.path, scope, name))
        if Binding(scope, name).sole is None:
            raise NoFix
        for node in reads_of(module, scope, name):
            self._use(module, node, mapped)
        if scope is module.tree:
            if imported.is_named(self.site.project, name) or used_unseen(self.site.project, module, name):
                raise NoFix
            own = plain(module.name or "").rpartition(".")[2]
            for other in self.site.project.mentioning(own):
                self._imports(module, other, name, mapped)

    def _imports(self, module: Module, other: Module, name: str, mapped: ast.Call | None) -> None:
        """The uses in another module."""
        uses = imported.uses_elsewhere(self.site.project, module, other, name)
        if uses is None:
            raise NoFix
        for node in uses.attributes:
            self._use(other, node, mapped)
        for alias in uses.aliases:
            scope = other.function_of(alias) or other.tree
            self._name(other, scope, alias.asname or alias.name, mapped)

    def _use(self, module: Module, node: ast.AST, mapped: ast.Call | None) -> None:
        """One expression whose value is the function, perhaps under transforms."""
        try:
            self._follow(module, node, mapped)
        except NoFix as stop:
            if stop.at is None:
                stop.at, stop.module = node, module
            raise

    def _follow(self, module: Module, node: ast.AST, mapped: ast.Call | None) -> None:
        parent = module.parents.get(node)
        if isinstance(parent, ast.Call) and parent.func is node:
            if any(one.arg is None for one in parent.keywords):
                raise NoFix
            self.found.append(CallSite(module, parent, mapped))
        elif isinstance(parent, ast.Call) and node in parent.args:
            self._passed(module, parent, node, mapped)
        elif isinstance(parent, ast.Assign) and len(parent.targets) == 1 and parent.value is node:
            self._bound(module, parent.targets[0], mapped)
        else:
            raise NoFix

    def _passed(self, module: Module, call: ast.Call, node: ast.AST, mapped: ast.Call | None) -> None:
        name = callee(self.site, call) or imported.dotted_name(module, call.func)
        at = call.args.index(node)  # type: ignore[arg-type]
        if name in _LOOPS and at == _LOOPS.index(name) * 2 and mapped is None:
            self.found.append(CallSite(module, call, None, loop=True))
            return
        if name not in self.wrappers or at or any(one.arg in (None, *self.barred) for one in call.keywords):
            raise NoFix
        if name == "jax.vmap":
            if mapped is not None:
                raise NoFix
            mapped = call
        self._use(module, call, mapped)

    def _bound(self, module: Module, target: ast.expr, mapped: ast.Call | None) -> None:
        """``step = jax.jit(f)``."""
        if not isinstance(target, ast.Name):
            raise NoFix
        scope = scope_of(module, target, target.id)
        if scope is module.tree and isinstance(module.parents.get(module.parents[target]), ast.ClassDef):
            raise NoFix
        self._name(module, scope, target.id, mapped)
