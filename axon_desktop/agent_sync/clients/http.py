"""The Task Manager over HTTP, through the client that is generated from docs/swagger.yaml."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cached_property
from typing import Any, Protocol
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx

from axon_desktop.agent_sync import DEFAULT_URL, URL_VARIABLE
from axon_desktop.agent_sync.clients.base import (
    CONNECTION_FAILED,
    TIMEOUT,
    Answer,
    TaskManagerClientBase,
    failed,
    succeeded,
)
from axon_desktop.agent_sync.clients.bounds import BoundedTransport, TooLongError
from axon_desktop.agent_sync.clients.generated._client import Client
from axon_desktop.agent_sync.clients.generated._client.api.executions import patch_api_executions_execution_id
from axon_desktop.agent_sync.clients.generated._client.api.health import get_api_health
from axon_desktop.agent_sync.clients.generated._client.api.steps import (
    patch_api_executions_execution_id_steps_step_id,
    post_api_executions_execution_id_steps,
)
from axon_desktop.agent_sync.clients.generated._client.models import (
    ExecutionPatch,
    HttpCreateStepRequest,
    StepPatch,
)
from axon_desktop.agent_sync.clients.generated._client.models.step_status import check_step_status
from axon_desktop.agent_sync.clients.generated._client.types import UNSET, Response
from axon_desktop.agent_sync.target import without_password
from axon_desktop.errors import N_, Text
from axon_desktop.net_address import is_loopback

_SECONDS = 15.0
_CONNECT_SECONDS = 5.0
_MAX_ERROR = 2_000
"""Characters of a Task Manager's error that are passed on."""
_NO_IDS = frozenset({"", ".", ".."})
"""Ids that cannot be part of a URL's path: servers take it for another path."""


class _Typed(Protocol):
    def to_dict(self) -> dict[str, Any]: ...


class _RefusedError(Exception):
    """The call cannot be done, or the Task Manager has answered that it does not do it."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        super().__init__(answer["error"])


class HttpTaskManagerClient(TaskManagerClientBase):
    """Sends each call as one request; each failure becomes an answer of the table of errors."""

    def __init__(self, base_url: str | None = None, *, seconds: float = _SECONDS) -> None:
        """Use this address, else TASK_MANAGER_URL's; `seconds` is the limit of each answer."""
        self._named_by = "The address" if base_url else URL_VARIABLE
        self.base_url = (base_url or os.environ.get(URL_VARIABLE) or DEFAULT_URL).strip().rstrip("/")
        """Address without a slash at its end."""
        self._seconds = seconds

    def patch_execution(self, execution_id: str, session_id: str) -> Answer:
        """Say which session works on the execution."""
        body, send = ExecutionPatch(session_id=session_id), patch_api_executions_execution_id.sync_detailed
        return self._ask(lambda client: send(execution_id, client=client, body=body), execution_id)

    def create_step(
        self, execution_id: str, step_name: str, message: str | None = None, status: str | None = None
    ) -> Answer:
        """Add a step; running is sent where no status is given, whatever the Task Manager would take."""
        first = check_step_status("running" if status is None else status)
        body = HttpCreateStepRequest(
            step_name=step_name, message=UNSET if message is None else message, status=first
        )
        send = post_api_executions_execution_id_steps.sync_detailed
        return self._ask(lambda client: send(execution_id, client=client, body=body), execution_id)

    def patch_step(
        self, execution_id: str, step_id: str, status: str | None = None, message: str | None = None
    ) -> Answer:
        """Change the status or the message of a step."""
        body = StepPatch(
            status=UNSET if status is None else check_step_status(status),
            message=UNSET if message is None else message,
        )
        send = patch_api_executions_execution_id_steps_step_id.sync_detailed
        return self._ask(
            lambda client: send(execution_id, step_id, client=client, body=body), execution_id, step_id
        )

    def health_check(self) -> Answer:
        """Ask whether the Task Manager works."""
        return self._ask(lambda client: get_api_health.sync_detailed(client=client))

    def close(self) -> None:
        """Close the connections; the next call opens them again."""
        if (client := self.__dict__.pop("_client", None)) is not None:
            client.get_httpx_client().close()

    def _ask(self, request: Callable[[Client], Response[Any]], *ids: str) -> Answer:
        """Send a request and return what came of it."""
        if (bad := next((name for name in ids if name in _NO_IDS), None)) is not None:
            return failed(Text(N_("Core", "Invalid id '{id}'"), id=bad))
        try:
            response = request(self._client)
            return _answer(response.parsed, int(response.status_code))
        except _RefusedError as refused:
            return refused.answer
        except httpx.TimeoutException:
            return failed(TIMEOUT)
        except httpx.ConnectError:
            return failed(Text(CONNECTION_FAILED, address=without_password(self.base_url)))
        except (httpx.UnsupportedProtocol, httpx.InvalidURL):
            return failed(
                Text(
                    N_("Core", "{setting} is no http address: {address}"),
                    setting=self._named_by,
                    address=without_password(self.base_url),
                )
            )
        except httpx.HTTPError as error:
            return failed(Text(N_("Core", "Request failed: {why}"), why=error or type(error).__name__))
        except UnicodeEncodeError:
            return failed(N_("Core", "Invalid parameters: a text is not valid Unicode"))
        except TooLongError:
            return failed(N_("Core", "Invalid response: too long or packed"))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return failed(N_("Core", "Invalid response: not what docs/swagger.yaml describes"))

    @cached_property
    def _client(self) -> Client:
        proxy = _proxy(self.base_url)
        try:
            transport = BoundedTransport(self._seconds, tls=_needs_tls(self.base_url, proxy), proxy=proxy)
        except (ImportError, ValueError, httpx.InvalidURL) as error:  # such as a SOCKS proxy
            raise _RefusedError(
                failed(
                    Text(
                        N_("Core", "The proxy that the environment names cannot be used: {why}"),
                        why=error,
                    )
                )
            ) from error
        client = httpx.Client(
            base_url=self.base_url,
            headers={"Accept": "application/json", "Accept-Encoding": "identity"},
            timeout=httpx.Timeout(self._seconds, connect=_CONNECT_SECONDS),
            transport=transport,
            event_hooks={"response": [_raise_refusal]},
        )
        return Client(base_url=self.base_url).set_httpx_client(client)


def _proxy(url: str) -> str | None:
    """Return the proxy of the environment on the way to an address; none leads to this machine itself.

    Raises:
        httpx.InvalidURL: this is no address.
    """
    try:
        target = urlsplit(url)
    except ValueError as error:
        raise httpx.InvalidURL(str(error)) from error
    if is_loopback(url) or proxy_bypass(target.hostname or ""):
        return None
    proxies = getproxies()
    return proxies.get(target.scheme) or proxies.get("all")


def _needs_tls(*addresses: str | None) -> bool:
    return any(address is not None and not address.lower().startswith("http:") for address in addresses)


def _raise_refusal(response: httpx.Response) -> None:
    """Check an answer before the generated client, which would lose the status of one that it cannot read.

    Raises:
        _RefusedError: its status or its body says that the request failed.
    """
    try:
        body = json.loads(response.read())
    except (ValueError, RecursionError):
        body = None
    envelope: dict[str, Any] = body if isinstance(body, dict) else {}
    if response.status_code >= 400 or envelope.get("success") is False:
        code, texts = envelope.get("error_code"), (envelope.get("error"), envelope.get("message"))
        status = N_("Core", "The Task Manager answered HTTP {status}")
        said = next((text[:_MAX_ERROR] for text in texts if isinstance(text, str) and text.strip()), None)
        raise _RefusedError(
            failed(
                said or Text(status, status=response.status_code),
                error_code=code if isinstance(code, str) else None,
                status_code=response.status_code,
            )
        )


def _answer(parsed: _Typed | None, status: int) -> Answer:
    """Return a good answer in our form.

    Raises:
        ValueError: it says neither that it worked nor that it did not.
    """
    if parsed is None:
        return failed(Text(N_("Core", "Unexpected answer: HTTP {status}"), status=status), status_code=status)
    body = parsed.to_dict()
    message, data = body.get("message", "Done"), body["data"]
    if body["success"] is not True or not isinstance(message, str) or not isinstance(data.get("step_id", ""), str):
        raise ValueError(body)
    return succeeded(message, data)
