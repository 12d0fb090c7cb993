"""Words that stand in nearly every text and so tell nothing of what is looked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_ENGLISH = """
a about after again all also am an and any anything are as at be been before but by can could did do does done
each every find for from give had has have he her here him his how i if in into is it its just know let like
look many may me more most much must my need no nor not note notes now of off on once one only or our out over
please same say says shall she should so some such tell than that the their them then there these they this
those to too under until up us very want was we were what when where which while who whom whose why will with
would yes you your
"""
COMMON = frozenset(_ENGLISH.split())
"""English only: of a question in another language the rare words weigh most anyway."""

_WORD = re.compile(r"[^\s。，；：！？、（）「」《》“”]+")
_STEM = 5
"""Letters of a word by which it is known in another form: `serviced` stands for `service`."""
_NO_BLANKS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_EDGES = "\"'‘’«»()[]{}<>.,;:!?…-–—"
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
_CALENDAR = frozenset(
    f"{_DAYS} January February March April May June July August September October November December".split()
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_YEAR = r"(?:,? (?P<year>\d{4}))?\b"
_DATES = (
    re.compile(rf"\b(?P<day>\d\d?)(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH}){_YEAR}", re.IGNORECASE),
    re.compile(rf"\b(?P<month>{_MONTH}) (?P<day>\d\d?)(?:st|nd|rd|th)?\b{_YEAR}", re.IGNORECASE),
    re.compile(r"(?:(?P<year>\d{4}) ?年 ?)?(?P<month>\d{1,2}) ?月 ?(?P<day>\d{1,2}) ?[日号號]"),
)
_SENTENCE = re.compile(r"[.!?:。！？：\n]\s*$")


def telling_words(text: str, most: int) -> list[str]:
    """Return the first words of a request that can tell what it is about, each once, in their order.

    A capital letter that only begins a sentence is made small: those that are left are names. A date in words is
    there as the names of daily notes have it.
    """
    found: dict[str, str] = {date: date for date in _dates(text)}
    for match in _WORD.finditer(text):
        word = re.sub(r"['’]s$", "", match[0].strip(_EDGES))
        begins = not text[: match.start()].strip() or _SENTENCE.search(text, 0, match.start()) is not None
        if len(word) > 1 and word.casefold() not in COMMON:
            found.setdefault(word.casefold(), word[0].lower() + word[1:] if begins else word)
    return [*found.values()][:most]


def word_stems(text: str, most: int) -> set[str]:
    """Return the beginnings of the telling words of a text, and pairs of signs of text without blanks; folded."""
    stems: set[str] = set()
    for word in telling_words(text, most):
        folded = word.casefold()
        runs = _NO_BLANKS.findall(folded)
        stems.update(run[at : at + 2] for run in runs for at in range(len(run) - 1))
        if not runs:
            stems.add(folded[:_STEM])
    return stems


def names_in(words: Sequence[str]) -> list[str]:
    """Return those of the telling words that are names: with a capital letter, and neither day nor month."""
    return [word for word in words if word.istitle() and "/" not in word and word not in _CALENDAR]


def _dates(text: str) -> Iterator[str]:
    """Yield the dates of a text as year, month and day, or as month and day where it says no year."""
    for form in _DATES:
        for match in form.finditer(text):
            name = match["month"]
            month = int(name) if name.isdecimal() else 1 + _MONTHS.index(name[:3].lower())
            yield "-".join([*filter(None, [match["year"]]), f"{month:02}", f"{int(match['day']):02}"])
