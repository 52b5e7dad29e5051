"""What releases dropped, read off the text of their wheels."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tools.library_names import stories


def wheel(folder: Path, version: str, files: dict[str, str]) -> Path:
    path = folder / f"optax-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"optax/{name}.py", text)
    return path


FIRST = {
    "__init__": "from optax._src import adam\nfrom optax._src.base import sgd, hvp\nfrom optax.losses import *\n",
    "losses": "import jax\ndef huber(): ...\nif jax:\n    l2 = 1\nelse:\n    l1 = 2\n_own = 3\n",
    "schedules": "from optax import sgd\nPOLYNOMIAL: int = 1\n",
    "experimental": "class Lion: ...\n",
    "experimental_test": "def test(): ...\n",
    "_src/base": "def hidden(): ...\n",
}
SECOND = {**FIRST, "losses": "def huber(): ...\nl2 = 1\n"}
THIRD = {
    "__init__": "from optax._src import adam\nfrom optax.losses import *\nfrom optax import second_order\n",
    "losses": SECOND["losses"],
    "schedules": "",
    "second_order": "def hvp(): ...\n",
}


def test_names_that_went_with_the_release_and_what_lives_on(tmp_path: Path) -> None:
    texts = {"0.1.0": FIRST, "0.1.9": SECOND, "0.2.0": THIRD}
    versions, told = stories([wheel(tmp_path, version, files) for version, files in texts.items()], "optax")
    assert versions == ["0.1.0", "0.1.9", "0.2.0"]
    removed = {name: text.split("|")[1] for name, text in told.items()}
    assert removed == {
        "optax.experimental": "0.2.0",
        "optax.experimental:module": "0.2.0",
        "optax.hvp": "0.2.0",
        "optax.l1": "0.1.9",
        "optax.losses.l1": "0.1.9",
        "optax.schedules.POLYNOMIAL": "0.2.0",
        "optax.sgd": "0.2.0",
    }
    assert told["optax.hvp"].split("|")[2] == "optax.second_order.hvp"
