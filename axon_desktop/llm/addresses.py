"""What a server's address says: how far away it is, and which proxy is on the way."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from axon_desktop.server_address import host_of


def is_local(base_url: str) -> bool:
    """Say whether the address is on this machine or in its network."""
    host = host_of(base_url)
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".localhost", ".internal", ".home.arpa"))
    return address.is_private or address.is_loopback or address.is_link_local


def is_loopback(base_url: str) -> bool:
    """Say whether the address is on this machine."""
    host = host_of(base_url)
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


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
