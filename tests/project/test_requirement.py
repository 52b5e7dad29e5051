"""Which JAX a project asks for."""

import pytest

from jaxlint.project.requirement import bounds, requirement, requirements

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
        return requirement(str(tmp_path / "pkg" / "deep" / "module.py"), "jax")

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


SETUP = """
from setuptools import setup
base = ["numpy", "jax>=0.4.20,<0.4.26"]
setup(name="x", install_requires=base, extras_require={"dev": ["jax==0.7.0"]})
"""
WRITTEN = 'import setuptools\nsetuptools.setup(extras_require={"a": ["jax==0.7"]}, install_requires=["jax>=0.4.1"])\n'


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"setup_dot_py": SETUP}, ">=0.4.20,<0.4.26"),
        ({"setup_dot_py": WRITTEN}, ">=0.4.1"),
        ({"setup_dot_py": "setup(jax"}, None),
        ({"setup_dot_cfg": "[options]\ninstall_requires =\n    numpy\n    jax[cpu] >= 0.4.20\n"}, ">=0.4.20"),
        ({"setup_dot_cfg": "[options.extras_require]\njax = jax<0.5\n[options]\ninstall_requires = six\n"}, "<0.5"),
        ({"setup_dot_cfg": "jax\n= broken"}, None),
        ({"environment_dot_yml": "dependencies:\n  - python=3.11\n  - conda-forge::jax=0.4.20\n"}, "=0.4.20"),
        ({"environment_dot_yml": "dependencies:\n  - pip:\n      - 'jax[cuda12]==0.4.20'  # pinned\n"}, "==0.4.20"),
        ({"environment_dot_yml": "dependencies:\n  - jax=0.4.20=pyhd8ed1ab_0\n"}, "==0.4.20"),
        ({"requirements_dot_txt": "# platform: linux-64\nflax=0.4.0=pypi_0\njax=0.3.1=pypi_0\n"}, "==0.3.1"),
        ({"pixi_dot_toml": '[dependencies]\njax = ">=0.4.20,<0.5"\n'}, ">=0.4.20,<0.5"),
        ({"pixi_dot_toml": '[pypi-dependencies]\njax = {version = "==0.4.20", extras = ["cuda12"]}\n'}, "==0.4.20"),
        ({"pyproject_dot_toml": '[tool.pixi.feature.gpu.dependencies]\njax = "0.4.20"\n'}, "==0.4.20"),
        ({"pyproject_dot_toml": '[project.optional-dependencies]\njax = ["jax>=0.4.20"]\n'}, ">=0.4.20"),
        ({"pyproject_dot_toml": '[dependency-groups]\ndev = ["jax>0.4.20", {include-group = "x"}]\n'}, ">0.4.20"),
        ({"pyproject_dot_toml": '[tool.poetry.group.dev.dependencies]\njax = "^0.4.20"\n'}, "^0.4.20"),
    ],
)
def test_other_files_that_ask_for_jax(project, files, found):
    assert project(**files) == found


def test_the_nearest_folder_speaks(project):
    assert project(requirements_dot_txt="jax==0.6.2", pkg__requirements_dot_txt="jax==0.7.0") == "==0.7.0"


def test_what_the_top_asks_for_holds_for_folders_below_it(tmp_path):
    (tmp_path / "requirements.txt").write_text("jax==0.6.2\n")
    (tmp_path / "kit").mkdir()
    assert requirement(str(tmp_path / "kit" / "m.py"), "jax") == "==0.6.2"


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
        ("jax=0.4.20", "=0.4.20"),
        ("jax=0.4.20=cuda118py311h1234567_200", "==0.4.20"),
        ('jax==0.6.2 ; python_version > "3.9"', "==0.6.2"),
        ("jax>=0.4.38,!=0.7.0,!=0.7.1", ">=0.4.38,!=0.7.0,!=0.7.1"),
    ],
)
def test_lines(line, found):
    assert bounds(line) == found


def test_another_library_beside_jax(tmp_path):
    (tmp_path / ".git").mkdir()
    path = str(tmp_path / "module.py")
    (tmp_path / "requirements.txt").write_text("jax==0.6.2\nflaxmodels==3\nflax[all]>=0.10,<0.12\n")
    assert requirement(path, "flax") == ">=0.10,<0.12"
    assert requirement(path, "jax") == "==0.6.2"
    before = requirements(path)
    (tmp_path / "requirements.txt").write_text("jax==0.6.2\nflax==0.12.1\n")
    assert requirement(path, "flax") == "==0.12.1"
    assert requirements(path) != before
