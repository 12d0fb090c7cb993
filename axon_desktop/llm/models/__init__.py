"""What is known about models, and finding out what is not."""
