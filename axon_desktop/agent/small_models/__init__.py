"""What small models need besides: guidance, and checks of what they are about to do."""
