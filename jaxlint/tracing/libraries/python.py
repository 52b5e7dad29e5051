"""Builtins, math, functools."""

from __future__ import annotations

import _ast

from jaxlint.tracing.arithmetic import binary
from jaxlint.tracing.arrays import elementwise, operation
from jaxlint.tracing.attributes import attribute
from jaxlint.tracing.aval import Aval
from jaxlint.tracing.calling import FUNCTIONS, PREFIXES, call_value
from jaxlint.tracing.facts import concretize, prove_array, truth
from jaxlint.tracing.invocation import Arguments
from jaxlint.tracing.iteration import iterate
from jaxlint.tracing.libraries.isinstance import is_instance, yes_or_no
from jaxlint.tracing.libraries.operators import argument_node, as_index, divided
from jaxlint.tracing.libraries.ordering import extreme, filtered, quantifier, sorted_of
from jaxlint.tracing.special_methods import special
from jaxlint.tracing.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Function,
    Instance,
    Library,
    Mapping,
    Partial,
    Sequence,
    ShapeTuple,
    Static,
    Traced,
    Value,
    first_traced,
    join,
    join_all,
    static_type,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame


def cast(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """int(x), float(x), complex(x), bool(x)."""
    kind = name.rsplit(".", 1)[-1]
    value = arguments.get(0)
    if value is None:
        return Const({"int": 0, "float": 0.0, "bool": False}.get(kind, 0j))
    if kind == "bool":
        known = truth(frame, argument_node(node), value, node, "bool")
        return Static("bool") if known is None else Const(known)
    prove_array(value)
    concretize(frame, node, value, kind, even_grad=kind in ("float", "complex"))
    if isinstance(value, Const) and isinstance(value.value, (int, float)) and kind in ("int", "float"):
        try:
            return Const(int(value.value) if kind == "int" else float(value.value))
        except (OverflowError, ValueError):
            return Static(kind)
    if isinstance(value, Static) and value.type == kind:
        return value
    return Static(kind)


def length(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0)
    if isinstance(value, (Sequence, Mapping)):
        return Static("int") if value.items is None else Const(len(value.items))
    if isinstance(value, (Traced, Array)):
        shape = value.aval.shape
        if isinstance(shape, tuple):
            size = shape[0] if shape else None
            return Const(size) if isinstance(size, int) else Static("int", size)
        return Static("int", shape.dim(0)) if not isinstance(value, Traced) or value.is_array else Static("int")
    counted = special(frame, node, value, "len") if isinstance(value, Instance) else None
    if isinstance(counted, Const):
        return counted
    return Static("int")


def range_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    for value, where in zip(arguments.positional, arguments.nodes, strict=False):
        if isinstance(value, Traced):
            prove_array(value)
            concretize(frame, where or node, value, "range")
    numbers = [value.value for value in arguments.positional if isinstance(value, Const)]
    if len(numbers) == len(arguments.positional) and all(isinstance(number, int) for number in numbers) and numbers:
        try:
            known = range(*numbers)  # type: ignore[call-overload]
        except (TypeError, ValueError):
            return Static("range")
        if len(known) <= 16:
            return Sequence("range", [Const(number) for number in known])
    return Static("range")


def container(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """list(x), tuple(x), set(x), reversed(x)."""
    kind = {"reversed": "list", "frozenset": "set", "iter": "list"}.get(
        name.rsplit(".", 1)[-1], name.rsplit(".", 1)[-1]
    )
    if not arguments.positional:
        return Sequence(kind, [], UNKNOWN, frame.branches)
    if isinstance(arguments.positional[0], ShapeTuple):
        return arguments.positional[0]
    items, element = iterate(frame, node, arguments.positional[0])
    if items is not None and name.endswith("reversed"):
        items = items[::-1]
    return Sequence(kind, None if items is None else list(items), element, frame.branches)


def dictionary(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    named: dict[object, Value] = dict(arguments.keywords.items())
    if not arguments.positional and arguments.complete:
        return Mapping(named, UNKNOWN, frame.branches)
    first = arguments.get(0)
    if isinstance(first, Mapping) and first.items is not None:
        return Mapping({**first.items, **named}, UNKNOWN, frame.branches)
    pairs = None if first is None or isinstance(first, Mapping) else _pairs(frame, node, first)
    return Mapping(None if pairs is None else {**pairs, **named}, UNKNOWN, frame.branches)


def _pairs(frame: Frame, node: _ast.AST, value: Value) -> dict[object, Value] | None:
    """What ``dict(pairs)`` holds, where the pairs and their keys are known."""
    found: dict[object, Value] = {}
    for pair in iterate(frame, node, value)[0] or [UNKNOWN]:
        if not isinstance(pair, Sequence) or pair.items is None or len(pair.items) != 2:
            return None
        key, item = pair.items
        if not isinstance(key, Const):
            return None
        found[key.value] = item
    return found


def zipped(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    rows = [iterate(frame, node, value) for value in arguments.positional]
    if rows and all(items is not None for items, _ in rows):
        return Sequence(
            "list", [Sequence("tuple", list(row)) for row in zip(*[items or [] for items, _ in rows], strict=False)]
        )
    element = Sequence("tuple", [element if items is None else join_all(items) for items, element in rows])
    return Sequence("list", None, element)


def enumerated(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    items, element = iterate(frame, node, arguments.get(0) or UNKNOWN)
    start = arguments.get(1, "start")
    if items is not None and start is None:
        return Sequence("list", [Sequence("tuple", [Const(index), item]) for index, item in enumerate(items)])
    return Sequence("list", None, Sequence("tuple", [Static("int"), element]))


def mapped(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if len(arguments.positional) != 2:
        return UNKNOWN
    items, element = iterate(frame, node, arguments.positional[1])
    function = arguments.positional[0]
    if items is not None and len(items) <= 16:
        return Sequence("list", [call_value(frame, node, function, Arguments([item])) for item in items])
    return Sequence("list", None, call_value(frame, node, function, Arguments([element])))


def total(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0) or UNKNOWN
    items, element = iterate(frame, node, value)
    result: Value = arguments.get(1, "start") or Const(0)
    for item in items if items is not None and len(items) <= 16 else [element]:
        result = binary(frame, node, _ast.Add, result, item, node, node)
    if items is None and not isinstance(result, (Traced, Array)):
        return Static(static_type(result) or "object") if static_type(result) else UNKNOWN
    return result


def absolute(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0) or UNKNOWN
    if isinstance(value, (Traced, Array)):
        prove_array(value)
        return elementwise(frame, node, [value])
    if isinstance(value, Const) and isinstance(value.value, (int, float)):
        return Const(abs(value.value))
    return Static(static_type(value) or "object") if static_type(value) in ("int", "float") else UNKNOWN


def rounded(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0) or UNKNOWN
    if isinstance(value, (Traced, Array)):
        return elementwise(frame, node, [value])
    return Static("int") if len(arguments.positional) == 1 and static_type(value) else Static("float")


def text_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return Static("str")


def formatted(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if len(arguments.positional) > 1:
        concretize(frame, node, arguments.positional[0], "format", even_grad=True)
    return Static("str")


def isinstance_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    known = is_instance(arguments.get(0) or UNKNOWN, arguments.get(1) or UNKNOWN)
    return Static("bool") if known is None else Const(known)


def get_attribute(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    wanted = arguments.get(1)
    if isinstance(wanted, Const) and isinstance(wanted.value, str):
        found = attribute(frame, node, arguments.positional[0], wanted.value)
        return found if len(arguments.positional) == 2 else UNKNOWN
    return UNKNOWN


def super_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``super()`` in a method, ``super(Class, self)``: attribute() looks its members up."""
    owner, receiver = arguments.get(0), arguments.get(1)
    outer: Frame | None = frame
    while owner is None and outer is not None:
        parameters = getattr(outer.function, "args", None)
        if outer.owner is not None and parameters is not None and (parameters.posonlyargs or parameters.args):
            owner, receiver = outer.owner, outer.variables.get((parameters.posonlyargs + parameters.args)[0].arg)
        outer = outer.closure
    return UNKNOWN if owner is None or receiver is None else BoundMethod(receiver, "super()", owner)


def mathematics(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """math, cmath and statistics want Python numbers."""
    base = name.rsplit(".", 1)[-1]
    for value in arguments.positional:
        traced = value if base not in _OF_SEQUENCES else first_traced([value])
        if isinstance(traced, Traced) and (traced.is_array or base not in _OF_SEQUENCES):
            if base == "prod":
                return operation(frame, node, [traced], Aval(traced.aval.kind, ()))
            prove_array(traced)
            concretize(frame, node, traced, name, even_grad=base not in _WITH_DUNDER)
            break
    if base in ("prod", "gcd", "lcm", "comb", "perm", "factorial", "floor", "ceil", "trunc", "isqrt"):
        return _product(arguments) if base == "prod" else Static("int")
    return Static("bool") if base.startswith("is") else Static("float")


# math calls the method of the same name where there is one: floor, ceil and trunc work like int().
_WITH_DUNDER = frozenset(["floor", "ceil", "trunc", "gcd", "comb", "factorial", "isqrt"])
_OF_SEQUENCES = frozenset(["prod", "fsum", "dist", "sumprod", "mean", "fmean", "median", "stdev", "variance", "pstdev"])


def _product(arguments: Arguments) -> Value:
    first = arguments.get(0)
    if isinstance(first, Sequence) and first.items is not None:
        result = 1
        for item in first.items:
            if not (isinstance(item, Const) and isinstance(item.value, int)):
                return Static("int")
            result *= item.value
        return Const(result)
    return Static("int")


def partial(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if not arguments.positional or not arguments.complete:
        return UNKNOWN
    return Partial(arguments.positional[0], arguments.positional[1:], arguments.keywords)


def wraps(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``wraps(f)``, which is applied to the wrapper next."""
    return Partial(Library("functools.wraps()"), arguments.positional[:1], {})


def wrapping(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``wraps(f)(g)`` is g, and shows the signature of f: jit looks for the names of static arguments there."""
    wrapper = arguments.positional[-1] if arguments.positional else UNKNOWN
    if isinstance(wrapper, Function) and len(arguments.positional) == 2:
        wrapper.wrapped = arguments.positional[0]
    return wrapper


def same(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Decorators and typing helpers that hand back their last argument."""
    return arguments.positional[-1] if arguments.positional else Library("builtins.identity")


def cache(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``@lru_cache``, ``@lru_cache(maxsize=8)``, ``lru_cache(f)``."""
    function = arguments.get(0)
    if isinstance(function, (Function, BoundMethod, Partial)):
        return Partial(Library("functools:cached"), [function], {})
    return Library("functools.cache")


def cached_call(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """The arguments are looked up by hash, which tracers have none of."""
    function, given = arguments.positional[0], arguments.after(1)
    traced = first_traced(given.values())
    if traced is not None:
        concretize(frame, node, traced, "hash", even_grad=True)
    return call_value(frame, node, function, given)


def reduce(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if len(arguments.positional) < 2:
        return UNKNOWN
    items, element = iterate(frame, node, arguments.positional[1])
    rows = items if items is not None and len(items) <= 8 else [element, element]
    start = arguments.get(2)
    if start is not None:
        rows = [start, *rows]
    result = rows[0] if rows else UNKNOWN
    for row in rows[1:]:
        result = call_value(frame, node, arguments.positional[0], Arguments([result, row]))
    return result


def next_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``next(iter(x))`` is the first; of an iterator under way, any element."""
    items, element = iterate(frame, node, arguments.get(0) or UNKNOWN)
    source = getattr(node, "args", [None])[0]
    fresh = isinstance(source, _ast.Call) and getattr(source.func, "id", None) == "iter"
    first = items[0] if items and fresh else element
    default = arguments.get(1)
    return first if default is None else join(first, default)


def _register() -> None:
    groups = {
        cast: "int float complex bool",
        length: "len",
        range_of: "range",
        extreme: "min max",
        quantifier: "any all",
        sorted_of: "sorted",
        filtered: "filter",
        container: "list tuple set frozenset reversed iter",
        dictionary: "dict",
        zipped: "zip",
        enumerated: "enumerate",
        mapped: "map",
        next_of: "next",
        total: "sum",
        absolute: "abs",
        rounded: "round",
        divided: "divmod",
        text_of: "str repr ascii",
        formatted: "format",
        as_index: "hex oct bin chr hash",
        isinstance_of: "isinstance",
        yes_or_no: "hasattr callable issubclass",
        get_attribute: "getattr",
        super_of: "super",
    }
    for handler, names in groups.items():
        for one in names.split():
            FUNCTIONS["builtins." + one] = handler
    FUNCTIONS["functools.partial"] = partial
    FUNCTIONS["functools.reduce"] = reduce
    FUNCTIONS["functools.wraps"] = wraps
    FUNCTIONS["functools.wraps()"] = wrapping
    FUNCTIONS["functools.lru_cache"] = FUNCTIONS["functools.cache"] = cache
    FUNCTIONS["functools:cached"] = cached_call
    for one in ("typing.cast", "builtins.identity"):
        FUNCTIONS[one] = same
    for prefix in ("math", "cmath", "statistics"):
        PREFIXES[prefix] = mathematics


_register()
