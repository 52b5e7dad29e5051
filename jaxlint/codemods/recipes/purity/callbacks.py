"""Effects on the host, put off until the numbers are there: ``jax.debug.callback(lambda x: logging.info(x), x)``."""

from __future__ import annotations

import ast
import builtins
import keyword

from jaxlint.codemods.recipes.analysis.bindings import in_loop, uses
from jaxlint.codemods.recipes.analysis.proof import ARRAYS_OWN, method
from jaxlint.codemods.recipes.wording.fresh_names import numbered
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.wording import spliced
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.nodes import children, walk
from jaxlint.tracing.values.joining import leaves, scalar_aval
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Instance, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from jaxlint.codemods.site import Site

_SUMMARY = "use `jax.debug.callback`"
# What holds traced parts is taken apart: the rest of it stays as it is.
_PARTED = (ast.JoinedStr, ast.FormattedValue, ast.Starred, ast.keyword, ast.List, ast.Tuple, ast.Dict)


def called_back(site: Site, call: ast.Call, of_traced: bool = True) -> Rewrite | None:
    """The call inside a lambda; what is traced in it is handed over, computed before.

    ``of_traced``: there must be something traced in it.
    """
    found = _handed_over(site, call)
    if found is None or (of_traced and not found):
        return None
    parts: dict[ast.AST, str] = {node: name for node, name in found.items() if not isinstance(node, ast.Name)}
    if not all(_is_placed(site, node) for node in parts):
        return None
    given = {name: site.text(node) for node, name in found.items()}
    kept = _names_outside(call, found) - given.keys()
    bound = [f"{name}={name}" for name in sorted(kept) if _changes(site, name)]
    body = spliced(site, call, parts) if parts else site.text(call)
    head = ", ".join([*given, *bound])
    inner = f"lambda {head}: {body}" if head else f"lambda: {body}"
    text = f"{quote(site, 'jax.debug.callback')}({', '.join([inner, *given.values()])})"
    return Rewrite(UNSAFE, _SUMMARY, [Replace(call, text)])


def _names_outside(node: ast.AST, parts: Container[ast.AST]) -> set[str]:
    """Names in a node, those in some parts of it not counted."""
    if node in parts:
        return set()
    own = {node.id} if isinstance(node, ast.Name) else set()
    return own.union(*(_names_outside(child, parts) for child in children(node)))


def _handed_over(site: Site, call: ast.Call) -> dict[ast.expr, str] | None:
    """The largest traced expressions among the arguments, each with the name of its parameter."""
    found: list[ast.expr] = []
    stack: list[ast.AST] = [*call.args, *call.keywords][::-1]
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.NamedExpr)):
            if any(_is_traced(site, part) for part in walk(node)):
                return None
            continue
        if isinstance(node, ast.FormattedValue) and not _is_fixed(site, node.format_spec):
            return None
        if not isinstance(node, _PARTED) and isinstance(node, ast.expr) and _is_traced(site, node):
            if not _is_of_numbers(site, node):
                return None
            found.append(node)
        elif isinstance(node, ast.expr) and _is_array_by_method(site, node):
            found.append(node)  # perhaps traced
        else:
            stack.extend(reversed(children(node)))
    return _named(site, found, _names_outside(call, found))


def _named(site: Site, nodes: list[ast.expr], free: set[str]) -> dict[ast.expr, str]:
    """A parameter for each text; ``free``: names that the lambda takes from around it."""
    names = {node.id: node.id for node in nodes if isinstance(node, ast.Name)}  # text -> parameter
    for node in nodes:
        text = site.text(node)
        names[text] = names.get(text) or _name(node, {*names.values(), *free})
    return {node: names[site.text(node)] for node in nodes}


def _is_fixed(site: Site, spec: ast.expr | None) -> bool:
    """No width or precision but of Python's."""
    asked = [part.value for part in walk(spec) if isinstance(part, ast.FormattedValue)] if spec is not None else []
    return all(isinstance(site.value(value), (Const, Static)) for value in asked)


def _is_traced(site: Site, node: ast.AST) -> bool:
    value = site.value(node)
    return not isinstance(value, Instance) and any(isinstance(leaf, Traced) for leaf in leaves(value))


def _is_array_by_method(site: Site, node: ast.AST) -> bool:
    """``table[key].ravel()[:10]``: of something unknown, what arrays alone can do."""
    while isinstance(node, ast.Subscript):
        node = node.value
    made = method(node)
    return made is not None and made[1] in ARRAYS_OWN and site.value(node) is UNKNOWN


def _is_of_numbers(site: Site, node: ast.AST) -> bool:
    """Arrays and numbers alone can be handed over."""
    inner = leaves(site.value(node))
    return all(isinstance(leaf, (Traced, Array)) or scalar_aval(leaf) is not None for leaf in inner)


def _name(node: ast.expr, taken: set[str]) -> str:
    """What the number may be called inside the lambda."""
    wanted = _word(node)
    if hasattr(builtins, wanted):
        of = _word(_subject(node))
        wanted = "value" if hasattr(builtins, of) else f"{of}_{wanted}"
    return numbered(wanted, taken)


def _subject(node: ast.expr) -> ast.expr:
    """``x`` of ``jnp.max(x)`` and of ``x.max()``."""
    if isinstance(node, ast.Call) and node.args:
        return node.args[0]
    return node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else node


def _word(node: ast.expr) -> str:
    if isinstance(node, ast.Call):
        return _word(node.func)
    if isinstance(node, ast.Subscript):
        key = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if isinstance(key, str) and key.isidentifier() and not keyword.iskeyword(key):
            return key
        place = key if isinstance(key, int) else getattr(node.slice, "id", None)
        return _word(node.value) if place is None else f"{_word(node.value)}_{place}"
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else "value"


def _is_placed(site: Site, node: ast.AST) -> bool:
    """Is the node where its position says?  Python 3.11 errs inside some f-strings."""
    try:
        return ast.dump(ast.parse(site.text(node), mode="eval").body) == ast.dump(node)
    except SyntaxError:
        return False


def _changes(site: Site, name: str) -> bool:
    """Would a lambda that runs later see another value of a local name?"""
    bindings = uses(site, name).bindings if site.function is not None else []
    return len(bindings) > 1 or any(in_loop(site, one) for one in bindings)
