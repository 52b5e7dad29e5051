"""Neutral facts met on the way through a traced program.

An event says what happens to which value at which node; whether that is bad is a rule's business.
``node`` is the node to be flagged, ``function`` the innermost def or lambda around it (None: module level).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.knowledge.history import Story
    from jaxlint.knowledge.releases import Target
    from jaxlint.syntax.module import Module
    from jaxlint.syntax.uses import Use
    from jaxlint.tracing.origin import Origin
    from jaxlint.tracing.value import Transformed, Value

    Place = tuple[Module, _ast.AST | None, _ast.AST]  # module, function and call


class Event:
    """``value`` is the value in question; its ``origin`` tells why it is traced, which is a reason ``by_origin``.

    ``through``: the calls in traced code that lead to the function, outermost first.
    """

    __slots__ = ("context", "function", "module", "node", "shown_by", "through", "value")
    kind = "event"
    by_origin = True

    def __init__(self, module: Module, function: _ast.AST | None, node: _ast.AST, value: Value, context: str) -> None:
        self.module = module
        self.function = function
        self.node = node
        self.value = value
        self.context = context
        self.shown_by: str | None = None  # the file of the test that leads here
        self.through: tuple[Place, ...] = ()


class TruthTest(Event):
    """bool() of a traced array.  ``construct``: if, elif, while, ternary, and, or, not, chain, in, assert,
    comprehension, match, or the name of a builtin (bool, min, max, any, all, sorted ...).
    ``owner``: the If, While, IfExp, BoolOp, UnaryOp, Compare, Call ... that asks; ``node``: what is asked."""

    __slots__ = ("construct", "owner")
    construct: str
    owner: _ast.AST
    kind = "truth-test"


class AmbiguousTruth(Event):
    """bool() of a concrete array of ``count`` elements, which NumPy and JAX refuse."""

    __slots__ = ("count",)
    count: int
    kind = "ambiguous-truth"
    by_origin = False


class Concretized(Event):
    """A traced array is turned into a Python number.  ``how``: item, tolist, tobytes, int, float, complex,
    index, hex, round, range, format, hash, list-index, repeat, or a dotted name such as math.sqrt."""

    __slots__ = ("how",)
    how: str
    kind = "concretized"


class GradientCut(Event):
    """A number that has a derivative is handed to Python under grad alone, which knows it; ``how``: int, item."""

    __slots__ = ("how",)
    how: str
    kind = "gradient-cut"


class FloatSize(Event):
    """A float is given for ``parameter`` of ``callee``, which is a size; ``callee`` "": it is a bound of a slice."""

    __slots__ = ("callee", "parameter")
    callee: str
    parameter: str
    kind = "float-size"
    by_origin = False


class StaticParameter(Event):
    """``node`` is the argument; the table says that ``parameter`` of ``callee`` must be static."""

    __slots__ = ("call", "callee", "parameter")
    call: _ast.AST
    callee: str
    parameter: str
    kind = "static-parameter"


class Unhashable(Event):
    """``node`` is the argument for ``parameter`` of ``callee``, which ``declared`` (``static_argnames``) makes static.

    ``written`` False: it is no part of the call, as ``self`` is none; ``node`` then is the call.
    ``part``: what of it has no hash, in words; ``related``: where it is made static.
    """

    __slots__ = ("callee", "declared", "parameter", "part", "related", "written")
    callee: str
    declared: str
    parameter: str
    part: str
    related: tuple[Origin, ...]
    written: bool
    kind = "unhashable"


class InvalidArgument(Event):
    """``part``: what of the argument for ``parameter`` of ``callee`` is no JAX type, in words.

    ``receiver``: it is the object that the method is called on; ``node`` then is the transform, else the argument, or
    the call where it is not ``written`` there.  ``by``: what traces it, ``transformed`` where it was applied before.
    """

    __slots__ = ("by", "callee", "parameter", "part", "receiver", "related", "transformed", "written")
    by: str
    callee: str
    parameter: str
    part: str
    receiver: bool
    related: tuple[Origin, ...]
    transformed: Transformed | None
    written: bool
    kind = "invalid-argument"


class BadSpecification(Event):
    """``keyword`` (``static_argnames``, ``in_axes``) does not fit the function, or its call; ``says``: in which way.

    ``given``: the name that no parameter has, and ``taken`` those that there are; ``related``: the transform, where a
    call of what it gave is wrong.
    """

    __slots__ = ("given", "keyword", "related", "says", "taken")
    given: str
    keyword: str
    related: tuple[Origin, ...]
    says: str
    taken: tuple[str, ...]
    kind = "bad-specification"


# How a donated array is asked for: in a later statement, by another argument of the call, or as a part of the same
# argument once more.  ITERATION: by the same call, the next time.  DELETE: it was not donated, but deleted.
AFTERWARDS, TWICE, HELD, DELETE = "afterwards", "twice", "held twice", "deleted"


class DonatedReuse(Event):
    """The array that ``donated`` holds was donated to ``callee``, and is asked for at ``node`` under some name.

    ``certain``: JAX raises, and nothing in view speaks against it; ``given``: the donating call.
    """

    __slots__ = ("callee", "certain", "donated", "given", "how", "related")
    callee: str
    certain: bool
    donated: _ast.AST
    given: _ast.AST
    how: str
    related: tuple[Origin, ...]
    kind = "donated-reuse"


class StructureMismatch(Event):
    """What goes into a loop and comes out of its body, or comes out of branches, differs; ``says``: in what.

    Or what a custom rule gives does not fit its function; ``related``: where it gives that.
    ``compared``: carried, branches; ``differs``: structure, shapes, dtypes; both empty for another part than is asked.
    """

    __slots__ = ("compared", "differs", "related", "says")
    compared: str
    differs: str
    related: tuple[Origin, ...]
    says: str
    kind = "structure-mismatch"


class DtypeMismatch(Event):
    """``callee``, a function that promotes nothing, is given numbers that it does not take; ``says``: which."""

    __slots__ = ("callee", "says")
    callee: str
    says: str
    kind = "dtype-mismatch"


class NoArray(Event):
    """``value`` (``node``) stands where ``callee`` takes an array for ``parameter``; ``callee`` "": it is an index.

    ``given``: list, tuple, None, string, float: what it is, or what a list that ``callee`` takes holds.
    """

    __slots__ = ("callee", "given", "parameter")
    callee: str
    given: str
    parameter: str
    kind = "no-array"
    by_origin = False


class SteepBranch(Event):
    """``callee``, as ``jnp.where``, guards ``branch``: ``step`` has no finite derivative where the guard excludes it.

    A gradient flows backwards through it: zero times infinity is NaN.  ``operand``: of the step, what the guard asks
    about; ``taken``: the truth of the condition where the branch is selected; ``poles``: where it is so;
    ``related``: what is differentiated, where another transform is the first reason.
    """

    __slots__ = ("branch", "callee", "condition", "operand", "poles", "related", "step", "taken")
    branch: _ast.expr
    callee: str
    condition: _ast.expr
    operand: _ast.expr
    poles: tuple[float, ...]
    related: tuple[Origin, ...]
    step: _ast.expr
    taken: bool
    kind = "steep-branch"


class GradientRefused(Event):
    """``callee``, such as ``jax.grad``, takes no whole numbers, or gives none back; ``says``: which."""

    __slots__ = ("callee", "says")
    callee: str
    says: str
    kind = "gradient-refused"


class NoScalar(Event):
    """A function that is differentiated gives something else than one number; ``says``: what.

    ``related``: where it returns that.
    """

    __slots__ = ("related", "says")
    related: tuple[Origin, ...]
    says: str
    kind = "no-scalar"


class CallMismatch(Event):
    """A transform, loop or branch does not take what it is given, or calls a function that does not; ``says``: how.

    ``values``: the expressions that stand where ``cond`` asks for functions, for a call that has nothing else wrong.
    """

    __slots__ = ("says", "values")
    says: str
    values: tuple[_ast.AST, ...]
    kind = "call-mismatch"


class InvalidResult(Event):
    """What ``callee`` gives under ``by`` is no JAX type; ``part``: what of it, in words; ``related``: its return."""

    __slots__ = ("by", "callee", "part", "related")
    by: str
    callee: str
    part: str
    related: tuple[Origin, ...]
    kind = "invalid-result"


class ZeroGradient(Event):
    """Nothing of what a function under ``callee`` gives has a derivative; ``node``: the operation that has none.

    ``related``: where it is differentiated.
    """

    __slots__ = ("callee", "related")
    callee: str
    related: tuple[Origin, ...]
    kind = "zero-gradient"


class NotReversible(Event):
    """A gradient flows backwards through a loop whose length is not static; ``callee``: ``jax.lax.while_loop``.

    ``by``: the transform that asks for it; ``related``: where.
    """

    __slots__ = ("by", "callee", "related")
    by: str
    callee: str
    related: tuple[Origin, ...]
    kind = "not-reversible"


class AxisMismatch(Event):
    """What is mapped over, or scanned, has no such axis, or axes of several sizes; ``says``: which."""

    __slots__ = ("says",)
    says: str
    kind = "axis-mismatch"


class IntegerOverflow(Event):
    """``node`` computes whole numbers of 32 bits, of which ``largest`` in size is too large."""

    __slots__ = ("largest",)
    largest: int
    kind = "integer-overflow"


class WideDtype(Event):
    """``wanted``, a dtype of 64 bits, is asked for by name, and nothing in view enables them: JAX gives ``given``."""

    __slots__ = ("given", "wanted")
    given: str
    wanted: str
    kind = "wide-dtype"


class Retraced(Event):
    """A loop in view makes JAX trace and compile again in each of its iterations.

    ``made`` True: ``node`` jits another function each time; ``says`` what that is, in words; ``callee``: ``jax.jit``.
    ``made`` False: ``node`` is an argument of the jitted ``callee``; ``says``: in what it varies; ``static``: in its
    value, which jit keeps static, and not in its shape.
    ``iterations``: how many, where the text says so; ``arrays``: names of those that the function takes from around it;
    ``calls``: how many lead from the loop to here; ``related``: where.
    """

    __slots__ = ("arrays", "callee", "calls", "iterations", "made", "related", "says", "static")
    arrays: tuple[str, ...]
    callee: str
    calls: int
    made: bool
    related: tuple[Origin, ...]
    says: str
    static: bool
    iterations: int | None
    kind = "retraced"


class StaleRead(Event):
    """``node`` calls a jitted function that was ``compiled`` by an earlier call, with what a name held then.

    ``binding``: where it is set anew in between; ``related``: that, and where the function reads it.
    """

    __slots__ = ("binding", "compiled", "related")
    binding: _ast.AST
    compiled: _ast.AST
    related: tuple[Origin, ...]
    kind = "stale-read"


class CapturedConstant(Event):
    """A jitted function, ``callee``, reads a large array from around it (``node``); ``bytes``: how large it is."""

    __slots__ = ("bytes", "callee")
    bytes: int
    callee: str
    kind = "captured-constant"


class RowsIterated(Event):
    """Python goes through the rows of a traced array (``node``), and unrolls the loop; ``count``: their number."""

    __slots__ = ("count",)
    count: int | None
    kind = "rows-iterated"


HOST_SYNC, UNTIMED, GROWN, BOTH_BRANCHES, UNROLLED = "host sync", "untimed", "grown", "both branches", "unrolled"


class Slow(Event):
    """Code that works, and costs more than it has to.

    ``how``: HOST_SYNC, ``node`` waits for the device in each iteration of a loop; UNTIMED, ``node`` reads the clock
    before ``other``, the call of a jitted function, is done; GROWN, ``node`` copies an array in each iteration;
    BOTH_BRANCHES, ``node``, a cond, becomes a select under the vmap ``other``; UNROLLED, ``node``, a loop, is unrolled
    ``times`` times.
    """

    __slots__ = ("how", "other", "times")
    how: str
    other: _ast.AST | None
    times: int | None
    kind = "slow"


class DataDependentShape(Event):
    """The result of ``node`` (a call) has a shape that depends on data; ``rescue``: parameters that would bound it."""

    __slots__ = ("callee", "rescue")
    callee: str
    rescue: tuple[str, ...]
    kind = "data-dependent-shape"


class Padded(Event):
    """``node``: a call of ``callee`` ("jax.numpy.nonzero") with ``size=`` and no ``fill_value``; ``selected``: the node
    of the array whose elements it looks for.

    ``room``: for all elements of that array, so that there is padding wherever not all of them count.
    """

    __slots__ = ("callee", "room", "selected", "size")
    callee: str
    room: bool
    selected: _ast.expr
    size: _ast.expr
    kind = "padded"


class WindowMoved(Event):
    """``callee`` ("jax.lax.dynamic_slice") is given a ``start`` from which a window reaches beyond ``axis``.

    ``beyond``: how far, where it is a number; ``begins``: the negative number that it starts at instead.
    """

    __slots__ = ("axis", "begins", "beyond", "callee", "start")
    axis: int
    begins: int | None
    beyond: int | None
    callee: str
    start: _ast.expr
    kind = "window-moved"


class OutOfBounds(Event):
    """``index`` leaves the axis that ``callee`` (``[]``, ``.at[]``, "jax.ops.segment_sum") asks, by ``beyond`` places.

    ``beyond`` is negative where it lies before the first element.
    ``counted``: at the end of a loop, or for some elements, and not each time.
    """

    __slots__ = ("beyond", "callee", "counted", "index")
    beyond: int
    counted: bool
    callee: str
    index: _ast.expr
    kind = "out-of-bounds"


class MaskIndex(Event):
    """A traced boolean mask as index.  ``node``: the Subscript; ``base``: what is indexed; ``value``: the mask;
    ``axis``: its position; ``use``: read, store (``x[m] = v``), augmented (``x[m] += v``) or at (``x.at[m]``)."""

    __slots__ = ("axis", "base", "mask", "use")
    axis: int | None
    base: Value
    mask: _ast.AST
    use: str
    kind = "mask-index"


class SliceBound(Event):
    """``node``: the Subscript; ``bound``: the ast of the slice bound that is traced; ``base``: what is sliced."""

    __slots__ = ("base", "bound", "slice")
    base: Value
    bound: _ast.AST
    slice: _ast.Slice
    kind = "slice-bound"


class LoopLength(Event):
    """lax.scan (``node``) over a length that is traced; ``argument``: the ast of the length, or of arange's stop."""

    __slots__ = ("argument", "call")
    argument: _ast.AST
    call: _ast.AST
    kind = "loop-length"


class NumpyCall(Event):
    """``callee`` ("numpy.sin") is given a tracer that it can't take, as ``argument`` where that is known."""

    __slots__ = ("argument", "callee")
    argument: _ast.AST | None
    callee: str
    kind = "numpy-call"


class SilentlyFalse(Event):
    """``callee`` ("numpy.array_equal") is given a tracer, takes the error for an answer, and says False."""

    __slots__ = ("callee",)
    callee: str
    kind = "silently-false"


class AttributeLacking(Event):
    """A tracer is asked for an ``attribute`` that only arrays have; ``node``: the attribute, without a call of it."""

    __slots__ = ("attribute",)
    attribute: str
    kind = "attribute-lacking"


class NoSuchAttribute(Event):
    """An array, or a tracer, is asked for an ``attribute`` that neither has, as NumPy's or another library's have."""

    __slots__ = ("attribute",)
    attribute: str
    kind = "no-such-attribute"


class UnboundAxis(Event):
    """``callee`` (``jax.lax.psum``) goes along ``axis``, a name that nothing around it binds; ``bound``: what is."""

    __slots__ = ("axis", "bound", "callee")
    axis: str
    bound: tuple[str, ...]
    callee: str
    kind = "unbound-axis-name"
    by_origin = False


class TreeMismatch(Event):
    """The trees that ``callee`` goes through side by side are not alike: ``says`` in which way."""

    __slots__ = ("callee", "says")
    callee: str
    says: str
    kind = "pytree-mismatch"
    by_origin = False


class UnflattenedByConstructor(Event):
    """JAX puts an ``owner`` together by its constructor, which ``does`` something to leaves: ``related``."""

    __slots__ = ("does", "owner", "related")
    does: str
    owner: str
    related: tuple[Origin, ...]
    kind = "unflattened-by-constructor"
    by_origin = False


class StaticArray(Event):
    """The array that ``field`` of class ``owner`` holds, which is no leaf, ``made`` somewhere; ``node`` declares it."""

    __slots__ = ("field", "made", "owner")
    field: str
    owner: str
    made: Origin
    kind = "static-array-field"
    by_origin = False

    @property
    def related(self) -> tuple[Origin, ...]:
        return (self.made,)


class MissingRule(Event):
    """What stands for the derivative of ``callee`` is not there, or is of the other kind: ``says`` in which way."""

    __slots__ = ("related", "says")
    related: tuple[Origin, ...]
    says: str
    kind = "missing-derivative-rule"
    by_origin = False


# What is wrong with an effect: a callback's result is not as it is described, vmap refuses it, nobody reads the result.
RESULT, UNDER_VMAP, DROPPED = "result", "under vmap", "dropped"


class EffectMisused(Event):
    """A call of the host, or a write to a Ref, is not as JAX needs it; ``what``: one of the above; ``says``: how."""

    __slots__ = ("says", "what")
    says: str
    what: str
    kind = "effect-misused"


class FrozenWrite(Event):
    """An attribute of an object is set that cannot be set any more, or not there: ``says`` why."""

    __slots__ = ("says",)
    says: str
    kind = "frozen-write"
    by_origin = False


class ModuleMisused(Event):
    """A neural-network module is called without what it needs: ``says``; ``related``: the layer that needs it."""

    __slots__ = ("related", "says")
    related: tuple[Origin, ...]
    says: str
    kind = "module-misused"
    by_origin = False


class UpdateLost(Event):
    """``callee`` under ``jax.jit`` (``node`` applies it) updates a variable of a module that it is given, a ``kind_of``
    ("Param"), and does not return it.
    """

    __slots__ = ("callee", "kind_of")
    callee: str
    kind_of: str
    kind = "update-lost"
    by_origin = False


class WrongUnpacking(Event):
    """The rows of an array are ``count``, and ``wanted`` (``2 names``, ``at least 2 names``) is what they are for.

    ``count`` None: it has no axis, and so no rows.  Of the results of a call, ``node`` is that.
    """

    __slots__ = ("count", "wanted")
    count: int | None
    wanted: str
    kind = "unpacking-mismatch"


class BitwiseOnFloat(Event):
    """``operator`` (``&``) works on the bits of whole numbers and bools, and is given a ``dtype`` that has none."""

    __slots__ = ("dtype", "operator")
    dtype: str
    operator: str
    kind = "bitwise-on-float"


class HostRandom(Event):
    """``callee`` ("numpy.random.normal", "random.random") runs once, while tracing; ``related``: why that is so."""

    __slots__ = ("callee", "related")
    callee: str
    related: list[Origin]
    kind = "host-random"


class HostRead(Event):
    """``callee`` ("time.time", "uuid.uuid4") is asked once, while tracing.

    ``again``: what the value is used in once more, "call" or "iteration"; ``related``: what is traced there.
    """

    __slots__ = ("again", "callee", "related")
    again: str
    callee: str
    related: list[Origin]
    kind = "host-read"


class HostEffect(Event):
    """``callee``: print, breakpoint, pdb.set_trace, logging.info ...; ``node``: the call.
    ``value`` is the first traced argument, or UNKNOWN where none is traced."""

    __slots__ = ("callee",)
    callee: str
    kind = "host-effect"


ITERATION, LEAF = "iteration", "leaf"  # for each of which something is done again


class KeyReused(Event):
    """The key ``value`` is consumed at ``node`` (a call) by ``callee``, and was consumed before at ``previous``.

    ``repeated_for``: another iteration, or leaf of a tree, comes between the two; empty where none does;
    ``repeats``: both hand out the same bits (a split after a draw does not); ``calls`` and ``previous_calls``: the
    calls that lead from there to where the key is consumed, each with its module and function; ``calls`` begins with
    the transform where ``node`` is a draw in a function that one calls, and that has the key from around it;
    ``drawn``: of two splits whose keys are used both, the calls that lead to the one use, and to the other.
    """

    __slots__ = (
        "argument",
        "callee",
        "calls",
        "drawn",
        "previous",
        "previous_callee",
        "previous_calls",
        "previous_module",
        "related",
        "repeated_for",
        "repeats",
    )
    argument: _ast.AST | None
    callee: str
    calls: tuple[Place, ...]
    drawn: tuple[tuple[Place, ...], ...]
    previous: _ast.AST
    previous_callee: str
    previous_calls: tuple[Place, ...]
    previous_module: Module
    related: tuple[Origin, ...]
    repeated_for: str
    repeats: bool
    by_origin = False
    kind = "key-reused"

    @property
    def loop(self) -> bool:
        """Both are one call in two iterations."""
        return self.previous is self.node and self.repeated_for == ITERATION


class ConstantKey(Event):
    """``node`` makes a PRNG key of a number that is written in the code, while a trace is under way, and ``callee``
    draws from it, or from a key that it is split into, at ``draw``.

    ``follows``: what else the draw is given follows from what is passed; ``like``: the name of the tracer that it takes
    its shape from; ``calls``: those that lead to ``node``; ``drawn``: those that lead from there to the draw, and it;
    ``inits``: calls that ask for no more than the shapes of what they are given, to make parameters; ``repeated``: both
    are written in the body of a loop.
    """

    __slots__ = ("callee", "calls", "draw", "drawn", "follows", "inits", "like", "related", "repeated")
    callee: str
    calls: tuple[Place, ...]
    draw: Place
    drawn: tuple[Place, ...]
    follows: bool
    inits: set[_ast.AST]
    like: str | None
    related: tuple[Origin, ...]
    repeated: bool
    kind = "constant-key"


class KeyDropped(Event):
    """``node``: a call of ``callee`` gives new keys, and nobody reads them; ``argument``: the key that it is given."""

    __slots__ = ("argument", "callee")
    argument: _ast.AST
    callee: str
    kind = "key-dropped"


class Mutation(Event):
    """A JAX array is written in place.  ``node``, ``target``: the Subscript; ``use``: store or augmented.
    Method calls (``x.sort()``) have the Call as node and target None."""

    __slots__ = ("target", "use")
    target: _ast.Subscript | None
    use: str
    kind = "mutation"


class TracerKept(Event):
    """The tracer ``value`` is written (``node``: the target, or the call) into what outlives its trace, and stays.

    ``under``: the body whose trace it is; ``used``: where it is used afterwards; ``certain``: what reads it there gets
    this one; ``expected``: that it raises, or that none is there; ``replaced``: another value takes its place before
    anybody uses it; ``constant``: it is made of nothing that is passed; ``cached``: the function that remembers what it
    gave, where ``node`` is a call of one; ``captured``: not it, but a function that reads it is written there.
    """

    __slots__ = ("cached", "captured", "certain", "constant", "expected", "replaced", "under", "used")
    kind = "tracer-stored"

    def __init__(self, module: Module, function: _ast.AST | None, node: _ast.AST, value: Value, context: str) -> None:
        super().__init__(module, function, node, value, context)
        self.certain = True
        self.cached: _ast.AST | None = None
        self.captured = False
        self.constant = False
        self.expected = False
        self.replaced = False
        self.under: Origin | None = None
        self.used: list[Origin] = []

    @property
    def related(self) -> tuple[Origin, ...]:
        if self.under is None or self.under.node is self.value.origin.root().node:  # type: ignore[attr-defined]
            return tuple(self.used)
        return (self.under, *self.used)


class ForeignWrite(Event):
    """A Variable of flax.nnx is written in a trace in which it was not made, nor handed to (``node``: the target)."""

    __slots__ = ("under",)
    kind = "foreign-write"

    def __init__(self, module: Module, function: _ast.AST | None, node: _ast.AST, value: Value, context: str) -> None:
        super().__init__(module, function, node, value, context)
        self.under: Origin | None = None

    @property
    def related(self) -> tuple[Origin, ...]:
        return () if self.under is None else (self.under,)


class UpdateDropped(Event):
    """``x.at[i].set(v)`` as a statement: what it gives is dropped.  ``node``: the call; ``value``: what is updated."""

    __slots__ = ()
    kind = "update-dropped"


class NameUsed(Event):
    """A name of JAX that is deprecated or gone in some release.  ``node``: the alias of an import, or the attribute.

    ``found``: all uses of JAX's names in the file; ``named``: all events of this kind there.
    """

    __slots__ = ("found", "named", "story", "target", "use")
    found: list[Use]
    named: list[NameUsed]
    story: Story
    target: Target
    use: Use
    kind = "name-used"

    @property
    def evaluated(self) -> bool:
        """False in annotations that Python does not run."""
        return self.use.evaluated


class LibraryChanged(Event):
    """What a library has refused ``since`` ("flax 0.12.0"): ``says``; ``wrapper``: the call to put ``node`` into."""

    __slots__ = ("says", "since", "wrapper")
    says: str
    since: str
    wrapper: str
    kind = "library-changed"
    by_origin = False


class ParameterUsed(Event):
    """The same for a parameter.  ``node``: the keyword."""

    __slots__ = ("call", "story", "target")
    call: _ast.Call
    story: Story
    target: Target
    kind = "parameter-used"
    evaluated = True


class PrivateName(Event):
    """A name of JAX that begins with an underscore, or lies below one that does."""

    __slots__ = ("name",)
    name: str
    kind = "private-name"


class LegacyKey(Event):
    """``jax.random.PRNGKey`` is called; ``node``: its name."""

    __slots__ = ()
    kind = "legacy-key"
