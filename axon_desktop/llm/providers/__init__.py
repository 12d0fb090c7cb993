"""One module for each kind of model server, and the wire formats that they share."""
