"""The documentation site: `python -m sphinx -W -n docs docs/_build` builds it."""

from __future__ import annotations

from sphinx.application import Sphinx

project = "jaxlint"
author = "the authors of jaxlint"
project_copyright = "2026, the authors of jaxlint, under Apache-2.0"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "jaxlint"
html_copy_source = False
exclude_patterns = ["_build"]
myst_heading_anchors = 3
nitpicky = True

RULES = """
```{toctree}
:hidden:
:glob:

*
```
"""


def setup(app: Sphinx) -> None:
    app.connect("source-read", _add_rules)


def _add_rules(app: Sphinx, name: str, source: list[str]) -> None:
    """The pages of the rules are written for readers of the repository, too: only here is their index a menu."""
    if name == "rules/index":
        source[0] += RULES
