"""Which JAX a project asks for."""

import pytest

from jaxlint.project.requirement import bounds, jax_requirement

UV = '[[package]]\nname = "jax"\nversion = "{}"\nsource = {{ registry = "x" }}\n\n'
PYPROJECT = '[project]\nname = "x"\ndependencies = ["numpy", "jax[cuda12]>=0.4.30,<0.6"]\n'


@pytest.fixture
def project(tmp_path):
    (tmp_path / ".git").mkdir()

    def make(**files):
        for name, text in files.items():
            path = tmp_path / name.replace("__", "/").replace("_dot_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return jax_requirement(str(tmp_path / "pkg" / "deep" / "module.py"))

    return make


def test_nothing_says(project):
    assert project() is None
    assert (
        project(pyproject_dot_toml='[project]\nname = "jax-thing"\ndependencies = ["jaxlib==0.4.1", "jax"]\n') is None
    )


def test_bounds_of_a_package(project):
    assert project(pyproject_dot_toml=PYPROJECT) == ">=0.4.30,<0.6"


def test_the_lock_file_wins(project):
    assert project(pyproject_dot_toml=PYPROJECT, uv_dot_lock=UV.format("0.5.3")) == "==0.5.3"


def test_a_lock_file_of_several_pythons(project):
    assert project(uv_dot_lock=UV.format("0.10.2") + UV.format("0.9.2")) == ">=0.9.2,<=0.10.2"


def test_poetry(project):
    assert project(poetry_dot_lock='[[package]]\nname = "jax"\nversion = "0.4.38"\n') == "==0.4.38"
    assert project(poetry_dot_lock="", pyproject_dot_toml='[tool.poetry.dependencies]\njax = "^0.4.30"\n') == "^0.4.30"


def test_requirements(project):
    assert project(requirements_dot_txt="# jax==0.1\nnumpy\njax[cpu]==0.6.2  # pinned\n") == "==0.6.2"
    assert project(requirements_dot_txt="", requirements__base_dot_txt="jax>=0.7\n") == ">=0.7"


def test_the_nearest_folder_speaks(project):
    assert project(requirements_dot_txt="jax==0.6.2", pkg__requirements_dot_txt="jax==0.7.0") == "==0.7.0"


def test_broken_files_say_nothing(project):
    assert project(pyproject_dot_toml="[project\njax", uv_dot_lock="\0jax") is None


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("jax", None),
        ("jaxlib==0.4.3", None),
        ("jaxtyping>=0.2", None),
        ("JAX >= 0.4.1", ">=0.4.1"),
        ("jax (>=0.4)", ">=0.4"),
        ('jax==0.6.2 ; python_version > "3.9"', "==0.6.2"),
        ("jax>=0.4.38,!=0.7.0,!=0.7.1", ">=0.4.38,!=0.7.0,!=0.7.1"),
    ],
)
def test_lines(line, found):
    assert bounds(line) == found
