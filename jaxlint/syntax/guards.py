"""Code that asks which version of a library it runs on, before it uses a name: what it does then is its own choice."""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module

_CATCHING = frozenset(
    ("ImportError", "ModuleNotFoundError", "AttributeError", "Exception", "BaseException", "TypeError")
)
_EXPECTING = ("suppress", "raises", "warns", "catch_warnings", "deprecated_call")
_ASKING = frozenset(("getattr", "find_spec"))
_OTHERS = ("sys", "np", "numpy", "platform")
_QUESTIONS = ("hasattr", "getattr", "find_spec", "version", "VERSION", "Version")
_LEAVING = (_ast.Return, _ast.Continue, _ast.Break, _ast.Raise)


def tries_imports(node: _ast.AST) -> bool:
    """``try`` with a handler for a name that is not there, or ``with suppress(ImportError)``."""
    if isinstance(node, (_ast.Try, _ast.TryStar)):
        return any(handler.type is None or _named(handler.type) & _CATCHING for handler in node.handlers)
    if isinstance(node, (_ast.With, _ast.AsyncWith)):
        calls = [item.context_expr for item in node.items if isinstance(item.context_expr, _ast.Call)]
        names = {name for call in calls for name in _named(call.func)}
        return any(name in _EXPECTING or name.startswith(("assertRaises", "assertWarns")) for name in names)
    return False


class Guards:
    """The guards of one file: ``flags`` are names that hold the answer to such a question."""

    __slots__ = ("_asked", "_modules", "flags")

    def __init__(self, module: Module) -> None:
        text = module.source.text
        self.flags: set[str] = set()
        self._modules: set[str] = set()
        self._asked = any(word in text for word in _QUESTIONS)  # most files never ask
        if self._asked or "except" in text or "suppress" in text:
            self._read(walk(module.tree))

    def _read(self, nodes: list[_ast.AST]) -> None:
        self._modules = {
            alias.asname or alias.name.partition(".")[0]
            for node in nodes
            if isinstance(node, (_ast.Import, _ast.ImportFrom))
            for alias in node.names
        }
        for node in nodes:
            self.flags.update(target.id for target in self._decided(node) if isinstance(target, _ast.Name))

    def is_guard(self, test: _ast.AST) -> bool:
        """``hasattr(jax, "x")``, ``jax.__version__ < ...``, or a flag that was set from one of them."""
        if not self._asked and not self.flags:
            return False
        for node in walk(test):
            if isinstance(node, _ast.Call) and node.args and self._asks(node):
                return True
            if isinstance(node, (_ast.Name, _ast.Attribute)):
                word = node.id if isinstance(node, _ast.Name) else node.attr
                if word in self.flags or ("version" in word.lower() and _root(node) not in _OTHERS):
                    return True
        return False

    def _asks(self, call: _ast.Call) -> bool:
        """``getattr`` is a question where a module is asked, ``hasattr`` wherever a class's own attributes are not."""
        root = _root(call.args[0])
        if "hasattr" in _named(call.func):
            return root not in ("self", "cls")
        return bool(_named(call.func) & _ASKING) and (root in self._modules or isinstance(call.args[0], _ast.Constant))

    def _decided(self, node: _ast.AST) -> list[_ast.expr]:
        """What a question sets: ``NEW = hasattr(jax, "x")``, or constants in a ``try`` that imports."""
        if isinstance(node, (_ast.Assign, _ast.AnnAssign)) and node.value is not None and self.is_guard(node.value):
            return node.targets if isinstance(node, _ast.Assign) else [node.target]
        if not isinstance(node, (_ast.Try, _ast.TryStar)) or not tries_imports(node):
            return []
        inside = [one for one in walk(node) if isinstance(one, _ast.Assign) and isinstance(one.value, _ast.Constant)]
        return [target for one in inside for target in one.targets]


def leaves(node: _ast.If) -> bool:
    """Does its body leave, so that what follows belongs to the other answer?  ``if old: raise`` sorts nothing."""
    last = node.body[-1]
    if isinstance(last, _ast.Raise) and isinstance(node.test, _ast.Compare):
        return not any(isinstance(operator, (_ast.Lt, _ast.LtE)) for operator in node.test.ops)
    return isinstance(last, _LEAVING)


def _named(node: _ast.AST) -> set[str]:
    """The last words of a name, or of each of a tuple."""
    if isinstance(node, _ast.Tuple):
        return {name for part in node.elts for name in _named(part)}
    if isinstance(node, _ast.Attribute):
        return {node.attr}
    return {node.id} if isinstance(node, _ast.Name) else set()


def _root(node: _ast.AST) -> str:
    while isinstance(node, _ast.Attribute):
        node = node.value
    return node.id if isinstance(node, _ast.Name) else ""
