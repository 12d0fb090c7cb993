"""Comments on passages of notes: kept with a conversation, sent to its agent as one request."""
