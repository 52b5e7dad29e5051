"""jnp.vectorize: an argument loses the axes that its signature does not name; what is excluded stays what it is."""

from __future__ import annotations

from jaxlint.tracing.applied.lift import lift, surface
from jaxlint.tracing.applied.settings import origin_of, parameter_name
from jaxlint.tracing.calls.invocation import Arguments, constant_of
from jaxlint.tracing.transforms.application import run_under
from jaxlint.tracing.values.aval import AnyShape, Aval, unknown_aval
from jaxlint.tracing.values.joining import scalar_aval
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import ABSTRACT, VMAP
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Sequence, Traced, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


def call_vectorized(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    excluded = _excluded(transformed.kwargs)
    counts = _core_axes(transformed.kwargs.get("signature"))
    values: list[Value] = []
    arrays = 0
    for position, value in enumerate(arguments.positional):
        if excluded is None or position in excluded:
            values.append(value if excluded is not None or isinstance(value, Traced) else UNKNOWN)
            continue
        origin = origin_of(frame, transformed, parameter_name(transformed, position))
        known = counts if isinstance(counts, int) else counts[arrays] if arrays < len(counts) else None
        values.append(_element(frame, value, known, origin))
        arrays += 1
    names = excluded or ()
    keywords = {name: value if name in names else UNKNOWN for name, value in arguments.keywords.items()}
    given = Arguments(values, keywords, complete=arguments.complete)
    result, _ = run_under(frame, node, transformed, given, VMAP)
    return surface(frame, result, arguments.values(), lambda aval: unknown_aval(aval.kind))


def _excluded(keywords: dict[str, Value]) -> tuple[object, ...] | None:
    """Positions, and names of keywords; None where they are not known."""
    given = keywords.get("excluded")
    if "**" in keywords or not (given is None or isinstance(given, Sequence)):
        return None
    items = [] if given is None else given.items
    if items is None or not all(isinstance(item, Const) for item in items):
        return None
    return tuple([constant_of(item) for item in items])


def _core_axes(signature: Value | None) -> int | list[int | None]:
    """How many axes of each argument the function gets: ``(n),(n,m)->()``; 0 without a signature."""
    text = constant_of(signature)
    if signature is None or (isinstance(signature, Const) and text is None):
        return 0
    if not isinstance(text, str):
        return []
    arguments = "".join(text.partition("->")[0].split())[1:-1].split("),(")
    return [len(one.split(",")) if one else 0 for one in arguments]


def _element(frame: Frame, value: Value, core: int | None, origin: Origin) -> Value:
    """What the function gets of one argument: axes of size 1 are dropped, and over the others it is mapped."""
    if isinstance(value, Const) and value.value is None:
        return value
    scalar = scalar_aval(value)
    item = value if scalar is None else Array(scalar)
    if not isinstance(item, (Traced, Array)):
        return lift(value, origin) if frame.context.stage == ABSTRACT else UNKNOWN
    shape = item.aval.shape
    known = core is not None and isinstance(shape, tuple) and len(shape) >= core
    loops = shape[: len(shape) - core] if known else ()  # type: ignore[index, arg-type, operator]
    rest = shape[len(loops) :] if known else AnyShape()  # type: ignore[index]
    aval = Aval(item.aval.kind, rest, item.aval.dtype, item.aval.weak)
    evidence = item.evidence if isinstance(item, Traced) else None
    source = item.origin if isinstance(item, Traced) else origin
    if frame.context.stage == ABSTRACT or (isinstance(item, Traced) and not item.concrete):
        return Traced(aval, source, False, False, evidence)
    if not known:
        return UNKNOWN
    if any(size != 1 for size in loops):  # of a size that is not known, code for one row is a rare case
        return Traced(aval, source, False, False, evidence)
    return Traced(aval, source, True, False, evidence) if isinstance(item, Traced) else Array(aval)
