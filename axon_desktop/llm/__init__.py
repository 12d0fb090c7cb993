"""Models: messages, the provider protocol and one module per provider."""
