"""Where functions are jitted, and whether all who call them in view could pass Python numbers."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.mentions import mentions
from jaxlint.codemods.recipes.analysis.proof import ARRAYS_OWN, callee, method
from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.codemods.recipes.static.handed_on import decorator_hands_on, method_kind, transform_hands_on
from jaxlint.codemods.recipes.static.hashable import (
    display_of,
    displayed,
    is_list,
    takes_tuple,
    unhashable_by_annotation,
)
from jaxlint.codemods.recipes.wording.blame import bound_at, code_at, use_of
from jaxlint.dataflow.scopes import Binding, binding_of, default_of, parameter_index, reads_of
from jaxlint.record import Record
from jaxlint.syntax.binders import FUNCTIONS
from jaxlint.syntax.nodes import children, walk
from jaxlint.tracing.operations.hashing import unhashable_part
from jaxlint.tracing.values.joining import first_traced
from jaxlint.tracing.values.value import UNKNOWN, Array, ClassValue, Instance, Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_ARITHMETIC = (ast.BinOp, ast.UnaryOp, ast.Tuple, ast.List, ast.IfExp, ast.Compare, ast.BoolOp)
NUMBERS = ("i", None)
FLAGS = ("b", "i", None)
_OF_ARRAYS = (*ARRAYS_OWN, "argmax", "argmin", "sum", "prod", "max", "min", "mean")
_PYTHON = ("int", "min", "max", "abs", "round", "tuple", "len")


class Parameter(Record):
    """``index``: its position among the arguments of a callable that stands for the function; None if keyword-only."""

    function: ast.AST
    name: str
    index: int | None

    def shifted(self, by: int) -> Parameter:
        return Parameter(self.function, self.name, None if self.index is None else self.index - by)


class Roots:
    """``found``: each jit (what names it, or the call of it), and the parameters that it must hold for static.

    ``given``: what callers pass for them, and ``defaults``; ``lists``: those of them that no jit can hash.
    ``kinds``: the kinds of dtype that they may have.
    """

    def __init__(self, site: Site, kinds: tuple[str | None, ...] = NUMBERS) -> None:
        self.site = site
        self._kinds = kinds
        self.given: list[ast.expr] = []
        self.defaults: list[ast.expr] = []
        self.found: dict[ast.expr, list[Parameter]] = {}
        self.lists: list[ast.List] = []
        self._seen: set[tuple[ast.AST, str]] = set()

    def require_all(self, node: ast.AST) -> None:
        """Every parameter that an expression takes its traced parts from."""
        for name in self._traced_names(node) or self._now_and_then_traced(node):
            self._require(name)

    def _now_and_then_traced(self, node: ast.AST) -> list[ast.Name]:
        """Parameters of traced functions that are a Python number on some ways, such as their default."""
        names = [part for part in walk(node) if isinstance(part, ast.Name) and self.site.value(part) is UNKNOWN]
        found = {name: binding_of(self.site.module, name) for name in names}
        return [one for one, binding in found.items() if binding is not None and self.site.is_traced(binding.scope)]

    def _traced_names(self, node: ast.AST) -> list[ast.Name]:
        site = self.site
        arithmetic = isinstance(node, _ARITHMETIC)
        if isinstance(node, ast.Call):
            package, _, name = callee(site, node).rpartition(".")
            arithmetic = (package == "builtins" and name in _PYTHON) or package == "math"
        if not arithmetic and first_traced([site.value(node)]) is None:
            return []
        if isinstance(node, ast.Name):
            given = assigned_value(site, node)
            return [node] if given is None else self._traced_names(given)
        if not arithmetic:
            raise NoFix(f"{code_at(site, node)} is computed under the trace, so no caller can pass it")
        parts = node.args if isinstance(node, ast.Call) else children(node)
        return [name for part in parts for name in self._traced_names(part)]

    def _require(self, name: ast.Name) -> None:
        binding = binding_of(self.site.module, name)
        function = None if binding is None else binding.scope
        if binding is None or not isinstance(function, FUNCTIONS) or not isinstance(binding.sole, ast.arg):
            bound = bound_at(self.site.module, [] if binding is None else binding.nodes)
            raise NoFix(f"`{name.id}` cannot be made static{bound}")
        if (function, name.id) in self._seen:
            return
        self._seen.add((function, name.id))
        self._check_number(name, binding)
        annotated = unhashable_by_annotation(binding.sole)
        if annotated:
            raise NoFix(f"`{name.id}` is annotated as {annotated} on {self.site.module.line_name(binding.sole)}")
        parameter = Parameter(function, name.id, parameter_index(function, binding.sole))
        if parameter.index is None and binding.sole not in function.args.kwonlyargs:
            raise NoFix(f"`{name.id}` on {self.site.module.line_name(binding.sole)} is a `*` or `**` parameter")
        default = default_of(function, binding.sole)
        if default is not None:
            self.defaults.append(default)
            self._check_argument(default, parameter)
        self._check_elsewhere(parameter)
        jitted = self._decorated(parameter)
        for use, shift in self._uses_of(function):
            self._enter(use, parameter.shifted(shift), jitted)

    def _check_number(self, name: ast.Name, binding: Binding) -> None:
        """Nothing is asked of it that only an array can answer."""
        value = first_traced([self.site.value(name)])
        if value is not None and (value.aval.rank not in (0, None) or value.aval.kind not in self._kinds):
            raise NoFix(f"`{name.id}` is not a {'boolean' if 'b' in self._kinds else 'scalar integer'}")
        for read in reads_of(self.site.module, binding.scope, name.id):
            parent = self.site.module.parents[read]
            if isinstance(parent, (ast.Attribute, ast.Subscript)) and parent.value is read:
                raise NoFix(f"{code_at(self.site, parent)} uses `{name.id}` as an array or container")

    def _decorated(self, parameter: Parameter) -> bool:
        jitted = False
        for decorator in getattr(parameter.function, "decorator_list", []):
            if is_jit(self.site, decorator) or jit_call(self.site, decorator) is not None:
                self._note(decorator, parameter)
                jitted = True
            elif not decorator_hands_on(self.site, decorator, parameter.index):
                # ``jax.checkpoint``, too, traces what it is given
                raise NoFix(f"the decorator {code_at(self.site, decorator)} may trace `{parameter.name}`")
        return jitted

    def _note(self, node: ast.expr, parameter: Parameter) -> None:
        self.found.setdefault(node, []).append(parameter)

    def _uses_of(self, function: ast.AST) -> list[tuple[ast.expr, int]]:
        """Expressions that stand for the function, and how many leading parameters they hold already."""
        site = self.site
        if isinstance(function, ast.Lambda):
            return [(function, 0)]
        assert isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        parent = site.module.parents[function]
        if isinstance(parent, ast.ClassDef):
            return self._uses_of_method(function, parent)
        scope = site.module.function_of(function) or site.module.tree
        return [(read, 0) for read in reads_of(site.module, scope, function.name)]

    def _uses_of_method(
        self, function: ast.FunctionDef | ast.AsyncFunctionDef, owner: ast.ClassDef
    ) -> list[tuple[ast.expr, int]]:
        found: list[tuple[ast.expr, int]] = []
        for node in ast.walk(self.site.module.tree):
            if isinstance(node, ast.Attribute) and node.attr == function.name and isinstance(node.ctx, ast.Load):
                if isinstance(self.site.value(node), Library):
                    continue
                bare = isinstance(self.site.value(node.value), ClassValue)
                kind = method_kind(function)
                found.append((node, kind == "classmethod" or (not bare and kind is None)))
            elif isinstance(node, ast.Call) and function.name == "__call__":
                value = self.site.value(node.func)
                if isinstance(value, Instance) and value.cls.node is owner:
                    found.append((node.func, 1))
        return found

    def _enter(self, use: ast.expr, parameter: Parameter, jitted: bool) -> None:
        """One place where the function is called, transformed, or handed on."""
        site = self.site
        parent = site.module.parents[use]
        if isinstance(parent, ast.Call) and parent.func is use:
            self._check_call(parent, parameter)
        elif isinstance(parent, ast.Call) and parent.args[:1] == [use]:
            self._transformed(parent, parameter, jitted)
        elif isinstance(parent, ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], ast.Name):
            self._enter_named(parent.targets[0], parameter, jitted)
        elif not jitted:
            raise NoFix(f"{code_at(site, use)} is used in a way that jaxlint cannot follow")

    def _enter_named(self, target: ast.Name, parameter: Parameter, jitted: bool) -> None:
        """``g = jax.jit(f)``; of ``f = jax.jit(f)`` all reads are met as those of the function."""
        binding = binding_of(self.site.module, target)
        if binding is None or not all(node in (target, parameter.function) for node in binding.nodes):
            raise NoFix(f"`{target.id}` on {self.site.module.line_name(target)} is also assigned other functions")
        if binding.sole is target:
            for read in reads_of(self.site.module, binding.scope, target.id):
                self._enter(read, parameter, jitted)

    def _transformed(self, call: ast.Call, parameter: Parameter, jitted: bool) -> None:
        site = self.site
        name = callee(site, call)
        if name == "jax.jit":
            self._note(call, parameter)
            self._enter(call, parameter, True)
        elif transform_hands_on(site, call, parameter.index):
            self._enter(call, parameter, jitted)
        elif name == "functools.partial" and any(keyword.arg == parameter.name for keyword in call.keywords):
            value = next(keyword.value for keyword in call.keywords if keyword.arg == parameter.name)
            self._check_argument(value, parameter)
        else:
            does = "traces" if name.startswith("jax.") else "passes on"
            raise NoFix(f"{code_at(site, call)} {does} `{parameter.name}`")

    def _check_call(self, call: ast.Call, parameter: Parameter) -> None:
        if any(isinstance(argument, ast.Starred) for argument in call.args) or any(
            keyword.arg is None for keyword in call.keywords
        ):
            raise NoFix(f"{code_at(self.site, call)} unpacks its arguments with `*` or `**`")
        for keyword in call.keywords:
            if keyword.arg == parameter.name:
                self._take(keyword.value, parameter)
        if parameter.index is not None and parameter.index < len(call.args):
            self._take(call.args[parameter.index], parameter)

    def _check_elsewhere(self, parameter: Parameter) -> None:
        """What callers in other files give it must have a hash as it is."""
        function, home = parameter.function, self.site.module
        if not isinstance(function, ast.FunctionDef) or isinstance(home.parents[function], ast.ClassDef):
            return
        for other, read in mentions(self.site, function):
            call = other.module.parents[read]
            if other.module is home or not isinstance(call, ast.Call) or call.func is not read:
                continue
            given = [one.value for one in call.keywords if one.arg == parameter.name]
            if parameter.index is not None:
                given += call.args[parameter.index : parameter.index + 1]
            part = next((part for one in given if (part := unhashable_part(other.value(one)) or displayed(one))), None)
            if part is not None:
                raise NoFix(f"`{parameter.name}` must be hashable, but {use_of(other, read, home)} passes {part}")

    def _take(self, argument: ast.expr, parameter: Parameter) -> None:
        if not isinstance(argument, ast.Name) or first_traced([self.site.value(argument)]) is None:
            self.given.append(argument)  # a parameter that is handed on is asked for where it comes from
        self._check_argument(argument, parameter)

    def _check_argument(self, argument: ast.expr, parameter: Parameter) -> None:
        """A Python number, or what can be made one; a list becomes a tuple, where it is written."""
        made = None if callee(self.site, argument) else method(argument)
        if isinstance(self.site.value(argument), Array) or (made is not None and made[1] in _OF_ARRAYS):
            raise NoFix(f"`{parameter.name}` must be a Python value, but {code_at(self.site, argument)} is an array")
        if is_list(self.site, argument):
            self._note_list(argument, parameter)
        self.require_all(argument)

    def _note_list(self, argument: ast.expr, parameter: Parameter) -> None:
        display = display_of(self.site, argument)
        if display is None or not takes_tuple(self.site, parameter.function, parameter.name):
            raise NoFix(f"`{parameter.name}` must be hashable, but {code_at(self.site, argument)} is a list")
        self.lists.append(display)


def is_jit(site: Site, node: ast.expr) -> bool:
    value = site.value(node)
    return isinstance(value, Library) and value.name == "jax.jit"


def jit_call(site: Site, node: ast.expr) -> ast.Call | None:
    """``jax.jit(...)`` or ``partial(jax.jit, ...)`` as a decorator."""
    if not isinstance(node, ast.Call):
        return None
    if is_jit(site, node.func) and not node.args:
        return node
    return node if node.args and is_jit(site, node.args[0]) else None
