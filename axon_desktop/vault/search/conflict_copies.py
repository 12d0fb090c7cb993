"""Conflict copies, which sync services make when two machines change a file: shown in the tree, not indexed."""

from __future__ import annotations

import re

_CONFLICT = re.compile(
    r"""
    \(\s*conflicted\ copy\b[^()]*\)             # Obsidian Sync, Nextcloud, MEGA
    | \([^()]*\bconflicted\ copy\b[^()]*\)      # Dropbox: (Ann's conflicted copy 2026-01-01)
    | \.sync-conflict-\d{8}-\d{6}               # Syncthing
    | _conflict-\d{8}-\d{6}                     # ownCloud
    | \(SFConflict\ [^()]*\)                    # Seafile
    | \[conflict(?:ed)?[^\[\]]*\]               # Google Drive, pCloud
    | \.conflict(?=\.[^.]+$|$)                  # Resilio
    | _[A-Z][a-z]{2}-\d{2}-\d{6}-\d{4}_Conflict # Synology Drive
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DEVICE = re.compile(r"-[A-Z0-9]{7}(?=\.[^.]+$|$)")
"""What Syncthing writes after the time."""


def is_conflict_copy(name: str) -> bool:
    """Tell whether a file's name is one that a sync service gives to a conflicting version."""
    return "onflict" in name and _CONFLICT.search(name) is not None


def original_name(name: str) -> str:
    """Return the name of the file that a conflicting version is a copy of; empty for any other file."""
    if not is_conflict_copy(name):
        return ""
    plain = _CONFLICT.sub("", name, count=1)
    if ".sync-conflict-" in name:
        plain = _DEVICE.sub("", plain)
    stem, dot, suffix = plain.rpartition(".")
    return stem.rstrip() + dot + suffix.lstrip() if dot else suffix.strip()
