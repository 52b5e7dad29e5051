"""NumPy arrays that a tracer is stored in, made by JAX: ``y = np.zeros(n); y[0] = x``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import callee
from jaxlint.codemods.recipes.analysis.reaching import definitions_before
from jaxlint.codemods.recipes.values.twins import numpy_twin
from jaxlint.codemods.rewrite import Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.text.quoted import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_MAKERS = frozenset(
    f"numpy.{name}"
    for name in """array asarray arange copy empty empty_like eye full full_like linspace ones ones_like zeros
    zeros_like""".split()
)


def made_by_jax(site: Site, target: ast.Subscript) -> Rewrite | None:
    """Unsafe: NumPy makes 64 bits, JAX 32.  The write itself is the next thing to be mended."""
    base = target.value
    while isinstance(base, ast.Subscript):
        base = base.value
    if not isinstance(base, ast.Name):
        site.refuse(f"{quoted(site.text(base))} is not a local variable")
        return None
    statement = site.module.statement_of(base)
    before = [] if statement is None else definitions_before(site, statement, base.id)
    made = [None if binding is None else _maker(site, binding) for binding in before]
    rewrites = [numpy_twin(site, call, callee(site, call)) for call in made if call is not None]
    replacements = [replace for rewrite in rewrites if rewrite is not None for replace in rewrite.replacements]
    if not replacements or len(replacements) < len(made):
        site.refuse(f"not every value of `{base.id}` is created here by a call such as `np.zeros`")
        return None
    return Rewrite(UNSAFE, "create a JAX array with `jnp`", replacements)


def _maker(site: Site, binding: ast.AST) -> ast.Call | None:
    """The call that makes what a name is bound to; None for all else, such as a parameter."""
    statement = site.module.parents.get(binding)
    value = statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
    return value if isinstance(value, ast.Call) and callee(site, value) in _MAKERS else None
