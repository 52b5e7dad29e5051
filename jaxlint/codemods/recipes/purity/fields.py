"""A format string for ``jax.debug.print``, made of what was printed, and the values that it asks for."""

from __future__ import annotations

import ast
import re
import string

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.reaching import definitions_before, value_given
from jaxlint.text.numbers import whole_number
from jaxlint.tracing.values.joining import aval_of, leaves, static_type
from jaxlint.tracing.values.value import Array, Const, Container, ShapeTuple, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_CONVERSIONS = {-1: "", 97: "!a", 114: "!r", 115: "!s"}
_TEXT_AS_IS = ("int", "float", "bool", "complex", "str", "dtype")
_MAKE_TEXT = {"str": "", "repr": "!r"}
_PERCENT = re.compile(r"%([-+ #0]*)(\d*)((?:\.\d+)?)([a-zA-Z%])")
_INTEGERS = "diuxXo"
_LARGEST = 2**31 - 1


def quoted(text: str, call: ast.Call) -> str:
    """A literal in the user's quotes."""
    strings = [node for node in ast.walk(call) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    if strings and '"' in text and "'" not in text:
        return repr(text)
    quoted = repr(text)
    return quoted if quoted[0] == '"' else '"' + quoted[1:-1].replace('"', '\\"').replace("\\'", "'") + '"'


class Fields:
    """A format string in the making, and the values it asks for.  ``exact``: it shows what print would show."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.positional: list[str] = []
        self.named: list[str] = []
        self.exact = True

    def with_plain_head(self, text: str, call: ast.Call) -> str:
        """A brace ahead of the first field keeps ``jax.debug.print`` from seeing the fields: pass that text as one."""
        try:
            pieces = list(string.Formatter().parse(text))
        except ValueError:
            raise NoFix from None
        head = "".join([literal for literal, *_ in pieces[: _fields_from(pieces)]])
        if "{" not in head and "}" not in head:
            return text
        if any(field and field[0].isdigit() for _, field, *_ in pieces):
            raise NoFix
        self.positional.insert(0, quoted(head, call))
        return "{}" + text[len(escaped(head)) :]

    def part(self, node: ast.expr) -> str:
        """The text of one argument of print."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return escaped(node.value)
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
            raise NoFix
        return self._field(node, "")

    def _percent(self, node: ast.BinOp) -> str:
        """``"x = %s" % x``."""
        if not (isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)):
            raise NoFix
        given = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        if not isinstance(node.right, ast.Tuple) and isinstance(self.site.value(node.right), Container):
            raise NoFix
        template, values, text, at = node.left.value, list(given), "", 0
        for found in _PERCENT.finditer(template):
            text += escaped(_plain(template[at : found.start()]))
            at = found.end()
            if found[0] == "%%":
                text += "%"
                continue
            if not values:
                raise NoFix
            value = values.pop(0)
            text += self._field(value, self._spec_of_percent(value, *found.groups()))
        if values:
            raise NoFix
        return text + escaped(_plain(template[at:]))

    def _spec_of_percent(self, value: ast.expr, flags: str, width: str, precision: str, letter: str) -> str:
        """``-8.2f`` as ``:<8.2f``."""
        if "#" in flags or (letter in _INTEGERS and aval_of(self.site.value(value)).kind not in ("i", "b")):
            raise NoFix  # `%d` cuts a float
        align = ("<" if "-" in flags else ">" if letter in "sra" else "") if width else ""
        if letter in "sra":
            how = {"s": "!s", "r": "!r", "a": "!a"}[letter]
            if width or precision:
                return f"{how}:{align}{width}{precision}"
            return "" if letter == "s" else how
        if letter not in "eEfFgG" + _INTEGERS:
            raise NoFix
        sign = "+" if "+" in flags else " " if " " in flags else ""
        zero = "0" if "0" in flags and not align else ""
        return f":{align}{sign}{zero}{width}{precision}{'d' if letter in 'iu' else letter}"

    def _piece(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant):
            return escaped(str(node.value))
        if not isinstance(node, ast.FormattedValue):
            raise NoFix
        return self._field(node.value, _CONVERSIONS[node.conversion] + self._spec(node.format_spec), by_name=True)

    def _spec(self, spec: ast.expr | None) -> str:
        if spec is None:
            return ""
        text = ":"
        for part in spec.values if isinstance(spec, ast.JoinedStr) else [spec]:
            if isinstance(part, ast.FormattedValue):
                if part.conversion != -1 or part.format_spec is not None:
                    raise NoFix
                part = part.value
            known: object = part.value if isinstance(part, ast.Constant) else None
            value = self.site.value(part)
            if known is None and isinstance(value, Const):
                known = value.value
            if not isinstance(known, (int, str)) or "{" in str(known):
                raise NoFix
            text += str(known)
        return text

    def template_of(self, node: ast.JoinedStr, taken: set[str]) -> str:
        """An f-string that is a format string itself: its values become named fields."""
        text = ""
        for piece in node.values:
            if isinstance(piece, ast.Constant):
                text += str(piece.value)  # with fields of its own
                continue
            if not isinstance(piece, ast.FormattedValue) or not isinstance(self.site.value(piece.value), Traced):
                raise NoFix
            name = getattr(piece.value, "id", None) or getattr(piece.value, "attr", None) or "value"
            value = self._value(piece.value, "")
            given = f"{name}={value}"
            if given not in self.named:
                if name in taken:
                    raise NoFix
                taken.add(name)
                self.named.append(given)
            text += f"{{{name}{_CONVERSIONS[piece.conversion]}{self._spec(piece.format_spec)}}}"
        return text

    def _template(self, call: ast.Call, text: ast.expr) -> str:
        """``"x = {}".format(x)``."""
        if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
            raise NoFix
        named = {keyword.arg: keyword.value for keyword in call.keywords}
        if None in named or any(isinstance(argument, ast.Starred) for argument in call.args):
            raise NoFix
        made, count = "", 0
        for literal, field, spec, conversion in string.Formatter().parse(text.value):
            made += escaped(literal)
            if field is None:
                continue
            if "{" in (spec or ""):
                raise NoFix
            if field == "":
                field, count = str(count), count + 1
            place = whole_number(field)
            value = call.args[place] if place is not None and place < len(call.args) else named.get(field)
            if value is None:
                raise NoFix
            how = (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "")
            made += self._field(value, how, by_name=True, name=field if place is None else None)
        return made

    def _field(self, node: ast.expr, how: str, by_name: bool = False, name: str | None = None) -> str:
        value = self._value(node, how)
        if how == "!r" and isinstance(self.site.value(node), (Const, Static)):
            value, how = f"repr({value})", ""  # JAX would show an array
        name = name or (node.id if by_name and isinstance(node, ast.Name) and value == node.id else None)
        if name is not None:
            named = f"{name}={value}"
            if named not in self.named:
                self.named.append(named)
            return f"{{{name}{how}}}"
        self.positional.append(value)
        return f"{{{how}}}"

    def _value(self, node: ast.expr, how: str) -> str:
        text = self.site.text(node)
        shown = "static" if self._may_be_large(node) else _shown(self.site.value(node))
        if _is_text(self.site, node) and _tells_tracer(self.site, node):
            raise NoFix
        if shown == "static" and not how:
            return f"str({text})"  # JAX would show the numbers inside as arrays, and refuse those beyond int32
        self.exact = self.exact and shown == "same"
        return text

    def _may_be_large(self, node: ast.expr) -> bool:
        """A whole number of Python's that may be beyond int32: what calls give, ``id(x)``, but lengths."""
        value = self.site.value(node)
        if isinstance(value, Const):
            return isinstance(value.value, int) and abs(value.value) > _LARGEST
        if not isinstance(value, Static) or value.type != "int":
            return False
        statement = self.site.module.statement_of(node)
        given = [node]
        if isinstance(node, ast.Name) and statement is not None:
            made = definitions_before(self.site, statement, node.id)
            given = [one for one in (value_given(self.site, some) for some in made if some) if one is not None]
        return any(isinstance(one, ast.Call) and getattr(one.func, "id", "") != "len" for one in given)


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
    if isinstance(value, Container) and (inner := leaves(value)):
        if all(isinstance(leaf, (Traced, Array)) for leaf in inner):
            return "same"
        if all(isinstance(leaf, (Const, Static)) for leaf in inner):
            return "static"
    return "?"


def _plain(text: str) -> str:
    if "%" in text:
        raise NoFix
    return text


def _fields_from(pieces: list[tuple[str, str | None, str | None, str | None]]) -> int:
    """How many pieces hold the text ahead of the first field."""
    return next((number for number, piece in enumerate(pieces, 1) if piece[1] is not None), len(pieces))


def escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
