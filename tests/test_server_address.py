import pytest

from axon_desktop.server_address import host_of


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://api.example.org/v1", "api.example.org"),
        (" https://user:word@API.Example.org.:8443/v1\n", "api.example.org"),
        ("http://[::1]:1234", "::1"),
        ("api.example.org", ""),
        ("http://[::1", ""),
        ("", ""),
    ],
)
def test_host_of_an_address(address: str, host: str) -> None:
    assert host_of(address) == host
