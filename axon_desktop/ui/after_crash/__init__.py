"""What the next start says after the program was killed or broke down."""
