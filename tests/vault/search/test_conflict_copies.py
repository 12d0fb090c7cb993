from __future__ import annotations

import pytest

from axon_desktop.vault.search.conflict_copies import is_conflict_copy, original_name


@pytest.mark.parametrize(
    ("name", "original"),
    [
        ("Home (Conflicted copy MacBook 202601011200).md", "Home.md"),
        ("Home (Ann's conflicted copy 2026-01-01).md", "Home.md"),
        ("Home (conflicted copy 2026-01-01 120000).canvas", "Home.canvas"),
        ("Home.sync-conflict-20260101-120000-ABCDEF7.md", "Home.md"),
        ("Home_conflict-20260101-120000.md", "Home.md"),
        ("v1.2 (SFConflict ann@example.org 2026-01-01-12-00-00).md", "v1.2.md"),
        ("知识 [conflicted].md", "知识.md"),
        ("Home.conflict.md", "Home.md"),
        ("Home.md", ""),
        ("Conflict.md", ""),
        ("Conflicts at work (draft).md", ""),
    ],
)
def test_a_conflicting_copy_names_its_original(name: str, original: str) -> None:
    assert original_name(name) == original
    assert is_conflict_copy(name) == bool(original)
