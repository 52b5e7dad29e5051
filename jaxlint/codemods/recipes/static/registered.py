"""Objects that jit cannot take: a dataclass made a pytree, a jit that leaves alone what is no array."""

from __future__ import annotations

import ast

from jaxlint.codemods.insert import line_above
from jaxlint.codemods.recipes.static.jit_roots import is_jit
from jaxlint.codemods.recipes.wording.blame import line_of
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION, UNSAFE
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.hierarchy import library_name, order
from jaxlint.tracing.values.value import Instance, Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from jaxlint.codemods.site import Site
    from jaxlint.tracing.values.value import Transformed, Value

_EQUINOX = ("equinox.Module", "equinox.nn.", "layer:equinox.nn.")
_MAKERS = ("__init__", "__new__", "__post_init__", "setup")
_LEAVES = ("float", "complex", "Array", "ndarray", "ArrayLike")  # a whole number may be a size, a bool is asked
_TESTS = (ast.If, ast.While, ast.IfExp, ast.Assert)


def registered_dataclass(site: Site, value: Value) -> Rewrite | None:
    """Only shown: that each of its fields can be traced is what its annotations say."""
    if not isinstance(value, Instance) or value.members is not None or value.cls.module is not site.module:
        return None
    cls = value.cls
    names = [getattr(one, "attr", None) or getattr(one, "id", None) for one in cls.annotations.values()]
    decorated = [library_name(one) for one in cls.decorators] == ["dataclasses.dataclass"]
    if not decorated or cls.bases or not names or not all(name in _LEAVES for name in names):
        return None
    if any(_asks(node.test, cls.annotations) for node in walk(site.module.tree) if isinstance(node, _TESTS)):
        return None
    made = line_above(site.module, cls.node, f"@{site.name_of('jax')}.tree_util.register_dataclass")
    if made is None:
        return None
    return Rewrite(SUGGESTION, f"register `{cls.node.name}` as a pytree; its fields are traced", [made])


def _asks(test: ast.expr, fields: Container[str]) -> bool:
    return any(isinstance(part, ast.Attribute) and part.attr in fields for part in walk(test))


def filtered_jit(site: Site, transformed: Transformed, value: Value) -> Rewrite | None:
    """``@jax.jit`` above what takes an equinox.Module: ``@eqx.filter_jit``."""
    jit = transformed.node
    jit = jit.func if isinstance(jit, ast.Call) and len(jit.args) == 1 and not jit.keywords else jit
    if transformed.module is not site.module or not isinstance(jit, ast.expr) or not is_jit(site, jit):
        return None
    bases = [base for one in order(value.cls) for base in one.bases] if isinstance(value, Instance) else []
    if not any(library_name(one).startswith(_EQUINOX) for one in (value, *bases)):
        return None
    told = Replace(jit, f"{site.name_of('equinox')}.filter_jit")
    return Rewrite(UNSAFE, "use `eqx.filter_jit`; only the arrays of the module are traced", [told])


def change_of(site: Site, value: Value) -> str:
    """Where an object is changed after it was made: no compiled function would see that, if the object is static."""
    if isinstance(value, Library) and value.name.startswith("layer:"):
        return "it holds arrays, which training changes"
    if not isinstance(value, Instance):
        return ""
    for module in site.project.mentioning(value.cls.node.name):
        for node in walk(module.tree):
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and node.attr in value.attributes:
                function = module.function_of(node)
                own = isinstance(node.value, ast.Name) and node.value.id == "self"
                if not own or getattr(function, "name", "") not in _MAKERS:
                    return f"`{ast.unparse(node)}` is changed on {line_of(module, node, site.module)}"
    return ""
