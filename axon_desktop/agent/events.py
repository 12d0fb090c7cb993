"""The events of a turn, in the order in which they happen.

A turn is `turn_started`, then rounds, then exactly one terminal event: `answer`, `error`, `cancelled`, `stopped`.
A round is `round_started`, `token`/`reasoning`/`queued`/`retrying` in any number, `usage` if the provider counted,
perhaps `budget_warning`, one `thought` (even if empty), and for each call of the reply, strictly one by one,
`action`, then perhaps `approval_requested` and `approval_given`, then `tool_progress` in any number while the tool
runs, then `observation`. A call that is unknown, malformed or not allowed while planning, and one that hands in a
plan or fails a step, gives an `observation` without an `action`. After a round comes `steered`, as often as the
user said something. Before some rounds `compacted` or `context_cut` come first, then `continue_requested` and
`continue_given`.

In plan mode `plan` comes whenever there is a plan or its state changes: after it was made, after the review,
before `step_started` and after `step_complete`. Each step that is begun has these two around its rounds; if the
turn ends in the middle of a step, a last `plan` shows it as pending again.

Events hold data and codes; text for people is made in `ui`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from axon_desktop.agent.plan import Plan
from axon_desktop.llm.messages import ToolCall, ToolResult, Usage

AgentMode: TypeAlias = Literal["react", "plan"]
StopReason: TypeAlias = Literal[
    "max_rounds", "declined", "repeated_call", "length", "repetition", "budget", "plan_discarded", "plan_failed"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEvent:
    """Base of all events."""

    type: ClassVar[str] = ""
    """The seed's event name, as printed by `axon ask --events`."""
    turn_id: str
    """The turn that this belongs to; also its id in the journal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(AgentEvent):
    """The user's prompt was taken."""

    type = "turn_started"
    text: str
    mode: AgentMode
    resumed: bool = False
    """Whether an earlier turn goes on; its prompt is `text`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted(AgentEvent):
    """A model call begins."""

    type = "round_started"
    round: int
    """From 1."""
    confirm_at: int
    """The round before which the user is asked; the denominator shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Token(AgentEvent):
    """A piece of the raw reply; their join equals the reply."""

    type = "token"
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasoning(AgentEvent):
    """A piece of the model's thinking."""

    type = "reasoning"
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedAtProvider(AgentEvent):
    """The provider has not begun to answer."""

    type = "queued"
    seconds: float
    alive: bool = True
    """Whether it has sent signs of life: the request waits there for its turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryScheduled(AgentEvent):
    """The request is sent again."""

    type = "retrying"
    attempt: int
    delay: float
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageReported(AgentEvent):
    """Tokens of this round, and of the conversation so far."""

    type = "usage"
    usage: Usage
    total: Usage
    cost: float | None = None
    """US dollars of this round; None when the model's price is not known."""
    total_cost: float | None = None
    """US dollars of the conversation so far, as far as prices are known."""
    context: int = 0
    """Tokens of the next request, estimated from this one: what fills the model's window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought(AgentEvent):
    """The round's text without tool blocks; may be empty. `reasoning` is the thinking text."""

    type = "thought"
    content: str
    reasoning: str = ""
    calls: int = 0
    """Calls found in the reply, broken ones included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action(AgentEvent):
    """A valid call is about to be approved and run."""

    type = "action"
    round: int
    index: int
    """Place of the call in its round, from 0."""
    call: ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalRequested(AgentEvent):
    """The user is being asked about this call."""

    type = "approval_requested"
    call: ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalGiven(AgentEvent):
    """The user has answered."""

    type = "approval_given"
    call: ToolCall
    allowed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolProgress(AgentEvent):
    """A running call tells how far it is; only while it runs, never kept."""

    type = "tool_progress"
    round: int
    index: int
    """Place of the call in its round, as in its `action`."""
    done: float
    total: float | None = None
    """What `done` will be at the end; None when that is not known."""
    message: str = ""
    """What the tool says that it is doing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation(AgentEvent):
    """A call is over: done, failed, refused, or never a real call (then `call.tool` may be empty)."""

    type = "observation"
    round: int
    index: int
    call: ToolCall
    result: ToolResult
    elapsed: float
    """Seconds that the tool ran, without waiting for approval."""
    diff: tuple[str, ...] = ()
    """Unified diff lines of a write, without headers: each begins with ` `, `+` or `-`; at most 200. Where other
    files change than the one that the call is about, a line `@ <vault path>` comes before the lines of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueRequested(AgentEvent):
    """The user is being asked whether to go on with this round."""

    type = "continue_requested"
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinueGiven(AgentEvent):
    """The user has answered whether to go on."""

    type = "continue_given"
    round: int
    go_on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanProposed(AgentEvent):
    """A plan was made or revised, is being reviewed, or its steps moved on: its newest state."""

    type = "plan"
    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStarted(AgentEvent):
    """A step of the plan begins; its rounds follow."""

    type = "step_started"
    step: int
    """Id of the step."""
    index: int
    """Place among the steps, from 0."""
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StepComplete(AgentEvent):
    """A step of the plan is over."""

    type = "step_complete"
    step: int
    """Id of the step."""
    result: str
    """The model's account of it, or what went wrong."""
    success: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetWarning(AgentEvent):
    """The turn has used four fifths of its ceiling."""

    type = "budget_warning"
    tokens: int
    cost: float | None
    max_tokens: int | None
    max_cost: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextCut(AgentEvent):
    """Old messages no longer fit the model's window and are not sent."""

    type = "context_cut"
    messages: int
    """How many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compacted(AgentEvent):
    """Old messages are sent as a summary from now on."""

    type = "compacted"
    summary: str
    messages: int
    """How many messages from the beginning of the conversation it stands for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Steered(AgentEvent):
    """What the user said while the turn was running has reached the model."""

    type = "steered"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(AgentEvent):
    """Terminal: the final reply."""

    type = "answer"
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Error(AgentEvent):
    """Terminal: the turn failed. What was written stays and can be undone."""

    type = "error"
    code: str
    """Class name of the error, such as `LLMRateLimitError`."""
    message: str
    partial: str = ""
    """Text of the reply that had come before the failure."""
    retryable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled(AgentEvent):
    """Terminal: the user stopped the turn; the partial text is kept."""

    type = "cancelled"
    partial: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped(AgentEvent):
    """Terminal: a limit ended the turn."""

    type = "stopped"
    reason: StopReason
    partial: str = ""
    rounds: int = 0


TERMINAL = (Answer, Error, Cancelled, Stopped)
