"""Values of expressions of a base: how a property's text is read, and how two values compare."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from axon_desktop.text.file_names import same_name

MAX_TEXT = 20_000
"""Characters of a text that an expression may make, and elements of a list."""

_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?")
_DATE = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?(Z|[+-]\d{2}:?\d{2})?)?"
)
_LINK = re.compile(r"!?\[\[([^\[\]|]+)(?:\|([^\[\]]*))?\]\]")
_SPAN = re.compile(r"\s*([-+]?\d+(?:\.\d+)?)\s*([A-Za-z]+)\s*")
_MONTHS = {"y": 12, "year": 12, "years": 12, "M": 1, "month": 1, "months": 1}
_MILLISECONDS = {
    **dict.fromkeys(("w", "week", "weeks"), 7 * 86_400_000),
    **dict.fromkeys(("d", "day", "days"), 86_400_000),
    **dict.fromkeys(("h", "hour", "hours"), 3_600_000),
    **dict.fromkeys(("m", "minute", "minutes"), 60_000),
    **dict.fromkeys(("s", "second", "seconds"), 1_000),
}
_MOST_MONTHS = 120_000
_MONTH = 30.44 * 86_400_000
_UNITS = (("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000))


class Tag(str):
    """A tag with its `#`; equal to any text that is the same tag with or without it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A day, or a time of a day; in local time."""

    at: datetime
    timed: bool
    """Whether it says more than the day."""


@dataclass(frozen=True, slots=True)
class Span:
    """A length of time."""

    months: int
    milliseconds: float

    @property
    def length(self) -> float:
        """Milliseconds, with months of average length."""
        return self.months * _MONTH + self.milliseconds


@dataclass(frozen=True, slots=True)
class FileOf:
    """A file of the vault."""

    path: str


@dataclass(frozen=True, slots=True)
class LinkTo:
    """A link to a file or an address."""

    target: str
    """As written."""
    label: str = ""
    """What is shown instead; empty for nothing."""
    path: str | None = None
    """Vault path that it leads to; None if there is no such file."""
    picture: bool = False
    """Whether what it leads to is shown in its place."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression between slashes."""

    source: str
    flags: str


Value: TypeAlias = "bool | float | str | Moment | Span | Pattern | FileOf | LinkTo | tuple[Value, ...] | None"


def read_value(text: str) -> Value:
    """Return what the text of one property means; links are not yet looked up."""
    if text in ("true", "false"):
        return text == "true"
    if (number := read_number(text)) is not None:
        return number
    if (moment := read_moment(text)) is not None:
        return moment
    return read_link(text) or text


def read_number(text: str) -> float | None:
    """Return the number that a text is; None if it is none."""
    return float(text) if len(text) <= 40 and _NUMBER.fullmatch(text) else None


def read_link(text: str) -> LinkTo | None:
    """Return the link that a text is; None if it is none."""
    match = _LINK.fullmatch(text.strip()) if "[[" in text else None
    return LinkTo(match[1].strip(), (match[2] or "").strip()) if match else None


def read_moment(text: str) -> Moment | None:
    """Return the day or time that a text is; None if it is none, or there is no such day."""
    match = _DATE.fullmatch(text.strip()) if len(text) <= 40 else None
    if match is None:
        return None
    year, month, day, hour, minute, second, fraction, zone = match.groups()
    try:
        if zone is not None:
            at = datetime.fromisoformat(text.strip().replace(" ", "T")).astimezone().replace(tzinfo=None)
        else:
            micro = int((fraction or "0").ljust(6, "0"))
            at = datetime(  # noqa: DTZ001 - local, as Obsidian takes it
                int(year), int(month), int(day), int(hour or 0), int(minute or 0), int(second or 0), micro
            )
    except (ValueError, OverflowError):
        return None
    return Moment(at, hour is not None)


def read_span(text: str) -> Span | None:
    """Return the length of time that a text such as `1 week` or `2h` is; None if it is none."""
    match = _SPAN.fullmatch(text) if len(text) <= 40 else None
    if match is None:
        return None
    number = float(match[1])
    unit = match[2] if match[2] in ("M", "m") else match[2].lower()
    if unit in _MONTHS:
        months = round(number * _MONTHS[unit])
        return Span(months, 0) if abs(months) <= _MOST_MONTHS else None
    return Span(0, number * _MILLISECONDS[unit]) if unit in _MILLISECONDS else None


def shift(moment: Moment, span: Span, sign: int) -> Moment | None:
    """Return a time that is so much later (or, with -1, earlier); None beyond the calendar."""
    at = moment.at
    months = at.year * 12 + at.month - 1 + sign * span.months
    year, month = divmod(months, 12)
    try:
        for day in (at.day, 30, 29, 28):  # the last day of a shorter month
            if day > at.day:
                continue
            try:
                at = at.replace(year=year, month=month + 1, day=day)
                break
            except ValueError:
                continue
        else:
            return None
        at += timedelta(milliseconds=sign * span.milliseconds)
    except (ValueError, OverflowError):
        return None
    timed = moment.timed or span.milliseconds % 86_400_000 != 0
    return Moment(at, timed)


def milliseconds(moment: Moment) -> float:
    """Return a time as milliseconds since 1970."""
    return (moment.at - datetime(1970, 1, 1)).total_seconds() * 1000  # noqa: DTZ001 - both are local


def is_true(value: Value) -> bool:
    """Tell whether a value counts as true."""
    if isinstance(value, float):
        return value != 0.0 and not math.isnan(value)
    return value not in (None, False, "", ())


def is_empty(value: Value) -> bool:
    """Tell whether there is nothing."""
    return value is None or value in ("", ())


def are_equal(one: Value, other: Value) -> bool:
    """Compare two values; a text equals the number, day or link that it spells."""
    if isinstance(one, Tag) or isinstance(other, Tag):
        return isinstance(one, str) and isinstance(other, str) and tag_key(one) == tag_key(other)
    if isinstance(one, (FileOf, LinkTo)) or isinstance(other, (FileOf, LinkTo)):
        return _same_file(one, other)
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other or _spelled(one) == _spelled(other)
    if isinstance(one, str) and not isinstance(other, str):
        one, other = other, one
    if isinstance(other, str):
        match one:
            case float():
                return one == read_number(other)
            case Moment():
                spelled = read_moment(other)
                return spelled is not None and spelled.at == one.at
            case Span():
                return one == read_span(other)
    if isinstance(one, Moment) and isinstance(other, Moment):
        return one.at == other.at
    if isinstance(one, (Span, float)) and isinstance(other, (Span, float)):
        return _length(one) == _length(other)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(are_equal, one, other))
    return one == other


def is_less(one: Value, other: Value) -> bool | None:
    """Tell whether a value comes before another; None if they cannot be compared."""
    if isinstance(one, str) and isinstance(other, str):
        return one < other
    if isinstance(one, str):
        one = _like(one, other)
    if isinstance(other, str):
        other = _like(other, one)
    if isinstance(one, Moment) and isinstance(other, Moment):
        return one.at < other.at
    if isinstance(one, (Span, float)) and isinstance(other, (Span, float)):
        return _length(one) < _length(other)
    return None


def sort_key(value: Value) -> tuple[int, float, str]:
    """Return the sort key of a value: numbers, times, then texts; empty values come last."""
    match value:
        case bool():
            return 0, float(value), ""
        case float():
            return 0, value if not math.isnan(value) else math.inf, ""
        case Moment():
            return 1, milliseconds(value), ""
        case Span():
            return 1, value.length, ""
    text = show_value(value)
    return (3, 0.0, "") if not text else (2, 0.0, text.casefold())


def show_value(value: Value) -> str:
    """Return a value as text for people and for joins."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float():
            return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.12g}"
        case Moment():
            return value.at.strftime("%Y-%m-%d %H:%M:%S" if value.timed else "%Y-%m-%d")
        case Span():
            return _show_span(value)
        case Pattern():
            return f"/{value.source}/{value.flags}"
        case FileOf():
            return value.path
        case LinkTo():
            return value.label or value.target
        case tuple():
            return ", ".join(map(show_value, value[:200]))[:MAX_TEXT]
    return value


def tag_key(tag: str) -> str:
    """Return the form in which tags are compared."""
    return same_name(tag.lstrip("#"))


def _same_file(one: Value, other: Value) -> bool:
    """Compare links and files: by the file they lead to, else by their text."""
    if isinstance(one, str):
        one, other = other, one
    if isinstance(other, str):
        assert isinstance(one, (FileOf, LinkTo))
        link = read_link(other)
        names = (one.path,) if isinstance(one, FileOf) else (one.path, one.target, one.label)
        return (link.target if link else other) in names
    if not isinstance(one, (FileOf, LinkTo)) or not isinstance(other, (FileOf, LinkTo)):
        return False
    if one.path is not None or other.path is not None:
        return one.path == other.path
    return isinstance(one, LinkTo) and isinstance(other, LinkTo) and one.target == other.target


def _spelled(value: Value) -> str | None:
    return show_value(value) if isinstance(value, (bool, str)) else None


def _like(text: str, other: Value) -> Value:
    """Read a text as what it is compared with."""
    match other:
        case Moment():
            return read_moment(text)
        case Span():
            return read_span(text)
    return read_number(text)


def _length(value: Span | float) -> float:
    """Return a length of time as milliseconds; a number is taken as such."""
    return value.length if isinstance(value, Span) else value


def _show_span(span: Span) -> str:
    """Return a length of time in its two largest units, such as `3d 4h`."""
    rest = abs(span.milliseconds)
    found = [f"{abs(span.months)}M"] if span.months else []
    for unit, size in _UNITS:
        count = math.floor(rest / size) if unit != "s" or found else float(f"{rest / size:.3g}")
        rest -= count * size
        if count or (unit == "s" and not found):
            found.append(f"{count:g}{unit}")
    negative = span.length < 0
    return ("-" if negative else "") + " ".join(found[:2])
