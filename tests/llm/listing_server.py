"""A loopback server that only lists its models, at a given path and in a given form."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tests.llm.loopback import LoopbackServer, Raw, Request, Status, Step

PAGE = Raw(b"<!doctype html><html><title>Welcome to nginx!</title></html>", "text/html")


class ListingServer(LoopbackServer):
    """Answers `GET {root}/models`; every other path with `elsewhere`."""

    def __init__(
        self,
        models: Sequence[str] = ("qwen3:4b",),
        *,
        root: str = "/v1",
        elsewhere: Step | None = None,
        needs_key: bool = False,
    ) -> None:
        super().__init__()
        self.models, self.root, self.needs_key = tuple(models), root, needs_key
        self.elsewhere = elsewhere or Status(404, "404 page not found")

    @property
    def where(self) -> str:
        """Host and port, as people write them."""
        return self.base_url.removeprefix("http://")

    def lacks_key(self, request: Request) -> bool:
        return self.needs_key and super().lacks_key(request)

    def answer(self, request: Request) -> Step | None:
        if (request.method, request.path) != ("GET", f"{self.root}/models"):
            return self.elsewhere
        entries = [{"id": name, "object": "model", "created": 0, "owned_by": "library"} for name in self.models]
        return Raw(json.dumps({"object": "list", "data": entries}).encode(), "application/json")
