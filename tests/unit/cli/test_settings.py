"""``droidcanary.toml``: found, checked, outranked by flags, and shown by ``config``."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from droidcanary.cli import run
from droidcanary.commands.settings import load
from droidcanary.config import SessionConfig
from droidcanary.errors import UsageError
from droidcanary.settings import FILE_NAME, FLAGS_ONLY, KEYS

VARIABLES = ("ANDROID_SERIAL", "DROIDCANARY_AGENT_PRELUDE")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "app" / "src"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def attached(monkeypatch: pytest.MonkeyPatch) -> list[SessionConfig]:
    """What ``attach`` was to be started with; nothing is."""
    configs: list[SessionConfig] = []
    monkeypatch.setattr("droidcanary.commands.attach.run", lambda config, *, json: configs.append(config))
    return configs


def write(folder: Path, text: str) -> Path:
    path = folder / FILE_NAME
    path.write_text(text, encoding="utf-8")
    return path


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["config", "--json", *arguments]) == 0
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (record["record"], record["schema"]) == ("config", 1)
    return record


EVERYTHING = """\
serial = "emulator-5554"
process = ":push"
wait = true
threshold = "300ms"
idle-threshold = "1.5s"
hang-timeout = "4s"
hook = "observer"
sample = "always"
interval = "20ms"
duration = "1m"
concern = ["com.acme", "org.acme.*"]
output = "out/run.zip"
"""


def test_every_key_arrives(here: Path, attached: list[SessionConfig]) -> None:
    write(here, EVERYTHING)
    assert run(["attach", "com.acme.shop"]) == 0
    (config,) = attached
    assert (config.serial, config.process, config.wait) == ("emulator-5554", ":push", True)
    judge = config.judge
    assert (judge.threshold_ns, judge.idle_threshold_ns, judge.hang_timeout_ns) == (3 * 10**8, 15 * 10**8, 4 * 10**9)
    assert judge.concern == ("com.acme", "org.acme.*")
    assert (config.hook, config.sample, config.interval_ns, config.duration_ns) == (
        "observer", "always", 20_000_000, 60 * 10**9,
    )  # fmt: skip
    assert config.output is not None
    assert Path(config.output) == Path("out/run.zip")


def test_the_keys_are_the_flags_of_attach(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["attach", "--help"]) == 0
    text = capsys.readouterr().out
    flags = {word.strip(",") for word in text.split() if word.startswith("--")}
    assert flags == {f"--{name}" for name in (*(key.name for key in KEYS), *FLAGS_ONLY, "help")}


def test_flags_win_over_the_file_and_the_file_over_defaults(here: Path, attached: list[SessionConfig]) -> None:
    write(here, 'threshold = "300ms"\ninterval = "20ms"\nconcern = "com.acme"\nwait = true\n')
    assert run(["attach", "com.acme.shop", "--threshold", "2s", "--concern", "org.a", "--concern", "org.b"]) == 0
    (config,) = attached
    assert config.judge.threshold_ns == 2 * 10**9
    assert config.judge.concern == ("org.a", "org.b")
    assert (config.interval_ns, config.wait, config.hook) == (20_000_000, True, "printer")


def test_the_nearest_file_upwards_counts_and_its_paths_are_its_own(
    here: Path, attached: list[SessionConfig], capsys: pytest.CaptureFixture[str]
) -> None:
    write(here.parents[1], 'threshold = "9s"\n')
    near = write(here.parent, 'output = "run.zip"\n')
    assert run(["attach", "com.acme.shop"]) == 0
    assert attached[0].judge.threshold_ns == 10**9
    assert attached[0].output == str(near.with_name("run.zip"))
    assert "with the settings of" in capsys.readouterr().err


def test_a_named_file_replaces_the_found_one(here: Path, attached: list[SessionConfig]) -> None:
    write(here, "nonsense")
    other = here / "ci.toml"
    other.write_bytes(b'\xef\xbb\xbf# from an editor\r\nthreshold = "250ms"\r\n')
    assert run(["attach", "com.acme.shop", "--config", "ci.toml"]) == 0
    assert attached[0].judge.threshold_ns == 250_000_000


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('\n# c\ntreshold = "1s"\n', 3, ["'treshold'", "did you mean threshold?"]),
        ('idle_threshold = "1s"\n', 1, ["did you mean idle-threshold?"]),
        ("qqq = 1\n", 1, ["'qqq'", "known are serial, process"]),
        ('[session]\nthreshold = "1s"\n', 1, ["'session'", "no tables"]),
        ("wait = true\n\nthreshold = 1\n", 3, ["threshold", "'1' has no unit", "500ms"]),
        ("threshold = true\n", 1, ["threshold", "true is not a time"]),
        ('interval = "0ms"\n', 1, ["interval", "out of range"]),
        ('hook = "magic"\n', 1, ["hook", '"printer", "observer", "auto"']),
        ('sample = "Block"\n', 1, ["sample", '"block", "always", "blockcanary"']),
        ('wait = "yes"\n', 1, ["wait", "true"]),
        ("concern = [1]\n", 1, ["concern", "list of packages"]),
        ('concern = [\n  "com.acme",\n  "not a package",\n]\n', 1, ["concern", "'not a package'"]),
        ('serial = ""\n', 1, ["serial"]),
        ('output = "a\\nb.zip"\n', 1, ["output"]),
        ('process = "; id"\n', 1, ["process", ":NAME"]),
        ("force = true\n", 1, ["force is a flag only"]),
        ('threshold = "1s"\nthreshold = "2s"\n', 2, ["not TOML"]),
        ("threshold = 1s\n", 1, ["not TOML", "in quotes"]),
        ('\nagent-prelude = "x.js"\n', 2, ["agent-prelude runs code", "--config"]),
        # What looks like the key inside a longer text is not where it stands.
        ('serial = """\nhook = 1\n"""\nhook = "magic"\n', 1, ["serial"]),
        ('output = """a\\\nhook = 1"""\nhook = "magic"\n', 3, ["hook"]),
    ],
)
def test_an_error_names_file_line_key_and_what_is_allowed(
    text: str, line: int, words: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(here, text)
    for command in (["attach", "com.acme.shop"], ["config"]):
        assert run(command) == 2
        said = capsys.readouterr().err
        assert f"{FILE_NAME}:{line}: " in said
        assert all(word in said for word in words), said


def test_what_runs_code_must_be_in_a_named_file(here: Path, attached: list[SessionConfig]) -> None:
    path = write(here, 'agent-prelude = "fix.js"\n')
    assert run(["attach", "com.acme.shop"]) == 2
    assert attached == []
    assert run(["attach", "com.acme.shop", "--config", str(path)]) == 0
    assert attached[0].agent_prelude == str(here / "fix.js")


@pytest.mark.parametrize("data", [b"threshold = '\xff'", b"#" * 1_000_001])
def test_what_is_no_settings_file_is_refused(data: bytes, here: Path) -> None:
    (here / FILE_NAME).write_bytes(data)
    with pytest.raises(UsageError, match=FILE_NAME):
        load(None)


def test_a_named_file_must_be_there(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "--config", "none.toml"]) == 2
    assert "none.toml cannot be read" in capsys.readouterr().err
    assert load(None) is None


def test_help_does_not_need_a_sound_file(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(here, "nonsense")
    assert run(["attach", "--help"]) == 0
    assert run(["config", "--help"]) == 0
    capsys.readouterr()


def test_config_says_where_each_setting_came_from(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(here.parent, '# ours\nthreshold = "300ms"\nserial = "S1"\nconcern = ["com.acme"]\n')
    monkeypatch.setenv("DROIDCANARY_AGENT_PRELUDE", "fix.js")
    record = shown(capsys, "--interval", "20ms", "--wait")
    assert record["file"] == str(here.parent / FILE_NAME)
    settings = record["settings"]
    assert list(settings) == [key.name for key in KEYS]
    at = str(here.parent / FILE_NAME)
    assert settings["threshold"] == {"value": "300ms", "source": "file", "at": f"{at}:2"}
    assert settings["serial"] == {"value": "S1", "source": "file", "at": f"{at}:3"}
    assert settings["concern"] == {"value": ["com.acme"], "source": "file", "at": f"{at}:4"}
    assert settings["interval"] == {"value": "20ms", "source": "flag", "at": None}
    assert settings["wait"] == {"value": True, "source": "flag", "at": None}
    assert settings["agent-prelude"] == {"value": "fix.js", "source": "env", "at": "DROIDCANARY_AGENT_PRELUDE"}
    assert settings["hook"] == {"value": "printer", "source": "default", "at": None}
    monkeypatch.setenv("ANDROID_SERIAL", "S2")
    assert shown(capsys)["settings"]["serial"] == {"value": "S2", "source": "env", "at": "ANDROID_SERIAL"}
    assert shown(capsys, "-s", "S3")["settings"]["serial"]["value"] == "S3"


def test_config_for_people(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config"]) == 0
    text = capsys.readouterr().out
    assert "no droidcanary.toml here or above" in text
    write(here, 'threshold = "300ms"\n')
    assert run(["config", "--sample", "always"]) == 0
    rows = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.splitlines()}
    assert rows["threshold"] == ["300ms", "droidcanary.toml:1"]
    assert rows["sample"] == ["always", "flag"]
    assert rows["idle-threshold"] == ["2s", "default"]


@pytest.mark.parametrize(
    "arguments", [["--hook", "magic"], ["--threshold", "1"], ["--interval", "1"], ["--concern", "a b"], ["--nonsense"]]
)
def test_config_checks_flags_as_attach_does(
    arguments: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["config", *arguments]) == 2
    assert arguments[0] in capsys.readouterr().err


def test_concern_of_a_replay(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--duration", "3s", "-o", "demo.zip", "--json"]) == 0
    capsys.readouterr()
    owners = []
    for arguments in ([], ["--concern", "no.such.package"]):
        assert run(["replay", "demo.zip", "--json", *arguments]) == 0
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert lines[0]["settings"]["concern"] == arguments[1:]
        owners.append({line["culprit"]["owner"] for line in lines if line.get("culprit")})
    assert "app" in owners[0]
    assert "app" not in owners[1]
    assert run(["replay", "demo.zip", "--concern", ""]) == 2
    assert "--concern" in capsys.readouterr().err


def test_where_nobody_may_look_there_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(self: Path, **_: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "stat", denied)  # as root nothing is denied
    assert load(None) is None
