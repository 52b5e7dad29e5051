"""Makes the files of a new rule.

    python -m tools.new_rule JAX309 walrus-on-tracer control_flow --event truth-test

Written are the rule, its fixture, its look-alike and its page; nothing that is there is touched.  What they hold is a
frame: `pytest tests/rules -k walrus` says what is still to be filled in.
"""

from __future__ import annotations

import argparse
import pkgutil
import re
import sys
from importlib import import_module
from pathlib import Path

from jaxlint.tracing import events
from jaxlint.tracing.events.event import Event

ROOT = Path(__file__).parents[1]

RULE = '''"""TODO: what is found, in one line with the code in backticks.

## Why
TODO: why JAX cannot do it, in a sentence or two.

## Bad
    import jax


    @jax.jit
    def f(x):
        return x


    f(1.0)

## Good
    import jax


    @jax.jit
    def f(x):
        return x


    f(1.0)

## Ways out
- TODO: what to do, with JAX's names: when it is the best way

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When TODO.

## JAX's error
TODO: `TracerBoolConversionError`; "## How to confirm" if JAX is silent.
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from {event_module} import {event_class}


def check(event: {event_class}) -> Hazard | None:
    """None where the event is no hazard."""
    return Hazard(f"TODO: what fails, as {{quoted(event, event.node)}} is traced")


RULE = Rule(
    code="{code}",
    severity="error",
    events=("{event}",),
    runtime="TODO",
    check=check,
)
'''
FIXTURE = '''"""{code}: TODO."""

import jax
import jax.numpy as jnp


# runs: bad(f32[3])  not-fixed
@jax.jit
def bad(x):
    return x  # hazard: {code}  raises: TODO


# runs: good(f32[3])
@jax.jit
def good(x):
    return x
'''
ALIKE = '''"""Looks like {code}: TODO."""

import jax
import jax.numpy as jnp


# runs: alike(f32[3])
@jax.jit
def alike(x):
    return x
'''


class Refused(Exception):
    """The message says what is wrong with what was asked."""


def kinds() -> dict[str, type[Event]]:
    """Kind of event -> its class."""
    modules = [import_module(one.name) for one in pkgutil.iter_modules(events.__path__, events.__name__ + ".")]
    found = [one for module in modules for one in vars(module).values() if isinstance(one, type)]
    return {one.kind: one for one in found if issubclass(one, Event) and one is not Event}


def files(root: Path, code: str, name: str, family: str, event: str) -> dict[Path, str]:
    """Path -> text of all that is to be written; ``name`` is in kebab-case."""
    if not re.fullmatch(r"JAX\d{3}", code):
        raise Refused(f"{code!r} is not JAX and three digits")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise Refused(f"{name!r} is no name in lower case with hyphens, such as branch-on-tracer")
    if event not in kinds():
        raise Refused(f"there is no event {event!r}: {', '.join(sorted(kinds()))}")
    rules = root / "jaxlint" / "rules"
    if not (rules / family / "__init__.py").exists():
        families = sorted(path.parent.name for path in rules.glob("*/__init__.py"))
        raise Refused(f"there is no family {family!r}: {', '.join(families)}")
    taken = [path.name for path in rules.glob("*/*.py") if f'code="{code}"' in path.read_text(encoding="utf-8")]
    if taken:
        raise Refused(f"{code} is taken by {taken[0]}")
    stem = name.replace("-", "_")
    kind = kinds()[event]
    given = {"code": code, "event": event, "event_class": kind.__name__, "event_module": kind.__module__}
    made = {
        rules / family / f"{stem}.py": RULE.format(**given),
        root / "fixtures" / family / f"{stem}.py": FIXTURE.format(**given),
        root / "fixtures" / "lookalikes" / f"{stem}.py": ALIKE.format(**given),
    }
    present = [str(path.relative_to(root)) for path in made if path.exists()]
    if present:
        raise Refused(f"{present[0]} is there already")
    return made


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("code", help="JAX and three digits; the first is that of the family")
    parser.add_argument("name", help="such as branch-on-tracer")
    parser.add_argument("family", help="a folder of jaxlint/rules")
    parser.add_argument("--event", default="truth-test", help=f"what the rule asks for: {', '.join(sorted(kinds()))}")
    options = parser.parse_args(arguments)
    try:
        made = files(root, options.code, options.name, options.family, options.event)
    except Refused as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(root))
    print("Fill in each TODO; then: python -m tools.rule_pages, and the number in README's table.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
