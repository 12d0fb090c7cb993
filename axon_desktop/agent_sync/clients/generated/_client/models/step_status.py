from typing import Literal

StepStatus = Literal["completed", "failed", "running", "skipped"]

STEP_STATUS_VALUES: set[StepStatus] = {
    "completed",
    "failed",
    "running",
    "skipped",
}


def check_step_status(value: str) -> StepStatus:
    if value in STEP_STATUS_VALUES:
        return value
    raise TypeError(
        f"Unexpected value {value!r}. Expected one of {STEP_STATUS_VALUES!r}"
    )
