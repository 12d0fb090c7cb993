"""The programs that are measured, beside `axon` itself and the libraries in bench/peers."""
