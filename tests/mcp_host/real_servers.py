"""MCP servers of others, as their users install them; a test for which one is missing is skipped and says so."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

_NPM = ("everything", "filesystem", "memory")
_FOLDER = Path(__file__).parents[2] / ".node" / "node_modules"


def npm_programs() -> Path:
    """Return the folder of the programs that `make setup-desktop` has from npm."""
    if not all((_FOLDER / f"@modelcontextprotocol/server-{name}").is_dir() for name in _NPM):
        pytest.skip("the MCP servers of npm are not installed: make setup-desktop, where npm is")
    return _FOLDER / ".bin"


def python_program(name: str) -> str:
    """Return the path of a server that is a Python package of the development environment."""
    here = Path(sys.executable).parent
    found = shutil.which(name, path=os.pathsep.join((str(here), os.environ.get("PATH", ""))))
    if found is None:
        pytest.skip(f"the package {name} is not installed")
    return found
