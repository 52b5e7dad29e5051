"""What a library exports, run under the transforms that its users may apply: jit, vmap and grad.

The annotations are the promise: what they call an array is traced, and the rest is static.
"""

from __future__ import annotations

import _ast

from jaxlint.discovery.roles import is_test
from jaxlint.tracing.applied.settings import PROMISED
from jaxlint.tracing.applied.signature import Parameter, parameters_of
from jaxlint.tracing.running.environment import Frame
from jaxlint.tracing.transforms.annotations import annotated_value
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import NONE, TRUE, Const, Function, Sequence, Traced, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.project.project import Project
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.running.interpreter import Interpreter

    Name = tuple[str, str]  # of the module, and in it

_FURTHEST = 5  # imports that hand a name on
_PLAIN = ("bool", "int", "float", "complex")


class _Exported:
    """Functions of a library, by module and name; None: nobody has asked yet."""

    found: set[Name] | None = None


def promised(interpreter: Interpreter, module: Module, functions: list[Function]) -> list[Transformed]:
    """The exported functions of a module that take arrays, under each of the transforms."""
    if not interpreter.ask(_is_public, module):
        return []
    names, found = interpreter.ask(_exported_from, module), []
    for function in functions:
        if function.owner is None and function.name in names:
            found += _under_each(interpreter, module, function)
    return found


def _is_public(interpreter: Interpreter, module: Module) -> bool:
    return interpreter.project.public_api(module.path)


def _exported_from(interpreter: Interpreter, module: Module) -> set[str]:
    """The names of a module that any public one offers."""
    known = interpreter.part(_Exported)
    if known.found is None:
        known.found = exported(interpreter.project)
    return {name for home, name in known.found if home == (module.name or "")}


def exported(project: Project) -> set[Name]:
    """Where the functions that the public modules of packages offer are defined."""
    found: set[Name] = set()
    for path, module in project.modules.items():
        if not module.name or is_test(path) or any(part.startswith("_") for part in module.name.split(".")):
            continue
        if "." in module.name or path.endswith("__init__.py"):
            found |= {_home(project, (module.name, name), _FURTHEST) for name in _offered(module)}
    return found


def _offered(module: Module) -> set[str]:
    """``__all__``; else what has no underscore: what it defines, and what it imports to hand it on.

    That is all that a package imports, and what any module does by ``import f as f``.
    """
    listed = _listed(module)
    if listed is not None:
        return listed
    names = {one.name for one in module.tree.body if isinstance(one, _ast.FunctionDef)}
    is_package = module.path.endswith("__init__.py")
    for alias in (alias for one in _imports(module) for alias in one.names):
        if is_package or alias.asname == alias.name:
            names.add(alias.asname or alias.name)
    return {name for name in names if not name.startswith("_")}


def _listed(module: Module) -> set[str] | None:
    for one in module.tree.body:
        if isinstance(one, _ast.Assign) and getattr(one.targets[0], "id", None) == "__all__":
            words = [getattr(item, "value", None) for item in getattr(one.value, "elts", [])]
            return {word for word in words if isinstance(word, str)} if words else None
    return None


def _imports(module: Module) -> list[_ast.ImportFrom]:
    return [one for one in module.tree.body if isinstance(one, _ast.ImportFrom)]


def _home(project: Project, name: Name, further: int) -> Name:
    """The module that defines it, behind those that import it."""
    module = next((one for one in project.modules.values() if one.name == name[0]), None)
    if module is None or not further:
        return name
    for one in _imports(module):
        for alias in one.names:
            if (alias.asname or alias.name) == name[1]:
                return _home(project, (module.home(one) or "", alias.name), further - 1)
    return name


def _under_each(interpreter: Interpreter, module: Module, function: Function) -> list[Transformed]:
    parameters = [one for one in parameters_of(function) or [] if one.kind not in ("rest", "extra")]
    frame = Frame(interpreter, module, None, function.closure)
    arrays = {one.name: kind for one in parameters if (kind := _kind(frame, one)) is not None}
    if not arrays:
        return []
    others: list[Value] = [Const(one.name) for one in parameters if one.name not in arrays]
    axes: list[Value] = [Const(0) if one.name in arrays else NONE for one in parameters]
    made = [
        _transformed("jax.jit", module, function, static_argnames=Sequence("tuple", others)),
        _transformed("jax.vmap", module, function, in_axes=Sequence("tuple", axes)),
    ]
    first = next((place for place, one in enumerate(parameters) if arrays.get(one.name) in ("f", "?")), None)
    if first is not None:
        made.append(_transformed("jax.grad", module, function, argnums=Const(first)))
    return made


def _transformed(transform: str, module: Module, function: Function, **keywords: Value) -> Transformed:
    return Transformed(transform, function, {**keywords, PROMISED: TRUE}, module, function.node, EAGER)


def _kind(frame: Frame, parameter: Parameter) -> str | None:
    """Of the array that the annotation promises to take, "?" where any will do; None where it promises none."""
    if parameter.annotation is None or getattr(parameter.annotation, "id", None) in _PLAIN:
        return None
    value = annotated_value(frame, parameter.annotation, Origin("", frame.module, None))
    return value.aval.kind or "?" if isinstance(value, Traced) else None
