"""A tool is one file and one line."""

from __future__ import annotations

import pytest

from tests.where_to_add.with_plugin import run_checks


@pytest.mark.forks
def test_new_tool_works_everywhere() -> None:
    run_checks("tool_checks.py", plugin="tool_line")
