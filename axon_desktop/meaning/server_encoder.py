"""The encoder of the user's server: `POST {base_url}/embeddings`, OpenAI's form, which most servers speak.

The program asks the server, since it has the key; the process of meaning gets the vectors from it.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from axon_desktop.errors import N_, LLMResponseError
from axon_desktop.llm.http.connection import ApiKey, Connection, bearer
from axon_desktop.meaning.messages import Encode, Encoded
from axon_desktop.net_address import host_of
from axon_desktop.settings.settings import MeaningSettings

if TYPE_CHECKING:
    from axon_desktop.meaning.encoder import Vectors


class EmbeddingsServer:
    """Asks the server; to be called in a thread."""

    def __init__(self, settings: MeaningSettings, api_key: ApiKey = None) -> None:
        self._settings = settings
        self._key = api_key

    def encode(self, texts: Sequence[str]) -> Encoded:
        """Return the vectors of some texts.

        Raises:
            LLMError: the server cannot be reached, refuses, or answers something else.
        """
        return asyncio.run(self._ask(texts))

    async def _ask(self, texts: Sequence[str]) -> Encoded:
        name, model = host_of(self._settings.base_url), self._settings.model
        connection = Connection(self._settings.base_url, name=name, model=model, headers=bearer, api_key=self._key)
        try:
            body = msgspec.json.encode({"model": model, "input": [*texts]})
            vectors = _read(await connection.post("/embeddings", body), len(texts))
        finally:
            await connection.aclose()
        if vectors is None:
            raise LLMResponseError(
                N_("Core", "{name} gave no vectors. Is {model} a model for embeddings?"), name=name, model=model
            )
        return vectors


def _read(answer: dict[str, Any], count: int) -> Encoded | None:
    """Return the vectors in an answer; None if it is none."""
    try:
        items = sorted(answer["data"], key=lambda item: item.get("index", 0))
        rows = [array("f", item["embedding"]) for item in items]
    except (KeyError, TypeError, AttributeError):
        rows = []
    if len(rows) != count or not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
        return None
    return Encoded(len(rows[0]), b"".join(row.tobytes() for row in rows))


class RemoteEncoder:
    """The same to the process of meaning: see `Encoder`."""

    portion = 16

    def __init__(self, server: str, *, is_here: bool, ask: Callable[[Encode], Encoded]) -> None:
        self.id = server
        self.stays_here = is_here
        self._ask = ask
        self._unlike: float | None = None

    @property
    def unlike(self) -> float:
        """See `Encoder.unlike`."""
        if self._unlike is None:
            vectors = self.encode(_UNLIKE)
            cosines = vectors @ vectors.T
            count = len(vectors)
            self._unlike = float((cosines.sum() - count) / (count * (count - 1)))
        return self._unlike

    def encode(self, texts: Sequence[str]) -> Vectors:
        """See `Encoder.encode`."""
        import numpy as np

        answer = self._ask(Encode(tuple(texts)))
        if answer.problem:
            raise LLMResponseError(answer.problem)
        vectors = np.frombuffer(answer.data, np.float32).reshape(len(texts), answer.dims)
        rows: Vectors = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
        return rows


_UNLIKE = (
    "The tomatoes need water every evening.",
    "Interest rates rose by a quarter of a percent.",
    "The bolts of the rear wheel are loose.",
    "She plays the cello in an orchestra.",
    "明天上午九点开会。",
    "古代希腊的神庙",
    "夕食にカレーを作った。",
    "기차표를 예매해야 한다.",
)
"""Texts that have nothing to do with each other."""
