"""Arguments of a jitted function that are other ones in each iteration, so that it is compiled again for each."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.progress import is_new_number
from jaxlint.dataflow.repeats import GROWING, changing, count_of, counters, grown_by, loop_around, repeats
from jaxlint.syntax.nodes import walk
from jaxlint.text.quoted import quoted as in_one_line
from jaxlint.tracing.applied.settings import parameter_name, static_parameters
from jaxlint.tracing.applied.signature import name_of
from jaxlint.tracing.compiled.anew import Parts
from jaxlint.tracing.compiled.retraces import Varying
from jaxlint.tracing.values.joining import static_type
from jaxlint.tracing.values.value import Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.value import Transformed, Value

_MANY = 50  # iterations, each of which compiles: too many whatever the static argument is for
_ARRAYS = ("jax.numpy", "numpy")
# Functions that take a tracer where they take a number.
_TAKING = frozenset(
    "fold_in where power float_power maximum minimum mod remainder exp log sin cos sqrt tanh abs square asarray array "
    "float32 int32 full_like add subtract multiply divide true_divide greater less equal clip".split()
)


def varying(frame: Frame, call: _ast.AST, transformed: Transformed, arguments: Arguments) -> Varying | None:
    """The first argument of a call in a loop that is known to ask for another program in each iteration."""
    module = frame.module
    loop = loop_around(module, call) if isinstance(call, _ast.Call) else None
    if loop is None or not repeats(module, call, loop):
        return None
    callee = name_of(transformed)
    for key, node, value in _written(arguments):
        parameter = parameter_name(transformed, key) if isinstance(key, int) else key
        says = _shape(module, node, loop)
        static = says is None
        if says is None and _is_static(transformed, key):
            says = _static(frame, node, value, loop, transformed, parameter)
        if says is not None:
            return Varying(node, says, callee, loop, static)
    return None


def _written(arguments: Arguments) -> list[tuple[int | str, _ast.AST, Value]]:
    found: list[tuple[int | str, _ast.AST, Value]] = [
        (position, node, value)
        for position, (node, value) in enumerate(zip(arguments.nodes, arguments.positional, strict=False))
        if node is not None and not isinstance(node, _ast.Starred)
    ]
    return [*found, *((name, node, arguments.keywords[name]) for name, node in arguments.keyword_nodes.items())]


def _is_static(transformed: Transformed, key: int | str) -> bool:
    """equinox keeps all that is no array static."""
    if transformed.transform == "equinox.filter_jit":
        return True
    positions, names = static_parameters(transformed) or (set(), set())
    return key in positions or key in names


def _static(
    frame: Frame, node: _ast.AST, value: Value, loop: _ast.AST, transformed: Transformed, parameter: str
) -> str | None:
    module = frame.module
    if is_new_number(loop, node):
        count, is_float = count_of(loop), _is_float(node, value)
        if (count is None or count < _MANY) and not is_float and not _takes_tracer(transformed, parameter):
            return None
        return f"static argument `{parameter}` changes in every iteration"
    parts = Parts(module, frame.function, loop)
    what = parts.anew(value, node, "jax.pmap") or parts.object(value, node)
    if what is None or parts.taken():
        return None
    return f"static argument `{parameter}` is a new {what} in every iteration"


def _is_float(node: _ast.AST, value: Value) -> bool:
    """No shape, and no number of repetitions, is one."""
    parts = list(walk(node))
    made = any(isinstance(one, _ast.Div) or getattr(one, "id", None) == "float" for one in parts)
    written = any(isinstance(getattr(one, "value", None), float) for one in parts)
    return made or written or static_type(value) == "float"


def _takes_tracer(transformed: Transformed, parameter: str) -> bool:
    """All that the function does with it, it could do with a tracer, as far as its text says."""
    function = transformed.func
    if not isinstance(function, Function):
        return False
    own = changing(function.node) - {parameter}
    reads = [
        one for one in walk(function.node)
        if isinstance(one, _ast.Name) and one.id == parameter and isinstance(one.ctx, _ast.Load)
    ]  # fmt: skip
    return bool(reads) and all(_is_arithmetic(function.module, read, own) for read in reads)


def _is_arithmetic(module: Module, read: _ast.AST, own: set[str]) -> bool:
    inner, outer = read, module.parents[read]
    while isinstance(outer, (_ast.BinOp, _ast.UnaryOp, _ast.Compare)) and not isinstance(outer, _ast.Not):
        inner, outer = outer, module.parents[outer]
    if isinstance(outer, _ast.keyword):
        outer = module.parents[outer]
    if isinstance(outer, _ast.Call):
        return outer.func is not inner and getattr(outer.func, "attr", None) in _TAKING and _is_of(module, outer, "jax")
    ends = (_ast.Return, _ast.Assign, _ast.AugAssign, _ast.Tuple)
    return isinstance(inner, _ast.BinOp) and isinstance(outer, ends) and not own.isdisjoint(free(inner))


def _is_of(module: Module, call: _ast.Call, *packages: str) -> bool:
    """By its text alone: ``jnp.where``, ``jax.random.fold_in``, ``np.append``."""
    root: _ast.AST = call.func
    while isinstance(root, _ast.Attribute):
        root = root.value
    homes = [dotted for dotted, bound in module.imports.items() if bound == getattr(root, "id", None)]
    return any(dotted == one or dotted.startswith(one + ".") for dotted in homes for one in packages)


def _shape(module: Module, node: _ast.AST, loop: _ast.AST) -> str | None:
    if isinstance(node, _ast.Name):
        call = grown_by(loop, node.id)
        if call is None or getattr(call.func, "attr", None) not in GROWING or not _is_of(module, call, *_ARRAYS):
            return None
        return f"`{node.id}` grows in every iteration, by {in_one_line(module.source.segment(call.func))}"
    if isinstance(node, _ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, _ast.Tuple) else [node.slice]
        if any(_is_growing(one, counters(loop)) for one in parts):
            return f"{in_one_line(module.source.segment(node))} changes shape in every iteration"
    return None


def _is_growing(part: _ast.AST, changing: set[str]) -> bool:
    """``[:n]``, ``[n:]``: one end moves, and the other one stays."""
    if not isinstance(part, _ast.Slice) or part.step is not None:
        return False
    ends = [one for one in (part.lower, part.upper) if one is not None and not isinstance(one, _ast.Constant)]
    return len(ends) == 1 and not changing.isdisjoint(free(ends[0])) and isinstance(ends[0], (_ast.Name, _ast.BinOp))
