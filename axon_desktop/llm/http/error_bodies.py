"""Error bodies: what providers, gateways and proxies say, in whatever shape they wrap it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from axon_desktop.llm.providers.openai_reply import parse_json

_WORD_KEYS = (
    "message",
    "error",
    "errors",
    "detail",
    "details",
    "msg",
    "error_message",
    "error_description",
    "raw",
)
_CODE_KEYS = frozenset({"code", "type", "status", "reason", "error_code", "quotaid", "error"})
_QUOTE_LIMIT = 300
_DEEPEST = 12
_TITLE = re.compile(r"<title[^>]*>([^<]*)", re.IGNORECASE)
_MARKUP = re.compile(r"\s*<(!doctype|html|head|body|\?xml|[a-z]+[ >])", re.IGNORECASE)
_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_SPAN = (
    r"((?:\d+(?:\.\d+)?\s*(?:milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|m|hours?|h|days?|d)(?![a-z])\s*)+)"
)
_WAIT = re.compile(
    r"(?:(?:try|retry|again|wait)(?: again)?(?: for| in| after)?|available in|resets? in|reset after)"
    rf"[: ]\s*{_SPAN}",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|milli|[smhd])", re.IGNORECASE)


def read_body(text: str) -> Any:
    """Return the JSON of a body; the text itself if it is none."""
    try:
        return parse_json(text)
    except ValueError:
        return text


def provider_words(detail: object) -> str:
    """Return the provider's own message, in one line of bounded length; of an HTML page, its title.

    A gateway's “Provider returned error” is worth less than what it passes on. What has no message gives none:
    JSON is nothing to be read by people.
    """
    text = " ".join(_words(detail, 0).split())
    return text if len(text) <= _QUOTE_LIMIT else text[:_QUOTE_LIMIT] + "…"


def error_codes(detail: object) -> Iterator[str]:
    """Yield what stands as a code, type, status or reason anywhere in an error, the outermost first."""
    for key, value in _walk(detail, 0):
        if key.lower() in _CODE_KEYS and isinstance(value, str | int) and not isinstance(value, bool):
            yield str(value)


def wait_in(detail: object) -> float | None:
    """Return the seconds that an error asks us to wait, by a field or in its words."""
    for key, value in _walk(detail, 0):
        name = key.lower().replace("_", "").replace("-", "")
        if name in ("retrydelay", "retryafter", "retryafterseconds", "retryafterms"):
            if isinstance(value, int | float):
                return value * (0.001 if name.endswith("ms") else 1.0)
            if isinstance(value, dict):
                return float(value.get("seconds") or 0)
            seconds = _seconds(value if not str(value).isdecimal() else f"{value}s")
            if seconds is not None:
                return seconds
    found = _WAIT.search(_words(detail, 0)[:20_000])
    return _seconds(found[1]) if found else None


def _seconds(span: object) -> float | None:
    amounts = _AMOUNT.findall(str(span))
    units = ("ms" if unit.lower() == "milli" else unit.lower() for _, unit in amounts)
    return (
        sum(float(number) * _UNITS[unit] for (number, _), unit in zip(amounts, units, strict=True))
        if amounts
        else None
    )


def _words(value: Any, depth: int) -> str:
    if depth > _DEEPEST:
        return ""
    if isinstance(value, str):
        return _text_words(value, depth)
    if isinstance(value, list):
        return "; ".join(dict.fromkeys(filter(None, (_words(item, depth + 1) for item in value[:5]))))
    if not isinstance(value, dict):
        return ""
    fields = {key.lower(): item for key, item in value.items()}
    passed_on = fields.get("metadata")
    if isinstance(passed_on, dict) and (inner := _words(passed_on.get("raw"), depth + 1)):
        return inner
    found = [words for key in _WORD_KEYS if (words := _words(fields.get(key), depth + 1))]
    words = next((words for words in found if " " in words), found[0] if found else "")
    place = fields.get("loc")
    return f"{'.'.join(map(str, place))}: {words}" if isinstance(place, list) and words else words


def _text_words(text: str, depth: int) -> str:
    """Return what a text says: of JSON in it, what that says; of a page, its title."""
    inner = _inner_json(text)
    if inner is not None and (words := _words(inner, depth + 1)):
        return words
    if title := _TITLE.search(text[:20_000]):
        return title[1]
    if _MARKUP.match(text):
        return ""
    return text if inner is None or text[:1] not in "{[" else ""


def _inner_json(text: str) -> Any:
    """Return the JSON object or list in a text, also where Python has printed it as bytes; None without one."""
    start = min((at for at in map(text.find, "{[") if at >= 0), default=-1)
    end = max(map(text.rfind, "}]"))
    if start < 0 or end < start:
        return None
    part = text[start : end + 1]
    for form in (part, part.replace("\\n", "\n").replace("\\'", "'").replace('\\\\"', '\\"')):
        try:
            value = parse_json(form)
        except ValueError:
            continue
        return value if isinstance(value, dict | list) else None
    return None


def _walk(value: Any, depth: int, key: str = "") -> Iterator[tuple[str, Any]]:
    if depth > _DEEPEST:
        return
    yield key, value
    if isinstance(value, str):
        value = _inner_json(value)
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _walk(inner, depth + 1, str(name))
    elif isinstance(value, list):
        for inner in value:
            yield from _walk(inner, depth + 1)
