"""import and from-import: of libraries, and of the project's own modules."""

from __future__ import annotations

import _ast

from jaxlint.project.search_path import plain
from jaxlint.tracing.calls.invocation import constant_of
from jaxlint.tracing.calls.modules import member, module_frame
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.running.execute import EXECUTORS
from jaxlint.tracing.values.constants import library_name
from jaxlint.tracing.values.value import UNKNOWN, Imported, Library, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

# A folder of this name beside the file is not what is meant, unless the file is part of it.
_FOUNDATIONS = frozenset(
    """jax jaxlib numpy scipy math cmath functools operator itertools random logging typing dataclasses
    collections contextlib""".split()
)
# In their own repository the tests import the package that lies there.
_PACKAGES = frozenset("flax optax equinox haiku chex numpyro diffrax optimistix lineax jaxtyping distrax".split())
_WORDS = "jaxlint.knowledge.models"  # of which the models are written, whatever is being linted
# Names that JAX itself binds a second time.
_CANONICAL = {
    "jax.numpy.ndarray": "jax.Array",
    "jax.experimental.pjit.pjit": "jax.jit",
    "jax.tree_util.tree_map": "jax.tree.map",
    "jax.tree_map": "jax.tree.map",
}


class _Tops(dict[str, bool]):
    """First parts of dotted names: is it a package of the project?"""


def import_statement(frame: Frame, node: _ast.Import) -> bool:
    for alias in node.names:
        dotted = alias.name if alias.asname else alias.name.split(".")[0]
        frame.bind(alias.asname or dotted, _module(frame, dotted))
    return True


def _module(frame: Frame, dotted: str) -> Value:
    if _is_ours(frame, dotted):
        return Imported(frame.interpreter.project.seen_from(frame.module, dotted), None)
    return Library(dotted)


def import_by_name(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``importlib.import_module("package.module")``, ``pytest.importorskip("package")``."""
    dotted = constant_of(arguments.get(0))
    if not isinstance(dotted, str) or dotted.startswith("."):
        return UNKNOWN
    return _module(frame, dotted)


def _is_ours(frame: Frame, dotted: str) -> bool:
    """A module of this project: its top is one of its packages, and no library of the tables."""
    top = dotted.partition(".")[0]
    if top in _FOUNDATIONS:
        return top != "jax" and _is_part(frame, top)
    known = frame.interpreter.part(_Tops)
    if top not in known:
        project = frame.interpreter.project
        own = top in _PACKAGES
        known[top] = project.is_package(top) or project.is_home_of(top) if own else project.is_inside(top)
    return known[top] or (top in _PACKAGES and _is_part(frame, top))


def _is_part(frame: Frame, top: str) -> bool:
    return plain(frame.module.name or "").partition(".")[0] == top


def from_import(frame: Frame, node: _ast.ImportFrom) -> bool:
    home = frame.module.home(node)
    for alias in node.names:
        if alias.name == "*":
            _star(frame, home)
        else:
            frame.bind(alias.asname or alias.name, _imported(frame, home, alias.name))
    return True


def _imported(frame: Frame, home: str | None, name: str) -> Value:
    if home is None:
        return UNKNOWN
    dotted = f"{home}.{name}"
    if dotted in FUNCTIONS or home == _WORDS or not _is_ours(frame, home):
        return library_name(_CANONICAL.get(dotted, dotted))
    return Imported(frame.interpreter.project.seen_from(frame.module, home), name)


def _star(frame: Frame, home: str | None) -> None:
    """Every public name of a module of the project; libraries' are not followed."""
    if home is None or not _is_ours(frame, home):
        return
    home = frame.interpreter.project.seen_from(frame.module, home)
    module = frame.interpreter.project.find(home)
    if module is None:
        return
    for name in list(module_frame(frame.interpreter, module).variables):
        if not name.startswith("_"):
            found = member(frame.interpreter, home, name)
            if found is not None:
                frame.bind(name, found)


for _name in ("importlib.import_module", "pytest.importorskip"):
    FUNCTIONS[_name] = import_by_name
EXECUTORS.update({_ast.Import: import_statement, _ast.ImportFrom: from_import})
