"""Which server an address names, and what people mean who write one: `127.0.0.1:8080` as well as `https://host/v1`.

Plain and light: settings and keys ask before the first paint.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import SplitResult, urlsplit

_SCHEMES = ("http", "https")
_SCHEME = re.compile(r"(https?)\s*:?\s*/+", re.IGNORECASE)
_ANY_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_QUOTES = "\"'`<>“”‘’«»「」()[]{}"
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_HOST = re.compile(r"[^\s\x00-\x20/?#@\[\]<>\"'`\\^{|},;:!$&()*+=]+")
_OWN_INTERFACE = re.compile(r"(?<![\w.:])(0\.0\.0\.0|\[::\])(?=[:/]|$)")
_LOCAL_NAMES = (".local", ".lan", ".localhost", ".internal", ".home.arpa")
_ENDPOINT = re.compile(r"/(chat/completions|completions|responses|embeddings|messages|models)$", re.IGNORECASE)
_OLLAMAS_OWN = re.compile(r"/api(/(chat|generate|tags|show))?$", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:(/|$)")


def host_of(address: str) -> str:
    """Return the host of an address, empty for what is none."""
    try:
        return (urlsplit(address.strip()).hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_local(address: str) -> bool:
    """Say whether the address is on this machine or in its network."""
    import ipaddress

    host = host_of(address)
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host or host.endswith(_LOCAL_NAMES)
    return found.is_private or found.is_loopback or found.is_link_local


def is_loopback(address: str) -> bool:
    """Say whether the address is on this machine."""
    import ipaddress

    host = host_of(address)
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def web_address(text: str) -> str:
    """Return the whole address that somebody wrote, empty if it is none; its path stays.

    Without http:// or https:// it is http for what is nearby, else https. Characters of Chinese keyboards count as
    the plain ones, blanks and quotes around do not count, and 0.0.0.0, at which servers say they listen, is here.
    """
    text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).replace("。", ".").replace("\\", "/")
    text = text.strip().strip(_QUOTES if not text.strip().startswith("[") else "\"'`<>").strip(" ,;")
    if found := _SCHEME.match(text):
        scheme, rest = found[1].lower(), text[found.end() :]
    elif _ANY_SCHEME.match(text):
        return ""
    else:
        scheme, rest = "", text.removeprefix("//")
        if "@" in rest or _DRIVE.match(rest):  # a mail address, a file of Windows
            return ""
    rest = re.sub(r"\s*([:/])\s*", r"\1", rest)
    where, slash, path = rest.partition("/")
    if where.count(":") > 1 and "[" not in where and "@" not in where:
        where = f"[{where}]"
    where = _OWN_INTERFACE.sub(lambda match: "127.0.0.1" if match[0][0] == "0" else "[::1]", where)
    address = f"{scheme or 'http'}://{where}{slash}{path}"
    parts = _parts(address)
    if parts is None or "://" in rest.partition("?")[0] or re.search(r"\s", address):
        return ""
    if not scheme and not is_local(address):
        address = address.replace("http://", "https://", 1)
    host = re.split("[?#]", where)[0].rpartition("@")[2]
    return address.replace(host, host.lower(), 1) if host.isascii() else address


def _parts(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        return None
    host = parts.hostname or ""
    named = ":" in host or (_HOST.fullmatch(host) is not None and ".." not in host and not host.startswith("."))
    return parts if parts.scheme in _SCHEMES and named and port != 0 else None


def base_url(text: str, path: str = "/v1") -> str:
    """Return the base URL of a model server from what somebody wrote, empty if it is no address.

    What is copied with the name of a request is cut to its base. Where no path was written, it is `path`; servers
    of OpenAI's format have their models at /v1.
    """
    parts = _parts(web_address(text))
    if parts is None:
        return ""
    written = parts.path.rstrip("/")
    cut = _OLLAMAS_OWN.sub("/v1", _ENDPOINT.sub("", written)) if written else path
    return f"{parts.scheme}://{parts.netloc}{cut.rstrip('/')}"


def with_scheme(address: str) -> str:
    """Return an address of a file that lacks http:// or https:// with what is meant; any other stays as it is."""
    address = address.strip()
    return address if not address or _ANY_SCHEME.match(address) else base_url(address) or address


def places_of_models(text: str) -> list[str]:
    """Return the base URLs under which a server may answer that was named so, the likeliest first."""
    likely = base_url(text)
    if not likely:
        return []
    root = likely.removesuffix("/v1")
    return [likely, root] if likely != root else [likely, f"{likely}/v1"]


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
