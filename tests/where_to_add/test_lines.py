"""A provider, a kind of embed, an event, a tool: each is one line of a table, and what that line names."""

from __future__ import annotations

import pytest

from tests.where_to_add.with_plugin import run_checks


@pytest.mark.forks
def test_what_is_new_works_everywhere() -> None:
    run_checks("acme", "embed", "event", "tool")
