"""The chat dock: transcript, cards, input box."""
