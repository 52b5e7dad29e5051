from pathlib import Path

import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.program import trace

_SCRIPT = "import jax\nimport steps\n\njax.jit(steps.step{how})(1.0, True)\n"
_BRANCHES = "def step(x, flag):\n    return x if flag else -x\n"


def _written(folder: Path, files: dict[str, str]) -> list[Source]:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [Source(str(folder / name), text) for name, text in files.items()]


def _project(folder: Path, *names: str) -> Project:
    project = Project(str(folder))
    for source in _written(folder, dict.fromkeys(names, "")):
        project.add(source)
    return project


def _meant(project: Project, folder: Path, importer: str, dotted: str) -> str | None:
    found = project.find(project.seen_from(project.modules[str(folder / importer)], dotted))
    return None if found is None else str(Path(found.path).relative_to(folder))


@pytest.mark.parametrize("first", ["one", "two"])
def test_a_script_means_the_file_beside_it(tmp_path: Path, first: str) -> None:
    second = "two" if first == "one" else "one"
    names = [f"{folder}/{file}.py" for folder in (first, second) for file in ("steps", "train")]
    project = _project(tmp_path, *names)
    assert _meant(project, tmp_path, "one/train.py", "steps") == "one/steps.py"
    assert _meant(project, tmp_path, "two/train.py", "steps") == "two/steps.py"


def test_a_folder_without_init_is_found_beside_the_script(tmp_path: Path) -> None:
    project = _project(tmp_path, *[f"{one}/{file}.py" for one in ("a", "b") for file in ("models/net", "train")])
    assert _meant(project, tmp_path, "b/train.py", "models.net") == "b/models/net.py"
    assert _meant(project, tmp_path, "a/train.py", "models.net") == "a/models/net.py"


def test_packages_of_one_name_keep_to_themselves(tmp_path: Path) -> None:
    files = [f"{one}/pkg/{file}.py" for one in ("a", "b") for file in ("__init__", "net", "train")]
    project = _project(tmp_path, *files)
    assert _meant(project, tmp_path, "b/pkg/train.py", "pkg.net") == "b/pkg/net.py"
    module = project.modules[str(tmp_path / "b/pkg/train.py")]
    assert project.find(f"{module.package}.net") is project.modules[str(tmp_path / "b/pkg/net.py")]


def test_a_name_that_only_others_have(tmp_path: Path) -> None:
    project = _project(tmp_path, "a/steps.py", "b/train.py")
    assert _meant(project, tmp_path, "b/train.py", "steps") == "a/steps.py"
    project = _project(tmp_path, "a/steps.py", "c/steps.py", "b/train.py")
    assert _meant(project, tmp_path, "b/train.py", "steps") is None


def test_the_folder_around_comes_before_others(tmp_path: Path) -> None:
    project = _project(tmp_path, "a/steps.py", "steps.py", "b/train.py")
    assert _meant(project, tmp_path, "b/train.py", "steps") == "steps.py"


@pytest.mark.parametrize("names", [("static", "traced"), ("traced", "static")])
def test_each_script_is_traced_with_its_own_helper(tmp_path: Path, names: tuple[str, str]) -> None:
    files = {f"{name}/steps.py": _BRANCHES for name in names}
    files["static/train.py"] = _SCRIPT.replace("step{how})", "step, static_argnums=1)")
    files["traced/train.py"] = _SCRIPT.replace("{how}", "")
    project = Project(str(tmp_path))
    for source in _written(tmp_path, files):
        project.add(source)
    events = [(Path(event.module.path).parent.name, event.kind) for event in trace(project).events]
    assert events == [("traced", "truth-test")]
