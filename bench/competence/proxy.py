"""Stands between an agent and the model's server: the same sampling for all, tokens counted, the wire recorded."""

from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx


@dataclass
class Exchange:
    """One request of the agent and its response."""

    method: str
    path: str
    """Below the base URL, such as `/chat/completions`."""
    body: dict[str, Any]
    """What the agent sent, before the sampling was laid over it."""
    status: int = 0
    kind: str = ""
    """Content type of the response."""
    response: bytes = b""
    """Body of the response, byte for byte."""


@dataclass
class Wire:
    """All that went over the proxy for one run of an agent."""

    exchanges: list[Exchange] = field(default_factory=list)
    lost: str = ""
    """Why the server could not be asked; empty if it could."""

    @property
    def rounds(self) -> int:
        """How often the model was asked."""
        return sum(exchange.path == "/chat/completions" for exchange in self.exchanges)

    @property
    def tokens(self) -> tuple[int, int]:
        """Prompt and reply tokens, as far as the server told."""
        prompt = reply = 0
        for exchange in self.exchanges:
            usage = _usage(exchange.response)
            prompt += usage.get("prompt_tokens", 0)
            reply += usage.get("completion_tokens", 0)
        return prompt, reply


def _usage(response: bytes) -> dict[str, int]:
    """Return the last usage in a response, streamed or whole."""
    found: dict[str, int] = {}
    for line in response.splitlines():
        text = line.removeprefix(b"data:").strip()
        if b'"usage"' in text and text.startswith(b"{"):
            try:
                found = json.loads(text).get("usage") or found
            except ValueError:
                continue
    return found


class Proxy:
    """Passes requests on, one run after another; `begin` starts the wire of the next run."""

    def __init__(self, base_url: str, sampling: dict[str, Any]) -> None:
        self._upstream = base_url.rstrip("/")
        self._sampling = sampling
        self._client = self._new_client()
        self._wire = Wire()
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                proxy.pass_on(self)

            def do_GET(self) -> None:
                proxy.pass_on(self)

            def log_message(self, *_: object) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True

    @property
    def base_url(self) -> str:
        """Where agents find the model."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @contextmanager
    def running(self) -> Iterator[Proxy]:
        """Serve until the block ends."""
        thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            self._client.close()

    def begin(self) -> Wire:
        """Give up what is still under way and return the wire of the run that begins."""
        self._client.close()
        self._client = self._new_client()
        self._wire = Wire()
        return self._wire

    @staticmethod
    def _new_client() -> httpx.Client:
        return httpx.Client(timeout=httpx.Timeout(600, connect=10), trust_env=False)

    def pass_on(self, client: http.server.BaseHTTPRequestHandler) -> None:
        """Send one request on and its response back, as it comes."""
        raw = client.rfile.read(int(client.headers.get("Content-Length") or 0))
        path = client.path.removeprefix("/v1")
        exchange = Exchange(client.command, path, json.loads(raw) if raw else {})
        wire = self._wire
        wire.exchanges.append(exchange)
        body = {**exchange.body, **self._sampling} if client.command == "POST" else None
        try:
            with self._client.stream(client.command, self._upstream + path, json=body) as response:
                exchange.status = response.status_code
                exchange.kind = response.headers.get("content-type", "")
                self._send(client, exchange, response.iter_raw)
        except httpx.HTTPError as error:
            wire.lost = str(error) or type(error).__name__
            client.close_connection = True
        except (OSError, RuntimeError):
            client.close_connection = True  # the agent has left, or the run is over

    @staticmethod
    def _send(
        client: http.server.BaseHTTPRequestHandler, exchange: Exchange, pieces: Callable[[], Iterator[bytes]]
    ) -> None:
        client.send_response(exchange.status)
        client.send_header("Content-Type", exchange.kind)
        client.send_header("Connection", "close")
        client.end_headers()
        for piece in pieces():
            exchange.response += piece
            client.wfile.write(piece)
            client.wfile.flush()
