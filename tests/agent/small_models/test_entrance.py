"""The rules for small models have one entrance, and the turn of any other model does not pass it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import axon_desktop

PACKAGE = Path(axon_desktop.__file__).parent
FOLDER = "axon_desktop.agent.small_models"
TURN = """
import asyncio, sys
from pathlib import Path

from axon_desktop.llm.models.profiles import Profile
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.vault import Vault
from tests.agent.scenes import block, collect, make_engine

root = Path(sys.argv[1])
(root / "Home.md").write_text("about Home\\n")
vault = Vault(root, data_dir=root / ".data")
calls = [block("read_note", path="Home"), block("create_note", path="New", content="x"), "Done."]
for mode in ("react", "plan"):
    provider = ScriptedProvider(calls, profile=Profile(small=sys.argv[2] == "small"))
    asyncio.run(collect(make_engine(vault, provider, mode="apply"), "copy Home", mode=mode))
vault.close()
print([name for name in sys.modules if name.startswith("axon_desktop.agent.small_models.")])
"""


def loaded(folder: Path, size: str) -> str:
    folder.mkdir()
    command = [sys.executable, "-c", TURN, str(folder), size]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=PACKAGE.parent).stdout


def test_a_strong_model_loads_nothing_of_them(tmp_path: Path) -> None:
    assert loaded(tmp_path / "strong", "strong") == "[]\n"
    assert f"{FOLDER}.small_model" in loaded(tmp_path / "small", "small")


def test_others_import_only_the_entrance() -> None:
    imported: dict[str, set[str]] = {}
    for file in PACKAGE.rglob("*.py"):
        text = file.read_text("utf-8")
        if file.parent == PACKAGE / "agent" / "small_models" or "small_models" not in text:
            continue
        tree = ast.parse(text)
        types = {
            id(node)
            for block in ast.walk(tree)
            if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
            for node in ast.walk(block)
        }
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.ImportFrom)
                and (node.module or "").startswith(FOLDER)
                and id(node) not in types
            ):
                imported.setdefault(node.module or "", set()).add(file.relative_to(PACKAGE).as_posix())
    assert imported == {f"{FOLDER}.small_model": {"agent/setup.py"}}
