"""Contains all the data models used in inputs/outputs"""

from .error_answer import ErrorAnswer
from .execution import Execution
from .execution_answer import ExecutionAnswer
from .execution_patch import ExecutionPatch
from .health import Health
from .health_answer import HealthAnswer
from .http_create_step_request import HttpCreateStepRequest
from .http_step_response import HttpStepResponse
from .step import Step
from .step_answer import StepAnswer
from .step_create import StepCreate
from .step_patch import StepPatch
from .step_status import StepStatus

__all__ = (
    "ErrorAnswer",
    "Execution",
    "ExecutionAnswer",
    "ExecutionPatch",
    "Health",
    "HealthAnswer",
    "HttpCreateStepRequest",
    "HttpStepResponse",
    "Step",
    "StepAnswer",
    "StepCreate",
    "StepPatch",
    "StepStatus",
)
