"""What Frida says → what people read."""

from __future__ import annotations

import pytest

from droidcanary.device.endpoint import Endpoint
from droidcanary.device.link_errors import (
    START_CODES,
    Busy,
    NotYet,
    Transient,
    Unseen,
    no_server,
    server_file,
    translate,
)
from droidcanary.errors import (
    AppDiedError,
    CanaryError,
    FridaVersionError,
    LinkLostError,
    NoFridaServerError,
    NoJavaError,
)


def foreign(kind: str, text: str) -> Exception:
    error: Exception = type(kind, (Exception,), {})(text)
    return error


@pytest.mark.parametrize(
    ("kind", "text", "expected", "words"),
    [
        ("ProtocolError", "Incompatible frida-server version", FridaVersionError, "17.26.2"),
        ("TransportError", "unable to communicate; ensure that major versions match", FridaVersionError, "17.26.2"),
        (
            "PermissionDeniedError",
            "unable to access process with pid 7 due to system restrictions",
            NoFridaServerError,
            "root",
        ),
        ("PermissionDeniedError", "not authorized, authentication required", NoFridaServerError, "token"),
        (
            "ProcessNotRespondingError",
            "unexpectedly timed out while waiting for stop",
            LinkLostError,
            "does not respond",
        ),
        ("NotSupportedError", "not supported", LinkLostError, "not possible"),
        ("InvalidArgumentError", "script(line 1): SyntaxError", CanaryError, "SyntaxError"),
    ],
)
def test_final_errors(kind: str, text: str, expected: type[CanaryError], words: str) -> None:
    error = translate(foreign(kind, text), 7, "attaching", "17.26.2")
    assert type(error) is expected
    assert words in error.message
    assert error.hint
    assert text in error.detail


@pytest.mark.parametrize(
    ("kind", "text", "final"),
    [
        ("TransportError", "the connection is closed", LinkLostError),
        ("InvalidOperationError", "script has been destroyed", LinkLostError),
        ("ServerNotRunningError", "unable to connect to remote frida-server: closed", NoFridaServerError),
        (
            "NotSupportedError",
            "need Gadget to attach on jailed Android; its default location is: x",
            NoFridaServerError,
        ),
    ],
)
def test_what_is_worth_another_try(kind: str, text: str, final: type[CanaryError]) -> None:
    error = translate(foreign(kind, text), 7, "loading", "17.26.2")
    assert isinstance(error, Transient)
    assert type(error.final) is final
    assert "Gadget" not in error.final.message + error.final.hint


def test_a_process_that_frida_does_not_know_may_have_ended() -> None:
    error = translate(foreign("ProcessNotFoundError", "unable to find process with pid 7"), 7, "attaching", "17.26.2")
    assert isinstance(error, Unseen)
    assert type(error.final) is AppDiedError
    assert "7 ended" in error.final.message
    assert error.final.hint


@pytest.mark.parametrize("endpoint", [Endpoint.CLOSED, Endpoint.SILENT, Endpoint.RESET, Endpoint.OTHER])
def test_each_endpoint_has_its_own_message_and_the_same_way_out(endpoint: Endpoint) -> None:
    error = no_server(endpoint, "17.26.2", "arm64-v8a", 27042)
    others = [
        no_server(other, "17.26.2", "arm64-v8a", 27042).message
        for other in Endpoint
        if other is not Endpoint.FRIDA and other is not endpoint
    ]
    assert error.message not in others
    assert "frida-server-17.26.2-android-arm64.xz" in error.hint
    assert "https://github.com/frida/frida/releases/tag/17.26.2" in error.hint
    assert "root" in error.hint
    assert error.code == 15


@pytest.mark.parametrize(
    ("abi", "name"),
    [
        ("arm64-v8a", "arm64"),
        ("armeabi-v7a", "arm"),
        ("armeabi", "arm"),
        ("x86", "x86"),
        ("x86_64", "x86_64"),
        ("riscv", "ABI"),
    ],
)
def test_the_file_that_fits_the_device(abi: str, name: str) -> None:
    assert server_file("17.1.0", abi) == f"frida-server-17.1.0-android-{name}"


def test_the_agents_own_codes() -> None:
    assert isinstance(START_CODES["no-java"]("x", 7), NoJavaError)
    assert isinstance(START_CODES["no-main-looper"]("x", 7), NotYet)
    assert isinstance(START_CODES["already-attached"]("x", 7), Busy)
    for code in ("dex", "hook", "protocol", ""):
        error = START_CODES[code]("what [it] said", 7)
        assert isinstance(error, CanaryError)
        assert "what [it] said" in error.message
        assert error.hint
    assert "did not load" in str(START_CODES[""]("unable to find method 'start'", 7))
