"""One list says which libraries are known, and it is made from where they are described."""

from pathlib import Path

import pytest

from jaxlint.knowledge import models
from jaxlint.knowledge.interest import mentions_jax
from jaxlint.knowledge.libraries.known import LIBRARIES, WORDS

DECLARED = {*models.HOMES.values(), *models.NAMES.values(), *models.PLAIN.values()}
FILES = {path.stem for path in Path(models.__file__).parent.glob("*.py")} - {"__init__"}


def test_each_model_has_a_home():
    assert FILES == DECLARED


@pytest.mark.parametrize("home", sorted({*models.HOMES, *models.NAMES}))
def test_a_file_that_imports_a_modelled_library_is_traced(home):
    assert home.partition(".")[0] in LIBRARIES
    assert mentions_jax(f"import {home}\n")


def test_words_are_in_all_names():
    assert all(any(word in name for word in WORDS) for name in LIBRARIES)
