"""The sandboxes for commands: bubblewrap, Landlock or Seatbelt."""
