from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import httpx

from ... import errors
from ...client import AuthenticatedClient, Client
from ...models.error_answer import ErrorAnswer
from ...models.execution_answer import ExecutionAnswer
from ...models.execution_patch import ExecutionPatch
from ...types import Response


def _get_kwargs(
    execution_id: str,
    *,
    body: ExecutionPatch,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}

    _kwargs: dict[str, Any] = {
        "method": "patch",
        "url": "/api/executions/{execution_id}".format(
            execution_id=quote(str(execution_id), safe=""),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"

    _kwargs["headers"] = headers
    return _kwargs


def _parse_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> ErrorAnswer | ExecutionAnswer | None:
    if response.status_code == 200:
        response_200 = ExecutionAnswer.from_dict(response.json())

        return response_200

    if response.status_code == 400:
        response_400 = ErrorAnswer.from_dict(response.json())

        return response_400

    if response.status_code == 404:
        response_404 = ErrorAnswer.from_dict(response.json())

        return response_404

    if response.status_code == 409:
        response_409 = ErrorAnswer.from_dict(response.json())

        return response_409

    if response.status_code == 500:
        response_500 = ErrorAnswer.from_dict(response.json())

        return response_500

    if client.raise_on_unexpected_status:
        raise errors.UnexpectedStatus(response.status_code, response.content)
    else:
        return None


def _build_response(
    *, client: AuthenticatedClient | Client, response: httpx.Response
) -> Response[ErrorAnswer | ExecutionAnswer]:
    return Response(
        status_code=HTTPStatus(response.status_code),
        content=response.content,
        headers=response.headers,
        parsed=_parse_response(client=client, response=response),
    )


def sync_detailed(
    execution_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ExecutionPatch,
) -> Response[ErrorAnswer | ExecutionAnswer]:
    """Change an execution, such as the session that works on it

    Args:
        execution_id (str):
        body (ExecutionPatch): What changes in an execution; a field that is missing stays as it
            is

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | ExecutionAnswer]
    """

    kwargs = _get_kwargs(
        execution_id=execution_id,
        body=body,
    )

    response = client.get_httpx_client().request(
        **kwargs,
    )

    return _build_response(client=client, response=response)


def sync(
    execution_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ExecutionPatch,
) -> ErrorAnswer | ExecutionAnswer | None:
    """Change an execution, such as the session that works on it

    Args:
        execution_id (str):
        body (ExecutionPatch): What changes in an execution; a field that is missing stays as it
            is

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | ExecutionAnswer
    """

    return sync_detailed(
        execution_id=execution_id,
        client=client,
        body=body,
    ).parsed


async def asyncio_detailed(
    execution_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ExecutionPatch,
) -> Response[ErrorAnswer | ExecutionAnswer]:
    """Change an execution, such as the session that works on it

    Args:
        execution_id (str):
        body (ExecutionPatch): What changes in an execution; a field that is missing stays as it
            is

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        Response[ErrorAnswer | ExecutionAnswer]
    """

    kwargs = _get_kwargs(
        execution_id=execution_id,
        body=body,
    )

    response = await client.get_async_httpx_client().request(**kwargs)

    return _build_response(client=client, response=response)


async def asyncio(
    execution_id: str,
    *,
    client: AuthenticatedClient | Client,
    body: ExecutionPatch,
) -> ErrorAnswer | ExecutionAnswer | None:
    """Change an execution, such as the session that works on it

    Args:
        execution_id (str):
        body (ExecutionPatch): What changes in an execution; a field that is missing stays as it
            is

    Raises:
        errors.UnexpectedStatus: If the server returns an undocumented status code and Client.raise_on_unexpected_status is True.
        httpx.TimeoutException: If the request takes longer than Client.timeout.

    Returns:
        ErrorAnswer | ExecutionAnswer
    """

    return (
        await asyncio_detailed(
            execution_id=execution_id,
            client=client,
            body=body,
        )
    ).parsed
