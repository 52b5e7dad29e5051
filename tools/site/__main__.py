"""Writes the generated pages of the documentation.  Needs JAX.

    python -m tools.site

tests/tools/test_site.py asks whether they are current.
"""

from __future__ import annotations

import sys

from tools.site.errors import by_jax, by_jaxlint, page
from tools.site.reference import FOLDER, PAGES
from tools.site.tutorial import README, front_report, readme, tutorial


def main() -> int:
    version, said = by_jax()
    texts = {name: make() for name, make in PAGES.items()}
    texts |= {"tutorial.md": tutorial(), "report.inc": front_report(), "errors.md": page(version, said, by_jaxlint())}
    for name, text in texts.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    README.write_text(readme(), encoding="utf-8")
    print(f"{len(texts)} files in {FOLDER}, and README.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
