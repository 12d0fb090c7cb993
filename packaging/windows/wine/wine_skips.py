"""A plugin of pytest: what wine cannot do is skipped by name, with the reason that stands in wine_skips.toml.

A test that is skipped and has no line there is a failure.
"""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

SKIPS = tomllib.loads((Path(__file__).parent / "wine_skips.toml").read_text(encoding="utf-8"))["skip"]


def _reason(test: str) -> str | None:
    place = test.replace("\\", "/")
    for skip in SKIPS:
        if any(fnmatchcase(place, f"tests/{name}*") for name in skip["tests"]):
            return str(skip["why"])
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test that a line names."""
    for item in items:
        reason = _reason(item.nodeid)
        if reason is not None:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let the run fail for a skip without a line."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return
    unnamed = [report.nodeid for report in reporter.stats.get("skipped", []) if _reason(report.nodeid) is None]
    if unnamed:
        reporter.write_line(f"skipped, and not in wine_skips.toml: {', '.join(unnamed)}", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
