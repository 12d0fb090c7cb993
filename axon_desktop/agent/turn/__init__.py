"""One turn: rounds of a model call and its tool calls until there is an answer."""
