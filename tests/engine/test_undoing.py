"""A fix that comes along must not write what the first one replaced."""

import pytest

from jaxlint.diagnostic import SAFE, Fix
from jaxlint.engine.alone import _State
from jaxlint.text.edit import Edit
from jaxlint.text.source import Source
from jaxlint.text.span import Span


@pytest.mark.parametrize(("span", "new", "undone"), [(Span(4, 7), "np", True), (Span(14, 15), "4", False)])
def test_what_a_fix_replaced_does_not_come_back(span: Span, new: str, undone: bool) -> None:
    source = Source("a.py", "x = np.zeros(3)\n")
    state = _State({"a.py": source}, {"a.py": [Edit(Span(4, 6), "jnp")]})
    assert state.texts["a.py"].text == "x = jnp.zeros(3)\n"
    assert state.is_undone_by(Fix(SAFE, "use it", {"a.py": [Edit(span, new)]})) is undone
