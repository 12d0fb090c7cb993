"""What the core says of models and turns; see `core_sentences`."""

from __future__ import annotations

from collections.abc import Callable, Iterator


def model_sentences(translate: Callable[[str, str], str]) -> Iterator[str]:
    """Yield each sentence; `translate` gives it back, and is how the texts to translate are found."""
    # What is added to another sentence
    yield translate("Core", "{sentence} {name} says: “{words}”.")
    yield translate("Core", "{sentence} {name} says: “{words}”")
    yield translate("Core", "{sentence} Try again in {seconds} seconds.")
    yield translate("Core", "{sentence} Try again at {time} (in about {minutes} minutes).")
    yield translate("Core", "{sentence} Try again at {time} (in about {hours} hours).")
    yield translate("Core", "{sentence} The model may be busy, or too large for that computer.")

    # Answers with a status
    yield translate("Core", "{name} refuses the request.")
    yield translate("Core", "{name} does not accept the API key. Check the key in the settings.")
    yield translate("Core", "The {name} account has no balance. Top it up, or choose another provider.")
    yield translate(
        "Core", "{name} does not allow this with this API key. Check the key's rights and your region."
    )
    yield translate(
        "Core",
        "{name} does not know the model “{model}”, or its base URL is wrong (for many servers it ends with /v1).",
    )
    yield translate("Core", "{name} waited too long for the request.")
    yield translate("Core", "{name} waited too long for the request. Try again.")
    yield translate("Core", "{name} is busy with a conflicting request.")
    yield translate("Core", "{name} is busy with a conflicting request. Try again.")
    yield translate("Core", "The conversation is too large for {name}. Start a new one.")
    yield translate("Core", "The conversation is too long for {model}. Start a new one.")
    yield translate("Core", "{name} refuses a value in the request. Check the model settings.")
    yield translate("Core", "{name} has had too many requests.")
    yield translate("Core", "{name} has had too many requests. Wait a little, then try again.")
    yield translate("Core", "{name} failed to answer.")
    yield translate("Core", "{name} failed to answer. Try again in a moment.")
    yield translate("Core", "{name} cannot be reached behind its gateway.")
    yield translate("Core", "{name} cannot be reached behind its gateway. Try again in a moment.")
    yield translate("Core", "{name} is overloaded or still loading.")
    yield translate("Core", "{name} is overloaded or still loading. Try again in a moment.")
    yield translate("Core", "{name} took too long behind its gateway.")
    yield translate("Core", "{name} took too long behind its gateway. Try again in a moment.")
    yield translate("Core", "{name} is overloaded.")
    yield translate("Core", "{name} is overloaded. Try again in a moment.")
    yield translate(
        "Core",
        "{name} cannot offer tools to “{model}” by function calling. Try again: they are then described in"
        " the text (in the settings, Tool calls: Text).",
    )
    yield translate("Core", "{name} sends us to {target}. Enter that address as the base URL if you trust it.")

    # The way to a model
    yield translate("Core", "The proxy {proxy} does not let us through to {name} ({why}). {advice}")
    yield translate("Core", "The proxy asks for a user name and password. Put them into HTTPS_PROXY.")
    yield translate("Core", "Check HTTPS_PROXY and NO_PROXY.")
    yield translate(
        "Core", "Cannot reach the proxy {proxy} on the way to {name} ({why}). Check HTTPS_PROXY and NO_PROXY."
    )
    yield translate("Core", "{name} at {address} does not respond. Check the network and the address.")
    yield translate("Core", "{address} does not respond. Check the network and the address.")
    yield translate(
        "Core",
        "Cannot reach {name} at {address} ({why}). Check the network and the address, and"
        " whether the server is running.",
    )
    yield translate(
        "Core",
        "Cannot reach {address} ({why}). Check the network and the address, and whether the server is running.",
    )
    yield translate("Core", "Cannot reach {name} at {address} ({why}). Check the network and the address.")
    yield translate("Core", "Cannot reach {address} ({why}). Check the network and the address.")
    yield translate("Core", "“{address}” is no web address. A base URL begins with https:// or http://.")
    yield translate("Core", "“{address}” is no web address ({why}). Check the base URL.")
    yield translate("Core", "The connection to {name} was lost ({why}). Try again.")
    yield translate(
        "Core",
        "{name}'s certificate is not trusted ({why}). Check this computer's clock, and whether a proxy or"
        " virus scanner opens encrypted connections.",
    )
    yield translate(
        "Core",
        "No encrypted connection to {name} at {address} can be made ({why}). A server on this machine or"
        " in its network may need an address that begins with http://.",
    )
    yield translate(
        "Core",
        "No encrypted connection to {address} can be made ({why}). A server on this machine or in its network"
        " may need an address that begins with http://.",
    )
    yield translate(
        "Core",
        "The certificates of trusted authorities cannot be read ({why}). Check the variables SSL_CERT_FILE"
        " and SSL_CERT_DIR.",
    )
    yield translate(
        "Core",
        "The proxy named by the environment cannot be used ({why}). Set HTTPS_PROXY to an address that"
        " begins with http://.",
    )
    yield translate("Core", "Nothing has come from {name} for {time}. Try again.")
    yield translate(
        "Core",
        "{name} keeps the connection open, but has not gone on for {time}. It may be overloaded: try again later.",
    )
    yield translate("Core", "{seconds} seconds")
    yield translate("Core", "No answer within {seconds} seconds.")
    yield translate("Core", "{name} closed the connection before the reply was over. Try again.")
    yield translate("Core", "There is no API key for {name}. Enter one in the settings.")
    yield translate("Core", "The API key for {name} holds characters that no key has. Enter it again.")

    # Replies
    yield translate("Core", "{name}'s reply broke off. Try again.")
    yield translate("Core", "{name}'s reply is not in the form of chat completions. Check the base URL.")
    yield translate("Core", "{name}'s reply is not in the form of Anthropic's Messages. Check the base URL.")
    yield translate(
        "Core",
        "{name}'s address answered with a web page, not with a model. Check the base URL (for many servers"
        " it ends with /v1), and that no sign-in page of the network is in between.",
    )
    yield translate("Core", "{name}'s answer is no list of models. Check the base URL.")
    yield translate("Core", "{name} sent a broken piece ({why}). Try again.")
    yield translate("Core", "{name} sent no reply.")
    yield translate("Core", "The model's reply was empty. Try again.")
    yield translate("Core", "The model sent an empty reply.")
    yield translate("Core", "The model declines to answer this ({why}). Ask differently, or choose another model.")
    yield translate("Core", "The model declines to answer this. Ask differently, or choose another model.")
    yield translate("Core", "The conversation fills the model's whole window. Start a new one.")
    yield translate("Core", "The server gave up on the reply (“{why}”). Try again in a moment.")
    yield translate("Core", "The server's reply is over {size} KB; it was cut off.")
    yield translate("Core", "The server sent a line of over {size} KB; the reply was cut off.")
    yield translate("Core", "DeepSeek's answer names no balance.")
    yield translate("Core", "The DeepSeek account has too little balance ({amounts}).")
    yield translate("Core", "The connection ended before the reply was complete.")
    yield translate("Core", "The connection broke off in the middle of the reply.")
    yield translate("Core", "The provider's content filter ended the reply.")
    yield translate("Core", "The provider ended the reply before it was complete.")
    yield translate("Core", "The conversation must end with a message of the user.")
    yield translate("Core", "The script has no more replies.")
    yield translate("Core", "The script's reply has no end.")

    # Turns and plans
    yield translate(
        "Core",
        "The conversation needs {needed} tokens even when cut, but only {tokens} fit. Begin a new"
        " conversation, or choose a model with a larger window.",
    )
    yield translate("Core", "The model gave no summary of the conversation.")
    yield translate("Core", "A step of the plan has failed. Skip it, try it again, or change the plan.")
    yield translate("Core", "The plan is done already.")
    yield translate("Core", "This is no plan: {why}.")
    yield translate("Core", "The user stopped the turn.")
