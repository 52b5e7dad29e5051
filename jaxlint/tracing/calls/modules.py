"""Modules as values: run once, on first use, their names read through imports."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.interest import declared_global, mentions_jax, names_grown
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.bindings import bindings_of, imported
from jaxlint.syntax.guards import Guards
from jaxlint.tracing.events.refusals import Refused
from jaxlint.tracing.running.condition import is_entry
from jaxlint.tracing.running.environment import Frame, ModuleFrames
from jaxlint.tracing.running.execute import execute_block
from jaxlint.tracing.running.interpreter import SPENT, GaveUp, Interpreter
from jaxlint.tracing.values.answers import unset
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import UNKNOWN, ClassValue, Const, Container, Imported, Static, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.syntax.module import Module


def module_frame(interpreter: Interpreter, module: Module) -> Frame:
    """The names of a module.  A module that is being run (an import cycle) gives what it has so far."""
    frame = interpreter.part(ModuleFrames).get(module)
    share = interpreter.share
    if frame is not None:
        if module not in share.reads:
            share.reads[module] = interpreter.read(module)
        return frame
    share.reads[module] = None
    frame = Frame(interpreter, module, None, None)
    frame.variables["__name__"] = Static("str")
    frame.variables["__file__"] = Const(module.path)
    interpreter.part(ModuleFrames)[module] = frame
    if not concerns_jax(interpreter, module) and len(module.tree.body) > _LARGE:
        return frame
    bodies_run, interpreter.bodies_run = interpreter.bodies_run, 0
    around = interpreter.begin_body(module)
    interpreter.journal.begin_import()
    try:
        _run_body(frame, [one for one in module.tree.body if not is_entry(one)])
    except GaveUp:
        interpreter.give_up(module, "module", SPENT)
    interpreter.journal.end_import()
    interpreter.end_body(around)
    frame.over = True
    interpreter.bodies_run = bodies_run
    _open_what_functions_write(frame)
    _open_imports(frame)
    return frame


def run_started(frame: Frame) -> None:
    """What happens where the file is started, and not where it is imported."""
    started = [one for one in frame.module.tree.body if is_entry(one)]
    if started:
        frame.over = False
        try:
            _run_body(frame, started)
        finally:
            frame.over = True


def run_added(interpreter: Interpreter) -> None:
    """Statements that were added to modules, which nobody has asked for what they bind."""
    for module, statements in interpreter.added.items():
        frame, body = interpreter.part(ModuleFrames).get(module), interpreter.bodies.get(module)
        if frame is None or body is None:
            continue
        interpreter.share = body
        interpreter.journal.begin_import()
        try:
            _run_body(frame, statements)
        except GaveUp:
            interpreter.give_up(module, "module", SPENT)
        interpreter.journal.end_import()
        _open_what_functions_write(frame)
        body.reads.update({read: interpreter.bodies.get(read) for read in body.reads})
    interpreter.added.clear()
    interpreter.begin()


def _open_imports(frame: Frame) -> None:
    """``np`` that a script imports twice, as JAX's and as NumPy: its functions were called somewhere between."""
    before: dict[str, tuple[str | None, int]] = {}
    others = 0  # statements that are no imports
    for statement in frame.module.tree.body:
        if not isinstance(statement, (_ast.Import, _ast.ImportFrom)):
            others += 1
            continue
        for name, dotted, _ in imported(statement):
            first, when = before.setdefault(name, (dotted, others))
            if first != dotted and when != others:
                frame.variables[name] = UNKNOWN


def _open_what_functions_write(frame: Frame) -> None:
    """What functions set (``global checks``), and what they add to, may be otherwise by the time that it is asked for.

    Each entry sees a module as it was imported: what another one writes there is known by the text alone.
    """
    for name in declared_global(frame.module.source.code.text):
        value = frame.variables.get(name)
        if isinstance(value, Const) and isinstance(value.value, bool):
            frame.variables[name] = unset(value.value)
    owners = [frame.variables, *(one.attributes for one in frame.variables.values() if isinstance(one, ClassValue))]
    containers = [(name, one) for held in owners for name, one in held.items() if isinstance(one, Container)]
    grown = names_grown(frame.module.source.code.text) if containers else ()
    for name, one in containers:
        one.grows = one.grows or name in grown


def _run_body(frame: Frame, body: list[_ast.stmt]) -> None:
    """An error of the tracer costs the statement that it was at.

    Nobody is around an import; who calls the functions of a module from elsewhere may be anyone.
    """
    alone = frame.context.but(axes=frozenset())
    for statement in body:
        try:
            run = lambda statement=statement: execute_block(frame, [statement])  # noqa: E731
            if not frame.inside(alone, run, frame.condition):
                return
        except GaveUp:
            raise
        except Refused:
            _forget_rest(frame, statement)  # a script may be a notebook, whose next cell runs all the same
        except Exception as error:
            frame.interpreter.failures.keep(error, frame.module.path)
            frame.loops.clear()
            for name in bindings_of(_ast.Module([statement], []), Guards(frame.module)).dotted:
                frame.variables.setdefault(name, UNKNOWN)


def _forget_rest(frame: Frame, statement: _ast.stmt) -> None:
    """A statement ended in the middle: what it would have bound later is not known, even if it was something before."""
    from jaxlint.dataflow.scopes import bindings_in

    for name in names_bound([statement]):
        if name not in frame.variables or len(bindings_in(frame.module.tree, name)) > 1:
            frame.variables[name] = UNKNOWN


class _Concerned(dict["Module", bool]):
    """By JAX, on their own or by what they import."""


def concerns_jax(interpreter: Interpreter, module: Module) -> bool:
    """It names a library built on JAX, or imports a module of the project that is concerned."""
    known = interpreter.part(_Concerned)
    if module not in known:
        known[module] = mentions_jax(module.source.code.text)
        known[module] = known[module] or any(concerns_jax(interpreter, one) for one in _imported(interpreter, module))
    return known[module]


def _imported(interpreter: Interpreter, module: Module) -> Iterator[Module]:
    """The modules at hand that a module's top level imports."""
    project = interpreter.project
    for statement in module.tree.body:
        if isinstance(statement, _ast.Import):
            names = [alias.name for alias in statement.names]
        elif isinstance(statement, _ast.ImportFrom):
            home = module.home(statement)
            names = [] if home is None else [home, *[f"{home}.{alias.name}" for alias in statement.names]]
        else:
            continue
        for name in [project.seen_from(module, name) for name in names]:
            found = project.find(name) if project.holds(name) and not project.is_checked(name) else None
            if found is not None:
                yield found


# Only a module that says one of these has use for what its eager code imports.
_TRANSFORMS = ("jit", "vmap", "grad", "scan", "lax.")

# Statements at top level of a module without JAX that are still worth running for its constants and helpers.
_LARGE = 400


def resolve(frame: Frame, value: Imported) -> Value:
    """What an imported name stands for; itself where its module may not be looked into here."""
    interpreter = frame.interpreter
    project = interpreter.project
    if value.attribute is None:
        return value
    if not project.holds(value.module) and frame.context.stage == EAGER and not frame.context.loads:
        text = frame.module.source.code.text
        if not project.is_affordable() or not any(word in text for word in _TRANSFORMS):
            return value
    found = member(interpreter, value.module, value.attribute)
    interpreter.journal.read(found)
    return found if found is not None else UNKNOWN


def member(interpreter: Interpreter, dotted: str, name: str, depth: int = 8) -> Value | None:
    """``name`` of a module of the project: what it binds, or a module below it."""
    module = interpreter.project.find(dotted)
    if module is not None:
        found = module_frame(interpreter, module).variables.get(name)
        if isinstance(found, Imported) and (found.module, found.attribute) == (dotted, name):
            found = None  # ``from . import name`` in a package's own __init__: the module below
        if isinstance(found, Imported) and found.attribute is not None and depth > 0:
            return member(interpreter, found.module, found.attribute, depth - 1)
        if found is not None:
            return found
    below = f"{dotted}.{name}"
    if interpreter.project.find(below) is not None:
        return Imported(below, None)
    return None
