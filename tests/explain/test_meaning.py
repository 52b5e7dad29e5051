"""JAX's errors are known by what JAX says, and the table says what they mean."""

import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from jaxlint.explain.meaning import Meaning, entries, meaning
from jaxlint.rules.registry import all_rules
from tests.docs.test_words import private_words

HERE = Path(__file__).parent
FOUR = "--xla_force_host_platform_device_count=4"
# No statement of a test makes these: a device that is full, a program that dies, a class with a constructor.
UNSAID = (
    "The device has no memory", "The compiled program failed", "JAX rebuilds a pytree", "A leaf of one tree is None",
    "A Flax module draws", "The variables given to a Flax", "An optimizer with weight decay",
)  # fmt: skip


def said_of() -> dict[str, list[str]]:
    """The statements of ``said.txt``, by the start of their meaning."""
    parts = (part.split("\n") for part in (HERE / "said.txt").read_text().strip().split("\n\n"))
    return {head.removeprefix("# "): statements for head, *statements in parts}


@pytest.fixture(scope="module")
def answers():
    environment = {**os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": FOUR}
    command = [sys.executable, str(HERE / "said.py")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=True)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.slow
@pytest.mark.parametrize("start", said_of())
def test_what_jax_says_is_known(start, answers):
    statements = [statement for statement in said_of()[start] if statement in answers]
    if not statements:
        pytest.skip("needs flax and equinox")
    for statement in statements:
        found = meaning(*answers[statement])
        assert found is not None, answers[statement]
        assert found.text.startswith(start), (statement, answers[statement])


@pytest.mark.slow
def test_what_a_text_takes_over_from_a_message_is_whole(answers):
    """No pattern takes the end of a word, or leaves a bracket open, in any message of JAX that it fits."""
    said = [f"{error}: {' '.join(message.split())}" for error, message, _ in answers.values()]
    taken = 0
    for pattern, entry in entries():
        for text in said:
            found = pattern.search(text)
            for name, value in found.groupdict().items() if found is not None else ():
                if value is None:
                    continue
                taken += 1
                before, after = text[: found.start(name)][-1:], text[found.end(name) :][:1]
                is_part = before.isalnum() or before in "_[]." or after.isalnum() or after == "_"
                assert not is_part, (entry["says"], name, value, text)
                assert value.count("[") == value.count("]"), (entry["says"], name, value, text)
    assert taken > 10


FILLED = {
    "number": "",
    "kind": "object",
    "part": "c",
    "axis": "i",
    "count": "1",
    "found": "P(None,)",
    "before": "",
    "after": "",
}


def test_each_entry_is_shown():
    shown = (*said_of(), *UNSAID)
    texts = [Meaning(entry, {"given": "", "name": "", **FILLED}).text for _, entry in entries()]
    assert [text for text in texts if not text.startswith(shown)] == []


@pytest.mark.slow
def test_jax_has_what_is_advised():
    advice = "".join(entry["means"] + entry["check"] for _, entry in entries())
    names = set(re.findall(r"\b(?:jax|jnp|lax|pl)(?:\.[A-Za-z]\w*)+", advice))
    assert len(names) > 50
    assert [name for name in names if not _is_there(name)] == []


def _is_there(name: str) -> bool:
    homes = {"jax": "jax", "jnp": "jax.numpy", "lax": "jax.lax", "pl": "jax.experimental.pallas"}
    first, *parts = name.split(".")
    found = importlib.import_module(homes[first])
    for part in parts:
        found = getattr(found, part, None)
    return found is not None


@pytest.mark.parametrize("entry", [entry for _, entry in entries()], ids=lambda entry: entry["says"][:20])
def test_the_texts(entry):
    codes = [rule.code for rule in all_rules()]
    assert all(any(code.startswith(start) for code in codes) for start in entry["rules"])
    for text in (entry["means"], entry["check"]):
        assert text.endswith(".")
        assert len(text) <= 300
        assert private_words(text) == []


@pytest.mark.parametrize("said", [("ValueError", "no"), ("KeyError", "'x'"), ("TypeError", "f() takes no arguments")])
def test_other_errors_are_not_known(said):
    assert meaning(*said) is None


def test_what_fails_while_a_pytree_is_rebuilt():
    said = "AttributeError", "'float' object has no attribute 'shape'"
    stack = "f jax.tree.map(g, tree)\ntree_map return treedef.unflatten(leaves)\n{}"
    assert meaning(*said, stack.format("__init__ self.shape = x.shape")).text.startswith("JAX rebuilds a pytree")
    assert meaning(*said, stack.format("<lambda> jax.tree.map(lambda x: x.shape, tree)")) is None
    assert meaning("AssertionError", "only kernels", stack.format("g assert x.ndim == 2")) is None
