from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.step_status import StepStatus, check_step_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="Step")


@_attrs_define
class Step:
    """
    Attributes:
        step_id (str):  Example: step-1.
        execution_id (str | Unset):  Example: exec-7.
        step_name (str | Unset):  Example: read_note.
        message (None | str | Unset):  Example: Projects/Plan.md.
        status (StepStatus | Unset): What has become of a step
    """

    step_id: str
    execution_id: str | Unset = UNSET
    step_name: str | Unset = UNSET
    message: None | str | Unset = UNSET
    status: StepStatus | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        step_id = self.step_id

        execution_id = self.execution_id

        step_name = self.step_name

        message: None | str | Unset
        if isinstance(self.message, Unset):
            message = UNSET
        else:
            message = self.message

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "step_id": step_id,
            }
        )
        if execution_id is not UNSET:
            field_dict["execution_id"] = execution_id
        if step_name is not UNSET:
            field_dict["step_name"] = step_name
        if message is not UNSET:
            field_dict["message"] = message
        if status is not UNSET:
            field_dict["status"] = status

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        step_id = d.pop("step_id")

        execution_id = d.pop("execution_id", UNSET)

        step_name = d.pop("step_name", UNSET)

        def _parse_message(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        message = _parse_message(d.pop("message", UNSET))

        _status = d.pop("status", UNSET)
        status: StepStatus | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = check_step_status(_status)

        step = cls(
            step_id=step_id,
            execution_id=execution_id,
            step_name=step_name,
            message=message,
            status=status,
        )

        step.additional_properties = d
        return step

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
