"""Finding a fact in a text, however it is worded: numbers, dates, times and phone numbers in their usual forms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from functools import cache

_MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "‑": "-"})
_NUMBER = re.compile(r"\d+(?:,\d{3})+(?!\d)|\d+")


def normalise(text: str) -> str:
    """Return the text without differences that say nothing: width, case, emphasis, quotes and spaces."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_QUOTES)
    return re.sub(r"\s+", " ", re.sub(r"[*`\u200b]", "", plain)).strip()


def holds(text: str, fact: str) -> bool:
    """Tell whether the text, which is normalised, holds the fact.

    A fact is plain words and numbers, or one of `date:2026-03-26`, `time:14:50`, `phone:+34 655 218 640` and
    `re:PATTERN` (over normalised text).
    """
    return _pattern(fact).search(text) is not None


def holds_any(text: str, facts: Sequence[str]) -> bool:
    """Tell whether the text, which is normalised, holds one of the facts."""
    return any(holds(text, fact) for fact in facts)


@cache
def _pattern(fact: str) -> re.Pattern[str]:
    kind, _, rest = fact.partition(":")
    match kind:
        case "re":
            source = rest
        case "date":
            source = _date(date.fromisoformat(rest))
        case "time":
            source = _time(*map(int, rest.split(":")))
        case "phone":
            digits = re.sub(r"\D", "", rest)
            source = _bounded(r"[ ().\-/]{0,3}".join(digits))
        case _:
            source = _words(normalise(fact))
    return re.compile(source)


def _words(text: str) -> str:
    """Return a pattern of plain text: spaces are free, numbers may have thousands separators."""
    parts = []
    end = 0
    for match in _NUMBER.finditer(text):
        parts += [_free(text[end : match.start()]), _number(match[0].replace(",", ""))]
        end = match.end()
    return _bounded("".join([*parts, _free(text[end:])]), text)


def _free(text: str) -> str:
    return r"\s*".join(re.escape(part) for part in re.split(r"\s+", text))


def _number(digits: str) -> str:
    if len(digits) < 4:
        return digits
    head = len(digits) % 3
    groups = ([digits[:head]] if head else []) + [digits[at : at + 3] for at in range(head, len(digits), 3)]
    return r"[, '.]?".join(groups)


def _bounded(source: str, text: str = "0") -> str:
    """Keep a number from being found inside a longer one, and a word inside a longer word of the same script."""
    before = r"(?<!\d)(?<!\d[.,])" if text[:1].isdigit() else r"(?<![a-z])" if text[:1].isascii() else ""
    after = r"(?![.,]?\d)" if text[-1:].isdigit() else r"(?![a-z])" if text[-1:].isascii() else ""
    return f"{before}(?:{source}){after}"


def _date(day: date) -> str:
    month = _MONTHS[day.month - 1]
    name = f"(?:{month}|{month[:3]})\\.?"
    number = f"0?{day.day}(?:st|nd|rd|th)?"
    forms = [
        rf"{day.year}[-/.]0?{day.month}[-/.]0?{day.day}",
        rf"0?{day.day}[-/.]0?{day.month}[-/.]{day.year}",
        rf"0?{day.month}[-/.]0?{day.day}[-/.]{day.year}",
        rf"{number}\s*(?:of\s+)?{name}",
        rf"{name}\s*(?:the\s+)?{number}",
        rf"0?{day.month}\s*月\s*0?{day.day}\s*[日号]",
    ]
    return rf"(?<!\d)(?:{'|'.join(forms)})(?!\d)"


def _time(hour: int, minute: int) -> str:
    forms = [rf"0?{hour}\s*[:.h点]\s*{minute:02}"]
    half = "a" if hour < 12 else "p"
    forms.append(rf"0?{hour % 12 or 12}[:.]{minute:02}\s*{half}\.?m")
    return rf"(?<!\d)(?:{'|'.join(forms)})(?!\d)"
