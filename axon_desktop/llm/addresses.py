"""What a server's address says: how far away it is, and which proxy is on the way."""

from __future__ import annotations

from urllib.parse import urlsplit

from axon_desktop.server_address import is_local, is_loopback

__all__ = ["is_local", "is_loopback", "proxy_of"]


def proxy_of(address: str) -> str:
    """Return host and port of the proxy on the way to an address, empty if there is none; never its password."""
    from urllib.request import getproxies, proxy_bypass

    try:
        target = urlsplit(address)
        if is_loopback(address) or proxy_bypass(target.hostname or ""):
            return ""
        proxies = getproxies()
        proxy = urlsplit(proxies.get(target.scheme) or proxies.get("all") or "")
        return f"{proxy.hostname}:{proxy.port}" if proxy.port else proxy.hostname or ""
    except ValueError:
        return ""
