"""Limits on the size and time of a whole answer: httpx limits each piece only."""

from __future__ import annotations

import ssl
import time

import httpx

MAX_ANSWER = 1 << 20
"""Bytes of one answer."""


class TooLongError(Exception):
    """The server's answer is larger than any that makes sense."""


class BoundedTransport(httpx.HTTPTransport):
    """Reads each answer as a whole, within its limits."""

    def __init__(self, seconds: float, *, tls: bool, proxy: str | None = None) -> None:
        """Limit an answer to `seconds` from its request to its last byte."""
        # Reading the authorities takes longer than a whole call; without TLS nobody looks at them.
        super().__init__(verify=_trusted_authorities() if tls else False, proxy=proxy)
        self._seconds = seconds

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request.

        Raises:
            TooLongError: the answer is larger than `MAX_ANSWER`, or packed, so that its size is not known.
            httpx.TransportError: no whole answer came in time.
        """
        deadline = time.monotonic() + self._seconds
        response = super().handle_request(request)
        assert isinstance(response.stream, httpx.SyncByteStream)
        body = bytearray()
        try:
            if response.headers.get("Content-Encoding", "identity") != "identity":
                raise TooLongError
            for piece in response.stream:
                body += piece
                if len(body) > MAX_ANSWER:
                    raise TooLongError
                if time.monotonic() > deadline:
                    raise httpx.ReadTimeout("the answer does not end", request=request)
        finally:
            response.close()
        return httpx.Response(
            response.status_code, headers=response.headers, content=bytes(body), extensions=response.extensions
        )


def _trusted_authorities() -> ssl.SSLContext:
    context = httpx.create_ssl_context()
    context.load_default_certs()  # companies add their own to the system's
    return context
