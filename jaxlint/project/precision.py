"""Does anything in view enable JAX's 64-bit numbers?  ``jax_enable_x64``, ``JAX_ENABLE_X64``, ``jax.enable_x64()``."""

from __future__ import annotations

import os
import sys

from jaxlint.settings.locate import ancestors, project_root
from jaxlint.text.reading import read_if_there

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
# Libraries that leave it as it is.
_HARMLESS = sys.stdlib_module_names | set(
    """absl chex distrax einops equinox flax gymnax haiku jax jaxlib jaxtyping matplotlib ml_dtypes networkx numpy optax
    orbax pandas PIL scipy seaborn sklearn tqdm""".split()
)
_SWITCHES = ("enable_x64", "ENABLE_X64")
_MOST = 50  # modules that are asked


def enables_x64(project: Project, module: Module) -> bool:
    """True where a file that was asked for, one that the program imports, or a settings file around may do so."""
    project.seek(module.path, *_SWITCHES)
    if project.says(*_SWITCHES) or _by_import(project, module):
        return True
    folder = os.path.dirname(os.path.abspath(module.path))
    above = ancestors(folder)
    root = project_root(folder)
    inside = above[: above.index(root) + 1] if root in above else above[:1]
    files = [path for one in inside for path in _files(one)]
    project.outside.update([*inside, *files])
    return any(_says_so(read_if_there(path)) for path in files)


def _by_import(project: Project, program: Module) -> bool:
    """A module of the project, or a library of which it is not known, may do so when it is imported."""
    waiting = [program]
    for module in waiting:
        if _says_so(module.source.code.text) or len(waiting) > _MOST:
            return True
        for dotted in module.imports:
            found = [project.find(project.seen_from(module, name)) for name in _prefixes(dotted)]
            inside = [one for one in found if one is not None]
            if not inside and dotted.partition(".")[0] not in _HARMLESS:
                return True
            waiting += [one for one in inside if one not in waiting]
    return False


def _says_so(text: str) -> bool:
    return any(word in text for word in _SWITCHES)


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
