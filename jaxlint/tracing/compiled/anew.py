"""Functions and objects that are made anew each time, so that jit finds nothing that it has compiled for them.

jit looks for it by the function that it was given, and by its static arguments.  Another lambda, partial, bound method
or ``grad(f)`` is another function, for all that it does the same; a function of a module is the same one each time,
however often it is jitted.  Measured on JAX 0.10.2, equinox 0.13, flax 0.12.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.repeats import changing, loop_around, only_definition
from jaxlint.syntax.nodes import walk
from jaxlint.text.quoted import quoted as in_one_line
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.values.hierarchy import is_plain
from jaxlint.tracing.values.value import BoundMethod, Function, Instance, Partial, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.running.environment import Frame

_BY_IDENTITY = ("jax.jit", "jax.api.jit")
_BY_EQUALITY = ("jax.pmap", "equinox.filter_jit", "equinox.filter_pmap")  # two methods of one object are equal
_EACH_TIME = ("flax.nnx.jit", "flax.nnx.pmap")  # they wrap the function once more themselves
COMPILING = frozenset([*_BY_IDENTITY, *_BY_EQUALITY, *_EACH_TIME])
_FILTERING = "equinox.filter_"  # what these give is equal for equal functions

_Def = (_ast.FunctionDef, _ast.AsyncFunctionDef)


class Made:
    """A jitted function that is called where it is made.  ``node``: where it is jitted; ``call``: where it is called.

    ``what`` is another one each time, in words; ``takes``: the names that it reads from around it, and that may hold
    something else in the next iteration, or call.
    """

    __slots__ = ("call", "function", "module", "node", "takes", "transform", "what")

    def __init__(self, frame: Frame, call: _ast.AST, transformed: Transformed, what: str, takes: set[str]) -> None:
        self.module = frame.module
        self.function = frame.function
        self.node = transformed.node
        self.call = call
        self.transform = transformed.transform
        self.what = what
        self.takes = takes


def made_here(frame: Frame, call: _ast.AST, transformed: Transformed) -> Made | None:
    """The jitted function that a call calls, where the code around has just made it, for nothing but such calls."""
    module, scope, node = frame.module, frame.function, transformed.node
    if transformed.module is not module or not isinstance(call, _ast.Call) or _scope_of(module, node) is not scope:
        return None
    loop = loop_around(module, _evaluated_as(module, node))
    region = loop or scope
    if region is None or loop_around(module, call) is not loop or not _is_for_calls(module, scope, call, node):
        return None
    parts = Parts(module, scope, region)
    what = parts.anew(transformed.func, _given(module, node), transformed.transform)
    if what is None and transformed.transform in _EACH_TIME:
        what = parts.wrapped(_given(module, node))
    if what is None:
        return None
    parts.add(_settings(module, node))
    return Made(frame, call, transformed, what, parts.taken())


def _is_for_calls(module: Module, scope: _ast.AST | None, call: _ast.Call, made: _ast.AST) -> bool:
    """It is called at once, or by a name that is read for nothing else: nobody keeps it for later."""
    if call.func is made:
        return True
    target = _bound_to(module, made)
    if target is None or not isinstance(call.func, _ast.Name) or only_definition(module, call.func) is not target:
        return False
    reads = flow_of(scope or module.tree).reaching.reads(target)
    parents = [(read, module.parents[read]) for read in reads if module.function_of(read) is scope]
    return len(parents) == len(reads) and all(getattr(parent, "func", None) is read for read, parent in parents)


def _scope_of(module: Module, node: _ast.AST) -> _ast.AST | None:
    """The function that evaluates it."""
    return module.function_of(_evaluated_as(module, node))


def _evaluated_as(module: Module, node: _ast.AST) -> _ast.AST:
    """A decorator is evaluated where the def below it stands."""
    parent = module.parents[node]
    return parent if _decorates(node, parent) else node


def _decorates(node: _ast.AST, parent: _ast.AST) -> bool:
    return isinstance(parent, _Def) and node in parent.decorator_list


def _bound_to(module: Module, made: _ast.AST) -> _ast.AST | None:
    """The name, or the def below a decorator, that holds what is made."""
    parent = module.parents[made]
    if isinstance(parent, _ast.Assign) and len(parent.targets) == 1 and isinstance(parent.targets[0], _ast.Name):
        return parent.targets[0]
    return parent if _decorates(made, parent) else None


def _given(module: Module, made: _ast.AST) -> _ast.AST | None:
    """What is written for the function that is transformed."""
    if _decorates(made, module.parents[made]):
        return module.parents[made]
    if not isinstance(made, _ast.Call):
        return None
    named = [one.value for one in made.keywords if one.arg in ("fun", "f")]
    return next(iter([*made.args, *named]), None)


def _settings(module: Module, made: _ast.AST) -> list[_ast.AST]:
    """What else the transform is given: where that is another thing each time, so is what is compiled."""
    given = _given(module, made)
    if not isinstance(made, _ast.Call):
        return []
    return [one for one in (*made.args, *(one.value for one in made.keywords)) if one is not given]


class Parts:
    """What is made anew in a region of one function, a loop or its whole body, and what of it may change there."""

    def __init__(self, module: Module, scope: _ast.AST | None, region: _ast.AST) -> None:
        self._module = module
        self._scope = scope
        self._region = region
        self._found: list[_ast.AST] = []

    def add(self, parts: list[_ast.AST]) -> None:
        self._found += parts

    def anew(self, value: Value, written: _ast.AST | None, transform: str) -> str | None:
        """In words, where a value is another one each time for what ``transform`` has compiled."""
        if isinstance(value, Function):
            return self._function(value)
        if isinstance(value, Transformed):
            return self._transformed(value, transform)
        written = self._in_place(written)
        if isinstance(written, _ast.Call) and isinstance(value, Partial) and not value.is_pytree:
            self._found.append(written)
            return "partial"
        if isinstance(written, _ast.Attribute) and transform in _BY_IDENTITY and _is_bound(value):
            self._found.append(written)
            return f"bound method {in_one_line(self._module.source.segment(written))}"
        return None

    def wrapped(self, written: _ast.AST | None) -> str:
        """Whatever it is: the transform makes another function of it each time."""
        if written is None:
            return "function"
        self._found.append(written)
        return f"wrapper of {in_one_line(self._module.source.segment(written))}"

    def object(self, value: Value, written: _ast.AST | None) -> str | None:
        """The same of an object that is equal to none but itself."""
        written = self._in_place(written)
        if not isinstance(written, _ast.Call) or not isinstance(value, Instance) or value.members is not None:
            return None
        if not is_plain(value.cls):
            return None
        self._found.append(written)
        if is_model(value.cls.module):
            return f"{in_one_line(self._module.source.segment(written))}, which never equals another,"
        return f"instance of `{value.cls.node.name}`, which has no `__eq__`,"

    def taken(self) -> set[str]:
        """The names that change with the region, and that these parts read; functions that are made there with them."""
        own, seen, names = changing(self._region), set[str](), set[str]()
        for part in self._found:
            for name in free(part) & own - seen:
                seen.add(name)
                made = self._functions(name)
                self._found += made
                if not made:
                    names.add(name)
        return names

    def _functions(self, name: str) -> list[_ast.AST]:
        module = self._module
        below = [one for one in walk(self._region) if isinstance(one, _Def) and one.name == name]
        return [one for one in below if module.function_of(one) is self._scope]

    def _function(self, value: Function) -> str | None:
        if not self._is_here(value.module, value.node):
            return None
        self._found.append(value.node)
        return "lambda" if isinstance(value.node, _ast.Lambda) else f"function `{value.name}`"

    def _transformed(self, value: Transformed, transform: str) -> str | None:
        if not self._is_here(value.module, value.node):
            return None
        alike = value.transform.startswith(_FILTERING) and transform.startswith(_FILTERING)
        if alike or value.transform in COMPILING or not isinstance(value.node, _ast.Call):
            return self.anew(value.func, _given(self._module, value.node), transform)
        self._found.append(value.node)
        return in_one_line(self._module.source.segment(value.node))

    def _is_here(self, module: Module, node: _ast.AST) -> bool:
        if module is not self._module or _scope_of(module, node) is not self._scope:
            return False
        current: _ast.AST | None = node
        while current is not None and current is not self._region:
            current = module.parents.get(current)
        return current is not None

    def _in_place(self, written: _ast.AST | None) -> _ast.AST | None:
        """What a name holds, where it is bound in the region."""
        if not isinstance(written, _ast.Name):
            return written
        target = only_definition(self._module, written)
        if target is None or not self._is_here(self._module, target):
            return None
        parent = self._module.parents[target]
        return parent.value if isinstance(parent, _ast.Assign) and target in parent.targets else None


def _is_bound(value: Value) -> bool:
    return isinstance(value, BoundMethod) and isinstance(value.func, Function) and isinstance(value.receiver, Instance)
