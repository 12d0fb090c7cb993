"""Which server an address names. Plain and light: settings and keys ask before the first paint."""

from __future__ import annotations

from urllib.parse import urlsplit


def host_of(address: str) -> str:
    """Return the host of an address, empty for what is none."""
    try:
        return (urlsplit(address.strip()).hostname or "").rstrip(".")
    except ValueError:
        return ""
