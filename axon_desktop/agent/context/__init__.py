"""What of a conversation is sent to the model, and how it is kept within the context size."""
