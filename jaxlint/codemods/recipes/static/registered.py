"""Objects that jit cannot take: a dataclass made a pytree, a jit that leaves alone what is no array."""

from __future__ import annotations

import ast

from jaxlint.codemods.insert import line_above
from jaxlint.codemods.recipes.static.jit_roots import is_jit
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION
from jaxlint.tracing.hierarchy import order
from jaxlint.tracing.records import library_name
from jaxlint.tracing.value import Instance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.value import Transformed, Value

_LEAVES = ("float", "int", "complex", "bool", "Array", "ndarray", "ArrayLike")


def registered_dataclass(site: Site, value: Value) -> Rewrite | None:
    """Only shown: that each of its fields can be traced is what its annotations say."""
    if not isinstance(value, Instance) or value.members is not None or value.cls.module is not site.module:
        return None
    cls = value.cls
    names = [getattr(one, "attr", None) or getattr(one, "id", None) for one in cls.annotations.values()]
    decorated = [library_name(one) for one in cls.decorators] == ["dataclasses.dataclass"]
    if not decorated or cls.bases or not names or not all(name in _LEAVES for name in names):
        return None
    made = line_above(site.module, cls.node, f"@{site.name_of('jax')}.tree_util.register_dataclass")
    if made is None:
        return None
    return Rewrite(SUGGESTION, f"make `{cls.node.name}` a pytree, whose fields are traced", [made])


def filtered_jit(site: Site, transformed: Transformed, value: Value) -> Rewrite | None:
    """``@jax.jit`` above what takes an equinox.Module: ``@eqx.filter_jit``."""
    jit = transformed.node
    if transformed.module is not site.module or not isinstance(jit, ast.expr) or not is_jit(site, jit):
        return None
    bases = [base for one in order(value.cls) for base in one.bases] if isinstance(value, Instance) else []
    if not any(library_name(base) == "equinox.Module" for base in bases):
        return None
    told = Replace(jit, f"{site.name_of('equinox')}.filter_jit")
    return Rewrite(SUGGESTION, "trace the arrays of the module, and leave the rest of it static", [told])
