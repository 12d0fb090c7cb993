"""What there is: notes and files, and the two gateways that everything which touches them goes through."""
