"""How a JAX expression on static values is said in Python, and whether both give the same number."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import unchanged
from jaxlint.codemods.recipes.analysis.float32 import is_float32, is_square, is_whole_alike
from jaxlint.codemods.recipes.analysis.proof import callee, constant, kind, method, rank
from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.wording import spliced
from jaxlint.knowledge.operations import FLOAT, WHOLE, operation
from jaxlint.record import Record
from jaxlint.syntax.nodes import children
from jaxlint.tracing.values.joining import first_traced
from jaxlint.tracing.values.shapes import dtype_of
from jaxlint.tracing.values.value import Const, Sequence, ShapeTuple, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_OF_ALL = ("prod", "sum", "max", "min", "amax", "amin")
_ARRAYS = ("array", "asarray")
_WHOLE = ("int32", "int64", "uint32", "int16")
_TOGETHER = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Tuple, ast.List, ast.IfExp)


class Said(Record):
    """``integer``: a Python int; ``exact``: the number that JAX computes, too."""

    text: str
    integer: bool
    exact: bool = True


class Sayer:
    """``names``: those whose own values must be made static where they are bound; ``inlined``: those told at once."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.names: list[ast.Name] = []
        self.inlined: list[ast.Name] = []

    def say(self, node: ast.expr) -> Said:
        site = self.site
        if isinstance(node, ast.Call):
            return self._call(node)
        if self._is_static(node):
            return Said(site.text(node), kind(site, node) == "i")
        if isinstance(node, ast.Name) and assigned_value(site, node) is not None:
            if all(name.id != node.id for name in self.names):
                self.names.append(node)
            return Said(node.id, kind(site, node) == "i")
        if isinstance(node, ast.Subscript) and type(constant(site, node.slice)) is int:
            return Said(quote(site, "{}[{}]", self._elements(node.value), node.slice), True)
        if isinstance(node, _TOGETHER):
            return self._together(node)
        raise NoFix

    def _is_static(self, node: ast.expr) -> bool:
        value = self.site.value(node)
        known = isinstance(value, (Const, Static, Sequence, ShapeTuple)) or isinstance(node, ast.Constant)
        return known and first_traced([value]) is None

    def _together(self, node: ast.expr) -> Said:
        """Python's own operators, whose operands are said anew."""
        parts = [part for part in children(node) if isinstance(part, ast.expr)]
        said = {part: self.say(part) for part in parts}
        loose = isinstance(node, (ast.Tuple, ast.List))
        self._check_number(node)
        new: dict[ast.AST, str] = {part: one.text for part, one in said.items() if one.text != self.site.text(part)}
        integer = all(one.integer for one in said.values()) and not isinstance(getattr(node, "op", None), ast.Div)
        exact = all(one.exact for one in said.values()) and (integer or is_float32(constant(self.site, node)) or loose)
        return Said(spliced(self.site, node, new), integer, exact)

    def _call(self, call: ast.Call) -> Said:
        site = self.site
        package, _, name = callee(site, call).rpartition(".")
        if package == "builtins" and name in ("int", "len", "min", "max", "abs", "round"):
            return self._builtin(call, name)
        if package == "builtins" and name == "tuple" and len(call.args) == 1:
            return Said(self._tuple(call), False)
        if self._is_static(call):
            return Said(site.text(call), kind(site, call) == "i")
        receiver = method(call)
        if receiver is not None and package != "jax.numpy":
            return self._method(call, *receiver)
        if package != "jax.numpy" or (call.keywords and name not in _ARRAYS):
            raise NoFix
        return self._function(call, name)

    def _builtin(self, call: ast.Call, name: str) -> Said:
        said = [self.say(argument) for argument in call.args]
        if call.keywords or not said:
            raise NoFix
        exact = all(one.exact for one in said)
        if name == "int" and said[0].integer and len(said) == 1 and said[0].text != self.site.text(call.args[0]):
            return said[0]
        integer = name in ("int", "len") or all(one.integer for one in said)
        return Said(f"{name}({', '.join(one.text for one in said)})", integer, exact)

    def _method(self, call: ast.Call, receiver: ast.expr, name: str) -> Said:
        if name in _OF_ALL and not call.args and not call.keywords:
            return self._all_of(receiver, name)
        if name == "astype" and len(call.args) == 1 and dtype_of(self.site.value(call.args[0]))[0] == "i":
            return self._whole(receiver)
        raise NoFix

    def _function(self, call: ast.Call, name: str) -> Said:
        arguments = call.args
        if name in _OF_ALL and len(arguments) == 1:
            return self._all_of(arguments[0], name)
        if name in _ARRAYS and len(arguments) == 1 and all(self._is_whole_dtype(one) for one in call.keywords):
            said = self.say(arguments[0])
            return Said(
                said.text,
                said.integer,
                said.exact and (said.integer or is_whole_alike(constant(self.site, arguments[0]))),
            )
        if name in _WHOLE and len(arguments) == 1:
            return self._whole(arguments[0])
        return self._of_numbers(call, name, [self.say(argument) for argument in arguments])

    def _check_number(self, node: ast.expr) -> None:
        """Python's operators take no arrays."""
        if rank(self.site, node) not in (0, None):
            raise NoFix

    def _of_numbers(self, call: ast.Call, name: str, said: list[Said]) -> Said:
        self._check_number(call)
        site, exact = self.site, all(one.exact for one in said)
        texts = [one.text for one in said]
        integers = all(one.integer for one in said)
        known = operation(name)
        text = f"{self._spelled(known.python)}({', '.join(texts)})"
        if known.gives == WHOLE and len(said) == 1:
            return Said(text, True, exact and (integers or is_whole_alike(constant(site, call.args[0]))))
        if known.gives == FLOAT and len(said) == 1:
            return Said(text, False, exact and name == "sqrt" and is_square(constant(site, call.args[0])))
        if known.python and name not in _OF_ALL and len(said) == 1 + (name in ("minimum", "maximum")):
            return Said(text, integers, exact and integers)
        if name == "clip" and len(said) == 3:
            return Said(f"min(max({texts[0]}, {texts[1]}), {texts[2]})", integers, exact and integers)
        if name == "where" and len(said) == 3:
            return Said(quote(site, "{1} if {0} else {2}", *texts), all(one.integer for one in said[1:]), exact)
        if known.symbol and len(said) == 2:
            integer = integers and known.symbol != "/"
            return Said(quote(site, f"{{}} {known.symbol} {{}}", *texts), integer, exact and integer)
        raise NoFix

    def _whole(self, node: ast.expr) -> Said:
        """Cut off to an integer."""
        said = self.say(node)
        alike = said.integer or is_whole_alike(constant(self.site, node))
        return said if said.integer else Said(f"int({said.text})", True, said.exact and alike)

    def _is_whole_dtype(self, keyword: ast.keyword) -> bool:
        return keyword.arg == "dtype" and dtype_of(self.site.value(keyword.value))[0] == "i"

    def _all_of(self, node: ast.expr, name: str) -> Said:
        return Said(f"{self._spelled(operation(name).python)}({self._elements(node)})", True)

    def _elements(self, node: ast.expr, depth: int = 4) -> str:
        """The tuple that an array was made of."""
        site = self.site
        if isinstance(node, ast.Name) and depth and not self._is_sizes(node):
            value = assigned_value(site, node)
            if value is None or not unchanged(site, value, value, node):
                raise NoFix
            self.inlined.append(node)
            return self._elements(value, depth - 1)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and not self._is_sizes(node):
            return quote(site, "{}[{}]", self._elements(node.value, depth), node.slice)
        if isinstance(node, ast.Call) and callee(site, node) in ("jax.numpy.array", "jax.numpy.asarray"):
            if not all(self._is_whole_dtype(one) for one in node.keywords) or len(node.args) != 1:
                raise NoFix
            node = node.args[0]
        if self._is_sizes(node):
            return site.text(node)
        raise NoFix

    def _tuple(self, call: ast.Call) -> str:
        text = self._elements(call.args[0])
        return f"tuple({text})" if isinstance(ast.parse(text, mode="eval").body, ast.List) else text

    def _is_sizes(self, node: ast.expr) -> bool:
        """A tuple or list of Python integers."""
        value = self.site.value(node)
        if isinstance(value, Sequence):
            items = value.parts
            return all(
                (isinstance(item, Static) and item.type == "int")
                or (isinstance(item, Const) and type(item.value) is int)
                for item in items
            )
        return isinstance(value, ShapeTuple)

    def _spelled(self, dotted: str) -> str:
        home, _, name = dotted.rpartition(".")
        return f"{self.site.name_of(home)}.{name}" if home else name
