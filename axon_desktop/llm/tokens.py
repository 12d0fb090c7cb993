"""Estimating tokens without a tokenizer.

Bytes of UTF-8 divided by 4 is right on average for English, Chinese and code alike; times 1.25 it is an upper
estimate for 95 of 100 texts with the vocabularies of DeepSeek and OpenAI, times 1.4 for unknown ones
(measured in research/protocols.md 4).
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

from axon_desktop.llm.messages import Message, ToolDefinition

KNOWN_VOCABULARY = 1.25
UNKNOWN_VOCABULARY = 1.4

_PER_MESSAGE = 4


def estimate_tokens(text: str, factor: float = KNOWN_VOCABULARY) -> int:
    """Return an upper estimate of the text's tokens."""
    return math.ceil(len(text.encode("utf-8", "replace")) / 4 * factor)


def estimate_messages(
    messages: Sequence[Message], tools: Sequence[ToolDefinition] = (), factor: float = KNOWN_VOCABULARY
) -> int:
    """Return an upper estimate for a whole request: texts, thinking, calls, and the list of tools."""
    total = 0
    for message in messages:
        total += _PER_MESSAGE + estimate_tokens(message.content, factor)
        total += estimate_tokens(message.reasoning or "", factor)
        for call in message.tool_calls:
            total += _PER_MESSAGE + estimate_tokens(
                call.tool + json.dumps(call.params, ensure_ascii=False), factor
            )
    for tool in tools:
        schema = json.dumps(tool.parameters, ensure_ascii=False)
        total += _PER_MESSAGE + estimate_tokens(tool.name + tool.description + schema, factor)
    return total
