"""Stop words: they occur in nearly every text, and so say nothing about what a request is about."""

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

# Patterns are compiled by their first use: that takes some ms, and a window at start only needs `COMMON`.
_WORD = r"[^\s。，；：！？、（）「」《》“”]+"
_STEM = 5
"""Letters of a word by which it is known in another form: `serviced` stands for `service`."""
_NO_BLANKS = r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
_EDGES = "\"'‘’«»()[]{}<>.,;:!?…-–—"
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
_CALENDAR = frozenset(
    f"{_DAYS} January February March April May June July August September October November December".split()
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_YEAR = r"(?:,? (?P<year>\d{4}))?\b"
_DATES = (
    rf"(?i)\b(?P<day>\d\d?)(?:st|nd|rd|th)?(?: of)? (?P<month>{_MONTH}){_YEAR}",
    rf"(?i)\b(?P<month>{_MONTH}) (?P<day>\d\d?)(?:st|nd|rd|th)?\b{_YEAR}",
    r"(?:(?P<year>\d{4}) ?年 ?)?(?P<month>\d{1,2}) ?月 ?(?P<day>\d{1,2}) ?[日号號]",
)
_SURNAMES = (
    "王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂"
    "苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾鐘汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍"
    "万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔"
)
"""Of nine in ten Chinese people."""
_PERSON_NAME = rf"(?!周[一二三四五六日天末])[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}"
_PERSON = (
    rf"(?:^|(?<=[\s，。；：！？、（「“把将將给給跟和与與向帮幫替为為请請在问問叫找]))"
    rf"{_PERSON_NAME}?"
    r"(?=的?新?(?:电话|電話|手机|手機|号码|號碼|邮箱|郵箱|地址|住址|生日|笔记|筆記|联系方式|聯繫方式)"
    r"|[换換改]了?[个個]?新?(?:电话|電話|手机|手機|号|號|邮箱|郵箱|地址|工作)|搬)"
)
"""A name before what people have or do; two Chinese characters that begin like a name are mostly none."""
_SENTENCE = re.compile(r"[.!?:。！？：\n]\s*$")


def distinctive_words(text: str, most: int) -> list[str]:
    """Return the first words of a request that can tell what it is about, each once, in their order.

    A capital letter that only begins a sentence is made small: those that are left are names. A date in words is
    there as the names of daily notes have it, and Chinese names of people are words of their own.
    """
    found: dict[str, str] = {date: date for date in _dates(text)}
    text = re.sub(_PERSON, r" \g<0> ", text)
    for match in re.finditer(_WORD, text):
        word = re.sub(r"['’]s$", "", match[0].strip(_EDGES))
        begins = not text[: match.start()].strip() or _SENTENCE.search(text, 0, match.start()) is not None
        if len(word) > 1 and word.casefold() not in COMMON:
            found.setdefault(word.casefold(), word[0].lower() + word[1:] if begins else word)
    return [*found.values()][:most]


def word_stems(text: str, most: int) -> set[str]:
    """Return the stems of the distinctive words of a text, and bigrams of text without spaces; folded.

    A figure is whole: two dates of one year are not the same.
    """
    stems: set[str] = set()
    for word in distinctive_words(text, most):
        folded = word.casefold()
        stems.update(bigrams(folded))
        if not re.search(_NO_BLANKS, folded):
            stems.add(folded if folded[0].isdigit() else folded[:_STEM])
    return stems


def bigrams(text: str) -> list[str]:
    """Return the pairs of characters of text without spaces, each once."""
    runs = re.findall(_NO_BLANKS, text)
    return list(dict.fromkeys(run[at : at + 2] for run in runs for at in range(len(run) - 1)))


def people_in(text: str) -> list[str]:
    """Return the Chinese names of people in a request; what stands after them shows that they are names."""
    return list(dict.fromkeys(re.findall(_PERSON, text)))


def may_be_name(word: str) -> bool:
    """Tell whether a word looks like a name, without what stands around it."""
    return bool(names_in([word])) or re.fullmatch(_PERSON_NAME, word) is not None


def names_in(words: Sequence[str]) -> list[str]:
    """Return those of the distinctive words that are names: with a capital letter, and neither day nor month."""
    return [word for word in words if word.istitle() and "/" not in word and word not in _CALENDAR]


def _dates(text: str) -> Iterator[str]:
    """Yield the dates of a text as year, month and day, or as month and day where it says no year."""
    for form in _DATES:
        for match in re.finditer(form, text):
            name = match["month"]
            month = int(name) if name.isdecimal() else 1 + _MONTHS.index(name[:3].lower())
            yield "-".join([*filter(None, [match["year"]]), f"{month:02}", f"{int(match['day']):02}"])
