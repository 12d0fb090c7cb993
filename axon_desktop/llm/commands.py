"""The simple commands that the Offline provider understands, in English and Chinese."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from axon_desktop.llm.messages import JsonObject

Language: TypeAlias = Literal["en", "zh_CN", "zh_TW"]
Action: TypeAlias = Literal["list", "read", "create", "append", "search"]


@dataclass(frozen=True, slots=True)
class Command:
    """A command as understood."""

    action: Action
    subject: str
    """Path, or the words to search for; empty only for the root folder."""
    text: str = ""
    """What to write, without the line's end."""

    @property
    def tool(self) -> str:
        """Name of the tool that carries it out."""
        return {"list": "list_folder", "read": "read_note", "search": "search_notes"}.get(
            self.action, "create_note"
        )

    @property
    def params(self) -> JsonObject:
        """Parameters of the call; a written text gets its line end."""
        match self.action:
            case "search":
                return {"query": self.subject}
            case "create":
                return {"path": self.subject, "content": f"{self.text}\n" if self.text else ""}
            case "append":
                return {"path": self.subject, "content": f"{self.text}\n", "mode": "append"}
            case _:
                return {"path": self.subject}


_NOTE = r"(?:the )?(?-i:note |file )?"  # with a capital it begins the name: `read Note 5`
_SUBJECT = r"(?P<subject>[^:：\n]+?)"
_TEXT = r"\s*[:：](?P<text>.*)"
_LIST = r"(?:list|ls)(?: all)?(?: the)?(?: notes| files| everything)?"
_IN = r"(?: in| of)?"
_NOTE_ZH = r"(?:(?:一)?[篇个條条個]?)(?:笔记|筆記|文件)?"

# The first form that fits the whole message counts; writing comes first, since its text may hold anything.
_FORMS: list[tuple[Action, str]] = [
    ("append", rf"(?:append|add) to {_NOTE}{_SUBJECT}{_TEXT}"),
    ("append", rf"(?:追加|添加|附加|加)(?:到|至)?\s*{_NOTE_ZH}\s*{_SUBJECT}{_TEXT}"),
    ("append", rf"(?:在|向|往|给|給)\s*{_SUBJECT}\s*(?:里|裡|中|末尾)?\s*(?:追加|添加|附加){_TEXT}"),
    ("create", rf"(?:create|make|new|write) (?:a )?(?:new )?(?:the )?(?:note |file )?{_SUBJECT}(?:{_TEXT})?"),
    ("create", rf"(?:创建|新建|写入|建立|新增|創建|寫入)\s*{_NOTE_ZH}\s*{_SUBJECT}(?:{_TEXT})?"),
    ("list", rf"{_LIST}(?: folder| folders)?{_IN}(?: the)?(?: vault| root)?"),
    ("list", rf"{_LIST}{_IN}(?: the)?(?: folder)? {_SUBJECT}"),
    ("list", r"列出\s*(?:所有|全部)?\s*(?:的)?(?:笔记|筆記|文件|目录|目錄|文件夹|資料夾|整个库|整個庫)?"),
    (
        "list",
        rf"列出\s*(?:文件夹|目录|資料夾|目錄)?\s*{_SUBJECT}\s*(?:里的|裡的|中的|的)?(?:笔记|筆記|文件|内容|內容)?",
    ),
    ("search", r"(?:search|find|look)(?: for)? (?P<subject>[^\n]+)"),
    ("search", r"(?:搜索|查找|搜尋|尋找|搜)\s*[:：]?\s*(?P<subject>[^\n]+)"),
    ("read", rf"(?:read|open|show|cat)(?: me)? {_NOTE}{_SUBJECT}"),
    ("read", rf"(?:读取|打开|查看|阅读|讀取|開啟|打開|檢視|閱讀|读|讀)\s*(?:笔记|筆記|文件)?\s*{_SUBJECT}"),
]
_COMPILED = [(action, re.compile(rf"{form}", re.IGNORECASE | re.DOTALL)) for action, form in _FORMS]
_POLITE = re.compile(
    r"(?:(?:please|can you|could you)\s+|(?:请|請)(?:帮我|幫我)?\s*|(?:帮我|幫我)\s*)", re.IGNORECASE
)
_QUOTES = [
    ("[[", "]]"),
    ('"', '"'),
    ("'", "'"),
    ("“", "”"),
    ("‘", "’"),
    ("「", "」"),
    ("『", "』"),
    ("《", "》"),
    ("`", "`"),
]
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_TRADITIONAL = re.compile(
    "[讀寫開啟檢視筆記尋資夾這個說請幫為與後應發錄創條給裡內閱紀嗎麼麗樣點見時東來會對話學語]"
)


def language_of(message: str) -> Language:
    """Return the language to answer a message in."""
    if not _HAN.search(message):
        return "en"
    return "zh_TW" if _TRADITIONAL.search(message) else "zh_CN"


def language_of_command(message: str) -> Language:
    """Return the language of a message's first words: names and texts after them may be in any."""
    head = message.strip()[:4]
    if not _HAN.search(head) and re.match(r"[A-Za-z]", head):
        return "en"
    return language_of(re.split("[:：]", message, maxsplit=1)[0])


def read_command(message: str) -> Command | None:
    """Return the command that a message holds, None for anything else."""
    message = message.strip()
    message = message[polite.end() :] if (polite := _POLITE.match(message)) else message
    for action, form in _COMPILED:
        if not (match := form.fullmatch(message)):
            continue
        found = match.groupdict()
        subject = _bare(found.get("subject") or "")
        text = found.get("text")
        if action != "list" and not subject:
            continue
        if action == "append" and not (text or "").strip():
            continue
        return Command(action, subject, (text or "").strip(" \t\r\n\u3000") if text else "")
    return None


def _bare(subject: str) -> str:
    """Return a path or query without the marks that people put around it."""
    subject = subject.strip().removeprefix("@").rstrip("。？！?!").strip()
    for begin, end in _QUOTES:
        if subject.startswith(begin) and subject.endswith(end) and len(subject) > len(begin) + len(end):
            return subject[len(begin) : -len(end)].strip()
    return subject
