from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.step_status import StepStatus, check_step_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="StepPatch")


@_attrs_define
class StepPatch:
    """What changes in a step; a field that is missing stays as it is

    Attributes:
        status (StepStatus | Unset): What has become of a step
        message (str | Unset): Replaces the message that was there
    """

    status: StepStatus | Unset = UNSET
    message: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status

        message = self.message

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if status is not UNSET:
            field_dict["status"] = status
        if message is not UNSET:
            field_dict["message"] = message

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _status = d.pop("status", UNSET)
        status: StepStatus | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = check_step_status(_status)

        message = d.pop("message", UNSET)

        step_patch = cls(
            status=status,
            message=message,
        )

        return step_patch
