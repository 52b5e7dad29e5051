"""What tracers know of a project, as bytes: the next process goes on where this one ends.

A node of a tree is told by its module and its number there: a module is its text, which is parsed again.  What is one
object stays one, and what has a name in this package is that.
"""

from __future__ import annotations

import _ast
import io
import os
import pickle
import sys
import zlib
from bisect import bisect_right
from importlib import import_module
from itertools import count

from jaxlint.discovery.read import Unread
from jaxlint.notebook.notebook import Notebook
from jaxlint.syntax.module import Module
from jaxlint.syntax.nodes import walk
from jaxlint.syntax.parse import parse
from jaxlint.text.source import Source
from jaxlint.tracing.calls.models import is_model, model
from jaxlint.tracing.running.interpreter import Interpreter
from jaxlint.tracing.shares.kept import Kept, let_go
from jaxlint.tracing.shares.share import LASTING
from jaxlint.tracing.shares.tracers import Tracers
from jaxlint.tracing.values.enumerations import written_as
from jaxlint.tracing.values.heap import Heap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from jaxlint.project.around import Around

    Reduced = tuple[Any, ...]

_OWN = "jaxlint."
_HERE = __name__
_OTHERS = ("builtins", "enum", "ast", "collections")  # where classes of plain values come from
_CONSTANTS = (Ellipsis, NotImplemented)
_FAST = 1  # for zlib: the least work


def packed(around: Around) -> bytes:
    """What is known of the texts as they are; raises what can't be written."""
    memory = around.memory
    tracers = memory.part(Tracers)
    models = [one for tracer in tracers.values() for one in tracer.models.values()]
    modules = {*memory.modules(), *models}
    done = min(interpreter.part(Kept).edits_met for interpreter in tracers.values())
    del memory.edits[:done]
    for interpreter in tracers.values():
        interpreter.journal.restore()
        interpreter.part(Kept).edits_met -= done
        let_go(interpreter, modules)
    data = io.BytesIO()
    _Writer(data, modules, around.root).dump((Heap.now, memory.state(), tracers))
    return zlib.compress(data.getbuffer(), _FAST)


def unpacked(data: bytes, around: Around, named: Callable[[str], str]) -> None:
    """``named``: what this run calls a file.  Raises what is wrong with the data, which must be of this very user."""
    now, state, tracers = _Reader(io.BytesIO(zlib.decompress(data)), around.root, named).load()
    memory = around.memory
    Heap.now = max(Heap.now, now)
    memory.restore(state)
    memory.part(Tracers).update(tracers)


class _Writer(pickle.Pickler):
    def __init__(self, data: io.BytesIO, modules: set[Module], top: str) -> None:
        super().__init__(data, 5)
        self._top = top
        self._numbers: dict[_ast.AST, int] = {}  # through all modules
        self._modules = list(modules)
        self._starts: list[int] = []
        for module in self._modules:
            self._starts.append(len(self._numbers))
            self._numbers.update(zip(walk(module.tree), count(len(self._numbers)), strict=False))
        self._names = _named_objects()
        kinds = {type(one) for one, _, _ in self._names.values()}
        self.dispatch_table = dict.fromkeys(kinds, self._object)
        self.dispatch_table.update(dict.fromkeys((Source, Unread, Notebook), self._source))
        self.dispatch_table.update({Module: self._module, Interpreter: _interpreter})
        nodes = [one for one in vars(_ast).values() if isinstance(one, type) and issubclass(one, _ast.AST)]
        self.dispatch_table.update(dict.fromkeys(nodes, self._node))
        if "enum" in sys.modules:
            self.dispatch_table[sys.modules["enum"].EnumMeta] = written_as

    def _object(self, one: object) -> Reduced:
        named = self._names.get(id(one))
        return one.__reduce_ex__(5) if named is None else (_named, named[1:])  # type: ignore[return-value]

    def _node(self, node: _ast.AST) -> Reduced:
        number = self._numbers.get(node)
        if number is None:
            return node.__reduce_ex__(5)  # type: ignore[return-value]
        at = bisect_right(self._starts, number) - 1
        return _node, (self._modules[at], number - self._starts[at])

    def _module(self, module: Module) -> Reduced:
        if is_model(module):
            return model, (module.name,)
        return parse, (module.source, module.name, module.is_test)

    def _source(self, source: Source) -> Reduced:
        """One that is read when somebody looks was read, where it has a tree."""
        kind = Notebook if isinstance(source, Notebook) else Source
        slots = [name for one in kind.__mro__ for name in getattr(one, "__slots__", ())]
        state = {name: getattr(source, name) for name in slots if name != "path"}
        path = os.path.relpath(source.path, self._top)
        return _source, (kind, path), (None, {**state, "_starts": None})


def _interpreter(interpreter: Interpreter) -> Reduced:
    state = {name: getattr(interpreter, name) for name in ("fresh", "journal", "models")}
    parts = {kind: part for kind, part in interpreter._parts.items() if kind in LASTING}
    return Interpreter, (None, interpreter.recording), {**state, "_parts": parts}


def _named_objects() -> dict[int, tuple[object, str, str]]:
    """Objects of ours that stand for themselves, as UNKNOWN does, with module and name."""
    found: dict[int, tuple[object, str, str]] = {}
    for name, module in list(sys.modules.items()):
        for own, one in vars(module).items() if name.startswith(_OWN) else ():
            if type(one).__module__.startswith(_OWN):
                found.setdefault(id(one), (one, name, own))
    return found


class _Reader(pickle.Unpickler):
    def __init__(self, data: io.BytesIO, top: str, named: Callable[[str], str]) -> None:
        super().__init__(data)
        self._top = top
        self._call = named
        self._nodes: dict[Module, list[_ast.AST]] = {}

    def find_class(self, home: str, name: str) -> Any:  # noqa: ANN401
        own = {"_node": self._node, "_source": self._source}.get(name) if home == _HERE else None
        if own is not None:
            return own
        if home.startswith(_OWN):
            return super().find_class(home, name)
        found = super().find_class(home, name) if home in _OTHERS else None
        if not isinstance(found, type) and found not in _CONSTANTS:
            raise pickle.UnpicklingError(f"{home}.{name}")
        return found

    def _node(self, module: Module, number: int) -> _ast.AST:
        if module not in self._nodes:
            self._nodes[module] = walk(module.tree)
        return self._nodes[module][number]

    def _source(self, kind: type[Source], path: str) -> Source:
        source = kind.__new__(kind)
        source.path = self._call(os.path.normpath(os.path.join(self._top, path)))
        return source


def _named(home: str, name: str) -> object:
    return getattr(import_module(home), name)


def _node(module: Module, number: int) -> _ast.AST:
    """Stands for a reader's own."""
    raise NotImplementedError


def _source(kind: type[Source], path: str) -> Source:
    """The same."""
    raise NotImplementedError
