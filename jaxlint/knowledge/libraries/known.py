"""Which libraries built on JAX are known here: all of which a model, a transform, a layer or a record is described."""

from __future__ import annotations

from jaxlint.knowledge.libraries.layers import LAYERS
from jaxlint.knowledge.libraries.records import BASES, DECORATORS
from jaxlint.knowledge.models import HOMES
from jaxlint.knowledge.transforms import HOST, WRAPPERS

_PYTHON = frozenset(["attr", "attrs", "dataclasses", "typing"])
_NO_MORE_THAN_NAMES = ("jaxlib", "jaxtyping", "distrax")


def _first_parts() -> frozenset[str]:
    names = [*HOMES, *LAYERS, *BASES, *DECORATORS, *WRAPPERS, *HOST, *_NO_MORE_THAN_NAMES]
    return frozenset(name.partition(".")[0] for name in names if "." in name or name.isidentifier()) - _PYTHON


# The first parts of their dotted names.
LIBRARIES = _first_parts()
# A text that holds none of these words imports none of them.
WORDS = tuple(sorted(name for name in LIBRARIES if not any(other != name and other in name for other in LIBRARIES)))
