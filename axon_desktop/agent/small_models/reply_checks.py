"""Checks of a small model's reply that has no call: whether it can be the last one of its task."""

from __future__ import annotations

import re

from axon_desktop.agent.small_models.intent import find_intent
from axon_desktop.llm.prompts import fill, prompt_words
from axon_desktop.text.file_names import same_name

_REMINDED = 2
"""How often the model is reminded that what was asked for has not been done yet, or that it only echoes."""
_ECHO = 36
"""Bytes of UTF-8 that stand in the request as well, and are no name or figure that was asked for; three for a
Chinese character."""
_LOOKED_AT = 1_000
"""Characters of a reply that may say that something is missing."""
_MISSES = re.compile(
    r"\b(?:no (?:such )?(?:note|file|person|entry|record|task|line)|not (?:found|exist|there|in the vault)|cannot"
    r"|can't|couldn't|could not|unable|does not|doesn't|did not find|didn't find)\b"
    r"|没有找到|找不到|未找到|没找到|不存在|没有(?:关于|任何|相关|名为|叫)|無法|无法|沒有找到|沒找到",
    re.IGNORECASE,
)


class ReplyChecks:
    """Asks about any first reply, and about a later one that comes without the change that was asked for."""

    def __init__(self, request: str) -> None:
        self.intent = find_intent(request)
        """What kind of change is asked for; None for none, or where the words do not show it."""
        self._left = _REMINDED

    def check(self, text: str, request: str, *, first: bool, wrote: bool, claims: bool) -> str | None:
        """Return the message to the model if a reply cannot be the last one, None if it can.

        - Any `first` reply is asked about that is no question to the user. Of 15 requests 7 were answered with an
          invention and without a call, before there was this rule.
        - One that `claims` to have done something, while nothing has been written, and one to a request for a
          change. An earlier request of `second` (where a scarf was lost): the model answered "I wrote down where",
          again and again. Recording `nobody-ingrid`: that there is no such note is an answer.
        - One that repeats the request. Recording `boiler-service`: "The boiler was serviced on 2026-03-09."
        """
        words, said = prompt_words("results.toml"), text.strip()
        asks = said.endswith(("?", "？"))
        echoes = same_name(said).rstrip(".。") in same_name(request) and (asks or len(said.encode()) >= _ECHO)
        asks = asks and not echoes
        if first and (claims or not asks):
            return words["asked_again"].strip()
        undone = self.intent is not None and not wrote and not asks and not says_missing(said)
        if not self._left or not (claims or undone or echoes):
            return None
        self._left -= 1
        if echoes and not undone:
            return words["asked_again"].strip()
        return fill(words["not_done"], how=words[f"how_{self.intent}"] if self.intent else "").strip()


def says_missing(reply: str) -> bool:
    """Tell whether a reply says that something is not there or cannot be done."""
    return _MISSES.search(reply[:_LOOKED_AT]) is not None
