"""What libraries refuse, and names that are old."""

from __future__ import annotations

from jaxlint.tracing.events.event import AGREED, Event
from jaxlint.tracing.events.raised import CLASSES, FOREIGN, SPECIFICATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.knowledge.history import Story
    from jaxlint.knowledge.releases import Target
    from jaxlint.syntax.uses import Use
    from jaxlint.tracing.values.origin import Origin


class FrozenWrite(Event):
    """An attribute of an object is set that cannot be set any more, or not there: ``says`` why."""

    says: str
    kind = "frozen-write"
    needs = AGREED
    raises = CLASSES["AttributeError"]
    conditional = True
    by_origin = False


class ModuleMisused(Event):
    """A neural-network module is called without what it needs: ``says``; ``related``: the layer that needs it."""

    related: tuple[Origin, ...]
    says: str
    kind = "module-misused"
    needs = AGREED
    raises = SPECIFICATION | FOREIGN
    conditional = True
    by_origin = False


class UpdateLost(Event):
    """``callee`` under ``jax.jit`` (``node`` applies it) updates a variable of a module that it is given, a ``kind_of``
    ("Param"), and does not return it.
    """

    callee: str
    kind_of: str
    kind = "update-lost"
    conditional = True
    by_origin = False


class NameUsed(Event):
    """A name of JAX that is deprecated or gone in some release.  ``node``: the alias of an import, or the attribute.

    ``found``: all uses of JAX's names in the file; ``named``: all events of this kind there.
    """

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

    says: str
    since: str
    wrapper: str
    kind = "library-changed"
    needs = AGREED
    raises = SPECIFICATION | FOREIGN
    conditional = True
    by_origin = False


class ParameterUsed(Event):
    """The same for a parameter.  ``node``: the keyword."""

    call: _ast.Call
    story: Story
    target: Target
    kind = "parameter-used"
    evaluated = True


class PrivateName(Event):
    """A name of JAX that begins with an underscore, or lies below one that does."""

    name: str
    kind = "private-name"
