"""A plugin of pytest: what wine cannot do is skipped by name, with the reason that stands in wine_skips.toml.

A test that is skipped and has no line there is a failure.
"""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

LISTED = tomllib.loads((Path(__file__).parent / "wine_skips.toml").read_text(encoding="utf-8"))


def _reason(test: str, kind: str = "skip") -> str | None:
    place = test.replace("\\", "/")
    for listed in LISTED[kind]:
        if any(fnmatchcase(place, f"tests/{name}*") for name in listed["tests"]):
            return str(listed["why"])
    return None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what is no part of the program on Windows."""
    place = collection_path.relative_to(config.rootpath).as_posix()
    return True if _reason(place, "left_out") else None


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
