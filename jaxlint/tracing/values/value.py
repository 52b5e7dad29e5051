"""The abstract values: each stands for a set of values that a program may hold.

They form a semilattice.  One value is below another where all that it stands for, the other stands for, too:

    Const(3)  <  Static("int")  <  Static("float")  <  UNKNOWN        numbers of Python, known or not
    Traced(f32[2])  <  Traced(f32[n])  <  Traced(f32[...])            tracers, with less and less known of the shape
    Sequence([a, b])  <  Sequence(of unknown length)  <  UNKNOWN
    Function  <  Several([f, g])  <  Several([f, g, UNKNOWN])         one of these callables, or whatever else

``UNKNOWN`` is the top: it stands for anything, joined with anything it gives itself, and every question on it is
answered by silence.  Callables alone are kept beside it: that one of them may be called is worth following.  There is
no bottom: code that is never reached has no value.

``joining.join`` gives the least value above two (or, where it would be long, UNKNOWN).  Which way a branch took is
lost by it, so a finding after a join holds on one path at least, and none is made of what only the join put together:
a tracer joined with a Python number is UNKNOWN, not "perhaps a tracer".  Joining is idempotent, commutative and
associative (tests/tracing/test_join.py) up to the bound on how many callables are kept, and a value can grow a few
times only, so loops come to a fixed point.

Values that can be written to (Sequence, Mapping, Instance, Reference) are shared by all names that hold them, as in
Python.  A write in a branch that is deeper (``depth``) than where the value was made may or may not have happened.
``key()`` is equal for values that a call can't tell apart.
"""

from __future__ import annotations

from jaxlint.tracing.values.aval import Aval
from jaxlint.tracing.values.heap import Heap

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from enum import Enum
    from typing import Any

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.values.argument_evidence import Evidence
    from jaxlint.tracing.values.heap import Contents
    from jaxlint.tracing.values.origin import Origin
    from jaxlint.tracing.values.trace import Trace


SETS = ("set", "frozenset")
DEEPEST = 12  # containers in containers; what is deeper inside is not known


class Scope:
    """The names of a module, class or function, and what they hold; ``closure``: the scope whose names it sees.

    ``born``: when it was entered.  ``level``: of transforms around it, but for those inside an abstract trace.
    ``bindings``: of names that hold a key without an identity, the one they were given; None: of another key than
    before.  ``over``: it has run.  ``owner``: the class whose method it is.
    """

    __slots__ = (
        "bindings", "born", "closure", "function", "is_class", "level", "module", "over", "owner",
        "variables",
    )  # fmt: skip

    def __init__(self, module: Module, function: _ast.AST | None, closure: Scope | None, level: int) -> None:
        self.module = module
        self.function = function
        self.closure = closure
        self.level = level
        self.born = Heap.tick()
        self.variables: dict[str, Value] = {}
        self.bindings: dict[str, object] = {}
        self.is_class = False
        self.over = False
        self.owner: Value | None = None

    @property
    def contents(self) -> Contents:
        return tuple(self.variables.items()), None

    def put_back(self, contents: Contents) -> None:
        self.variables = dict(contents[0])

    def lookup(self, name: str) -> Value | None:
        """The value of a name, as Python's scoping finds it (a class body is skipped); None where no scope binds it."""
        if name in self.variables:
            return self.variables[name]
        scope = self.closure
        while scope is not None:
            if name in scope.variables and not scope.is_class:
                return scope.variables[name]
            scope = scope.closure
        return None


class Value:
    __slots__ = ()

    @property
    def level(self) -> int:
        """How deep containers are nested in it."""
        return 0

    def key(self) -> object:
        """Equal for values that a called function can't tell apart."""
        return self


class Unknown(Value):
    """Nothing is known; absorbs whatever it meets, and is always silent."""

    __slots__ = ()

    def key(self) -> object:
        return "?"

    def __repr__(self) -> str:
        return "unknown"


UNKNOWN = Unknown()


class Traced(Value):
    """A tracer, or (while its evidence is out) a pytree of tracers of unknown structure.

    ``concrete``: JAX still knows the number (an argument of grad outside jit): bool() and int() work.
    ``staged``: made by JAX operations from static values alone; NumPy would have kept it static.
    ``evidence`` None: certainly an array.
    ``key_id`` names a PRNG key, so that its second use is seen.
    ``trace``: the run of a body that it belongs to, where that is known.
    """

    __slots__ = ("aval", "concrete", "evidence", "key_id", "origin", "staged", "trace")

    def __init__(
        self,
        aval: Aval,
        origin: Origin,
        concrete: bool = False,
        staged: bool = False,
        evidence: Evidence | None = None,
        key_id: object = None,
    ) -> None:
        self.aval = aval
        self.origin = origin
        self.concrete = concrete
        self.staged = staged
        self.evidence = evidence
        self.key_id = key_id
        self.trace: Trace | None = None

    @property
    def is_array(self) -> bool:
        """Proved to be an array, not a pytree."""
        return self.evidence is None or self.evidence.is_array

    @property
    def is_immutable(self) -> bool:
        """Proved to be an array itself, and no reference to one either."""
        return self.evidence is None or self.evidence.is_immutable

    def key(self) -> object:
        shape = self.aval.shape
        return (
            "t",
            self.aval.kind,
            self.aval.dtype,
            shape if isinstance(shape, tuple) else None,
            self.concrete,
            self.staged,
            self.evidence is None,
            self.key_id,
            self.origin.key(),
            self.trace is not None and self in self.trace.leaked,
        )

    @property
    def is_leaked(self) -> bool:
        """Its trace has ended, and somebody holds it still."""
        return self.trace is not None and self in self.trace.leaked

    def apart(self) -> Traced:
        """The same of a trace that is not known."""
        return Traced(self.aval, self.origin, self.concrete, self.staged, self.evidence, self.key_id)

    def __repr__(self) -> str:
        return f"traced {self.aval!r}" if self.is_array else "traced pytree"


def is_staged(value: Value | None) -> bool:
    """Is it traced only because JAX operations made it, from static values alone?"""
    return isinstance(value, Traced) and value.staged


class Array(Value):
    """A concrete array: jax.Array, or NumPy's where ``numpy``.

    Inside jit it is concrete itself, and any jnp operation on a jax one is traced.
    ``sure`` False: made under vmap or grad alone of something unknown, so that it may be a tracer as well.
    """

    __slots__ = ("aval", "key_id", "numpy", "sure")

    def __init__(self, aval: Aval, numpy: bool = False, key_id: object = None, sure: bool = True) -> None:
        self.aval = aval
        self.numpy = numpy
        self.key_id = key_id
        self.sure = sure

    def key(self) -> object:
        shape = self.aval.shape
        known = shape if type(shape) is tuple else None
        return ("a", self.numpy, self.aval.kind, self.aval.dtype, known, self.key_id, self.sure)

    def __repr__(self) -> str:
        return f"{'concrete' if self.sure else 'array'} {self.aval!r}"


class Const(Value):
    """A Python constant: number, string, bytes, bool, None, Ellipsis."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def key(self) -> object:
        return ("c", type(self.value).__name__, self.value)

    def __repr__(self) -> str:
        return f"static {self.value!r}"


NONE = Const(None)
TRUE = Const(True)
FALSE = Const(False)


class Static(Value):
    """A Python value whose type is known and whose constant is not.

    ``type``: int, float, complex, bool, str, dtype, slice, range, object.  ``dim``: the axis or pytree whose size this
    int is; the array whose dtype it is; the frozenset of what it may be; or what speaks for one answer (``doubts``).
    """

    __slots__ = ("dim", "type")

    def __init__(self, type: str, dim: object = None) -> None:
        self.type = type
        self.dim = dim

    def key(self) -> object:
        aval = getattr(self.dim, "aval", None)
        known = self.dim if isinstance(self.dim, frozenset) else aval and (aval.kind, aval.dtype)
        return ("s", self.type, known or getattr(self.dim, "doubted", None))

    def __repr__(self) -> str:
        return f"static {self.type}"


class ShapeTuple(Value):
    """``x.shape`` where not even the rank is known."""

    __slots__ = ("of",)

    def __init__(self, of: object) -> None:
        self.of = of

    def key(self) -> object:
        return "shape"

    def __repr__(self) -> str:
        return "static shape"


class Container(Value):
    """What holds values in an order or under keys.

    ``items`` None: it is not known how many, each is like ``element``.  ``grows``: some function of its module adds to
    it, or takes away; it is not known whether it has by now.
    """

    __slots__ = ("born", "depth", "element", "grows", "items", "nesting")

    items: Any
    type: str

    def __init__(self, items: Any, element: Value, depth: int) -> None:  # noqa: ANN401
        self.items = items
        self.element = element
        self.depth = depth  # branch depth at creation: mutations deeper down are weak
        self.grows = False
        self.nesting = 1 + max([item.level for item in self.parts], default=0)
        if self.nesting > DEEPEST:
            self.items, self.element, self.nesting = None, UNKNOWN, 1
        self.born = Heap.tick()

    @property
    def level(self) -> int:
        return self.nesting

    @property
    def rows(self) -> list[Value] | None:
        """What it holds, one by one, where that is known."""
        raise NotImplementedError

    @property
    def parts(self) -> list[Value]:
        """The same, or one value for all."""
        rows = self.rows
        return [self.element] if rows is None else rows

    @property
    def contents(self) -> Contents:
        held = self.items
        return None if held is None else tuple(held.items() if isinstance(held, dict) else held), self.element

    def put_back(self, contents: Contents) -> None:
        held, self.element = contents
        self.items = None if held is None else dict(held) if isinstance(self, Mapping) else list(held)

    def like(self, rows: list[Value] | None, element: Value = UNKNOWN, depth: int = 0) -> Container:
        """A new one of this form that holds these."""
        raise NotImplementedError

    def each(self, change: Callable[[Value], Value]) -> Container:
        """A new one of this form with all parts changed."""
        rows = self.rows
        return self.like(None, change(self.element)) if rows is None else self.like([*map(change, rows)])


class Sequence(Container):
    """A tuple, list, set, iterator or view of a dict.  ``filled``: it has elements at first, however many."""

    __slots__ = ("filled", "type")

    def __init__(self, type: str, items: list[Value] | None, element: Value = UNKNOWN, depth: int = 0) -> None:
        self.type = type
        self.filled = False
        super().__init__(items, element, depth)

    @property
    def rows(self) -> list[Value] | None:
        held: list[Value] | None = self.items
        return held

    def like(self, rows: list[Value] | None, element: Value = UNKNOWN, depth: int = 0) -> Sequence:
        return Sequence(self.type, rows, element, depth)

    def key(self) -> object:
        if self.items is None:
            return (self.type, "*", self.element.key())
        return (self.type, tuple([item.key() for item in self.items]))

    def __repr__(self) -> str:
        inner = f"{self.element!r}..." if self.items is None else ", ".join(map(repr, self.items))
        return f"{self.type}({inner})"


class Generator(Sequence):
    """What a generator function hands out; how it stands where it yields counts for the body of a ``with``.

    ``context`` "": its body was not run, and may stand in any.
    """

    __slots__ = ("catching", "context")

    def __init__(self, element: Value, catching: frozenset[str], context: str) -> None:
        super().__init__("generator", None, element)
        self.catching = catching
        self.context = context


class Mapping(Container):
    """A dict.  ``factory``: what a defaultdict calls for a key that it has not."""

    __slots__ = ("factory",)

    type = "dict"

    def __init__(self, items: dict[object, Value] | None, element: Value = UNKNOWN, depth: int = 0) -> None:
        self.factory: Value | None = None
        super().__init__(items, element, depth)

    @property
    def rows(self) -> list[Value] | None:
        return None if self.items is None else [*self.items.values()]

    def like(self, rows: list[Value] | None, element: Value = UNKNOWN, depth: int = 0) -> Mapping:
        """``rows``: under the keys that there are."""
        return Mapping(None if rows is None else dict(zip(self.items or (), rows, strict=True)), element, depth)

    def key(self) -> object:
        if self.items is None:
            return ("dict", "*", self.element.key())
        return ("dict", tuple([(name, value.key()) for name, value in self.items.items()]))

    def __repr__(self) -> str:
        if self.items is None:
            return f"dict(...: {self.element!r})"
        return f"dict({', '.join(f'{name!r}: {value!r}' for name, value in self.items.items())})"


class Library(Value):
    """Something of a library, by its dotted name: ``jax.numpy.where``."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def key(self) -> object:
        return ("lib", self.name)

    def __repr__(self) -> str:
        return self.name


class TypeOf(Value):
    """``type(x)`` of an array."""

    __slots__ = ("of",)

    def __init__(self, of: Traced | Array) -> None:
        self.of = of

    def key(self) -> object:
        return ("type", self.of.key())

    def __repr__(self) -> str:
        return f"type of {self.of!r}"


class Imported(Value):
    """A module of the project (``attribute`` None), or a name in one, not looked into yet."""

    __slots__ = ("attribute", "module")

    def __init__(self, module: str, attribute: str | None) -> None:
        self.module = module
        self.attribute = attribute

    def key(self) -> object:
        return ("import", self.module, self.attribute)

    def __repr__(self) -> str:
        return self.module if self.attribute is None else f"{self.module}.{self.attribute}"


class Function(Value):
    """A def or lambda with the frame it closes over."""

    __slots__ = (
        "closure",
        "defaults",
        "kw_defaults",
        "marks",
        "module",
        "name",
        "node",
        "owner",
        "signature",
        "wrapped",
    )

    def __init__(
        self,
        node: _ast.FunctionDef | _ast.AsyncFunctionDef | _ast.Lambda,
        module: Module,
        closure: Scope | None,
        defaults: list[Value],
        kw_defaults: list[Value | None],
        owner: ClassValue | None = None,
    ) -> None:
        self.node = node
        self.module = module
        self.closure = closure
        self.defaults = defaults
        self.kw_defaults = kw_defaults
        self.owner = owner
        self.wrapped: Value | None = None  # functools.wraps: whose signature it shows
        self.signature: Value | None = None  # what was set as its __signature__, by the function that has it
        self.marks: tuple[Mark, ...] = ()  # what decorators of test libraries say of it, innermost first
        self.name: str = getattr(node, "name", "<lambda>")

    def __repr__(self) -> str:
        return f"function {self.name}"


class Mark(Value):
    """``@pytest.mark.parametrize(...)``: a decorator that hands its function through, and what it was given."""

    __slots__ = ("complete", "keywords", "name", "positional")

    def __init__(self, name: str, positional: list[Value], keywords: dict[str, Value], complete: bool) -> None:
        self.name = name
        self.positional = positional
        self.keywords = keywords
        self.complete = complete

    def __repr__(self) -> str:
        return f"mark {self.name}"


class Composed(Value):
    """Made of others once and for all: they may share parts, so its key is a number, looked up until a write."""

    __slots__ = ("_looked", "_number")

    def __init__(self) -> None:
        self._looked = -1  # at how many writes its key was made last
        self._number = 0

    def parts(self) -> object:
        """Its key, of keys of its parts."""
        raise NotImplementedError

    def key(self) -> object:
        if self._looked != Heap.writes:
            self._looked = Heap.writes
            self._number = Heap.number_of(self.parts())
        return self._number


class Partial(Composed):
    """functools.partial(func, *args, **kwargs).  ``is_pytree``: JAX's own, its arguments are leaves."""

    __slots__ = ("args", "func", "is_pytree", "kwargs")

    def __init__(self, func: Value, args: list[Value], kwargs: dict[str, Value], is_pytree: bool = False) -> None:
        super().__init__()
        self.func = func
        self.args = args
        self.kwargs = kwargs
        self.is_pytree = is_pytree

    @property
    def level(self) -> int:
        return max([one.level for one in (self.func, *self.args, *self.kwargs.values())])

    def parts(self) -> object:
        return (
            "partial",
            self.func.key(),
            tuple([a.key() for a in self.args]),
            tuple([(k, v.key()) for k, v in self.kwargs.items()]),
        )

    def __repr__(self) -> str:
        return f"partial of {self.func!r}"


class Waiting(Value):
    """Backward rules that a pullback runs where it is called: ``run(frame, node)`` of each.

    ``trace``: the one that the function was differentiated in, which what the forward rules kept belongs to.
    """

    __slots__ = ("rules", "trace")

    def __init__(self, trace: Trace | None) -> None:
        self.trace = trace
        self.rules: list[Callable[..., None]] = []

    def key(self) -> object:
        return ("waiting", *map(id, self.rules))


class BoundMethod(Value):
    """``receiver.name`` ready to be called; ``func`` a Function, or UNKNOWN for methods of builtin values."""

    __slots__ = ("func", "name", "receiver")

    def __init__(self, receiver: Value, name: str, func: Value = UNKNOWN) -> None:
        self.receiver = receiver
        self.name = name
        self.func = func

    @property
    def level(self) -> int:
        return self.receiver.level

    def key(self) -> object:
        return ("method", self.receiver.key(), self.name)

    def __repr__(self) -> str:
        return f"method {self.name}"


class Field(Value):
    """``field(default=1, static=True)``: what a class says of one attribute.

    ``held`` None: as the class has all its fields.  ``init`` False: no argument of the constructor.
    """

    __slots__ = ("by_name", "converter", "default", "factory", "held", "init", "passed_on")

    def __init__(self, held: str | None = None, default: Value | None = None) -> None:
        self.held = held
        self.default = default
        self.factory: Value | None = None
        self.converter: Value | None = None
        self.init = True
        self.by_name = False  # keyword-only
        self.passed_on = False  # an argument of ``__post_init__`` that no object holds

    def __repr__(self) -> str:
        return "field"


# What a transform sees of an object: nothing; its fields; the arrays among its attributes; itself as static.
OPAQUE, FIELDS, ARRAYS, CONSTANT = "opaque", "fields", "arrays", "constant"
# How one attribute is held: a leaf, part of the structure, or nobody in view can tell.
DATA, STATIC, UNSURE = "data", "static", "unsure"


class Indexed(BoundMethod):
    """``x.at[...]``; ``selected``: what ``.get()`` gives."""

    __slots__ = ("selected",)

    def __init__(self, receiver: Value, selected: Value) -> None:
        super().__init__(receiver, "at[]")
        self.selected = selected


class ClassValue(Value):
    """A class statement that was run."""

    __slots__ = (
        "abstract",
        "annotations",
        "attributes",
        "bases",
        "built_anew",
        "decorators",
        "enumeration",
        "field_calls",
        "fields",
        "flattened",
        "held",
        "layout",
        "module",
        "node",
        "order",
        "out_of_view",
        "protocol",
        "reference",
        "set_first",
        "set_later",
    )

    def __init__(self, node: _ast.ClassDef, module: Module, bases: list[Value], attributes: dict[str, Value]) -> None:
        self.node = node
        self.module = module
        self.bases = bases
        self.attributes = attributes
        self.decorators: list[Value] = []
        self.fields: list[str] | None = None  # of a dataclass-like class, in order
        self.annotations: dict[str, _ast.expr] = {}  # of its fields
        self.field_calls: dict[str, Field] = {}  # fields that were declared by a call
        self.layout = OPAQUE
        self.built_anew = False  # by its constructor, where JAX puts its leaves together again
        self.held: dict[str, str] = {}  # DATA, STATIC or UNSURE: attributes of which the class says so itself
        self.flattened: list[str] | None = None  # the leaves that a flatten function names, in order
        self.abstract: frozenset[str] | None = None  # the methods that its body leaves open, once somebody asked
        self.order: list[ClassValue] | None = None  # in which attributes are looked up, once somebody asked
        self.enumeration: type[Enum] | None = None  # a class of Python's module enum with the same members
        self.reference: str | None = None  # of one whose objects are references: ``array`` or ``variable``
        self.protocol: bool | None = None  # does it come right from Protocol? once asked
        self.out_of_view: list[Value] | None = None  # its bases, and theirs, that are no classes in view, once asked
        self.set_first: frozenset[str] | None = None  # attributes that the constructor assigns, once somebody asked
        self.set_later: frozenset[str] | None = None  # and other methods

    @property
    def pytree(self) -> bool:
        """A transform looks into its objects."""
        return self.layout != OPAQUE

    def __repr__(self) -> str:
        return f"class {self.node.name}"


class Instance(Value):
    """An object of a class in view.  ``open``: it may hold attributes that are not listed.

    ``members``: the classes that it may be of, where no more than a base class is known.  ``optional``: or None.
    ``traced``: it was made while a trace was under way.  ``made``: by its constructor; a tree function builds it again
    of other leaves.
    """

    __slots__ = (
        "_looked", "_state", "_version", "attributes", "born", "cls", "depth", "made", "members", "open", "optional",
        "traced",
    )  # fmt: skip

    def __init__(
        self,
        cls: ClassValue,
        attributes: dict[str, Value],
        open: bool = True,
        depth: int = 0,
        members: tuple[ClassValue, ...] | None = None,
    ) -> None:
        self.cls = cls
        self.attributes = attributes
        self.open = open
        self.depth = depth
        self.members = members
        self.optional = False
        self.traced = False
        self.made = False
        self.born = Heap.tick()
        self._looked = -1  # at how many writes its state was looked at last
        self._state = 0
        self._version = 0

    def key(self) -> object:
        """Itself, in the state that it is in; of what came from nowhere, one is like the other."""
        if self._looked != Heap.writes:
            self._looked = Heap.writes  # first: it may hold itself
            state = Heap.number_of(tuple([(name, value.key()) for name, value in self.attributes.items()]))
            if state != self._state:
                self._state, self._version = state, self._version + 1
        if self.members is not None:
            return (self.members, self.optional, self._state)
        return (self, self._version)

    @property
    def contents(self) -> Contents:
        return tuple(self.attributes.items()), (self.open, None)

    def put_back(self, contents: Contents) -> None:
        held, (self.open, _) = contents
        self.attributes = dict(held)

    def again(self, attributes: dict[str, Value], open: bool | None = None, depth: int = 0) -> Instance:
        """Another object of what this one may be of."""
        return Instance(self.cls, attributes, self.open if open is None else open, depth, self.members)

    def __repr__(self) -> str:
        return f"{self.cls.node.name} object"


class Reference(Instance):
    """An object that refers to what it holds, and is written in place: ``jax.Ref``, ``flax.nnx.Variable``.

    ``content``: what it holds now, seen from where it lives: an array, or any pytree in a Variable.
    ``context``: where it was made.
    """

    __slots__ = ("content", "context")

    def __init__(self, cls: ClassValue, content: Value, context: str, depth: int = 0) -> None:
        super().__init__(cls, {}, True, depth)
        self.content = content
        self.context = context

    @property
    def is_variable(self) -> bool:
        """Stands for its content in operators and calls of functions of arrays; a jax.Ref does not."""
        return self.cls.reference == "variable"

    @property
    def contents(self) -> Contents:
        return tuple(self.attributes.items()), (self.open, self.content)

    def put_back(self, contents: Contents) -> None:
        held, (self.open, self.content) = contents
        self.attributes = dict(held)

    def key(self) -> object:
        # What is written into a Variable is followed; of an array, nothing of it is seen.
        return ("ref", id(self) if self.is_variable else id(self.cls), self.content.key())

    def with_content(self, content: Value) -> Reference:
        """Another reference of the kind: what a transform makes of this one."""
        if self.cls.reference == "array" and isinstance(content, Traced) and content.evidence is not None:
            content = Traced(content.aval, content.origin, content.concrete, content.staged, None, content.key_id)
        made = Reference(self.cls, content, self.context, self.depth)
        made.attributes = dict(self.attributes)
        return made

    def __repr__(self) -> str:
        return f"reference to {self.content!r}"


class Several(Composed):
    """One of several callables, it is not known which: each of them may be called.

    ``chosen``: by a question in the code, which other code may depend on as well; ``elsewhere``: in another function,
    whose answer may decide what is passed, too.
    """

    __slots__ = ("chosen", "elsewhere", "values")

    def __init__(self, values: list[Value], chosen: bool = False, elsewhere: bool = False) -> None:
        super().__init__()
        self.values = values
        self.chosen = chosen
        self.elsewhere = elsewhere

    @property
    def optional(self) -> bool:
        """It may be something else as well: None, or what is not known."""
        return UNKNOWN in self.values

    @property
    def level(self) -> int:
        return max([one.level for one in self.values])

    def parts(self) -> object:
        return ("several", tuple([value.key() for value in self.values]))

    def __repr__(self) -> str:
        return f"one of {self.values!r}"


class Transformed(Value):
    """A function under a transform: ``jax.jit(f)``."""

    __slots__ = ("context", "func", "kwargs", "module", "node", "optional", "transform")

    def __init__(
        self, transform: str, func: Value, kwargs: dict[str, Value], module: Module, node: _ast.AST, context: str
    ) -> None:
        self.transform = transform
        self.func = func
        self.kwargs = kwargs
        self.module = module
        self.node = node
        self.context = context
        self.optional = False  # applied where a question is open, which the function may depend on as well

    @property
    def level(self) -> int:
        return self.func.level

    def key(self) -> object:
        return ("transformed", self.transform, id(self.node), self.func.key())

    def __repr__(self) -> str:
        return f"{self.transform} of {self.func!r}"
