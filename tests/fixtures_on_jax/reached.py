"""What of a module one call can reach, so that two forms of a fixture are compared only where they differ for it.

Most fixes of a fixture are safe or unsafe, so that most of its functions read the same in two of its three forms.
Running such a function twice on the same inputs would show the same thing twice.
"""

from __future__ import annotations

import ast
from functools import cache

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)


@cache
def reached(text: str, call: str) -> str:
    """The statements of the module that a call can come by, without comments and positions.

    More than it needs is harmless.  So the statements that run on import are in it, and each definition whose
    decorators or bases name something in it: a registration, or a subclass.
    """
    parts = [_Part(node) for node in ast.parse(text).body]
    defined = {name for part in parts if not isinstance(part.node, _IMPORTS) for name in part.binds}
    wanted = set(_names(ast.parse(call.replace("[]", "[0]"), mode="eval")))
    kept: set[int] = set()
    while True:
        more = {at for at, part in enumerate(parts) if at not in kept and part.is_reached(wanted, defined)}
        if not more:
            return "\n".join(ast.dump(parts[at].node) for at in sorted(kept))
        kept |= more
        wanted = wanted.union(*(parts[at].uses for at in more))


class _Part:
    """One statement of the module's body."""

    def __init__(self, node: ast.stmt) -> None:
        self.node = node
        self.uses = set(_names(node))
        self.hooks: set[str] = set()  # what learns of it when it is defined
        if isinstance(node, _DEFINITIONS):
            self.binds = {node.name}
            self.hooks = {name for one in node.decorator_list for name in _names(one)}
        elif isinstance(node, _IMPORTS):
            self.binds = {(one.asname or one.name).partition(".")[0] for one in node.names}
        else:
            self.binds = {
                one.id for one in ast.walk(node) if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)
            }
        if isinstance(node, ast.ClassDef):
            self.hooks |= {name for one in [*node.bases, *node.keywords] for name in _names(one)}

    def is_reached(self, wanted: set[str], defined: set[str]) -> bool:
        if not isinstance(self.node, (*_DEFINITIONS, *_IMPORTS)):
            return True
        return bool(self.binds & wanted) or bool(self.hooks & wanted & defined)


def _names(node: ast.AST) -> list[str]:
    return [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
