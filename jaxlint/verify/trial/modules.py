"""Import a user's module with some files read from memory: no file is written, and none on disk is changed."""

from __future__ import annotations

import importlib
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec
from types import CodeType, ModuleType
from typing import Any

from jaxlint.verify.trial.execution import quiet


class _TextLoader(SourceFileLoader):
    """Compiles a text as if it were what the file holds."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType | None:
        return compile(self._text, self.path, "exec", dont_inherit=True)


class _Overlay(MetaPathFinder):
    """Finds modules as Python does, and hands out the texts for those files that have one."""

    def __init__(self, texts: dict[str, str]) -> None:
        self._texts = {os.path.realpath(path): text for path, text in texts.items()}

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:  # noqa: ANN401
        spec = PathFinder.find_spec(fullname, path, target)
        text = self._texts.get(os.path.realpath(spec.origin)) if spec is not None and spec.origin else None
        if spec is None or spec.origin is None or text is None:
            return None
        spec.loader = _TextLoader(fullname, spec.origin, text)
        return spec


def load(root: str, name: str, path: str, texts: dict[str, str]) -> ModuleType:
    """The module, and whatever it imports below ``root``, made anew."""
    _forget(root)
    overlay = _Overlay(texts)
    sys.meta_path.insert(0, overlay)
    try:
        with quiet():
            return _namesake(name, path, texts) if name in sys.modules else importlib.import_module(name)
    finally:
        sys.meta_path.remove(overlay)


def _namesake(name: str, path: str, texts: dict[str, str]) -> ModuleType:
    """A file called ``random.py``: the module of that name is another, and in use."""
    own = f"{name} of {os.path.dirname(path)}"
    text = next(text for one, text in texts.items() if os.path.realpath(one) == os.path.realpath(path))
    loader = _TextLoader(own, path, text)
    module = module_from_spec(ModuleSpec(own, loader, origin=path))
    module.__file__ = path
    sys.modules[own] = module
    loader.exec_module(module)
    return module


def _forget(root: str) -> None:
    """Modules of the project, not of an environment that lies inside it."""
    inside = os.path.realpath(root) + os.sep
    for name, module in list(sys.modules.items()):
        path = os.path.realpath(getattr(module, "__file__", None) or "")
        if path.startswith(inside) and "site-packages" not in path and not name.startswith("jaxlint."):
            del sys.modules[name]
