"""A plugin of pytest: what wine cannot do is skipped by name, with the reason that stands in wine_skips.toml."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

SKIPS = tomllib.loads((Path(__file__).parent / "wine_skips.toml").read_text(encoding="utf-8"))["skip"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test that a line names."""
    for item in items:
        place = item.nodeid.replace("\\", "/")
        for skip in SKIPS:
            if any(fnmatchcase(place, f"tests/{name}*") for name in skip["tests"]):
                item.add_marker(pytest.mark.skip(reason=skip["why"]))
