"""``lax.scan`` over a traced length as ``lax.fori_loop``, or as a scan over a static one."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import uses
from jaxlint.codemods.recipes.analysis.proof import callee, is_array, runs_backwards
from jaxlint.codemods.recipes.loops.loop_bounds import static_bound
from jaxlint.codemods.recipes.loops.loop_forms import BOUNDED, PLACEHOLDER, SUGGESTED, Names, counted_title, function
from jaxlint.codemods.recipes.loops.loop_ranges import Range, range_between
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.lifting import respelled
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.dataflow.accesses import free
from jaxlint.diagnostic import SUGGESTION, UNSAFE, Level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_PARAMETERS = ("f", "init", "xs", "length", "reverse", "unroll")
_PADDED = "use a bounded `lax.scan`; rows of the outputs beyond the length are padding"
_OWN_NAMES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@recipe
def mended_scan(site: Site, call: ast.Call, argument: ast.expr) -> Rewrite | None:
    """``argument``: the length, or where a range of numbers is scanned, its end."""
    scan = _Scan(site, call, argument)
    if scan.is_stacked:
        return scan.padded()
    return scan.bounded() if runs_backwards(site, call) else scan.counted()


class _Scan:
    """One call.  ``rows``: the numbers it scans, or None; ``outer``: the expression to be replaced."""

    def __init__(self, site: Site, call: ast.Call, argument: ast.expr) -> None:
        given = dict(zip(_PARAMETERS, call.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
        reverse = given.get("reverse")
        if not {"f", "init"} <= given.keys() or (reverse is not None and ast.unparse(reverse) != "False"):
            raise NoFix(f"{code_at(site, call)} unpacks its arguments, or scans in reverse")
        self.site = site
        self.call = call
        self.statement = site.module.statement_of(call)
        self.body, self.init = given["f"], given["init"]
        self.over, self.cast, self.counts = self._rows(given.get("xs"), argument)
        self.most = static_bound(site, argument) if self.over.lower.isdigit() and self.over.step == 1 else None
        self.names = Names(site, call.func, self.body, argument, *([given["xs"]] if "xs" in given else []))
        self.is_stacked = self._is_stacked()
        self.turn = _Turn(site, self.body, self.names, self.counts)

    def _rows(self, rows: ast.expr | None, argument: ast.expr) -> tuple[Range, str, bool]:
        """The numbers, the cast that they need, and whether the body is given them at all."""
        if rows is None or (isinstance(rows, ast.Constant) and rows.value is None):
            return range_between(self.site, [argument]), "", False
        if callee(self.site, rows) != "jax.numpy.arange" or not isinstance(rows, ast.Call):
            raise NoFix(f"{code_at(self.site, rows)} is not a call of `jnp.arange`")
        keywords = {keyword.arg: self.site.text(keyword.value) for keyword in rows.keywords}
        dtype = keywords.pop("dtype", "")
        if keywords or argument not in rows.args:
            raise NoFix(f"{code_at(self.site, rows)} passes a bound by name")
        cast = "" if not dtype or dtype.endswith("int32") else f".astype({dtype})"
        return range_between(self.site, rows.args), cast, True

    def _is_stacked(self) -> bool:
        """Does anybody read the stacked outputs?"""
        parent = self.site.module.parents[self.call]
        if isinstance(parent, ast.Subscript) and isinstance(parent.slice, ast.Constant):
            return parent.slice.value != 0
        if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Tuple) and len(parent.targets) == 1:
            second = parent.targets[0].elts[1]
            unread = isinstance(second, ast.Name) and not uses(self.site, second.id).reads
            return not unread and not (isinstance(second, ast.Name) and second.id == "_")
        return True

    def counted(self) -> Rewrite:
        """``fori_loop``, which takes the index first and hands the carry on alone."""
        turn, over, index, row = self.turn, *self._over_and_index()
        if turn.carried and not row:
            above, step = "", f"lambda {index}, {turn.carry}: {turn.carried}"
        else:
            step = self.names("step")
            ending = [f"return {turn.carried}"] if turn.carried else [f"{turn.carry}, _ = {turn.pair}", turn.result]
            above = function(step, f"{index}, {turn.carry}", row, *ending) + "\n"
        lax = self.site.name_of("jax.lax")
        call = f"{lax}.fori_loop({over.lower}, {over.upper}, {step}, {self.site.text(self.init)})"
        return self._rewrite(UNSAFE, counted_title(over), above, call, True)

    def bounded(self) -> Rewrite:
        """Gradients flow back: a scan over all turns there can be, that skips those beyond the length."""
        turn, over, index, row = self.turn, *self._over_and_index()
        first, over = over.settled({turn.carry, turn.row, index}, self.names)
        lax = self.site.name_of("jax.lax")
        new = turn.carried or f"{turn.pair}[0]"
        chosen = f"{lax}.cond({over.inside(index)}, lambda: {new}, lambda: {turn.carry})"
        return self._scanned(over, BOUNDED, first, index, row, f"return {chosen}, None")

    def padded(self) -> Rewrite:
        """The stacked outputs are read: they get rows beyond the length."""
        turn, over, index, row = self.turn, *self._over_and_index()
        first, over = over.settled({turn.carry, turn.row, index}, self.names)
        new, out = self.names.local("new"), self.names.local("out")
        jnp, test = self.site.name_of("jax.numpy"), over.inside(index)
        kept = f"{jnp}.where({test}, {new}, {turn.carry})"
        if not is_array(self.site, self.init):
            tree = self.site.name_of("jax")
            kept = f"{tree}.tree.map(lambda new, old: {jnp}.where({test}, new, old), {new}, {turn.carry})"
        return self._scanned(over, _PADDED, first, index, row, f"{new}, {out} = {turn.pair}", f"return {kept}, {out}")

    def _over_and_index(self) -> tuple[Range, str, str]:
        """The turns, the number of one, and the line that makes a row of it, where they differ."""
        if not self.counts or (self.over.step == 1 and not self.cast):
            return self.over, self.turn.row, ""
        index = self.names.local("turn")
        shifted = self.over.step != 1
        row = self.over.at(index) if shifted else index
        over = self.over.counted() if shifted else self.over
        return over, index, f"{self.turn.row} = {quote(self.site, '{}' + self.cast, row)}"

    def _scanned(self, over: Range, summary: str, first: str, index: str, *lines: str) -> Rewrite:
        step = self.names("step")
        above = first + function(step, f"{self.turn.carry}, {index}", *lines) + "\n"
        numbers = quote(self.site, "jnp.arange(*{})", [over.numbers(self.most or PLACEHOLDER)])
        call = quote(self.site, "lax.scan(*{})", [step, self.init, numbers])
        level = UNSAFE if self.most and summary is BOUNDED else SUGGESTION
        return self._rewrite(level, SUGGESTED if summary is BOUNDED and not self.most else summary, above, call, False)

    def _rewrite(self, level: Level, summary: str, above: str, call: str, alone: bool) -> Rewrite:
        """``alone``: the new call gives the carry alone, and what took it from a pair goes."""
        site, statement = self.site, self.statement
        parent = site.module.parents[self.call]
        replaced: ast.AST = parent if alone and isinstance(parent, ast.Subscript) else self.call
        if not above and isinstance(parent, ast.Subscript) and alone:
            return Rewrite(level, summary, [Replace(parent, call)])
        if statement is None or hasattr(statement, "body") or self._is_scoped():
            raise NoFix(f"a line cannot be inserted before {code_at(site, self.call)}")
        if alone and isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Tuple):
            text = f"{_bare(site.text(parent.targets[0].elts[0]))} = {call}"
        else:
            text = respelled(site, statement, {replaced: call})
        return Rewrite(level, summary, [Replace([statement], f"{above}{text}")])

    def _is_scoped(self) -> bool:
        """Would a function above the statement miss names that the expression has?"""
        node: ast.AST = self.call
        while node is not self.statement:
            node = self.site.module.parents[node]
            if isinstance(node, _OWN_NAMES):
                return True
        return False


class _Turn:
    """One step.  ``carry``, ``row``: the names of what it is given; ``pair``: what it gives; ``carried``: the first
    of that, where the text tells."""

    def __init__(self, site: Site, body: ast.expr, names: Names, counts: bool) -> None:
        own = _plain_parameters(body)
        result = body.body if isinstance(body, ast.Lambda) else None
        if own is not None and result is not None and (counts or own[1] not in free(result)):
            self.carry, self.row = own
            self.pair = site.text(result)
            self.carried = site.text(result.elts[0]) if isinstance(result, ast.Tuple) and len(result.elts) == 2 else ""
            return
        self.carry, self.row, self.carried = names.local("carry"), names.local("i"), ""
        self.pair = quote(site, "{}({}, {})", body, self.carry, self.row if counts else "None")

    @property
    def result(self) -> str:
        return f"return {self.carry}"


def _plain_parameters(body: ast.expr) -> list[str] | None:
    """Of a lambda with two and no more."""
    if not isinstance(body, ast.Lambda):
        return None
    spec = body.args
    plain = not (spec.defaults or spec.vararg or spec.kwarg or spec.kwonlyargs or spec.posonlyargs)
    return [parameter.arg for parameter in spec.args] if plain and len(spec.args) == 2 else None


def _bare(text: str) -> str:
    """Targets without parentheses around them."""
    tree = ast.parse(text, mode="eval").body
    return text[1:-1].strip() if isinstance(tree, ast.Tuple) and text.startswith("(") and "\n" not in text else text
