"""The house: what is shipped, what is imported, and that the walls hold when somebody leans on them."""

import ast
import importlib
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from fnmatch import fnmatch
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import fliptable

ROOT = Path(__file__).parent.parent
FLOORS = ("core", "p2p", "plugins", "cli")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

# Folders that are made, not written.
MADE = {"build", "dist", "mutants", "__pycache__", "htmlcov"}


def written_files(folder: Path) -> Iterator[Path]:
    """Every file of the project below a folder: nothing made, nothing hidden but .ci."""
    for entry in sorted(folder.iterdir()):
        if entry.name in MADE or entry.suffix == ".egg-info" or entry.is_symlink():
            continue
        if entry.is_dir():
            hidden = entry.name.startswith(".") and entry.name != ".ci"
            if not hidden and not (entry / "pyvenv.cfg").exists():
                yield from written_files(entry)
        elif entry.name != ".git" and not entry.name.startswith(".coverage"):  # in a worktree that is a file
            yield entry


def package_files() -> set[str]:
    """What the four folders hold, with the two files of the root that belong to the package."""
    inside = {file.relative_to(ROOT).as_posix() for floor in FLOORS for file in written_files(ROOT / floor)}
    return inside | {"__init__.py", "py.typed"}


def module_names() -> list[str]:
    """Every module of the package as it is imported here; what runs when imported is left out, as is setup.py.

    So is what wants an extra, where that is missing.
    """
    found = pkgutil.walk_packages(fliptable.__path__, "fliptable.", onerror=lambda _name: None)
    names = [module.name for module in found if not module.name.endswith((".__main__", "fliptable.setup"))]
    return [name for name in names if not name.startswith("fliptable.plugins.training") or find_spec("pettingzoo")]


def absolute_imports(file: Path) -> set[str]:
    """Top-level names of everything a source file imports absolutely, wherever in the file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.partition(".")[0])
    return names


# ---- what is shipped


def test_packages_list_equals_the_disk() -> None:
    on_disk = {
        Path("fliptable", file).parent.as_posix().replace("/", ".") for file in package_files() if file.endswith(".py")
    }
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == on_disk


def test_every_package_has_its_init() -> None:
    folders = {ROOT / Path(file).parent for file in package_files() if file.endswith(".py")}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_other_files_are_declared_as_package_data() -> None:
    declared = PROJECT["tool"]["setuptools"]["package-data"]
    packages = PROJECT["tool"]["setuptools"]["packages"]
    for file in (Path("fliptable", name) for name in package_files() if not name.endswith(".py")):
        # Data may lie in folders of its own below its package.
        home = next(folder for folder in file.parents if folder.as_posix().replace("/", ".") in packages)
        patterns = declared.get(home.as_posix().replace("/", "."), [])
        path = file.relative_to(home).as_posix()
        assert any(fnmatch(path, pattern) for pattern in patterns), f"{file} would not be shipped"


def test_wheel_holds_the_package_and_nothing_else(tmp_path: Path) -> None:
    tree = tmp_path / "some-clone.of it"
    copy_tree(tree, "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in")
    build = "import sys, setuptools.build_meta as backend; backend.build_wheel(sys.argv[1])"
    run(sys.executable, "-W", "ignore", "-c", build, str(tmp_path), cwd=tree)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        notices = [name for name in archive.namelist() if name.endswith("/licenses/LICENSE")]
    assert names == {f"fliptable/{file}" for file in package_files()}
    assert notices


def test_entry_points_resolve() -> None:
    declared = PROJECT["project"]["entry-points"]["fliptable.players"]
    installed = {
        point.name: point for point in entry_points(group="fliptable.players") if point.value in declared.values()
    }
    assert {name: point.value for name, point in installed.items()} == declared
    for point in installed.values():
        point.load()
    module, _, function = PROJECT["project"]["scripts"]["fliptable"].partition(":")
    assert callable(getattr(importlib.import_module(module), function))


def test_tests_see_this_tree_and_no_older_copy() -> None:
    package = Path(fliptable.__path__[0])
    differing = [file for file in package_files() if (ROOT / file).read_bytes() != (package / file).read_bytes()]
    assert differing == [], "the installed copy is older than this tree: pip install . again, or run scripts/check"


# ---- what is imported


def test_root_file_imports_nothing() -> None:
    body = ast.parse((ROOT / "__init__.py").read_text("utf-8")).body
    assert len(body) == 1
    assert isinstance(body[0], ast.Expr)


def test_no_module_under_two_names() -> None:
    for name in module_names():
        importlib.import_module(name)
    homes = [base / floor for base in (ROOT, Path(fliptable.__path__[0])) for floor in FLOORS]
    strays = {
        name: module.__file__
        for name, module in sys.modules.items()
        if isinstance(getattr(module, "__file__", None), str)
        and any(Path(str(module.__file__)).is_relative_to(home) for home in homes)
        and not name.startswith("fliptable.")
    }
    assert strays == {}


def test_core_imports_only_the_standard_library() -> None:
    strangers = {
        file.name: sorted(absolute_imports(file) - sys.stdlib_module_names)
        for file in written_files(ROOT / "core")
        if file.suffix == ".py"
    }
    assert {name: found for name, found in strangers.items() if found} == {}


# ---- the walls

PLANTS = {
    "the floors of the house": ("core/cards.py", "from ..p2p import errors"),
    "the floors of p2p": ("p2p/frames.py", "from . import wire"),
    "core imports nothing that can wait, wander or surprise, and no third party": (
        "core/play.py",
        "import random",
    ),
    "in p2p only net touches sockets, the clock and entropy": ("p2p/session.py", "import time"),
    "plugins open no connection of their own": ("plugins/guard.py", "import socket"),
    "nothing in the game needs what training needs": ("plugins/schema/types.py", "import numpy"),
    "the deal knows no rules, no order and no wire": ("p2p/deal/__init__.py", "from ...core import rules"),
    "only the screens know commands and text styling": ("p2p/net/__init__.py", "import typer"),
}

needs_import_linter = pytest.mark.skipif(
    find_spec("importlinter") is None,
    reason="import-linter comes with the dev extra; scripts/check runs this",
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree, in a folder with an awkward name."""
    tree = tmp_path_factory.mktemp("walls") / "a copy-of.it"
    copy_tree(tree, "pyproject.toml")
    (tree / "build" / "typing").mkdir(parents=True)
    (tree / "build" / "typing" / "fliptable").symlink_to(Path("..", ".."))
    return tree


def broken_contracts(tree: Path) -> set[str]:
    """Names of the contracts that import-linter finds broken in a tree."""
    program = Path(sys.executable).with_name("lint-imports")
    path = {**os.environ, "PYTHONPATH": str(tree / "build" / "typing"), "NO_COLOR": "1"}
    done = subprocess.run([program, "--no-cache"], cwd=tree, env=path, capture_output=True, text=True, check=False)
    broken = set(re.findall(r"^(.+) BROKEN\b", done.stdout, re.MULTILINE))
    assert done.returncode == (1 if broken else 0), done.stdout + done.stderr
    return broken


@pytest.mark.tools
@needs_import_linter
def test_walls_hold(tree: Path) -> None:
    assert broken_contracts(tree) == set()


@pytest.mark.tools
@needs_import_linter
@pytest.mark.parametrize("contract", PLANTS)
def test_a_forbidden_import_is_seen(tree: Path, contract: str) -> None:
    name, line = PLANTS[contract]
    file = tree / name
    before = file.read_text("utf-8")
    file.write_text(f"{before}\n{line}\n", "utf-8")
    try:
        assert contract in broken_contracts(tree)
    finally:
        file.write_text(before, "utf-8")


@pytest.mark.tools
@needs_import_linter
def test_a_room_without_a_floor_is_seen(tree: Path) -> None:
    room = tree / "p2p" / "attic.py"
    room.write_text('"""Nobody gave this a place."""\n', "utf-8")
    try:
        assert "the floors of p2p" in broken_contracts(tree)
    finally:
        room.unlink()


def contracts() -> dict[str, dict[str, Any]]:
    """The import contracts by their ids."""
    return {contract["id"]: contract for contract in PROJECT["tool"]["importlinter"]["contracts"]}


def test_every_contract_has_its_plant() -> None:
    assert set(PLANTS) == {contract["name"] for contract in contracts().values()}


def test_every_room_of_p2p_but_net_is_sans_io() -> None:
    rooms = {
        f"fliptable.p2p.{entry.stem}"
        for entry in (ROOT / "p2p").iterdir()
        if entry.suffix == ".py" or (entry / "__init__.py").exists()
    }
    assert set(contracts()["sans-io"]["source_modules"]) == rooms - {
        "fliptable.p2p.net",
        "fliptable.p2p.__init__",
    }


# ---- what is written


def test_the_map_shows_every_room() -> None:
    """docs/architecture.md names each module of core and plugins, and of p2p floor by floor."""
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = {name: page.partition(f"\n### {name}")[2].partition("\n#")[0] for name in FLOORS}
    for name in ("core", "plugins"):
        rooms = {entry.stem for entry in (ROOT / name).iterdir() if entry.suffix == ".py"} - {"__init__"}
        cells = re.findall(r"^\| (`.*?) \|", table[name], re.MULTILINE)
        assert sorted(re.findall(r"`(\w+)`", " ".join(cells))) == sorted(rooms)
    rows = re.findall(r"^\| \d+ \| (.*?) \|", table["p2p"], re.MULTILINE)
    shown = [set(re.findall(r"`(\w+)/?`", row)) for row in rows]
    assert shown == [set(layer.split(" | ")) for layer in contracts()["p2p-floors"]["layers"]]


def test_readme_begins_with_the_two_commands() -> None:
    blocks = re.findall(r"^```\w*\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks[:2] == ["pip install . && fliptable play\n", "pip install '.[test]' && pytest\n"]


# Spelled with brackets, so that this file does not find itself.
MACHINE_PATH = re.compile(
    r"(?<![\w.~\]}])/(?:w[o]rk|r[o]ot|h[o]me|U[s]ers|o[p]t|t[m]p|var/f[o]lders)/\w"
    r"|py[p]i\.org|python[h]osted|registry\.n[p]mjs|deb\.d[e]bian"
)


def test_no_file_names_a_machine_path() -> None:
    found: list[str] = []
    for file in written_files(ROOT):
        try:
            lines = file.read_text("utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a vector in bytes
        found += [
            f"{file.relative_to(ROOT)}:{number}" for number, line in enumerate(lines, 1) if MACHINE_PATH.search(line)
        ]
    assert found == []


# ---- helpers


def copy_tree(target: Path, *others: str) -> None:
    """Copy the package's files and the named files of the root."""
    for name in [*sorted(package_files()), *others]:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target / name)


def run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command and hand back what it said; it must succeed."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done
