"""Which servers the user has, their secrets, and what was approved of them."""
