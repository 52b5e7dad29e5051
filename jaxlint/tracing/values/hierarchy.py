"""What classes in view have, and in which order their bases are looked at."""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import OPAQUE, ClassValue, Function, Library, Partial, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


MOST = 40  # classes that an object may be of, and callables that one call may lead to


def order(cls: ClassValue) -> list[ClassValue]:
    """The classes in view that attributes are looked up in, as Python orders them."""
    if cls.order is None:
        cls.order = [cls]  # while it is found out
        bases = [base for base in cls.bases if isinstance(base, ClassValue)]
        cls.order = [cls, *_merged([*([*order(base)] for base in bases), bases])]
    return cls.order


def _merged(rows: list[list[ClassValue]]) -> list[ClassValue]:
    """C3: the first that none of the others wants later."""
    found = []
    while rows := [row for row in rows if row]:
        later = {one for row in rows for one in row[1:]}
        head = next((row[0] for row in rows if row[0] not in later), rows[0][0])
        found.append(head)
        rows = [[one for one in row if one is not head] for row in rows]
    return found


def common_base(classes: Sequence[ClassValue]) -> ClassValue | None:
    """The first class in view that all of these are, or come from."""
    found = (one for one in order(classes[0]) if all(one in order(other) for other in classes))
    return next(found, None)


def common_root(classes: Sequence[ClassValue]) -> ClassValue | None:
    """The same, and where they have nothing in common but that they are plain classes, a class that has nothing."""
    found = common_base(classes)
    if found is None and all(cls.layout == OPAQUE and cls.reference is None for cls in classes):
        node = compile("class object: pass", "<object>", "exec", _ast.PyCF_ONLY_AST).body[0]  # type: ignore[attr-defined]
        return ClassValue(node, classes[0].module, [], {})
    return found


def class_member(cls: ClassValue, name: str) -> Value | None:
    """What a class in view gives for a name; None where an unknown base might have it."""
    for one in cls.order or order(cls):
        if name in one.attributes:
            return one.attributes[name]
    return None


def sets_attribute(cls: ClassValue, name: str) -> bool:
    """A method, other than the constructor, has ``self.name = ...`` among the statements of its body."""
    if cls.set_later is None:
        cls.set_later = assigned_in([one for one in _methods(cls) if one.name != "__init__"])
    return name in cls.set_later


def set_by_constructor(cls: ClassValue) -> frozenset[str]:
    """The attributes that ``__init__`` in the body of this very class assigns."""
    if cls.set_first is None:
        cls.set_first = assigned_in([one for one in _methods(cls) if one.name == "__init__"])
    return cls.set_first


def _methods(cls: ClassValue) -> list[_ast.FunctionDef]:
    return [one for one in cls.node.body if type(one) is _ast.FunctionDef]


def assigned_in(methods: Iterable[_ast.AST]) -> frozenset[str]:
    """The attributes that these set: ``self.name = ...``."""
    assigned = [node for method in methods for node in walk(method) if type(node) is _ast.Assign]
    targets = [one for node in assigned for one in node.targets if type(one) is _ast.Attribute]
    return frozenset([one.attr for one in targets if _is_self(one.value)])


def _is_self(node: _ast.expr) -> bool:
    return isinstance(node, _ast.Name) and node.id == "self"


def is_stub(value: Value | None) -> bool:
    """A method that is there to be overridden."""
    if not isinstance(value, Function) or isinstance(value.node, _ast.Lambda):
        return False
    return says_abstract(value.node) or all(map(_does_nothing, value.node.body))


def says_abstract(function: _ast.AST) -> bool:
    for one in getattr(function, "decorator_list", ()):
        if "abstract" in (getattr(one, "attr", None) or getattr(one, "id", None) or ""):
            return True
    return False


def _left_open(cls: ClassValue) -> frozenset[str]:
    if cls.abstract is None:
        cls.abstract = frozenset([name for name, value in cls.attributes.items() if _is_abstract(value)])
    return cls.abstract


def _is_abstract(value: Value) -> bool:
    return type(value) is Function and says_abstract(value.node)


def _does_nothing(statement: _ast.stmt) -> bool:
    """A docstring, ``...``, ``raise NotImplementedError``."""
    if isinstance(statement, _ast.Raise):
        raised = statement.exc.func if isinstance(statement.exc, _ast.Call) else statement.exc
        return getattr(raised, "id", None) == "NotImplementedError"
    return isinstance(statement, _ast.Expr) and isinstance(statement.value, _ast.Constant)


def is_protocol(cls: ClassValue) -> bool:
    if cls.protocol is None:
        named = [base.name for base in cls.bases if isinstance(base, Library)]
        cls.protocol = any(name.rpartition(".")[2] == "Protocol" for name in named)
    return cls.protocol


def is_abstract(cls: ClassValue) -> bool:
    """It can't be constructed itself."""
    if is_protocol(cls):
        return True
    names = frozenset().union(*map(_left_open, order(cls)))
    return any(_is_abstract(found) for name in names for found in [class_member(cls, name)] if found is not None)


def is_plain(cls: ClassValue) -> bool:
    """Its objects are compared, and hashed, as ``object`` does it."""
    return all(map(_is_plain, order(cls)))


def _is_plain(cls: ClassValue) -> bool:
    if cls.decorators or cls.node.keywords or not {"__eq__", "__hash__", "__new__"}.isdisjoint(cls.attributes):
        return False
    return all(isinstance(one, ClassValue) or getattr(one, "name", None) == "builtins.object" for one in cls.bases)


def library_name(value: Value) -> str:
    """The library's name of a base, a decorator or an annotation, applied or not."""
    if isinstance(value, Partial):
        return library_name(value.func)
    return value.name if isinstance(value, Library) else ""
