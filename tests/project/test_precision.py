"""Who may enable 64-bit numbers for a program."""

import pytest

from jaxlint.discovery.read import read
from jaxlint.project.precision import enables_x64
from jaxlint.project.project import Project

PROGRAM = "import jax\nimport numpy as np\n"


@pytest.mark.parametrize(
    ("program", "files", "enabled"),
    [
        (PROGRAM, {}, False),
        (PROGRAM + "jax.config.update('jax_enable_x64', True)\n", {}, True),
        (PROGRAM + "import settings\n", {"settings.py": "import jax\n"}, False),
        (
            PROGRAM + "import settings\n",
            {"settings.py": "import jax\njax.config.update('jax_enable_x64', True)\n"},
            True,
        ),
        (PROGRAM + "import a\n", {"a.py": "import b\n", "b.py": "enable_x64()\n"}, True),
        (PROGRAM + "import some_library\n", {}, True),
        (PROGRAM, {"pyproject.toml": "[tool.pytest_env]\nJAX_ENABLE_X64 = '1'\n"}, True),
        (PROGRAM, {"run.sh": "JAX_ENABLE_X64=1 python program.py\n"}, True),
        (PROGRAM, {"notes.txt": "JAX_ENABLE_X64=1 python program.py\n"}, False),
    ],
)
def test_who_may_enable_it(tmp_path, program, files, enabled):
    for name, text in {"program.py": program, **files}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    project = Project(str(tmp_path))
    module = project.add(read(str(tmp_path / "program.py")))
    assert enables_x64(project, module) is enabled


def test_words_are_kept_with_the_file_on_whose_account_they_were_sought(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    project = Project(str(tmp_path))
    module = project.add(read(str(tmp_path / "program.py")))
    project.about = "other.py"
    enables_x64(project, module)
    project.says("scale")
    assert project.around.sought[module.path] == {"enable_x64", "ENABLE_X64"}
    assert project.around.sought["other.py"] >= {"scale"}
