"""Finding tool calls in a model's reply."""
