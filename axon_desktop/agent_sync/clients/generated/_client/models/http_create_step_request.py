from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.step_status import StepStatus, check_step_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="HttpCreateStepRequest")


@_attrs_define
class HttpCreateStepRequest:
    """The body of the request that adds a step

    Attributes:
        step_name (str): What is done, in a few words
        message (str | Unset): More about it
        status (StepStatus | Unset): What has become of a step
    """

    step_name: str
    message: str | Unset = UNSET
    status: StepStatus | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        step_name = self.step_name

        message = self.message

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
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

        http_create_step_request = cls(
            step_name=step_name,
            message=message,
            status=status,
        )

        http_create_step_request.additional_properties = d
        return http_create_step_request

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
