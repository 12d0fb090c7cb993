"""Who answers: messages, the provider protocol and one file per wire format."""
