"""What commands run in: bubblewrap, Landlock or Seatbelt."""
