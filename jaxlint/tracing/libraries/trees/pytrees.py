"""jax.tree.*, ravel_pytree, and records that are copied with some fields changed."""

from __future__ import annotations

from jaxlint.tracing.applied.lift import map_leaves
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.events.keys import LEAF
from jaxlint.tracing.functions.calling import FUNCTIONS, call_library
from jaxlint.tracing.keys.uses import in_turn
from jaxlint.tracing.libraries.trees.like import structure_of
from jaxlint.tracing.libraries.trees.tree_structures import check_alike, check_leaf, is_sorted
from jaxlint.tracing.operations.arrays import operation
from jaxlint.tracing.operations.jax_types import described
from jaxlint.tracing.transforms.refused.call_mismatches import check_body
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import Aval, Dim, unknown_aval
from jaxlint.tracing.values.holding import rebuilt
from jaxlint.tracing.values.joining import abreast, element_of, field, join_all, leaves, traced_among
from jaxlint.tracing.values.value import (
    FIELDS,
    STATIC,
    UNKNOWN,
    UNSURE,
    Const,
    Container,
    Instance,
    Library,
    Mapping,
    Partial,
    Reference,
    Sequence,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


def tree_map(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Runs the function on the leaves of trees of one structure, side by side; with their path, if it is asked for."""
    function, tree = arguments.get(0, "f"), arguments.get(1, "tree")
    if function is None or tree is None or not arguments.complete:
        return UNKNOWN
    trees = [tree, *arguments.positional[2:]]
    if name.endswith("_with_path"):
        function = Partial(function, [UNKNOWN], {})
    else:
        check_body(frame, arguments.node(0, "f"), node, name, function, len(trees))
    if not is_sorted(frame, node, name, tree):
        return UNKNOWN
    if name.startswith("jax.") and "is_leaf" not in arguments.keywords and len(arguments.positional) > 2:
        check_alike(frame, node, name, trees)
    if "is_leaf" in arguments.keywords and isinstance(tree, Reference):
        return call_value(frame, node, function, Arguments(trees))
    return _Mapped(frame, node, name, function, "is_leaf" in arguments.keywords).side_by_side(trees, 6)


class _Mapped:
    """A function under way over the leaves of trees; each leaf is one more time that it is run."""

    def __init__(self, frame: Frame, node: _ast.AST, name: str, function: Value, asks: bool) -> None:
        self._frame = frame
        self._node = node
        self._name = name
        self._function = function
        self._asks = asks  # is_leaf may make a leaf of None
        self._leaves = 0

    def side_by_side(self, trees: list[Value], depth: int) -> Value:
        first = trees[0]
        if isinstance(first, Const) and first.value is None and not self._asks:
            return first
        if isinstance(first, Container) and first.rows is not None and depth:
            return first.like([self.side_by_side(row, depth - 1) for row in abreast(first, trees)])
        if isinstance(first, Reference) and first.is_variable and depth:
            contents = [tree.content if isinstance(tree, Reference) else tree for tree in trees]
            return first.with_content(self.side_by_side(contents, depth - 1))
        if isinstance(first, Instance) and first.cls.pytree and depth:
            changed = rebuilt(first, lambda key, _: self.side_by_side([field(tree, key) for tree in trees], depth - 1))
            changed.depth = self._frame.condition.branches
            return changed
        if first is UNKNOWN or (isinstance(first, Traced) and not first.is_array):
            return _tree_again(self._on_leaf([_leaf_of(first) if isinstance(first, Traced) else first, *trees[1:]]))
        if isinstance(first, (Container, Instance)) and not isinstance(first, Reference) and not described(first):
            if isinstance(first, Instance) and depth and not self._asks:
                check_leaf(self._frame, self._node, self._name, self._function, first)
            return UNKNOWN
        return self._on_leaf(trees)

    def _on_leaf(self, leaves: list[Value]) -> Value:
        """Where another tree has a container, the first has one too, which was not seen, or hands the whole over."""
        mixed = any(map(_is_container, leaves))
        known = [UNKNOWN if mixed and _is_container(leaf) else leaf for leaf in leaves]
        frame, number = self._frame, self._leaves
        self._leaves += 1
        call = lambda: call_value(frame, self._node, self._function, Arguments(known))  # noqa: E731
        result = in_turn(frame, number, call, 1, LEAF)
        return _tree_again(result) if mixed else result


def _is_container(value: Value) -> bool:
    return isinstance(value, Container) or (type(value) is Instance and value.cls.pytree)


def _tree_again(result: Value) -> Value:
    """What comes of all leaves of a tree whose structure is not known."""
    if not isinstance(result, Traced):
        return UNKNOWN
    return Traced(unknown_aval(), result.origin, result.concrete, False, Evidence())


def _leaf_of(tree: Traced) -> Traced:
    """The leaves of a tracer are arrays, or references to one, even though it may be none itself."""
    evidence = Evidence()
    evidence.show_indexed(True)
    return Traced(tree.aval, tree.origin, tree.concrete, tree.staged, evidence)


def leaves_in_order(tree: Value, depth: int = 6) -> list[Value] | None:
    """Every leaf, where the whole structure is known: dicts go by their sorted keys, None is none."""
    if depth == 0 or tree is UNKNOWN:
        return None
    if isinstance(tree, Const) and tree.value is None:
        return []
    if isinstance(tree, Traced) and not tree.is_array:
        return None
    if isinstance(tree, Sequence):
        inner = tree.items
    elif isinstance(tree, Mapping):
        inner = _by_key(tree.items)
    elif isinstance(tree, Reference):
        return leaves_in_order(tree.content, depth - 1) if tree.is_variable else [tree]
    elif isinstance(tree, Instance) and described(tree) is None:
        inner = _fields_in_order(tree)
    else:
        return [tree]
    found: list[Value] = []
    for item in inner if inner is not None else [UNKNOWN]:
        below = leaves_in_order(item, depth - 1)
        if below is None:
            return None
        found += below
    return found


def _by_key(items: dict[object, Value] | None) -> list[Value] | None:
    """The values of a dict as JAX orders them; None where its keys have no order in view."""
    if items is None or (len({type(key) for key in items}) > 1):
        return None
    if all(isinstance(key, (str, int)) for key in items):
        return [items[key] for key in sorted(items)]  # type: ignore[type-var]
    return None


def _fields_in_order(tree: Instance) -> list[Value] | None:
    fields = tree.cls.flattened or tree.cls.fields
    if fields is None or tree.cls.layout != FIELDS or UNSURE in tree.cls.held.values():
        return None
    return [tree.attributes.get(name, UNKNOWN) for name in fields if tree.cls.held.get(name) != STATIC]


def tree_reduce(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """functools.reduce over the leaves; where they are not known, over two that are like all of them."""
    function, tree = arguments.get(0, "function"), arguments.get(1, "tree")
    if function is None or tree is None or "is_leaf" in arguments.keywords:
        return UNKNOWN
    found = leaves_in_order(tree)
    if found is None or len(found) > 16:
        below = tree_leaves(frame, node, name, Arguments([tree]))
        found = [element_of(below) if isinstance(below, Sequence) else UNKNOWN] * 2
    start = arguments.get(2, "initializer")
    rows = found if start is None else [start, *found]
    result = rows[0] if rows else UNKNOWN
    for row in rows[1:]:
        result = call_value(frame, node, function, Arguments([result, row]))
    return result


def tree_leaves(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """A list of all leaves; of a tree of tracers, each an array."""
    tree = arguments.get(0, "tree") or UNKNOWN
    if not is_sorted(frame, node, name, tree):
        return UNKNOWN
    exact = leaves_in_order(tree) if "is_leaf" not in arguments.keywords else None
    if exact is not None:
        return Sequence("list", exact, UNKNOWN, frame.condition.branches)
    if isinstance(tree, Traced):
        return Sequence("list", None, Traced(tree.aval, tree.origin, tree.concrete, tree.staged))
    if isinstance(tree, Container):
        found = leaves(tree)
        return Sequence("list", None, join_all(found)) if UNKNOWN not in found else UNKNOWN
    return UNKNOWN


def tree_flatten(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    found = tree_leaves(frame, node, name, arguments)
    return Sequence("tuple", [found, tree_structure(frame, node, name, arguments)])


def tree_structure(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if "is_leaf" in arguments.keywords or len(arguments.positional) != 1:
        return UNKNOWN
    return call_library(frame, node, "jax.tree_util.PyTreeDef", Arguments([structure_of(arguments.positional[0])]))


def tree_unflatten(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """A tree of the leaves, each at its place where the structure and the leaves are known one by one."""
    treedef, given = arguments.get(0, "treedef"), arguments.get(1, "leaves")
    if not isinstance(given, Sequence):
        return UNKNOWN
    items = given.parts
    structure = treedef.attributes.get("tree", UNKNOWN) if isinstance(treedef, Instance) else UNKNOWN
    places = leaves_in_order(structure)
    if places is None or not items:
        return _tree_again(items[0]) if items and all(isinstance(one, Traced) for one in items) else UNKNOWN
    if given.items is None or len(items) != len(places):
        items = [join_all(items)] * len(places)
    by_place = {id(place): item for place, item in zip(places, items, strict=True)}
    return map_leaves(structure, lambda place: by_place.get(id(place), place))


def ravel_pytree(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """(flat vector, function back)."""
    tree = arguments.get(0, "pytree") or UNKNOWN
    back = Partial(Library("jax.flatten_util.unravel"), [structure_of(tree)], {})
    known = traced_among([tree]) or leaves_in_order(tree)
    return Sequence("tuple", [operation(frame, node, [tree], Aval(None, (Dim(),))) if known else UNKNOWN, back])


def replaced(frame: Frame, node: _ast.AST, record: Value, arguments: Arguments) -> Value:
    """``record._replace(x=...)``, ``dataclasses.replace(record, x=...)``."""
    if not isinstance(record, Instance) or not arguments.complete:
        return UNKNOWN
    changed = {**record.attributes, **arguments.keywords}
    return record.again(changed, None, frame.condition.branches)


def replace(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return replaced(frame, node, arguments.get(0) or UNKNOWN, arguments)


for _prefix in ("jax.tree.", "jax.tree_util.tree_"):
    FUNCTIONS[_prefix + "map"] = FUNCTIONS[_prefix + "map_with_path"] = tree_map
    FUNCTIONS[_prefix + "leaves"] = tree_leaves
    FUNCTIONS[_prefix + "flatten"] = tree_flatten
    FUNCTIONS[_prefix + "structure"] = tree_structure
    FUNCTIONS[_prefix + "unflatten"] = tree_unflatten
    FUNCTIONS[_prefix + "reduce"] = tree_reduce
FUNCTIONS["jax.flatten_util.ravel_pytree"] = ravel_pytree
FUNCTIONS["dataclasses.replace"] = replace
