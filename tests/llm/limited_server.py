"""A loopback server with a window: it counts tokens, and refuses what is too long in some words, or cuts it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any, TypeAlias

from tests.llm.local_servers import HomeServer
from tests.llm.loopback import Raw, Reply, Request, Step
from tests.llm.openai_server import Quirk, chunks_of

Words: TypeAlias = Callable[[int, int], tuple[int, dict[str, Any]]]
"""Status and body of a refusal, for the window and the tokens of a prompt."""


def in_openais_words(window: int, needed: int) -> tuple[int, dict[str, Any]]:
    words = (
        f"This model's maximum context length is {window} tokens. However, your messages resulted in {needed}"
        " tokens. Please reduce the length of the messages."
    )
    return 400, {"error": {"message": words, "type": "invalid_request_error", "code": "context_length_exceeded"}}


def in_llama_cpps_words(window: int, needed: int) -> tuple[int, dict[str, Any]]:
    words = "the request exceeds the available context size. try increasing the context size"
    kind = "exceed_context_size_error"
    return 500, {
        "error": {"code": 500, "message": words, "type": kind, "n_prompt_tokens": needed, "n_ctx": window}
    }


def in_lm_studios_words(window: int, needed: int) -> tuple[int, dict[str, Any]]:
    words = (
        f"Trying to keep the first {needed} tokens when context the overflows. However, the model is loaded with"
        f" context length of only {window} tokens, which is not enough."
    )
    return 400, {"error": words}


def in_dashscopes_words(window: int, _needed: int) -> tuple[int, dict[str, Any]]:
    words = f"<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, {window}]"
    return 400, {"error": {"message": words, "code": "invalid_parameter_error"}}


def in_groqs_words(_window: int, _needed: int) -> tuple[int, dict[str, Any]]:
    words = "Please reduce the length of the messages or completion."
    return 400, {"error": {"message": words, "code": "context_length_exceeded", "param": "messages"}}


def in_ollama_clouds_words(window: int, needed: int) -> tuple[int, dict[str, Any]]:
    return 400, {"error": f"prompt too long; exceeded max context length by {needed - window} tokens (ref: 1)"}


ALL_WORDS: tuple[Words, ...] = (
    in_openais_words,
    in_llama_cpps_words,
    in_lm_studios_words,
    in_dashscopes_words,
    in_groqs_words,
    in_ollama_clouds_words,
)


class LimitedServer(HomeServer):
    """Answers with the replies that it is given, in order, then with "done", while requests fit into its window.

    With `words` it refuses what does not; without, it reads the part that fits, and says so in its counts only.
    `ratio` is what its vocabulary makes of four bytes. `reports` turns the tokens read into what it says of them.
    """

    def __init__(
        self,
        window: int,
        words: Words | None = None,
        *,
        ratio: float = 0.9,
        reports: Callable[[int], dict[str, Any]] | None = None,
    ) -> None:
        super().__init__({})
        self.window = window
        self.words = words
        self.ratio = ratio
        self.replies: list[Reply] = []
        self.read: list[int] = []
        """Tokens of each prompt that was answered."""
        self.refused = 0
        self.answered: list[dict[str, Any]] = []
        """Bodies of the requests that were answered."""
        self._reports = reports or (lambda tokens: {"prompt_tokens": tokens})

    def count(self, body: dict[str, Any]) -> int:
        said = "".join(
            (message.get("content") or "") + "".join(_arguments(message)) for message in body["messages"]
        )
        offered = json.dumps(body.get("tools", []))
        return math.ceil(len((said + offered).encode()) / 4 * self.ratio)

    def _reply(self, body: dict[str, Any]) -> Reply:
        """Return the next reply; what is asked without tools is a summary."""
        if "tools" not in body:
            return Reply("They spoke of a bridge.")
        return self.replies.pop(0) if self.replies else Reply("done")

    def answer(self, request: Request) -> Step | None:
        if not request.path.endswith("/chat/completions"):
            return super().answer(request)
        needed = self.count(request.body)
        if needed + request.body.get("max_tokens", 0) > self.window and self.words is not None:
            self.refused += 1
            status, body = self.words(self.window, needed)
            return Raw(json.dumps(body).encode(), "application/json", status)
        self.read.append(min(needed, self.window))
        self.answered.append(request.body)
        usage = {"completion_tokens": 10, **self._reports(self.read[-1])}
        chunks = [
            {**chunk, "usage": usage} if chunk.get("usage") else chunk
            for chunk in chunks_of(self._reply(request.body), frozenset[Quirk]())
        ]
        events = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
        return Raw("".join([*events, "data: [DONE]\n\n"]).encode())


def _arguments(message: dict[str, Any]) -> list[str]:
    return [str(call["function"]["arguments"]) for call in message.get("tool_calls") or ()]
