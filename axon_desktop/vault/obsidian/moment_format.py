"""Dates in the patterns of moment.js, as daily notes and templates have them: `YYYY-MM-DD`, `dddd [text]`.

Covers the documented tokens in moment's own English and Chinese; everything else is copied as it is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

_MAX_PATTERN = 400
_LONG = re.compile(r"\[[^\[]*\]|\\?(?:LTS|LT|LL?L?L?|l{1,4})")
_TOKEN = re.compile(
    r"\[[^\[]*\]|\\?(?:[Hh]mm(?:ss)?|Mo|MM?M?M?|Do|DDDo|DD?D?D?|ddd?d?|do?|w[ow]?|W[oW]?|Qo?|N{1,5}|YYYYYY|YYYYY"
    r"|YYYY|YY|y{2,4}|yo?|gg(?:ggg?)?|GG(?:GGG?)?|e|E|a|A|hh?|HH?|kk?|mm?|ss?|S{1,9}|x|X|zz?|ZZ?|.)",
    re.DOTALL,
)
_SHORTER = re.compile(r"MMMM|MM|DD|dddd")
_ENGLISH_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip
_ENGLISH_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_CHINESE_MONTHS = (
    "一月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Locale:
    """Names and forms of one language."""

    months: tuple[str, ...]
    months_short: tuple[str, ...]
    days: tuple[str, ...]
    """From Sunday."""
    days_short: tuple[str, ...]
    days_least: tuple[str, ...]
    long: Mapping[str, str]
    """Patterns of the long forms."""
    ordinal: Callable[[int, str], str]
    part_of_day: Callable[[int, int, bool], str]
    """Of hour, minute, and whether in small letters."""
    first_day: int
    """Of the week; 0 is Sunday."""
    first_week: int
    """The day of January that is always in week 1."""
    relative: Mapping[str, tuple[str, str]]
    """How long ago, by unit: one of it, and several; for `second` both are a few."""
    future: str
    past: str


def format_moment(pattern: str, when: datetime, language: str = "en") -> str:
    """Return a time in a moment.js pattern; the language is a tag such as `zh-CN`.

    A pattern that is too long to be meant is cut.
    """
    locale = _locale(language)
    pattern = pattern[:_MAX_PATTERN]
    for _ in range(5):
        longer = _LONG.sub(lambda match: _long(match[0], locale), pattern)
        if longer == pattern:
            break
        pattern = longer[:_MAX_PATTERN]
    return _TOKEN.sub(lambda match: _written(match[0], when, locale), pattern)


def relative_time(when: datetime, now: datetime, language: str = "en") -> str:
    """Return how far a time is from now, in moment's words and by its thresholds: `3 days ago`, `in a month`."""
    seconds, locale = (when - now).total_seconds(), _locale(language)
    days = round(abs(seconds) / 86_400)
    for unit, count, most in (
        ("second", round(abs(seconds)), 45),
        ("minute", round(abs(seconds) / 60), 45),
        ("hour", round(abs(seconds) / 3_600), 22),
        ("day", days, 26),
        ("month", round(days / 30.44), 11),
        ("year", round(days / 365.25), math.inf),
    ):
        if count < most:
            words = locale.relative[unit][count > 1].format(count)
            break
    return (locale.future if seconds > 0 else locale.past).format(words)


def _long(found: str, locale: _Locale) -> str:
    if found[0] in "[\\":
        return found
    if found.startswith("l"):
        whole = locale.long[found.upper()]
        return locale.long.get(found) or _SHORTER.sub(lambda match: match[0][1:], whole)
    return locale.long[found]


def _written(token: str, when: datetime, locale: _Locale) -> str:
    if token.startswith("["):
        return token[1:-1] if token.endswith("]") and len(token) > 1 else token
    if token.startswith("\\"):
        return token[1:]
    make = _TOKENS.get(token)
    return token if make is None else make(when, locale)


def _ordinal(number: Callable[[datetime, _Locale], int], kind: str) -> Callable[[datetime, _Locale], str]:
    return lambda when, locale: locale.ordinal(number(when, locale), kind)


def _padded(number: Callable[[datetime, _Locale], int], width: int) -> Callable[[datetime, _Locale], str]:
    return lambda when, locale: f"{number(when, locale):0{width}}"


def _fraction(digits: int) -> Callable[[datetime, _Locale], str]:
    return lambda when, _: f"{when.microsecond:06}000"[:digits]


def _weekday(when: date) -> int:
    return when.isoweekday() % 7


def _week(when: date, first_day: int, first_week: int) -> tuple[int, int]:
    """Return the year and the number of a day's week."""
    start = when - timedelta(days=(_weekday(when) - first_day) % 7)
    year = (start + timedelta(days=6)).year
    if start < _first_week_start(year, first_day, first_week):
        year -= 1
    return year, (start - _first_week_start(year, first_day, first_week)).days // 7 + 1


def _first_week_start(year: int, first_day: int, first_week: int) -> date:
    anchor = date(year, 1, first_week)
    return anchor - timedelta(days=(_weekday(anchor) - first_day) % 7)


def _local_week(when: datetime, locale: _Locale) -> tuple[int, int]:
    return _week(when.date(), locale.first_day, locale.first_week)


def _zoned(when: datetime) -> datetime:
    return when if when.tzinfo is not None else when.astimezone()


def _offset(when: datetime, colon: str) -> str:
    minutes = int((_zoned(when).utcoffset() or timedelta()).total_seconds()) // 60
    sign, minutes = ("-" if minutes < 0 else "+"), abs(minutes)
    return f"{sign}{minutes // 60:02}{colon}{minutes % 60:02}"


def _hour12(when: datetime) -> int:
    return when.hour % 12 or 12


_TOKENS: dict[str, Callable[[datetime, _Locale], str]] = {
    "YYYY": lambda when, _: f"{when.year:04}",
    "YY": lambda when, _: f"{when.year % 100:02}",
    "YYYYY": lambda when, _: f"{when.year:05}",
    "YYYYYY": lambda when, _: f"+{when.year:06}",
    "Y": lambda when, _: str(when.year),
    "y": lambda when, _: str(when.year),
    "Q": lambda when, _: str((when.month + 2) // 3),
    "Qo": _ordinal(lambda when, _: (when.month + 2) // 3, "Q"),
    "M": lambda when, _: str(when.month),
    "Mo": _ordinal(lambda when, _: when.month, "M"),
    "MM": lambda when, _: f"{when.month:02}",
    "MMM": lambda when, locale: locale.months_short[when.month - 1],
    "MMMM": lambda when, locale: locale.months[when.month - 1],
    "D": lambda when, _: str(when.day),
    "Do": _ordinal(lambda when, _: when.day, "D"),
    "DD": lambda when, _: f"{when.day:02}",
    "DDD": lambda when, _: str(when.timetuple().tm_yday),
    "DDDo": _ordinal(lambda when, _: when.timetuple().tm_yday, "DDD"),
    "DDDD": _padded(lambda when, _: when.timetuple().tm_yday, 3),
    "d": lambda when, _: str(_weekday(when)),
    "do": _ordinal(lambda when, _: _weekday(when), "d"),
    "dd": lambda when, locale: locale.days_least[_weekday(when)],
    "ddd": lambda when, locale: locale.days_short[_weekday(when)],
    "dddd": lambda when, locale: locale.days[_weekday(when)],
    "e": lambda when, locale: str((_weekday(when) - locale.first_day) % 7),
    "E": lambda when, _: str(when.isoweekday()),
    "w": lambda when, locale: str(_local_week(when, locale)[1]),
    "wo": _ordinal(lambda when, locale: _local_week(when, locale)[1], "w"),
    "ww": _padded(lambda when, locale: _local_week(when, locale)[1], 2),
    "W": lambda when, _: str(when.isocalendar().week),
    "Wo": _ordinal(lambda when, _: when.isocalendar().week, "W"),
    "WW": _padded(lambda when, _: when.isocalendar().week, 2),
    "gg": _padded(lambda when, locale: _local_week(when, locale)[0] % 100, 2),
    "gggg": _padded(lambda when, locale: _local_week(when, locale)[0], 4),
    "GG": _padded(lambda when, _: when.isocalendar().year % 100, 2),
    "GGGG": _padded(lambda when, _: when.isocalendar().year, 4),
    "A": lambda when, locale: locale.part_of_day(when.hour, when.minute, False),
    "a": lambda when, locale: locale.part_of_day(when.hour, when.minute, True),
    "H": lambda when, _: str(when.hour),
    "HH": lambda when, _: f"{when.hour:02}",
    "h": lambda when, _: str(_hour12(when)),
    "hh": lambda when, _: f"{_hour12(when):02}",
    "k": lambda when, _: str(when.hour or 24),
    "kk": lambda when, _: f"{when.hour or 24:02}",
    "m": lambda when, _: str(when.minute),
    "mm": lambda when, _: f"{when.minute:02}",
    "s": lambda when, _: str(when.second),
    "ss": lambda when, _: f"{when.second:02}",
    "Hmm": lambda when, _: f"{when.hour}{when.minute:02}",
    "Hmmss": lambda when, _: f"{when.hour}{when.minute:02}{when.second:02}",
    "hmm": lambda when, _: f"{_hour12(when)}{when.minute:02}",
    "hmmss": lambda when, _: f"{_hour12(when)}{when.minute:02}{when.second:02}",
    **{"S" * count: _fraction(count) for count in range(1, 10)},
    "Z": lambda when, _: _offset(when, ":"),
    "ZZ": lambda when, _: _offset(when, ""),
    "z": lambda _, __: "",  # names of zones are not known to moment itself
    "zz": lambda _, __: "",
    "X": lambda when, _: str(int(when.timestamp())),
    "x": lambda when, _: str(int(when.timestamp() * 1000)),
}


def _english_ordinal(number: int, _kind: str) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _chinese_ordinal(week: str) -> Callable[[int, str], str]:
    ends = {"D": "日", "d": "日", "DDD": "日", "M": "月", "w": week, "W": week}
    return lambda number, kind: f"{number}{ends.get(kind, '')}"


def _chinese_part(hour: int, minute: int, _small: bool) -> str:
    time = hour * 100 + minute
    parts = ((600, "凌晨"), (900, "早上"), (1130, "上午"), (1230, "中午"), (1800, "下午"))
    return next((name for end, name in parts if time < end), "晚上")


def _english() -> _Locale:
    return _Locale(
        months=_ENGLISH_MONTHS,
        months_short=tuple(name[:3] for name in _ENGLISH_MONTHS),
        days=_ENGLISH_DAYS,
        days_short=tuple(name[:3] for name in _ENGLISH_DAYS),
        days_least=tuple(name[:2] for name in _ENGLISH_DAYS),
        long={
            "LT": "h:mm A",
            "LTS": "h:mm:ss A",
            "L": "MM/DD/YYYY",
            "LL": "MMMM D, YYYY",
            "LLL": "MMMM D, YYYY h:mm A",
            "LLLL": "dddd, MMMM D, YYYY h:mm A",
        },
        ordinal=_english_ordinal,
        part_of_day=lambda hour, _, small: ("am", "pm")[hour >= 12] if small else ("AM", "PM")[hour >= 12],
        first_day=0,
        first_week=1,
        relative={
            "second": ("a few seconds", "a few seconds"),
            "hour": ("an hour", "{} hours"),
            **{unit: (f"a {unit}", f"{{}} {unit}s") for unit in ("minute", "day", "month", "year")},
        },
        future="in {}",
        past="{} ago",
    )


def _chinese(*, traditional: bool) -> _Locale:
    short = "週" if traditional else "周"
    names = "日一二三四五六"
    day = {"LT": "HH:mm", "LTS": "HH:mm:ss", "L": "YYYY/MM/DD", "LL": "YYYY年M月D日", "l": "YYYY/M/D"}
    timed = (
        {"LLL": "YYYY年M月D日 HH:mm", "LLLL": "YYYY年M月D日 dddd HH:mm"}
        if traditional
        else {"LLL": "YYYY年M月D日Ah点mm分", "LLLL": "YYYY年M月D日ddddAh点mm分"}
    )
    words = ("幾秒", "{} 分鐘", "{} 小時", "{} 個月") if traditional else ("几秒", "{} 分钟", "{} 小时", "{} 个月")
    relative = dict(zip(("second", "minute", "hour", "month"), words, strict=True))
    relative |= {"day": "{} 天", "year": "{} 年"}
    small = {"ll": "YYYY年M月D日", "lll": "YYYY年M月D日 HH:mm", "llll": "YYYY年M月D日 dddd HH:mm"}
    if not traditional:
        small["llll"] = "YYYY年M月D日dddd HH:mm"
    return _Locale(
        months=_CHINESE_MONTHS,
        months_short=tuple(f"{number}月" for number in range(1, 13)),
        days=tuple(f"星期{name}" for name in names),
        days_short=tuple(short + name for name in names),
        days_least=tuple(names),
        long={**day, **timed, **small},
        ordinal=_chinese_ordinal(short),
        part_of_day=_chinese_part,
        first_day=0 if traditional else 1,
        first_week=1 if traditional else 4,
        relative={unit: (word.format(1), word) for unit, word in relative.items()},
        future="{}後" if traditional else "{}后",
        past="{}前",
    )


_ENGLISH = _english()
_SIMPLIFIED = _chinese(traditional=False)
_TRADITIONAL = _chinese(traditional=True)


def _locale(language: str) -> _Locale:
    tag = language.casefold().replace("_", "-")
    if not tag.startswith("zh"):
        return _ENGLISH
    return _TRADITIONAL if any(part in ("tw", "hk", "mo", "hant") for part in tag.split("-")) else _SIMPLIFIED
