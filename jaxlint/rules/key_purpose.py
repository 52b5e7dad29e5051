"""What the names around the use of a key say that the numbers are for."""

from __future__ import annotations

import _ast

from jaxlint.discovery.roles import names_a_benchmark, names_a_test
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import KeyReused

_EVALUATES = frozenset("eval evaluate evaluates evaluation validate validation".split())
_HELD_OUT = _EVALUATES | frozenset("test val valid".split())
_KEYS = frozenset("key keys rng rngs prng seed".split())


def is_for_a_test(event: KeyReused) -> bool:
    """In a function that tests or measures, wherever it stands."""
    node: _ast.AST | None = event.node
    while node is not None:
        name = getattr(node, "name", "") if isinstance(node, _ast.FunctionDef) else ""
        if names_a_benchmark(name) or (names_a_test(name) and any(map(_asserts, walk(node)))):
            return True
        node = event.module.parents.get(node)
    return False


def _asserts(node: _ast.AST) -> bool:
    """``assert ...``, ``np.testing.assert_allclose(...)``, ``self.assertEqual(...)``"""
    name = getattr(node, "attr", None) or getattr(node, "id", None) or ""
    return isinstance(node, _ast.Assert) or name.startswith("assert")


def is_evaluation(event: KeyReused) -> bool:
    """``evaluate(params, key)``, ``play(params, eval_key)``: on the same numbers as before, to compare like with like.

    Inside a function that evaluates, its own draws should differ.
    """
    names = [getattr(function, "name", "") for _, function, _ in event.calls[1:]]
    for _, _, call in event.calls:
        if isinstance(call, _ast.Call):
            names.append(_last_name(call.func))
            if any(_is_held_out(_last_name(given)) for given in (*call.args, *(one.value for one in call.keywords))):
                return True
    return any(not _EVALUATES.isdisjoint(_words(name)) for name in names)


def _is_held_out(name: str) -> bool:
    """``eval_rng``, ``test_key``"""
    words = _words(name)
    return not _KEYS.isdisjoint(words) and not _HELD_OUT.isdisjoint(words)


def _words(name: str) -> list[str]:
    return name.lower().split("_")


def _last_name(node: _ast.AST) -> str:
    return getattr(node, "attr", None) or getattr(node, "id", None) or ""
