"""What annotations are made of: type variables, and classes by another name."""

from __future__ import annotations

from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.objects.meanings import VARIABLE
from jaxlint.tracing.values.value import UNKNOWN, Const, Imported, Library, Partial, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

_NEW_TYPE = "typing:new type"


def type_variable(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``TypeVar("T", bound=Solver)``, ``TypeVar("T", A, B)``: any class within the bound."""
    bound = arguments.keywords.get("bound")
    limits = arguments.positional[1:] if bound is None else [bound]
    return Partial(Library(VARIABLE), [_at_home(frame, one) for one in limits], {})


def _at_home(frame: Frame, value: Value) -> Value:
    """A class that is named before it is there: ``bound="Solver"``."""
    text = value.value if isinstance(value, Const) else None
    known = isinstance(text, str) and text.isidentifier() and frame.function is None and frame.module.name is not None
    return Imported(frame.module.name, text) if known else value  # type: ignore[arg-type]


def new_type(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``NewType("Name", Class)``"""
    return Partial(Library(_NEW_TYPE), arguments.positional[1:2], {})


def handed_back(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``Name(value)`` of a NewType is the value."""
    return arguments.positional[-1] if len(arguments.positional) > 1 else UNKNOWN


for home in ("typing", "typing_extensions"):
    FUNCTIONS[f"{home}.TypeVar"] = type_variable
    FUNCTIONS[f"{home}.NewType"] = new_type
FUNCTIONS[_NEW_TYPE] = handed_back
