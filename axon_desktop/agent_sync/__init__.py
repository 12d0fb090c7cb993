"""Nova Agent Sync: reporting to a Task Manager what an agent is doing.

`mcp_server` lets other agents report, `reporter` reports what Axon itself does. Both speak to the Task Manager
through `clients`.
"""

EXECUTION_VARIABLE = "NOVA_EXECUTION_ID"
"""Where an agent finds the id of the execution that it works for."""
URL_VARIABLE = "TASK_MANAGER_URL"
"""Where it finds the address of the Task Manager."""
DEFAULT_URL = "http://localhost:8080"
"""Address of a Task Manager where none is named."""
