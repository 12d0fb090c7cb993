"""The events of a turn, in the order in which they happen.

A turn is `turn_started`, then rounds, then exactly one terminal event: `answer`, `error`, `cancelled`, `stopped`.
A round is `round_started`, `token`/`reasoning`/`queued`/`retrying`/`tools_set_aside` in any number, `usage` if the
provider counted, perhaps `budget_warning` and `context_size`, one `thought` (even if empty), and for each call of
the reply, strictly one by one, `action`, then perhaps `approval_requested` and `approval_given`, and both again
where a change cannot be recorded, then `tool_progress` in any number while the tool runs, then `observation`.
Several writes may be asked about in one question: then only the first of them has the `approval_requested`, and
each has its `approval_given` after its own `action`; one that turns out not to be what was asked about has both. A
call that is unknown, malformed or not allowed while planning, and one that hands in a plan or fails a step, gives
an `observation` without an `action`. After a round comes `steered`, once for each message that the user sent
meanwhile. Before some rounds `context_size`, `compacted` or `context_cut` come first, then `continue_requested`
and `continue_given`; the first three come after `round_started` where the server takes less than it was sent.

In plan mode `plan` comes whenever there is a plan or its state changes: after it was made, after the review,
before `step_started` and after `step_complete`. Each step that is begun has these two around its rounds; if the
turn ends in the middle of a step, a last `plan` shows it as pending again.

Events hold data and codes; text for people is made in `ui`.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from axon_desktop.agent.plan.plan import Plan
from axon_desktop.errors import AxonError, LLMError, MaxIterationsError, ModelTrouble, SettingsPage
from axon_desktop.llm.context_size.context_window import WindowFinding
from axon_desktop.llm.messages import JsonObject, ToolCall, ToolResult, Usage

AgentMode: TypeAlias = Literal["react", "plan"]
StopReason: TypeAlias = Literal[
    "max_rounds", "declined", "repeated_call", "length", "repetition", "budget", "plan_discarded", "plan_failed"
]


class AgentEvent(Struct, frozen=True, kw_only=True):
    """Base of all events."""

    type: ClassVar[str] = ""
    """The seed's event name, as printed by `axon ask --events`."""
    turn_id: str
    """The turn that this belongs to; also its id in the journal."""


class TurnStarted(AgentEvent, frozen=True, kw_only=True):
    """The user's prompt was taken."""

    type = "turn_started"
    text: str
    mode: AgentMode
    resumed: bool = False
    """Whether an earlier turn is continued; its prompt is `text`."""


class RoundStarted(AgentEvent, frozen=True, kw_only=True):
    """A model call begins."""

    type = "round_started"
    round: int
    """From 1."""
    confirm_at: int
    """The round before which the user is asked; the denominator shown."""


class Token(AgentEvent, frozen=True, kw_only=True):
    """A piece of the raw reply; their join equals the reply."""

    type = "token"
    content: str


class Reasoning(AgentEvent, frozen=True, kw_only=True):
    """A piece of the model's thinking."""

    type = "reasoning"
    content: str


class QueuedAtProvider(AgentEvent, frozen=True, kw_only=True):
    """The provider has not begun to answer."""

    type = "queued"
    seconds: float
    alive: bool = True
    """Whether it has sent keep-alives: the request waits there for its turn."""


class RetryScheduled(AgentEvent, frozen=True, kw_only=True):
    """The request is sent again."""

    type = "retrying"
    attempt: int
    delay: float
    error: str


class ToolsSetAside(AgentEvent, frozen=True, kw_only=True):
    """The server refuses tools: the model is not offered them from now on."""

    type = "tools_set_aside"
    tools: tuple[str, ...]
    words: str = ""
    """What the server says about them."""


class UsageReported(AgentEvent, frozen=True, kw_only=True):
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


class Thought(AgentEvent, frozen=True, kw_only=True):
    """The round's text without tool blocks; may be empty. `reasoning` is the thinking text."""

    type = "thought"
    content: str
    reasoning: str = ""
    calls: int = 0
    """Calls found in the reply, broken ones included."""


class Action(AgentEvent, frozen=True, kw_only=True):
    """A valid call is about to be approved and run."""

    type = "action"
    round: int
    index: int
    """Place of the call in its round, from 0."""
    call: ToolCall

    @property
    def tool(self) -> str:
        """Name of the called tool."""
        return self.call.tool

    @property
    def params(self) -> JsonObject:
        """Parameters of the call."""
        return self.call.params


class ApprovalRequested(AgentEvent, frozen=True, kw_only=True):
    """The user is being asked about this call."""

    type = "approval_requested"
    call: ToolCall
    together: int = 1
    """How many calls of the round the question is about: this one and later ones."""


class ApprovalGiven(AgentEvent, frozen=True, kw_only=True):
    """The user has answered."""

    type = "approval_given"
    call: ToolCall
    allowed: bool


class ToolProgress(AgentEvent, frozen=True, kw_only=True):
    """How far a running call is; only while it runs, never stored."""

    type = "tool_progress"
    round: int
    index: int
    """Place of the call in its round, as in its `action`."""
    done: float
    total: float | None = None
    """What `done` will be at the end; None when that is not known."""
    message: str = ""
    """What the tool says that it is doing."""


class Observation(AgentEvent, frozen=True, kw_only=True):
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
    counts: tuple[int, int] = (0, 0)
    """How many lines were added and removed in all, also where `diff` is cut."""


class ContinueRequested(AgentEvent, frozen=True, kw_only=True):
    """The user is being asked whether to continue with this round."""

    type = "continue_requested"
    round: int


class ContinueGiven(AgentEvent, frozen=True, kw_only=True):
    """The user has answered whether to continue."""

    type = "continue_given"
    round: int
    go_on: bool


class PlanProposed(AgentEvent, frozen=True, kw_only=True):
    """A plan was made or revised, is being reviewed, or its steps moved on: its newest state."""

    type = "plan"
    plan: Plan


class StepStarted(AgentEvent, frozen=True, kw_only=True):
    """A step of the plan begins; its rounds follow."""

    type = "step_started"
    step: int
    """Id of the step."""
    index: int
    """Place among the steps, from 0."""
    total: int


class StepComplete(AgentEvent, frozen=True, kw_only=True):
    """A step of the plan is over."""

    type = "step_complete"
    step: int
    """Id of the step."""
    result: str
    """The model's account of it, or what went wrong."""
    success: bool = True


class BudgetWarning(AgentEvent, frozen=True, kw_only=True):
    """The turn has used four fifths of its ceiling."""

    type = "budget_warning"
    tokens: int
    cost: float | None
    max_tokens: int | None
    max_cost: float | None


class ContextCut(AgentEvent, frozen=True, kw_only=True):
    """Old messages no longer fit the model's window and are not sent."""

    type = "context_cut"
    messages: int
    """How many."""


class ContextSized(AgentEvent, frozen=True, kw_only=True):
    """How much the model takes was found out, or is only assumed: reported once."""

    type = "context_size"
    finding: WindowFinding
    """Nobody says it; the server refused a request for its length; it cut a request without a word."""
    tokens: int
    """What prompt and reply may have together from now on."""
    read: int = 0
    """Tokens of the prompt that the server has read, after a cut."""
    sent: int = 0
    """Tokens that it was sent, as estimated."""


class Compacted(AgentEvent, frozen=True, kw_only=True):
    """Old messages are sent as a summary from now on."""

    type = "compacted"
    summary: str
    messages: int
    """How many messages from the beginning of the conversation it stands for."""


class Steered(AgentEvent, frozen=True, kw_only=True):
    """A message that the user sent while the turn was running has reached the model."""

    type = "steered"
    text: str


class Answer(AgentEvent, frozen=True, kw_only=True):
    """Terminal: the final reply."""

    type = "answer"
    content: str


class Error(AgentEvent, frozen=True, kw_only=True):
    """Terminal: the turn failed. What was written stays and can be undone."""

    type = "error"
    code: str
    """Class name of the error, such as `LLMRateLimitError`."""
    message: str
    partial: str = ""
    """Text of the reply that had come before the failure."""
    retryable: bool = True
    mendable_in: SettingsPage = ""
    """Where in the settings the user can do something about it."""
    trouble: ModelTrouble = ""
    """Why the model does not answer; empty if it is not the model's failure."""
    status: int | None = None
    """HTTP status, if a provider answered with one."""

    @classmethod
    def of(cls, error: AxonError, turn_id: str, partial: str = "") -> Error:
        """Return the end of a turn that an error has ended."""
        return cls(
            turn_id=turn_id,
            code=type(error).__name__,
            message=error.text,
            partial=partial,
            retryable=isinstance(error, LLMError) and error.retryable,
            mendable_in=error.mendable_in,
            trouble=error.trouble,
            status=error.status if isinstance(error, LLMError) else None,
        )


class Cancelled(AgentEvent, frozen=True, kw_only=True):
    """Terminal: the user stopped the turn; the partial text stays."""

    type = "cancelled"
    partial: str = ""


class Stopped(AgentEvent, frozen=True, kw_only=True):
    """Terminal: a limit ended the turn."""

    type = "stopped"
    reason: StopReason
    partial: str = ""
    rounds: int = 0
    max_tokens: int | None = None
    """The ceiling that was reached, if it is one of tokens."""
    max_cost: float | None = None
    """The ceiling that was reached, if it is one of US dollars."""

    @property
    def code(self) -> str:
        """Class name of the error that the end stands for; empty where there is none."""
        return MaxIterationsError.__name__ if self.reason == "max_rounds" else ""


TERMINAL = (Answer, Error, Cancelled, Stopped)
