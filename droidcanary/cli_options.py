"""The options that verbs share. With ``cli.py`` the only importer of typer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from droidcanary.settings import FILE_NAME

Threshold = Annotated[
    str, typer.Option("--threshold", metavar="TIME", help="A dispatch is a block when it takes longer than this.")
]
IdleThreshold = Annotated[
    str, typer.Option("--idle-threshold", metavar="TIME", help="The same for a run of an idle handler.")
]
HangTimeout = Annotated[
    str,
    typer.Option("--hang-timeout", metavar="TIME", help="A heartbeat unanswered for longer than this: unresponsive."),
]
Concern = Annotated[
    list[str] | None,
    typer.Option("--concern", metavar="PREFIX", help="A package that is the app's own code; may be repeated."),
]
Json = Annotated[bool, typer.Option("--json", help="JSON lines on stdout, errors as one JSON object on stderr.")]
Output = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE.zip",
        readable=False,
        help="Where the bundle goes.",
        show_default="./PACKAGE-TIME.droidcanary.zip",
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite an existing output file.")]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="Tell on stderr what is going on (for bug reports).")]
LogFile = Annotated[Path | None, typer.Option("--log-file", metavar="FILE", help="The same into a file.")]


def take_settings(ctx: typer.Context, named: Path | None) -> Path | None:
    """Before the other options are looked at: what the settings file says takes the place of their defaults."""
    from droidcanary.commands.settings import load

    file = load(named)
    ctx.obj = file
    ctx.default_map = None if file is None else dict(file.defaults(os.environ))
    return named


ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="Where the settings are.",
        show_default=f"{FILE_NAME} here or above",
        is_eager=True,
        callback=take_settings,
    ),
]
