"""A model server that answers from a recording: the n-th request gets the n-th recorded reply."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bench.competence.proxy import Exchange
from tests.llm.loopback import LoopbackServer, Raw, Request, Step


class RecordedServer(LoopbackServer):
    """Plays recorded exchanges; says which models it has whenever it is asked."""

    def __init__(self, exchanges: Sequence[Exchange], model: str) -> None:
        super().__init__()
        self._model = model
        asked = [exchange for exchange in exchanges if exchange.method == "POST"]
        self.script(*(Raw(exchange.response, exchange.kind, exchange.status) for exchange in asked))
        self.recorded = len(asked)
        """How many replies there are."""

    def lacks_key(self, request: Request) -> bool:
        return False

    def answer(self, request: Request) -> Step | None:
        if request.method != "GET":
            return None
        models = {"object": "list", "data": [{"id": self._model, "object": "model", "owned_by": "recording"}]}
        return Raw(json.dumps(models).encode(), "application/json")

    @property
    def asked(self) -> int:
        """How many replies were asked for."""
        return sum(request.method == "POST" for request in self.requests)
