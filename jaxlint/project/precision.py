"""Does anything in view enable JAX's 64-bit numbers?  ``jax_enable_x64``, ``JAX_ENABLE_X64``, ``jax.enable_x64()``."""

from __future__ import annotations

import os

from jaxlint.settings.locate import ancestors, project_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.project.project import Project
    from jaxlint.syntax.module import Module

# Files that may set it for programs around them.
_SETTINGS = (
    "conftest.py", "pyproject.toml", "pytest.ini", "tox.ini", "setup.cfg", "noxfile.py", "Makefile", "Dockerfile",
    ".env", "environment.yml", "__init__.py",
)  # fmt: skip
_SCRIPTS = (".sh", ".bash", ".slurm")


def enables_x64(project: Project, module: Module) -> bool:
    """True where the file, one that it imports, one that was asked for, or a settings file around says so."""
    if any(_says_so(one.source.text) for one in project.modules.values()):
        return True
    imported = [
        project.find(project.seen_from(module, name)) for dotted in module.imports for name in _prefixes(dotted)
    ]
    if _says_so(module.source.text) or any(one is not None and _says_so(one.source.text) for one in imported):
        return True
    folder = os.path.dirname(os.path.abspath(module.path))
    above = ancestors(folder)
    root = project_root(folder)
    inside = above[: above.index(root) + 1] if root in above else above[:1]
    return any(_says_so(_text(path)) for one in inside for path in _files(one))


def _says_so(text: str) -> bool:
    return "enable_x64" in text or "ENABLE_X64" in text


def _prefixes(dotted: str) -> list[str]:
    """``a.b.c`` may be a name in the module ``a.b``."""
    parts = dotted.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _files(folder: str) -> list[str]:
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return [os.path.join(folder, name) for name in names if name in _SETTINGS or name.endswith(_SCRIPTS)]


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except OSError:
        return ""
