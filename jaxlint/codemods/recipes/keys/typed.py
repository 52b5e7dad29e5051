"""``jax.random.PRNGKey(0)`` becomes ``jax.random.key(0)``."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.wording.spellings import spelled
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

# What takes a key for its integers, or keeps it: by these words a file says so.
_RAW = frozenset(
    """uint32 key_data wrap_key_data threefry_2x32 ShapeDtypeStruct PRNGKeyArray pickle dill cloudpickle joblib orbax
    checkpoint checkpoints serialization to_bytes from_bytes msgpack save savez savez_compressed dump dumps tobytes
    tolist io_callback pure_callback array_equal assert_allclose allclose""".split()
)
_MAKING = ("PRNGKey", "split", "fold_in")
_OF_NUMPY = ("array", "asarray", "array2string", "copy")


@recipe
def typed_key(site: Site, node: ast.AST) -> Rewrite | None:
    """None in a file that looks into keys."""
    if site.peers.memo is None:
        site.peers.memo = {}
    known: dict[str, ast.AST | None] = site.peers.memo
    path = site.module.path
    if path not in known:
        known[path] = _looked_into(site)
    looked_into = known[path]
    if looked_into is not None:
        raise NoFix(f"keys may be saved, compared or indexed on {site.module.line_name(looked_into)}")
    if isinstance(node, ast.Attribute):
        source = f"{site.text(node.value)}.key"
    else:
        source = f"{spelled(site, 'jax.random')}.key"
    return Rewrite(UNSAFE, "use `jax.random.key`", [Replace(node, source)])


def _looked_into(site: Site) -> ast.AST | None:
    """The first place of a file that may ask a key for its integers, or its shape."""
    held = {name for one in ast.walk(site.module.tree) for name in _bound_to_key(one)}
    return next((one for one in ast.walk(site.module.tree) if _says_so(one) or _looks_into(one, held)), None)


def _says_so(node: ast.AST) -> bool:
    words = node.name.split(".") if isinstance(node, ast.alias) else [getattr(node, "attr", getattr(node, "id", ""))]
    return not _RAW.isdisjoint(words)


def _looks_into(node: ast.AST, held: set[str]) -> bool:
    """``key[0]``, ``key == other``, ``np.asarray(key)``, ``key.shape``, ``split(key, n).shape``"""
    parts: list[ast.expr] = []
    if isinstance(node, ast.Subscript):
        parts = [node.value]
    elif isinstance(node, ast.Compare) and not isinstance(node.ops[0], (ast.Is, ast.IsNot)):
        parts = [node.left, *node.comparators]
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", None) in _OF_NUMPY:
        parts = node.args
    elif isinstance(node, ast.Attribute):
        parts = [node.value]
        if _called(node.value) in _MAKING:
            return True
    return any(getattr(one, "id", None) in held for one in parts)


def _bound_to_key(node: ast.AST) -> list[str]:
    """The name that one key is bound to: a row of what `split` gives is one as well."""
    called = _called(getattr(node, "value", None))
    if not isinstance(node, (ast.Assign, ast.AnnAssign)) or called not in _MAKING:
        return []
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if called == "split":
        targets = [part for target in targets if isinstance(target, ast.Tuple) for part in target.elts]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _called(node: ast.AST | None) -> str | None:
    """The last word of what an expression calls."""
    function = getattr(node, "func", None)
    return getattr(function, "attr", None) or getattr(function, "id", None)
