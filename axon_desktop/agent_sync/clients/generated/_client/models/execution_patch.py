from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ExecutionPatch")


@_attrs_define
class ExecutionPatch:
    """What changes in an execution; a field that is missing stays as it is

    Attributes:
        session_id (str | Unset): The agent's session that works on the execution
        worktree_path (str | Unset): The folder in which it works
    """

    session_id: str | Unset = UNSET
    worktree_path: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        session_id = self.session_id

        worktree_path = self.worktree_path

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if session_id is not UNSET:
            field_dict["session_id"] = session_id
        if worktree_path is not UNSET:
            field_dict["worktree_path"] = worktree_path

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        session_id = d.pop("session_id", UNSET)

        worktree_path = d.pop("worktree_path", UNSET)

        execution_patch = cls(
            session_id=session_id,
            worktree_path=worktree_path,
        )

        return execution_patch
