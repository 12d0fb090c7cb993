"""What is asked of a model about a passage, and what of its answer is the new text."""

from __future__ import annotations

import re
from typing import NamedTuple

from axon_desktop.llm.messages import Message
from axon_desktop.llm.prompts import fill, prompt_words

_BEFORE = 3000
"""Characters of the note before the passage that go along."""
_BEHIND = 1500
_FENCED = re.compile(r"(?P<fence>`{3,}|~{3,})[^\n`]*\n(?P<text>.*?)\n?(?P=fence)\s*\Z", re.DOTALL)
_TAGGED = re.compile(r"<passage>\n?(.*?)\n?</passage>", re.DOTALL)
_PREAMBLE = re.compile(
    r"(?:(?:here(?:’s|'s| is| are)|sure|certainly|of course|below is|okay|ok|got it|absolutely|the (?:rewritten|"
    r"revised|new|edited|translated) (?:text|passage|version|paragraph))\b[^\n]{0,160}?[:!.]"
    r"|(?:好的|当然|當然|以下是|这是|這是|下面是|修改后|修改後|改写后|改寫後|译文|譯文|翻译|翻譯)[^\n]{0,60}?[:：。!！])"
    r"[ \t]*\n+",
    re.IGNORECASE,
)
_REMARK = re.compile(
    r"\n\n(?:let me know|i hope|feel free|i(?:’ve|'ve| have) |note: i |this (?:version|revision) |"
    r"希望|如需|如果您|如有|以上)[^\n]*\s*\Z",
    re.IGNORECASE,
)
_QUOTES = (("“", "”"), ('"', '"'), ("「", "」"), ("«", "»"))


class Passage(NamedTuple):
    """The passage that is asked about, with what stands around it."""

    text: str
    before: str = ""
    behind: str = ""
    title: str = ""
    """Name of the note."""


def request(passage: Passage, instruction: str) -> list[Message]:
    """Return the messages of a request."""
    words = prompt_words("edit_in_place.toml")
    ask = fill(
        words["request"] if passage.text else words["write"],
        title=passage.title,
        before=passage.before[-_BEFORE:],
        passage=passage.text,
        behind=passage.behind[:_BEHIND],
        instruction=instruction,
    )
    return [Message("system", words["system"].strip()), Message("user", ask.strip())]


def new_text(answer: str, passage: str) -> str:
    """Return the new text of a passage: an answer without what models put around it."""
    text = answer.strip()
    if tagged := _TAGGED.search(text):
        text = tagged[1].strip()
    opening = _PREAMBLE.match(text)
    if opening and not passage.startswith(opening[0].strip()) and text[opening.end() :].strip():
        text = text[opening.end() :].strip()
    fenced = _FENCED.match(text)
    if fenced and not passage.lstrip().startswith(("```", "~~~")):
        text = fenced["text"].strip()
    remark = _REMARK.search(text)
    if remark and remark[0].strip() not in passage and text[: remark.start()].strip():
        text = text[: remark.start()].rstrip()
    for opens, closes in _QUOTES:
        inner = text[1:-1]
        quoted = len(text) > 1 and text[0] == opens and text[-1] == closes
        if quoted and not (passage[:1] == opens or opens in inner or closes in inner):
            text = inner.strip()
    return text
