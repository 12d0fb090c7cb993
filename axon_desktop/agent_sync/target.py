"""Where the turns of the window are reported to: what the settings say, and the environment before them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from axon_desktop.agent_sync import DEFAULT_URL, EXECUTION_VARIABLE, URL_VARIABLE
from axon_desktop.settings.settings import TaskManagerSettings


@dataclass(frozen=True, slots=True)
class Target:
    """A Task Manager and what it knows our turns as."""

    url: str
    """Its address."""
    execution_id: str
    """The execution that they work for."""


def target_of(settings: TaskManagerSettings, environ: Mapping[str, str] | None = None) -> Target | None:
    """Return where turns are reported to, None for nowhere.

    An execution that the environment names is reported for in any case: the program that started us expects it.
    """
    given = given_execution(environ)
    if not given and not settings.report:
        return None
    execution_id = given or settings.execution_id.strip()
    return Target(address_of(settings.url, environ), execution_id) if execution_id else None


def address_of(url: str, environ: Mapping[str, str] | None = None) -> str:
    """Return the address that is used where the settings name this one."""
    return given_address(environ) or url.strip() or DEFAULT_URL


def given_address(environ: Mapping[str, str] | None = None) -> str:
    """Return the address that the environment names, empty for none."""
    return _given(URL_VARIABLE, environ)


def given_execution(environ: Mapping[str, str] | None = None) -> str:
    """Return the execution that the environment names, empty for none."""
    return _given(EXECUTION_VARIABLE, environ)


def without_password(url: str) -> str:
    """Return an address without a password, to be shown."""
    before, at, after = url.rpartition("@")
    return f"{before.partition('//')[0]}//{after}" if at else after


def _given(name: str, environ: Mapping[str, str] | None) -> str:
    return (os.environ if environ is None else environ).get(name, "").strip()
