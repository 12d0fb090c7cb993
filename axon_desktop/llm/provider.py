"""The interface of every provider."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Protocol

from axon_desktop.llm.context_size.context_window import WindowChange
from axon_desktop.llm.messages import Delta, LLMOptions, Message, ToolDefinition, Usage
from axon_desktop.llm.models.profiles import Profile


class Provider(Protocol):
    """A service with a model, behind one wire format."""

    @property
    def name(self) -> str:
        """Name that people know, such as `DeepSeek`."""

    @property
    def model(self) -> str:
        """Model id as sent on the wire."""

    @property
    def native_tools(self) -> bool:
        """Whether tools can be offered by function calling."""

    @property
    def profile(self) -> Profile:
        """The profile of the model."""

    @property
    def invents(self) -> bool:
        """Whether a model generates the replies; others are never cut for repeating themselves."""

    @property
    def context_window(self) -> int:
        """Tokens that the prompt and the reply may have together."""

    @property
    def token_factor(self) -> float:
        """Factor that turns an estimate of tokens into an upper one; see `tokens`."""

    def cost(self, usage: Usage, when: datetime) -> float | None:
        """Return what these tokens cost at that time (aware) in US dollars; None when the price is not known."""

    async def prepare(self) -> None:
        """Query what a request depends on, such as the server's window; costs no tokens and never raises.

        Called before each request of a turn: some servers report it only once the model is loaded.
        """

    async def window_change(self) -> WindowChange | None:
        """Return a change of the window that was not reported yet, such as that it is only assumed."""

    def stream_complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolDefinition] = (),
        options: LLMOptions | None = None,
    ) -> AsyncIterator[Delta]:
        """Yield the reply as it comes, ending with one Finished.

        Closing the iterator (or cancelling the task) closes the connection. After the first payload delta
        nothing is retried: a connection that breaks then gives Finished with reason "interrupted".

        Raises:
            LLMError: nothing of the reply came, and retries are used up or pointless. After an LLMContextError
                the window, or what texts are estimated at, has changed so that the request no longer fits.
        """

    async def complete(self, messages: Sequence[Message], options: LLMOptions | None = None) -> Message:
        """Return the whole reply."""

    def estimate_tokens(self, text: str) -> int:
        """Return an estimate of the text's tokens, without network."""

    async def aclose(self) -> None:
        """Close connections."""
