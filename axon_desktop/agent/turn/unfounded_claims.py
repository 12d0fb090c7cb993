"""Noticing a reply that says it does something, or has done it, without having called a tool.

Any model is asked about such a first reply; small ones do this often (5 of 15 requests). The patterns are narrow
on purpose: a missed claim costs nothing, a false one costs a round.
"""

from __future__ import annotations

import re

_DONE = (
    r"created|added|appended|written|wrote|updated|changed|edited|modified|renamed|moved|deleted|removed|saved"
    r"|inserted|replaced"
)
_DO = (
    r"create|add|append|update|change|edit|modify|rename|move|delete|remove|save|insert|replace|read|open"
    r"|search|look|check"
)
_ZH_WRITE = (
    r"创建|新建|建立|添加|加入|追加|写入|更新|修改|编辑|重命名|移动|删除|保存|插入|替换"
    r"|創建|新增|加到|寫入|編輯|修改|重新命名|移動|刪除|儲存|取代"
)
_ZH_READ = r"读取|查看|搜索|查找|打开|看一下|看看|查一下|讀取|搜尋|查詢|打開|開啟"
_LONGEST_ANNOUNCEMENT = 400
"""Characters; a longer reply has done in words what it announces."""
_LOOKED_AT = 1_000
"""Characters at either end of a reply that may hold the claim."""
_AWAY = r"(?:\w+ly |now |just |first |also |go ahead and )*"

_CLAIM = re.compile(
    rf"\bI(?:'ve|’ve| have)? {_AWAY}(?:{_DONE})\b"
    rf"|\b(?:has|have) (?:now |just |successfully )*been (?:successfully )?(?:{_DONE})\b"
    rf"|已[^，。！？\n]{{0,20}}?(?:{_ZH_WRITE})"
    rf"|(?:{_ZH_WRITE})(?:好了|完成|成功|完毕|完畢)",
    re.IGNORECASE,
)
_ANNOUNCEMENT = re.compile(
    rf"\b(?:I(?:'ll|’ll| will| shall| am going to|'m going to|’m going to)|let me) {_AWAY}(?:{_DO})\b"
    rf"|(?:让我|讓我|我来|我來|我会|我會|我将|我將|我先|我现在|我現在|我这就|我這就)[^，。！？\n]{{0,12}}?(?:{_ZH_WRITE}|{_ZH_READ})",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\W*(?:did|have|has|had|was|were|why|when|who|what|which|how many|how much)\b", re.IGNORECASE)
_ASKS_ZH = re.compile(r"(?:了吗|了嗎|了没|了沒|什么|什麼|哪)[^。！\n]*$")
_QUESTION_LENGTH = 200
"""Characters at the end of a request in which a Chinese question is looked for."""


def claims_action(reply: str, request: str) -> bool:
    """Tell whether a reply without a call says that something is done, or will be, that needs a call.

    A reply that ends with a question waits for the user, and one that tells what was done may be the answer to a
    question about it.
    """
    text = reply.strip()
    if len(text) > 2 * _LOOKED_AT:
        text = f"{text[:_LOOKED_AT]}\n{text[-_LOOKED_AT:]}"
    if text.endswith(("?", "？")):
        return False
    if len(text) <= _LONGEST_ANNOUNCEMENT and _ANNOUNCEMENT.search(text):
        return True
    return bool(_CLAIM.search(text)) and not _looks_back(request.strip())


def _looks_back(request: str) -> bool:
    """Tell whether the user asks what was or is, rather than for something to be done."""
    asks = request.endswith("?") and _ASKS.match(request)
    return bool(asks or _ASKS_ZH.search(request[-_QUESTION_LENGTH:]))
