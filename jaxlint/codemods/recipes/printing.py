"""``print(x)`` as ``jax.debug.print("{}", x)``; other effects on the host inside a ``jax.debug.callback``."""

from __future__ import annotations

import ast
import re
import string

from jaxlint.codemods.recipes.bindings import names_in
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.tracing.joining import leaves, static_type
from jaxlint.tracing.value import Array, Const, Mapping, Sequence, ShapeTuple, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_FIELDS = "print at each run, with the numbers"
_CALLBACK = "call back at each run, with the numbers"
_CONVERSIONS = {-1: "", 97: "!a", 114: "!r", 115: "!s"}
_TEXT_AS_IS = ("int", "float", "bool", "complex", "str", "dtype")


_MAKE_TEXT = {"str": "", "repr": "!r"}
_PERCENT = re.compile(r"%([-+ 0-9.]*)([srdfeg])")


class Unclear(Exception):
    """The text can't be told from the source."""


def printed(site: Site, call: ast.AST, callee: str) -> Rewrite | None:
    """The fix of one call that shows a tracer."""
    if not isinstance(call, ast.Call):
        return None
    try:
        if callee == "builtins.print":
            return _as_debug_print(site, call, _separator(call))
        if callee == "jax.debug.print" and len(call.args) == 1:
            ordered = [site.text(keyword) for keyword in call.keywords if keyword.arg == "ordered"]
            if len(ordered) == len(call.keywords):
                return _as_debug_print(site, call, "", ordered)
        return None if callee == "jax.debug.print" else _as_callback(site, call)
    except Unclear:
        return None


def _separator(call: ast.Call) -> str:
    """What stands between the printed parts; ``end`` and ``file`` have no counterpart."""
    separator = " "
    for keyword in call.keywords:
        value = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
        if keyword.arg == "sep" and isinstance(value, str):
            separator = value
        elif not (keyword.arg == "flush" or (keyword.arg == "end" and value == "\n")):
            raise Unclear
    return separator


def _as_debug_print(site: Site, call: ast.Call, separator: str, more: list[str] | None = None) -> Rewrite:
    fields = _Fields(site)
    text = separator.replace("{", "{{").replace("}", "}}").join([fields.part(argument) for argument in call.args])
    text = fields.with_plain_head(text)
    given = [_quoted(text, call), *fields.positional, *fields.named, *(more or [])]
    new = f"{site.name_of('jax')}.debug.print({', '.join(given)})"
    return Rewrite("safe" if fields.exact else "unsafe", _FIELDS, [Replace(call, new)])


def _quoted(text: str, call: ast.Call) -> str:
    """A literal in the user's quotes."""
    strings = [node for node in ast.walk(call) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    if strings and '"' in text and "'" not in text:
        return repr(text)
    quoted = repr(text)
    return quoted if quoted[0] == '"' else '"' + quoted[1:-1].replace('"', '\\"').replace("\\'", "'") + '"'


class _Fields:
    """A format string in the making, and the values it asks for.  ``exact``: it shows what print would show."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.positional: list[str] = []
        self.named: list[str] = []
        self.exact = True

    def with_plain_head(self, text: str) -> str:
        """A brace ahead of the first field keeps ``jax.debug.print`` from seeing the fields: pass that text as one."""
        try:
            pieces = list(string.Formatter().parse(text))
        except ValueError:
            raise Unclear from None
        head = "".join([literal for literal, *_ in pieces[: _fields_from(pieces)]])
        if "{" not in head and "}" not in head:
            return text
        if any(field and field[0].isdigit() for _, field, *_ in pieces):
            raise Unclear
        self.positional.insert(0, repr(head))
        return "{}" + text[len(_escaped(head)) :]

    def part(self, node: ast.expr) -> str:
        """The text of one argument of print."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return _escaped(node.value)
        if isinstance(node, ast.JoinedStr):
            return "".join([self._piece(piece) for piece in node.values])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            return self._template(node, node.func.value)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and _is_text(self.site, node):
            return self.part(node.left) + self.part(node.right)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            return self._percent(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MAKE_TEXT and node.args:
            return self._field(node.args[0], _MAKE_TEXT[node.func.id])
        if isinstance(node, ast.Starred):
            raise Unclear
        return self._field(node, "")

    def _percent(self, node: ast.BinOp) -> str:
        """``"x = %s" % x``."""
        if not (isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)):
            raise Unclear
        given = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        pieces = _PERCENT.split(node.left.value)  # text, spec, letter, text, ...
        if len(pieces) != 3 * len(given) + 1 or any("%" in text for text in pieces[::3]):
            raise Unclear
        text = _escaped(pieces[0])
        for value, spec, letter, after in zip(given, pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
            how = {"s": "", "r": "!r"}.get(letter, f":{spec}{letter}")
            if letter in "sr" and spec:
                raise Unclear
            text += self._field(value, how) + _escaped(after)
        return text

    def _piece(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant):
            return _escaped(str(node.value))
        if not isinstance(node, ast.FormattedValue):
            raise Unclear
        return self._field(node.value, _CONVERSIONS[node.conversion] + self._spec(node.format_spec), by_name=True)

    def _spec(self, spec: ast.expr | None) -> str:
        if spec is None:
            return ""
        parts = spec.values if isinstance(spec, ast.JoinedStr) else [spec]
        if not all(isinstance(part, ast.Constant) for part in parts):
            raise Unclear
        return ":" + "".join([str(part.value) for part in parts if isinstance(part, ast.Constant)])

    def _template(self, call: ast.Call, text: ast.expr) -> str:
        """``"x = {}".format(x)`` has all that is needed."""
        alone = not self.positional and not self.named and (call.args or call.keywords)
        if not alone or not isinstance(text, ast.Constant) or not isinstance(text.value, str):
            raise Unclear
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if "!" in text.value and not all(isinstance(self.site.value(node), (Traced, Array)) for node in given):
            raise Unclear  # what is static would be shown as an array
        for argument in call.args:
            if isinstance(argument, ast.Starred):
                raise Unclear
            self.positional.append(self._value(argument, ""))
        for keyword in call.keywords:
            if keyword.arg is None:
                raise Unclear
            self.named.append(f"{keyword.arg}={self._value(keyword.value, '')}")
        return text.value

    def _field(self, node: ast.expr, how: str, by_name: bool = False) -> str:
        value = self._value(node, how)
        if how == "!r" and isinstance(self.site.value(node), (Const, Static)):
            value, how = f"repr({value})", ""  # JAX would show an array
        if by_name and isinstance(node, ast.Name) and value == node.id:
            named = f"{node.id}={node.id}"
            if named not in self.named:
                self.named.append(named)
            return f"{{{node.id}{how}}}"
        self.positional.append(value)
        return f"{{{how}}}"

    def _value(self, node: ast.expr, how: str) -> str:
        text = self.site.text(node)
        shown = _shown(self.site.value(node))
        if _is_text(self.site, node) and _tells_tracer(self.site, node):
            raise Unclear
        if shown == "static" and not how:
            return f"str({text})"  # JAX would show the numbers inside as arrays
        self.exact = self.exact and shown == "same"
        return text


def _is_text(site: Site, node: ast.expr) -> bool:
    value = site.value(node)
    return isinstance(value, (Const, Static)) and static_type(value) == "str"


def _tells_tracer(site: Site, text: ast.expr) -> bool:
    """Somewhere inside, a tracer is made text."""
    asked = [node.value for node in ast.walk(text) if isinstance(node, ast.FormattedValue)]
    asked += [argument for node in ast.walk(text) if isinstance(node, ast.Call) for argument in node.args]
    return any(isinstance(site.value(node), Traced) for node in asked)


def _shown(value: Value) -> str:
    """How ``jax.debug.print`` shows a field: the same as print does, static (make it text before), or who knows."""
    if isinstance(value, (Traced, Array, Const)) or (isinstance(value, Static) and value.type in _TEXT_AS_IS):
        return "same"
    if isinstance(value, ShapeTuple):
        return "static"
    if isinstance(value, (Sequence, Mapping)) and (inner := leaves(value)):
        if all(isinstance(leaf, (Traced, Array)) for leaf in inner):
            return "same"
        if all(isinstance(leaf, (Const, Static)) for leaf in inner):
            return "static"
    return "?"


def _fields_from(pieces: list[tuple[str, str | None, str | None, str | None]]) -> int:
    """How many pieces hold the text ahead of the first field."""
    return next((number for number, piece in enumerate(pieces, 1) if piece[1] is not None), len(pieces))


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _as_callback(site: Site, call: ast.Call) -> Rewrite | None:
    """``jax.debug.callback(lambda x: logging.info("%s", x), x)``."""
    traced = sorted(name for name in names_in(call) if _is_traced(site, call, name))
    if not traced:
        return None
    given = ", ".join(traced)
    new = f"{site.name_of('jax')}.debug.callback(lambda {given}: {site.text(call)}, {given})"
    return Rewrite("unsafe", _CALLBACK, [Replace(call, new)])


def _is_traced(site: Site, call: ast.Call, name: str) -> bool:
    nodes = [node for node in ast.walk(call) if isinstance(node, ast.Name) and node.id == name]
    return any(isinstance(leaf, Traced) for node in nodes for leaf in leaves(site.value(node)))
