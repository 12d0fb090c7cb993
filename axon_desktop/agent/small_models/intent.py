"""What a request asks for, as far as its words show it: a kind of change, an answer, the note that is open.

A small model is reminded which tool makes the change, until it is made. An intent that is not seen
costs nothing, one that is seen wrongly a round.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias, get_args

from axon_desktop.agent.context.focus import Focus

Intent: TypeAlias = Literal["move", "create", "trash", "append", "add", "edit"]
"""`append` is for the end of a note, `add` for any place in it."""
INTENTS: tuple[Intent, ...] = get_args(Intent)

_ORDER = (
    r"(?:^|[.!?:;,]\s+|\n\s*|\b(?:please|and|then|also|you|to)\s+)"
    r"(?:(?:please|now|also|just|kindly|(?:can|could|will|would) you)\s+)*"
)
"""What stands before a verb that is an order."""
_THE = r"(?:\s+(?:a|an|the|this|that|my|our))*\s+"
_ENGLISH: dict[Intent, str] = {
    "move": r"rename|move|(?:re)?name it|call (?:it|this note|that note|the note)",
    "create": rf"create|make|start|set up|(?:write|add)(?={_THE}new note\b)",
    "trash": rf"(?:delete|trash|remove|throw away)(?={_THE}(?:note|file|page)\b)",
    "append": r"append",
    "add": r"add|put|write|insert|log|record|jot|note down|save|enter",
    "edit": (
        r"change|update|correct|edit|modify|replace|set|fix|tick|check off|mark|cross|complete|fill|delete|remove"
        r"|strike|raise|lower|increase|reduce"
    ),
}
_TO_TRASH = r"删除|删掉|刪除|刪掉|扔掉"
_CHINESE: dict[Intent, str] = {
    "move": r"改名|改叫|更名|重命名|重新命名|移动到|移到|移動到",
    "create": r"新建|创建|建立|建一|写一篇|創建|新增一[篇個个]|寫一篇",
    "trash": rf"(?:{_TO_TRASH})[^，。]{{0,12}}(?:笔记|筆記|文件)|(?:笔记|筆記)[^，。]{{0,8}}(?:{_TO_TRASH})",
    "append": r"追加",
    "add": (
        r"添加|加一|加上|加到|加入|加进|写上|写进|写入|记下|记到|记上|记录到|补充|插入|新增|寫上|寫入|寫進|記下"
        r"|記到|補充"
    ),
    "edit": (
        r"改成|改为|改到|改过来|改一下|修改|更新|更正|换成|替换|打[个個]?[勾钩鉤]|勾掉|勾上|勾选|划掉|标记|标为|设为|去掉|改為"
        rf"|改過來|換成|標記|劃掉|勾選|設為|{_TO_TRASH}"
    ),
}
_FORMS: dict[Intent, tuple[re.Pattern[str], ...]] = {
    intent: (
        re.compile(rf"{_ORDER}(?P<verb>{_ENGLISH[intent]})\b", re.IGNORECASE),
        re.compile(f"(?P<verb>{_CHINESE[intent]})"),
    )
    for intent in INTENTS
}
_END = re.compile(r"\b(?:end|bottom)\b|末尾|最后|结尾|最後|結尾", re.IGNORECASE)
_TEXT = re.compile(r"(?<=\w)(?::\s|：)")
"""What stands between an order and a text that is to be written."""
_POLITE = re.compile(r"\W*(?:can|could|would|will) you\b", re.IGNORECASE)
_ASKS = re.compile(r"\?\W*$|(?:[？吗嗎]|什么|什麼|哪[里裡个個些]?|多少|几)[^。！\n]{0,8}$")
# "this note", "here", 这篇笔记, このノート: words that point at what is open.
_POINTING = re.compile(
    r"\b(?:this|these|here|current|open|opened|shown|above|below|selected|selection)\b"
    r"|[这這此该該本当當][篇个個条條页頁前里裡裏段份]|[这這此]笔记|选中|選取|上面|下面|この|ここ|이\s?(?:노트|메모)|여기",
    re.IGNORECASE,
)


def find_intent(request: str) -> Intent | None:
    """Return what is to be done to the vault; None for a question, or where the words do not show it.

    Of several kinds the one that is named first counts.
    """
    order, *text = _TEXT.split(request.strip(), maxsplit=1)
    intent = _find_in(order)
    return _find_in(text[0]) if intent is None and text else intent


def only_asks(request: str) -> bool:
    """Tell whether a request is a question without any word for a change."""
    order = order_of(request)
    verbs = any(form.search(order) for forms in _FORMS.values() for form in forms)
    return _ASKS.search(order) is not None and not verbs


def order_of(request: str) -> str:
    """Return a request without the text that it dictates."""
    return _TEXT.split(request.strip(), maxsplit=1)[0]


def points_at(text: str, focus: Focus) -> bool:
    """Tell whether a request seems to mean what is open: by a word that points, or by a selection.

    A small model takes the open note for the one that is meant, whatever the request names.
    """
    return bool(focus.selection.strip() or _POINTING.search(text))


def _find_in(order: str) -> Intent | None:
    if _ASKS.search(order) and not _POLITE.match(order):
        return None
    found = [
        (match.start("verb"), INTENTS.index(intent), intent)
        for intent, forms in _FORMS.items()
        for form in forms
        if (match := form.search(order))
    ]
    intent = min(found)[2] if found else None
    return "append" if intent == "add" and _END.search(order) else intent
