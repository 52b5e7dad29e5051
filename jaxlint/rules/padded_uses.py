"""Where the padding of ``jnp.nonzero(mask, size=n)`` is counted in: followed through the function that makes it.

What is masked, compared with the number of true ones, handed on or handed out is left: somebody may see to it there.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.index import flow_of
from jaxlint.knowledge.api import is_elementwise
from jaxlint.knowledge.operations import operation
from jaxlint.rules.dotted import dotted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.syntax.module import Module

# What an expression holds: a tuple of indices, an array of them or of rows of them, or values with padding among them.
TUPLE, INDICES, ROWS, VALUES = "tuple", "indices", "rows", "values"
# How padding is counted in.
REDUCED, WRITTEN, COUNTED = "reduced", "written", "counted"
_HELD = {"where": TUPLE, "nonzero": TUPLE, "flatnonzero": INDICES, "argwhere": ROWS, "unique": VALUES}
_WRITES = frozenset("set add subtract multiply divide power min max apply".split())
_HARMLESS = frozenset(["any", "all"])
_ONE_MORE = frozenset(["norm", "median", "logsumexp", "nansum", "nanmean"])
_COMPARED = (_ast.Lt, _ast.LtE, _ast.Gt, _ast.GtE, _ast.Eq, _ast.NotEq)
_MOST = 60  # expressions that are followed

Held = tuple[_ast.AST, str]
Use = tuple[_ast.expr, str]


def uses(module: Module, call: _ast.AST, function: str) -> list[Use]:
    """``function``: the last part of its name."""
    return _Uses(module, call, _HELD[function]).found if function in _HELD else []


class _Uses:
    def __init__(self, module: Module, call: _ast.AST, held: str) -> None:
        self._module = module
        self._distinct = held == VALUES  # ``unique`` repeats the least: extremes do not notice
        self._padded: dict[_ast.AST, str] = {call: held}
        self.found: list[Use] = []
        waiting: list[Held] = [(call, held)]
        for node, what in waiting:
            for further in self._further(node, what):
                if further[0] not in self._padded and len(self._padded) < _MOST:
                    self._padded[further[0]] = further[1]
                    waiting.append(further)
        self.found.sort(key=lambda use: (use[0].lineno, use[0].col_offset))

    def _further(self, node: _ast.AST, held: str) -> Iterable[Held]:
        parent = self._module.parents[node]
        if isinstance(parent, (_ast.Assign, _ast.AnnAssign)) and parent.value is node:
            targets = parent.targets if isinstance(parent, _ast.Assign) else [parent.target]
            return self._bound(targets[0], held) if len(targets) == 1 else []
        length = self._length(node, parent, held)
        if length is not None:
            self.found += [(one, COUNTED) for one in self._named(length) if self._is_asked(one)]
            return []
        if isinstance(parent, _ast.Subscript):
            return self._read(parent, node, held) if parent.value is node else self._indexed(parent, node, held)
        if isinstance(parent, _ast.Tuple):
            above = self._module.parents[parent]
            is_index = isinstance(above, _ast.Subscript) and above.slice is parent and parent.elts[0] is node
            return self._indexed(above, parent, held) if is_index else []  # type: ignore[arg-type]
        return self._computed(node, parent) if held == VALUES else self._taken(node, parent, held)

    def _bound(self, target: _ast.expr, held: str) -> list[Held]:
        if isinstance(target, (_ast.Tuple, _ast.List)):
            names = [one for one in target.elts if isinstance(one, _ast.Name)] if held == TUPLE else []
            return [(read, INDICES) for name in names for read in self._reads(name)]
        return [(read, held) for read in self._reads(target)] if isinstance(target, _ast.Name) else []

    def _reads(self, name: _ast.Name) -> list[_ast.AST]:
        function = self._module.function_of(name) or self._module.tree
        found = flow_of(function).reaching.reads(name)
        return [read for read in found if (self._module.function_of(read) or self._module.tree) is function]

    def _read(self, parent: _ast.Subscript, node: _ast.AST, held: str) -> list[Held]:
        """``found[0]`` of a tuple of indices, a column of rows of them, ``values[:, 0]``."""
        if held == TUPLE:
            return [(parent, INDICES)] if isinstance(parent.slice, _ast.Constant) else []
        parts = parent.slice.elts if isinstance(parent.slice, _ast.Tuple) else []
        whole = bool(parts) and isinstance(parts[0], _ast.Slice) and _is_whole(parts[0])
        if held == ROWS:
            return [(parent, INDICES)] if whole and len(parts) == 2 and isinstance(parts[1], _ast.Constant) else []
        return [(parent, held)] if held == VALUES and whole else []

    def _indexed(self, parent: _ast.Subscript, index: _ast.AST, held: str) -> list[Held]:
        """``x[i]``, and what is written by ``x.at[i]``."""
        if held not in (INDICES, TUPLE) or not isinstance(parent.ctx, _ast.Load):
            return []
        if getattr(parent.value, "attr", "") != "at":
            return [(parent, VALUES)]
        method = self._module.parents[parent]
        call = self._module.parents[method]
        is_write = isinstance(call, _ast.Call) and call.func is method and getattr(method, "attr", "") in _WRITES
        if is_write and call.args and self._is_sure(call.args[0]):  # type: ignore[attr-defined]
            self.found.append((call, WRITTEN))  # type: ignore[arg-type]
        return []

    def _is_sure(self, value: _ast.expr) -> bool:
        """A number: what is written in the places of the padding is no zero that leaves all as it is."""
        return _is_number(value) or self._padded.get(value) == VALUES

    def _taken(self, node: _ast.AST, parent: _ast.AST, held: str) -> list[Held]:
        """``jnp.take(x, i)``"""
        is_take = isinstance(parent, _ast.Call) and dotted(self._module, parent.func) == "jax.numpy.take"
        return [(parent, VALUES)] if is_take and parent.args[1:2] == [node] and held == INDICES else []  # type: ignore[attr-defined]

    def _computed(self, node: _ast.AST, parent: _ast.AST) -> list[Held]:
        """What is made of values element by element, and what all of them are put together to."""
        if isinstance(parent, _ast.UnaryOp):
            return [(parent, VALUES)]
        if isinstance(parent, (_ast.BinOp, _ast.Compare)):
            return [(parent, VALUES)] if self._is_alone(node, parent) else []
        call: _ast.AST = parent
        if isinstance(parent, _ast.Attribute):
            call = self._module.parents[parent]
            name = parent.attr if isinstance(call, _ast.Call) and call.func is parent else ""
            rest = call.args if isinstance(call, _ast.Call) else []
        else:
            full = dotted(self._module, call.func) if isinstance(call, _ast.Call) and call.args[:1] == [node] else ""
            name = full.rpartition(".")[2] if full.startswith("jax.") else ""
            rest = call.args[1:] if isinstance(call, _ast.Call) else []
            if name and is_elementwise(full) and not rest:
                return [(call, VALUES)]
        if not name or not isinstance(call, _ast.Call):
            return []
        if name == "astype":
            return [(call, VALUES)]
        if self._counts_all(name, call, rest):
            self.found.append((call, REDUCED))
        return []

    def _counts_all(self, name: str, call: _ast.Call, rest: list[_ast.expr]) -> bool:
        if name in _HARMLESS or (self._distinct and name in ("max", "min")):
            return False
        if not operation(name).where and name not in _ONE_MORE:
            return False
        axes = [one.value for one in call.keywords if one.arg == "axis"] + rest[:1]
        first = not axes or (isinstance(axes[0], _ast.Constant) and axes[0].value in (0, None))
        return first and all(one.arg in ("axis", "keepdims", "dtype") for one in call.keywords)

    def _is_alone(self, node: _ast.AST, parent: _ast.BinOp | _ast.Compare) -> bool:
        """The other operand is a number, or padded itself, and so no mask."""
        if isinstance(parent, _ast.BinOp):
            others = [one for one in (parent.left, parent.right) if one is not node]
        else:
            others = [one for one in (parent.left, *parent.comparators) if one is not node]
        return all(_is_number(one) or self._padded.get(one) == VALUES for one in others)

    def _length(self, node: _ast.AST, parent: _ast.AST, held: str) -> _ast.expr | None:
        """``len(i)``, ``i.size``, ``i.shape[0]``: as many as there is room for."""
        if held == TUPLE:
            return None
        if isinstance(parent, _ast.Call) and getattr(parent.func, "id", "") == "len" and parent.args == [node]:
            return parent
        if isinstance(parent, _ast.Attribute) and parent.attr == "size" and held != ROWS:
            return parent
        if isinstance(parent, _ast.Attribute) and parent.attr == "shape":
            above = self._module.parents[parent]
            index = above.slice if isinstance(above, _ast.Subscript) and above.value is parent else None
            if isinstance(index, _ast.Constant) and index.value == 0:
                return above  # type: ignore[return-value]
        return None

    def _named(self, length: _ast.expr) -> list[_ast.expr]:
        """The length, or where it is read by the name that it gets."""
        parent = self._module.parents[length]
        target = parent.targets[0] if isinstance(parent, _ast.Assign) and len(parent.targets) == 1 else None
        return self._reads(target) if isinstance(target, _ast.Name) else [length]  # type: ignore[return-value]

    def _is_asked(self, length: _ast.expr) -> bool:
        """It is divided by, or compared with a number: meant is the number of those that were found."""
        parent = self._module.parents[length]
        if isinstance(parent, _ast.BinOp):
            return isinstance(parent.op, _ast.Div) and parent.right is length
        if not isinstance(parent, _ast.Compare) or len(parent.ops) != 1 or not isinstance(parent.ops[0], _COMPARED):
            return False
        other = parent.left if parent.comparators[0] is length else parent.comparators[0]
        return isinstance(other, _ast.Constant)


def _is_number(node: _ast.expr) -> bool:
    while isinstance(node, _ast.UnaryOp):
        node = node.operand
    return isinstance(node, _ast.Constant)


def _is_whole(part: _ast.Slice) -> bool:
    return part.lower is None and part.upper is None and part.step is None
