"""Search by meaning from the command line, and as other programs and the agent have it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.forking.command import forked
from tests.index.library import write
from tests.llm.embeddings_server import EmbeddingsServer
from tests.waiting import PATIENCE

NOTES = {
    "Pond.md": "# Pond\n\n## Winter\n\nThe goldfish sleep when the water is frozen.\n",
    "Work/Letter.md": "The frozen account was opened again.\n",
    "Fish.md": "Ice cream is no food for goldfish.\n",
}


class Axon:
    """The command line on a vault whose meaning a server knows."""

    def __init__(self, home: Path, encoder: dict[str, str]) -> None:
        write(home / "vault", NOTES)
        write(home / "home" / "config", {"settings.json": json.dumps({"meaning": encoder})})
        self._vault = str(home / "vault")
        kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
        self._environment = {
            **kept,
            "AXON_HOME": str(home / "home"),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        }

    def __call__(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*forked("axon_desktop.cli"), *arguments, "--vault", self._vault],
            capture_output=True,
            encoding="utf-8",
            env=self._environment,
            timeout=PATIENCE,
            check=False,
        )

    def tool(self, **params: Any) -> str:
        done = self("tool", "search_notes", json.dumps(params))
        return str(json.loads(done.stdout)["data"])


def test_command_line_and_tool_find_by_meaning(tmp_path: Path) -> None:
    with EmbeddingsServer(keyless=True) as server:
        encoder = {"encoder": "server", "base_url": f"{server.base_url}/v1", "model": server.model}
        axon = Axon(tmp_path, encoder)
        found = axon("search", "--meaning", "ice goldfish sleep", "--json", "--limit", "1")
        assert (found.returncode, found.stderr) == (0, "")
        assert json.loads(found.stdout) == [
            {
                "path": "Pond.md",
                "line": 5,
                "snippet": "Pond › Winter › The goldfish sleep when the water is frozen.",
            }
        ]
        by_meaning = axon.tool(query="ice goldfish sleep", by="meaning", folder="Work").splitlines()
        assert by_meaning == [
            "1 note that may be about ice goldfish sleep, the nearest first:",
            "Work/Letter.md:1: The frozen account was opened again.",
        ]
        both = axon.tool(query="ice cream", by="both").splitlines()
        assert both[1] == "Fish.md:1: Ice cream is no food for goldfish."
        assert len(both) > 2
        assert server.problems == []


@pytest.mark.parametrize("way", [("--meaning",), ("--by", "both")])
def test_words_are_looked_for_where_meaning_is_off(tmp_path: Path, way: tuple[str, ...]) -> None:
    axon = Axon(tmp_path, {"encoder": "off"})
    found = axon("search", *way, "goldfish sleep")
    assert found.stdout == "Pond.md:5: The goldfish sleep when the water is frozen.\n"
    assert found.stderr == "axon: Search by meaning is turned off in the settings. Words are looked for instead.\n"
    assert found.returncode == 0
    assert axon("search", *way, "nowhere").returncode == 1
