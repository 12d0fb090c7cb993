"""What is offered after the program was killed."""
