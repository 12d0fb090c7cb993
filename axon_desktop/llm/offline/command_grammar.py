"""The grammar of the simple commands that the Offline provider understands, in English and Chinese."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from axon_desktop.llm.messages import JsonObject

Language: TypeAlias = Literal["en", "zh_CN", "zh_TW"]
Action: TypeAlias = Literal[
    "list", "read", "create", "append", "replace", "move", "rename", "trash", "search", "find", "links"
]

_TOOLS: dict[Action, str] = {
    "list": "list_folder",
    "read": "read_note",
    "create": "create_note",
    "append": "create_note",
    "replace": "edit_note",
    "move": "move_note",
    "rename": "move_note",
    "trash": "trash_note",
    "search": "search_notes",
    "find": "find_notes",
    "links": "note_links",
}


@dataclass(frozen=True, slots=True)
class Command:
    """A parsed command."""

    action: Action
    subject: str
    """Path, or search text; empty only for the root folder."""
    language: Language
    """Its language."""
    text: str = ""
    """What to write, without the line's end; for "replace" the new text."""
    old: str = ""
    """For "replace": the old text."""
    target: str = ""
    """For "move" and "rename": the new path; a folder ends with `/`."""

    @property
    def tool(self) -> str:
        """Name of the tool that carries it out."""
        return _TOOLS[self.action]

    @property
    def params(self) -> JsonObject:
        """Parameters of the call; a written text gets its line end."""
        match self.action:
            case "search":
                return {"query": self.subject}
            case "find":
                return {"pattern": self.subject}
            case "create":
                return {"path": self.subject, "content": f"{self.text}\n" if self.text else ""}
            case "append":
                return {"path": self.subject, "content": f"{self.text}\n", "mode": "append"}
            case "replace":
                return {"path": self.subject, "edits": [{"old": self.old, "new": self.text}]}
            case "move" | "rename":
                return {"path": self.subject, "to": self.target}
            case _:
                return {"path": self.subject}


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


def _part(name: str, plain: str = r"[^:：\n]+?") -> str:
    """Return the pattern of one part of a command: in quotes it may hold the words that end it."""
    quoted = [rf"{re.escape(begin)}(?:(?!{re.escape(end)})[^\n])*{re.escape(end)}" for begin, end in _QUOTES]
    return rf"(?P<{name}>{'|'.join(quoted)}|{plain})"


_NOTE = r"(?:the )?(?-i:note |file )?"  # with a capital it begins the name: `read Note 5`
_SUBJECT = r"(?P<subject>[^:：\n]+?)"
_TEXT = r"\s*[:：](?P<text>.*)"
_LIST = r"(?:list|ls)(?: all)?(?: the)?(?: notes| files| everything)?"
_IN = r"(?: in| of)?"
_NOTE_ZH = r"(?:(?:一)?[篇个条條個]?)(?:笔记|筆記|文件)?"
_NAME = _part("subject")
_OLD, _NEW = _part("old", r"[^\n]+?"), _part("text", r"[^\n]+?")
_TARGET = _part("target")
_TO_ZH = r"(?:到|至|进|進)"
_AS_ZH = r"(?:为|為|成)"
_TAKE_ZH = r"(?:把|将|將)\s*"
_MOVE_ZH = r"(?:移动|移動|移|搬)"
_RENAME_ZH = r"(?:重命名|重新命名|改名)"
_TRASH_ZH = r"(?:回收站|废纸篓|垃圾箱|垃圾桶|資源回收筒|回收桶|廢紙簍)"
_DELETE_ZH = r"(?:删除|刪除|删掉|刪掉)"
_REPLACE_ZH = r"(?:换成|改成|改为|替换为|替换成|換成|改為|替換為|替換成)"

# The first form that fits the whole message counts; writing comes first, since its text may hold anything.
_WRITING: list[tuple[Action, str]] = [
    ("append", rf"(?:append|add) to {_NOTE}{_SUBJECT}{_TEXT}"),
    ("append", rf"(?:追加|添加|附加|加)(?:到|至)?\s*{_NOTE_ZH}\s*{_SUBJECT}{_TEXT}"),
    ("append", rf"(?:在|向|往|给|給)\s*{_SUBJECT}\s*(?:里|裡|中|末尾)?\s*(?:追加|添加|附加){_TEXT}"),
    ("create", rf"(?:create|make|new|write) (?:a )?(?:new )?(?:the )?(?:note |file )?{_SUBJECT}(?:{_TEXT})?"),
    ("create", rf"(?:创建|新建|写入|建立|新增|創建|寫入)\s*{_NOTE_ZH}\s*{_SUBJECT}(?:{_TEXT})?"),
]
_SHORT: list[tuple[Action, str]] = [
    ("replace", rf"replace {_OLD} (?:with|by) {_NEW} in {_NOTE}{_NAME}"),
    ("replace", rf"{_TAKE_ZH}{_NAME}\s*(?:里|裡|中)面?的\s*{_OLD}\s*{_REPLACE_ZH}\s*{_NEW}"),
    ("replace", rf"在\s*{_NAME}\s*(?:里|裡|中)面?\s*{_TAKE_ZH}{_OLD}\s*{_REPLACE_ZH}\s*{_NEW}"),
    ("trash", rf"(?:trash|delete|remove) {_NOTE}{_NAME}"),
    ("trash", rf"(?:move|put) {_NOTE}{_NAME} (?:to|into|in) (?:the )?trash"),
    ("trash", rf"{_DELETE_ZH}\s*{_NOTE_ZH}\s*{_NAME}"),
    ("trash", rf"{_TAKE_ZH}{_NAME}\s*(?:{_DELETE_ZH}|(?:{_MOVE_ZH}|放|扔|丢|丟){_TO_ZH}\s*{_TRASH_ZH})"),
    ("move", rf"move {_NOTE}{_NAME} (?:in)?to {_TARGET}"),
    ("move", rf"{_MOVE_ZH}\s*{_NOTE_ZH}\s*{_NAME}\s+{_TO_ZH}\s*{_TARGET}"),  # a blank parts 「收到的信 到 归档」
    ("move", rf"{_MOVE_ZH}\s*{_NOTE_ZH}\s*{_NAME}\s*{_TO_ZH}\s*{_TARGET}"),
    ("move", rf"{_TAKE_ZH}{_NAME}\s*{_MOVE_ZH}{_TO_ZH}\s*{_TARGET}"),
    ("rename", rf"rename {_NOTE}{_NAME} (?:to|as) {_TARGET}"),
    ("rename", rf"{_RENAME_ZH}\s*{_NOTE_ZH}\s*{_NAME}\s+{_AS_ZH}\s*{_TARGET}"),
    ("rename", rf"{_RENAME_ZH}\s*{_NOTE_ZH}\s*{_NAME}\s*{_AS_ZH}\s*{_TARGET}"),
    ("rename", rf"{_TAKE_ZH}{_NAME}\s*{_RENAME_ZH}{_AS_ZH}\s*{_TARGET}"),
    (
        "links",
        rf"(?:(?:show|list|get)(?: me)? )?(?:all )?(?:the )?(?:back)?links (?:of|to|from|in) {_NOTE}{_NAME}",
    ),
    ("links", rf"what links to {_NOTE}{_NAME}"),
    ("links", rf"(?:查看|列出|显示|顯示)?\s*{_NAME}\s*的(?:所有|全部)?(?:反向)?(?:链接|連結|鏈接)"),
    ("list", rf"{_LIST}(?: folder| folders)?{_IN}(?: the)?(?: vault| root)?"),
    ("list", rf"{_LIST}{_IN}(?: the)?(?: folder)? {_SUBJECT}"),
    ("list", r"列出\s*(?:所有|全部)?\s*(?:的)?(?:笔记|筆記|文件|目录|目錄|文件夹|資料夾|整个库|整個庫)?"),
    (
        "list",
        rf"列出\s*(?:文件夹|目录|資料夾|目錄)?\s*{_SUBJECT}\s*(?:里的|裡的|中的|的)?(?:笔记|筆記|文件|内容|內容)?",
    ),
    ("search", r"(?:search|look)(?: for)? (?P<subject>[^\n]+)"),
    ("search", r"find (?:notes |text )?(?:about|with|containing) (?P<subject>[^\n]+)"),
    ("find", r"find (?:(?-i:notes|files|note|file) )?(?P<subject>[^\n]+)"),
    ("find", r"(?:查?找|尋找|搜索|搜尋)\s*(?:文件|檔案|文档|檔)名?\s*[:：]?\s*(?P<subject>[^\n]+)"),
    ("search", r"(?:搜索|查找|搜尋|尋找|搜)\s*[:：]?\s*(?P<subject>[^\n]+)"),
    ("read", rf"(?:read|open|show|cat)(?: me)? {_NOTE}{_SUBJECT}"),
    ("read", rf"(?:读取|打开|查看|阅读|讀取|開啟|打開|檢視|閱讀|读|讀)\s*(?:笔记|筆記|文件)?\s*{_SUBJECT}"),
]
_LONGEST_SHORT = 1_000
"""Characters of a message above which it can only be text to be written."""
_POLITE = re.compile(
    r"(?:(?:please|can you|could you)\s+|(?:请|請)(?:帮我|幫我)?\s*|(?:帮我|幫我)\s*)", re.IGNORECASE
)
_FOLDER = re.compile(r"(?:(?:the )?folder |(?:文件夹|目录|資料夾|目錄)\s*)(?=\S)", re.IGNORECASE)
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_TRADITIONAL = re.compile(
    "[讀寫開啟檢視筆記尋資夾這個說請幫為與後應發錄創條給裡內閱紀嗎麼麗樣點見時東來會對話學語刪將動換連鏈結檔從]"
)


def _compile(forms: list[tuple[Action, str]]) -> list[tuple[Action, bool, re.Pattern[str]]]:
    """Return (action, whether it is Chinese, pattern) of each form."""
    return [
        (action, bool(_HAN.search(form)), re.compile(form, re.IGNORECASE | re.DOTALL)) for action, form in forms
    ]


_COMPILED_WRITING, _COMPILED_SHORT = _compile(_WRITING), _compile(_SHORT)


def language_of(message: str) -> Language:
    """Return the language to answer a message in."""
    if not _HAN.search(message):
        return "en"
    return "zh_TW" if _TRADITIONAL.search(message) else "zh_CN"


def read_command(message: str) -> Command | None:
    """Return the command that a message holds, None for anything else."""
    message = message.strip()
    message = message[polite.end() :] if (polite := _POLITE.match(message)) else message
    forms = _COMPILED_WRITING + (_COMPILED_SHORT if len(message) <= _LONGEST_SHORT else [])
    for action, chinese, form in forms:
        if (match := form.fullmatch(message)) and (command := _read(action, chinese, match)):
            return command
    return None


def _read(action: Action, chinese: bool, match: re.Match[str]) -> Command | None:
    """Return the command of a form that matched; None when a required part is empty."""
    found = {name: value or "" for name, value in match.groupdict().items()}
    subject = _unquoted(found["subject"]) if action == "find" else _bare(found.get("subject", ""))
    if action != "list" and not subject:
        return None
    # names and texts may be in any language: the words around them count, of which the text comes last
    language = language_of(re.split("[:：]", match[0], maxsplit=1)[0]) if chinese else "en"
    match action:
        case "create" | "append":
            text = found["text"].strip(" \t\r\n\u3000")
            return Command(action, subject, language, text) if text or action == "create" else None
        case "replace":
            old = _unquoted(found["old"])
            return Command(action, subject, language, _unquoted(found["text"]), old) if old else None
        case "move" | "rename":
            target = _target(subject, found["target"], beside=action == "rename")
            return Command(action, subject, language, target=target) if target else None
        case _:
            return Command(action, subject, language)


def _target(subject: str, target: str, *, beside: bool) -> str:
    """Return the target of a move: into a folder that is called one, or for a new name beside where it was."""
    if folder := _FOLDER.match(target):
        return f"{_bare(target[folder.end() :]).rstrip('/')}/"
    target = _bare(target)
    if beside and target and "/" not in target and "/" in subject:
        return f"{subject.rpartition('/')[0]}/{target}"
    return target


def _bare(subject: str) -> str:
    """Return a path or query without quotes and brackets around it."""
    return _unquoted(subject.strip().removeprefix("@").rstrip("。？！?!"))


def _unquoted(text: str) -> str:
    text = text.strip()
    for begin, end in _QUOTES:
        if text.startswith(begin) and text.endswith(end) and len(text) >= len(begin) + len(end):
            return text[len(begin) : -len(end)].strip()
    return text
