"""`ai new` writes a package that installs and passes its own tests as it is."""

import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

from fliptable.plugins.kit.scaffold import BadName, scaffold
from fliptable.plugins.loading import load_target

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", ["mybot", "my-bot", "my_bot", "b2", "a" * 30])
def test_a_name_gives_a_folder_a_module_and_a_player(name: str, tmp_path: Path) -> None:
    root = scaffold(name, tmp_path)
    assert root == tmp_path / f"fliptable-{name}"
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["name"] == f"fliptable-{name}"
    ((player, module),) = project["project"]["entry-points"]["fliptable.players"].items()
    assert player == name
    (spec,) = load_target(str(root / "src" / module / "__init__.py")).register_players()
    assert spec.name == name
    for file in root.rglob("*"):
        if file.is_file():
            text = file.read_text("utf-8")
            assert "$" not in text.replace("${{ matrix.python }}", ""), file
            assert not text or text.endswith("\n")
            assert max(map(len, text.splitlines()), default=0) <= 120


@pytest.mark.parametrize("name", ["", "My Bot", "2bots", "bot!", "../bot", "bot-", "a" * 31, "bot:x=1", "ünder"])
def test_a_bad_name_is_one_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadName, match="cannot be a player's name: write up to 30 small letters"):
        scaffold(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    root = scaffold("mybot", tmp_path)
    (root / "README.md").write_text("mine", "utf-8")
    with pytest.raises(FileExistsError):
        scaffold("mybot", tmp_path)
    assert (root / "README.md").read_text("utf-8") == "mine"
    with pytest.raises(BadName, match="There is a player called steady already: choose another name"):
        scaffold("steady", tmp_path, ["steady"])


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A fresh environment with this package and a new one installed into it, without a network; and the new one."""
    base = tmp_path_factory.mktemp("author")
    tree = base / "fliptable"
    hidden = shutil.ignore_patterns(".*", "build", "tests", "__pycache__", "*.egg-info")
    shutil.copytree(ROOT, tree, ignore=hidden)
    venv.create(base / "home", with_pip=False)
    python = base / "home" / "bin" / "python"
    if not python.exists():
        python = base / "home" / "Scripts" / "python.exe"
    # What both need, and the tools, are found where this interpreter finds them; but not this package itself.
    where = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    Path(where, "outer.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    root = scaffold("mybot", base)
    for folder in (tree, root):
        run(python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", str(folder), cwd=base)
    return python, root


def run(*command: object, cwd: Path) -> str:
    """Run a command; gives what it printed."""
    done = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_package_installs_and_passes_as_it_is(home: tuple[Path, Path]) -> None:
    python, root = home
    told = run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=root)
    assert " passed" in told
    assert "warning" not in told
    assert "mybot" in run(python, "-m", "fliptable.cli", "ai", "list", cwd=root)


@pytest.mark.slow
def test_the_pytest_plugin_is_silent_where_nobody_asks_for_it(home: tuple[Path, Path], tmp_path: Path) -> None:
    python, _ = home
    (tmp_path / "test_other.py").write_text(
        "import sys\ndef test_it():\n    assert not [m for m in sys.modules if m.startswith('fliptable.core')]\n",
        "utf-8",
    )
    assert "1 passed" in run(python, "-m", "pytest", "-q", "-W", "error", cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.tools
@pytest.mark.skipif(find_spec("basedpyright") is None, reason="basedpyright comes with the dev extra")
def test_the_package_is_typed(home: tuple[Path, Path]) -> None:
    python, root = home
    (root / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict", "include": ["src", "tests"]}', "utf-8")
    assert "0 errors" in run(sys.executable, "-m", "basedpyright", "--pythonpath", python, cwd=root)
