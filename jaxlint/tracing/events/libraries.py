"""What libraries refuse, and names that are old."""

from __future__ import annotations

from jaxlint.tracing.events.event import AGREED, Event
from jaxlint.tracing.events.raised import ATTRIBUTE, OF_MODULE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.knowledge.history import Story
    from jaxlint.knowledge.releases import Target
    from jaxlint.syntax.uses import Use
    from jaxlint.tracing.values.origin import Origin


class FrozenWrite(Event, kind="frozen-write", needs=AGREED, raises=ATTRIBUTE, conditional=True, by_origin=False):
    """An attribute of an object is set that cannot be set any more, or not there: ``says`` why."""

    says: str


class ModuleMisused(Event, kind="module-misused", needs=AGREED, raises=OF_MODULE, conditional=True, by_origin=False):
    """A neural-network module is called without what it needs: ``says``; ``related``: the layer that needs it."""

    related: tuple[Origin, ...]
    says: str


class UpdateLost(Event, kind="update-lost", conditional=True, by_origin=False):
    """``callee`` under ``jax.jit`` (``node`` applies it) updates a variable of a module that it is given, a ``kind_of``
    ("Param"), and does not return it.
    """

    callee: str
    kind_of: str


class NameUsed(Event, kind="name-used"):
    """A name of JAX that is deprecated or gone in some release.  ``node``: the alias of an import, or the attribute.

    ``found``: all uses of JAX's names in the file; ``named``: all events of this kind there.
    """

    found: list[Use]
    named: list[NameUsed]
    story: Story
    target: Target
    use: Use

    @property
    def evaluated(self) -> bool:
        """False in annotations that Python does not run."""
        return self.use.evaluated


class LibraryChanged(Event, kind="library-changed", needs=AGREED, raises=OF_MODULE, conditional=True, by_origin=False):
    """What a library has refused ``since`` ("flax 0.12.0"): ``says``; ``wrapper``: the call to put ``node`` into."""

    says: str
    since: str
    wrapper: str


class ParameterUsed(Event, kind="parameter-used"):
    """The same for a parameter.  ``node``: the keyword."""

    call: _ast.Call
    story: Story
    target: Target
    evaluated = True


class PrivateName(Event, kind="private-name"):
    """A name of JAX that begins with an underscore, or lies below one that does."""

    name: str
