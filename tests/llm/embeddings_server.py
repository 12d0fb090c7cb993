"""A loopback server of embeddings, in OpenAI's form: texts that share words have vectors near each other."""

from __future__ import annotations

import json
import re
import zlib

from tests.llm.loopback import LoopbackServer, Raw, Request, Status, Step

_DIMENSIONS = 192
_ALLOWED = {"model", "input", "encoding_format", "dimensions", "user"}


class EmbeddingsServer(LoopbackServer):
    """`POST /v1/embeddings`; it knows that some words mean the same."""

    model = "words-to-numbers"

    def __init__(self, *, backwards: bool = False, keyless: bool = False) -> None:
        """`backwards` gives the vectors in another order, told by their index; `keyless` wants no key."""
        super().__init__(strict=True)
        self.backwards = backwards
        self.keyless = keyless
        self.texts: list[str] = []
        """All that it was asked to encode."""

    def lacks_key(self, request: Request) -> bool:
        return not self.keyless and super().lacks_key(request)

    def problem_of(self, request: Request) -> tuple[int, str] | None:
        if (request.method, request.path) != ("POST", "/v1/embeddings"):
            return 404, f"Invalid URL ({request.method} {request.path})"
        if unknown := request.body.keys() - _ALLOWED:
            return 400, f"Unrecognized request argument supplied: {min(unknown)}"
        given = request.body.get("input")
        if not (given and isinstance(given, list) and all(isinstance(text, str) and text for text in given)):
            return 400, "'$.input' is invalid. Please check the API reference"
        return None

    def answer(self, request: Request) -> Step | None:
        if self._steps:
            return None
        if request.body["model"] != self.model:
            return Status(404, f"The model `{request.body['model']}` does not exist")
        self.texts += request.body["input"]
        items = [
            {"object": "embedding", "index": at, "embedding": embedding(text)}
            for at, text in enumerate(request.body["input"])
        ]
        body = {
            "object": "list",
            "data": items[::-1] if self.backwards else items,
            "model": self.model,
            "usage": {"prompt_tokens": 8, "total_tokens": 8},
        }
        return Raw(json.dumps(body).encode(), "application/json")


def embedding(text: str) -> list[float]:
    """Return the vector of a text."""
    found = [0.01] * _DIMENSIONS
    for word in re.findall(r"\w+", text.lower()):
        found[zlib.crc32(_SAME.get(word, word).encode()) % _DIMENSIONS] += 1
    return found


_SAME = {"ice": "frozen", "冰": "frozen", "car": "engine", "motor": "engine"}
