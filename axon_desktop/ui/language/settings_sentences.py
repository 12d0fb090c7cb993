"""What the core says of settings, keys, servers, conversations and reports; see `core_sentences`."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def settings_sentences(translate: Callable[[str, str], str]) -> Iterator[str]:
    """Yield each sentence; `translate` gives it back, and is how the texts to translate are found."""
    # Files of settings, and what tables of models and profiles hold
    yield translate("Core", "Cannot read {file}: {why}.")
    yield translate("Core", "Cannot write {file}: {why}.")
    yield translate("Core", "{file}, line {line}: this is not valid JSON. What can be read of the file is used.")
    yield translate("Core", "{file} is not valid JSON ({why}). Mend it, or choose another file.")
    yield translate("Core", "{file} must hold a JSON object. Mend it, or move it away to start without servers.")
    yield translate("Core", "{file} is empty. The defaults are used.")
    yield translate("Core", "{file} holds no settings. The defaults are used.")
    yield translate(
        "Core",
        "Line {line}: the setting {setting} cannot be “{value}”. Allowed: {allowed}. The default is used.",
    )
    yield translate(
        "Core",
        "Line {line}: the setting {setting} cannot be “{value}”. Allowed: {allowed}. This entry is left out.",
    )
    yield translate("Core", "Line {line}: the setting {setting} cannot be “{value}”. The default is used.")
    yield translate("Core", "Line {line}: the setting {setting} cannot be “{value}”. This entry is left out.")
    yield translate("Core", "Line {line}: the setting {setting} is there twice. The last one is used.")
    yield translate("Core", "Line {line}: the file ends in the middle. What is missing has its default.")
    yield translate("Core", "Line {line}: what is in {setting} is not valid JSON and is left out.")
    yield translate("Core", "Line {line}: this is not valid JSON and is left out.")
    yield translate("Core", "{file}: {key} must be an object. Mend it, or move the file away.")
    yield translate("Core", "{file}: {why} Mend that entry, or delete it.")
    yield translate("Core", "{setting}: {why}. Set it to a number in range, or unset it.")
    yield translate("Core", "{file}, line {line}: there is no schedule {name}. Mend that line.")
    yield translate("Core", "{file}, line {line}: {why}. Mend that line.")
    yield translate("Core", "{file}: {why}. Mend that line, or delete the file.")

    # MCP servers and their import
    yield translate("Core", "{file} is too large for a list of servers. Choose another file.")
    yield translate("Core", "{file} lists no MCP servers: it has neither 'mcpServers' nor 'servers'.")
    yield translate(
        "Core",
        "Server “{name}” speaks the old HTTP+SSE transport, which Axon does not. Look for its newer address,"
        " which often ends in /mcp.",
    )
    yield translate("Core", "Server “{name}” asks for secrets of the key store, which no file may do.")
    yield translate("Core", "A server is called {name}: a name is a short line of text.")
    yield translate("Core", "Server “{name}” must be an object.")
    yield translate("Core", "Server “{name}” needs either a command or an address (url).")
    yield translate("Core", "Server “{name}”: no text may hold a NUL character.")
    yield translate("Core", "Server “{name}”: its url must begin with http:// or https://.")
    yield translate("Core", "Server “{name}”: {key} must hold texts by name.")
    yield translate("Core", "Server “{name}”: {why}.")
    yield translate("Core", "Its file of variables cannot be read: {file}")
    yield translate("Core", "Axon does not know {variable}: put its value there.")

    # What became of a server's program
    yield translate("Core", "exit code {code}: {words}")
    yield translate("Core", "exit code {code}")

    # Why a tool of a server cannot be used
    yield translate("Core", "another tool of the server has its name")
    yield translate("Core", "a server may have {most} tools")
    yield translate("Core", "its name has {count} characters")
    yield translate("Core", "its schema is nested more than {most} deep")
    yield translate("Core", "its schema is nested too deeply")
    yield translate("Core", "its schema has {count} characters; {most} are allowed")
    yield translate("Core", "its schema is not one of an object")
    yield translate("Core", "its schema uses dynamic references")
    yield translate("Core", "its schema refers to what it does not hold: {target}")
    yield translate("Core", "its schema unfolds to too much")
    yield translate("Core", "its schema is not valid: {why}")

    # Keys and the choice of a model
    yield translate("Core", "This is no API key: a key is one word of letters, digits and signs. Copy it again.")
    yield translate(
        "Core",
        "This computer has no key store that Axon can use. Keep the key for this run only, or set {variable}"
        " before the start.",
    )
    yield translate(
        "Core", "The system's key store cannot be used ({why}). Unlock it, or keep the key for this run only."
    )
    yield translate("Core", "The {missing} is missing. Enter it in the settings.")
    yield translate("Core", "model's name")
    yield translate("Core", "base URL")
    yield translate("Core", "The Offline provider asks no model. Choose another one.")

    # Kept conversations
    yield translate("Core", "The conversations cannot be written ({why}).")
    yield translate("Core", "The conversations cannot be used ({why}).")
    yield translate("Core", "The conversations cannot be kept: {why}.")
    yield translate("Core", "The conversations are closed.")
    yield translate("Core", "The conversations are not open.")
    yield translate("Core", "This conversation is not there any more.")
    yield translate("Core", "This turn is not there any more.")

    # A Task Manager that turns are reported to
    yield translate("Core", "Request timeout")
    yield translate("Core", "Connection failed to {address}")
    yield translate("Core", "{setting} is no http address: {address}")
    yield translate("Core", "Request failed: {why}")
    yield translate("Core", "Unexpected answer: HTTP {status}")
    yield translate("Core", "Invalid id '{id}'")
    yield translate("Core", "Invalid parameters: a text is not valid Unicode")
    yield translate("Core", "Invalid response: too long or packed")
    yield translate("Core", "Invalid response: not what docs/swagger.yaml describes")
    yield translate("Core", "The proxy that the environment names cannot be used: {why}")
    yield translate("Core", "The Task Manager answered HTTP {status}")
