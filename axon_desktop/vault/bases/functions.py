"""The functions of a base; each takes values of any type, and returns null where they do not fit."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from html import escape, unescape
from itertools import islice
from typing import TypeAlias

from axon_desktop.vault.bases.regular_expressions import has_match, replace_matches, split_at_matches
from axon_desktop.vault.bases.values import (
    MAX_TEXT,
    FileOf,
    LinkTo,
    Moment,
    Pattern,
    Span,
    Value,
    are_equal,
    is_empty,
    is_less,
    is_true,
    milliseconds,
    read_moment,
    read_number,
    read_span,
    show_value,
    sort_key,
)

Method: TypeAlias = Callable[[Value, tuple[Value, ...]], Value]


def field_of(value: Value, name: str) -> Value:
    """Return a field of a text, list, time or length of time; null for any other value."""
    if name == "length":
        return float(len(value)) if isinstance(value, (str, tuple)) else None
    if isinstance(value, Span) and name in SPAN_FIELDS:
        return value.length / SPAN_FIELDS[name]
    if not isinstance(value, Moment) or name in SPAN_FIELDS:
        return None
    return float(value.at.microsecond // 1000 if name == "millisecond" else getattr(value.at, name))


SPAN_FIELDS: Mapping[str, float] = {
    "days": 86_400_000, "hours": 3_600_000, "minutes": 60_000, "seconds": 1_000, "milliseconds": 1,
    "weeks": 7 * 86_400_000, "months": 30.44 * 86_400_000, "years": 365.25 * 86_400_000,
}  # fmt: skip
"""Milliseconds of the units in which all of a length of time is counted."""
FIELDS = frozenset({"length", "year", "month", "day", "hour", "minute", "second", "millisecond", *SPAN_FIELDS})


def number_of(value: Value) -> float | None:
    """Return a value as a number; None if it is none."""
    match value:
        case bool():
            return float(value)
        case float():
            return value
        case str():
            return read_number(value.strip())
        case Moment():
            return milliseconds(value)
        case Span():
            return value.length
    return None


def _contains(value: Value, wanted: Value) -> bool:
    if isinstance(value, tuple):
        return any(are_equal(item, wanted) for item in value)
    if is_empty(value):
        return False
    return show_value(wanted) in show_value(value)


def _text(arguments: tuple[Value, ...], at: int = 0) -> str:
    return show_value(arguments[at]) if at < len(arguments) else ""


def _place(arguments: tuple[Value, ...], at: int) -> int | None:
    number = number_of(arguments[at]) if at < len(arguments) else None
    return None if number is None or not math.isfinite(number) else int(max(-MAX_TEXT, min(MAX_TEXT, number)))


def _slice(value: Value, arguments: tuple[Value, ...]) -> Value:
    start, end = _place(arguments, 0), _place(arguments, 1)
    return value[start:end] if isinstance(value, tuple) else _plain(value)[start:end]


def _plain(value: Value) -> str:
    return show_value(value)


def _replace(value: Value, arguments: tuple[Value, ...]) -> Value:
    text, old, new = _plain(value), _text(arguments), _text(arguments, 1)
    if arguments and isinstance(arguments[0], Pattern):
        return replace_matches(arguments[0], text, new)
    if not old or len(text) + text.count(old) * len(new) > MAX_TEXT:
        return text
    return text.replace(old, new)


def _split(value: Value, arguments: tuple[Value, ...]) -> Value:
    text, separator = _plain(value), _text(arguments)
    if arguments and isinstance(arguments[0], Pattern):
        found = split_at_matches(arguments[0], text)
    else:
        found = text.split(separator) if separator else [*text]
    return tuple(found[: _place(arguments, 1)] if len(arguments) > 1 else found)


def _join(value: Value, arguments: tuple[Value, ...]) -> Value:
    items = [show_value(item) for item in value] if isinstance(value, tuple) else [show_value(value)]
    separator = _text(arguments)
    if len(items) * len(separator) > MAX_TEXT:
        return None
    return separator.join(items)[:MAX_TEXT]


def _unique(value: Value, _arguments: tuple[Value, ...]) -> Value:
    if not isinstance(value, tuple):
        return value
    return tuple({sort_key(item): item for item in reversed(value)}.values())[::-1]


def _sorted(value: Value, _arguments: tuple[Value, ...]) -> Value:
    return tuple(sorted(value, key=sort_key)) if isinstance(value, tuple) else value


def _reversed(value: Value, _arguments: tuple[Value, ...]) -> Value:
    return value[::-1] if isinstance(value, tuple) else _plain(value)[::-1]


def _round(value: Value, arguments: tuple[Value, ...]) -> Value:
    number, digits = number_of(value), _digits(arguments)
    if number is None or not math.isfinite(number):
        return None
    scale = 10.0**digits
    rounded = math.floor(number * scale + 0.5) / scale if abs(number) < 1e15 else number
    return rounded if math.isfinite(rounded) else number


def _fixed(value: Value, arguments: tuple[Value, ...]) -> Value:
    number = number_of(value)
    return None if number is None or abs(number) > 1e21 else f"{number:.{_digits(arguments)}f}"


def _digits(arguments: tuple[Value, ...]) -> int:
    return max(0, min(12, _place(arguments, 0) or 0))


def _whole(way: Callable[[float], float]) -> Method:
    def method(value: Value, _arguments: tuple[Value, ...]) -> Value:
        number = number_of(value)
        return None if number is None or not math.isfinite(number) else float(way(number))

    return method


def _format(value: Value, arguments: tuple[Value, ...], language: str) -> Value:
    from axon_desktop.vault.obsidian.moment_format import format_moment

    moment = moment_of(value)
    return None if moment is None else format_moment(_text(arguments), moment.at, language)


def moment_of(value: Value) -> Moment | None:
    """Return a value as a time; None if it is none."""
    if isinstance(value, str):
        return read_moment(value)
    return value if isinstance(value, Moment) else None


def _day(value: Value, _arguments: tuple[Value, ...]) -> Value:
    moment = moment_of(value)
    return moment and Moment(moment.at.replace(hour=0, minute=0, second=0, microsecond=0), timed=False)


def _time(value: Value, _arguments: tuple[Value, ...]) -> Value:
    moment = moment_of(value)
    return moment and moment.at.strftime("%H:%M:%S")


def _relative(value: Value, _arguments: tuple[Value, ...], language: str) -> Value:
    from axon_desktop.vault.obsidian.moment_format import relative_time

    moment = moment_of(value)
    now = datetime.now()  # noqa: DTZ005 - local, as all times of a base
    return moment and relative_time(moment.at, now, language)


def _flat(value: Value, _arguments: tuple[Value, ...]) -> Value:
    if not isinstance(value, tuple):
        return value
    items = (part for item in value for part in (item if isinstance(item, tuple) else (item,)))
    return tuple(islice(items, MAX_TEXT))


def _repeat(value: Value, arguments: tuple[Value, ...]) -> Value:
    text, count = _plain(value), _place(arguments, 0) or 0
    return text * max(0, count) if len(text) * count <= MAX_TEXT else None


def _is_type(value: Value, arguments: tuple[Value, ...]) -> bool:
    kinds = {bool: "boolean", float: "number", tuple: "list", Moment: "date", Span: "duration", LinkTo: "link"}
    kinds |= {FileOf: "file", Pattern: "regexp", type(None): "null"}
    return kinds.get(type(value), "string") == _text(arguments).lower()


METHODS: Mapping[str, Method] = {
    "contains": lambda value, arguments: _contains(value, arguments[0] if arguments else None),
    "containsAny": lambda value, arguments: any(_contains(value, wanted) for wanted in arguments),
    "containsAll": lambda value, arguments: all(_contains(value, wanted) for wanted in arguments),
    "startsWith": lambda value, arguments: _plain(value).startswith(_text(arguments)),
    "endsWith": lambda value, arguments: _plain(value).endswith(_text(arguments)),
    "isEmpty": lambda value, _: is_empty(value),
    "isTruthy": lambda value, _: is_true(value),
    "toString": lambda value, _: show_value(value),
    "lower": lambda value, _: _plain(value).lower(),
    "upper": lambda value, _: _plain(value).upper(),
    "title": lambda value, _: " ".join(word[:1].upper() + word[1:] for word in _plain(value).split(" ")),
    "trim": lambda value, _: _plain(value).strip(),
    "slice": _slice,
    "replace": _replace,
    "split": _split,
    "join": _join,
    "unique": _unique,
    "sort": _sorted,
    "reverse": _reversed,
    "abs": _whole(abs),
    "ceil": _whole(math.ceil),
    "floor": _whole(math.floor),
    "round": _round,
    "toFixed": _fixed,
    "flat": _flat,
    "repeat": _repeat,
    "isType": _is_type,
    "matches": lambda value, arguments: isinstance(value, Pattern) and has_match(value, _text(arguments)),
    "date": _day,
    "time": _time,
}
"""Functions after a dot, of any value."""

WORDED_METHODS: Mapping[str, Callable[[Value, tuple[Value, ...], str], Value]] = {
    "format": _format,
    "relative": _relative,
}
"""The same, where the outcome depends on the language, a tag such as `zh-CN`."""

LIST_METHODS = frozenset(
    {"contains", "containsAny", "containsAll", "isEmpty", "slice", "join", "reverse", "sort", "flat", "isType"}
)
"""Those that do something else with a list than with its only element."""


def largest(arguments: tuple[Value, ...]) -> Value:
    """Return the largest of some numbers or times."""
    return _extreme(arguments, lambda one, other: is_less(one, other))


def smallest(arguments: tuple[Value, ...]) -> Value:
    """Return the smallest of some numbers or times."""
    return _extreme(arguments, lambda one, other: is_less(other, one))


def _extreme(arguments: tuple[Value, ...], gives_way: Callable[[Value, Value], bool | None]) -> Value:
    items = [item for argument in arguments for item in (argument if isinstance(argument, tuple) else (argument,))]
    found: Value = items[0] if items else None
    for item in items[1:]:
        if found is None or gives_way(found, item):
            found = item
    return found


def _plain_text(html: str) -> str:
    """Return the text of a piece of HTML, as a cell shows it."""
    return unescape(re.sub(r"<[^<>]*>", "", html))


FUNCTIONS: Mapping[str, Callable[[tuple[Value, ...]], Value]] = {
    "max": largest,
    "min": smallest,
    "number": lambda arguments: number_of(arguments[0]) if arguments else None,
    "date": lambda arguments: moment_of(arguments[0]) if arguments else None,
    "duration": lambda arguments: read_span(_text(arguments)),
    "html": lambda arguments: _plain_text(_text(arguments)),
    "escapeHTML": lambda arguments: escape(_text(arguments))[:MAX_TEXT],
    "list": lambda arguments: arguments[0] if arguments and isinstance(arguments[0], tuple) else arguments[:1],
}
"""Functions of their own that need nothing but their arguments."""
