from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.step_status import StepStatus, check_step_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="StepCreate")


@_attrs_define
class StepCreate:
    """
    Attributes:
        step_name (str): What is done, in a few words
        message (str | Unset): More about it
        status (StepStatus | Unset): What has become of a step
    """

    step_name: str
    message: str | Unset = UNSET
    status: StepStatus | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        step_name = self.step_name

        message = self.message

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "step_name": step_name,
            }
        )
        if message is not UNSET:
            field_dict["message"] = message
        if status is not UNSET:
            field_dict["status"] = status

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        step_name = d.pop("step_name")

        message = d.pop("message", UNSET)

        _status = d.pop("status", UNSET)
        status: StepStatus | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = check_step_status(_status)

        step_create = cls(
            step_name=step_name,
            message=message,
            status=status,
        )

        return step_create
