"""Exports as whole files."""

from __future__ import annotations

from droidcanary.export import FORMATS
from tests.golden.conftest import Compare
from tests.golden.scenes import busy_session


def test_every_format(golden: Compare) -> None:
    recording = busy_session().collect()
    names = []
    for form in FORMATS:
        for file in form.render(recording):
            assert file.name.endswith(form.suffix)
            golden(file.name, file.data)
            names.append(file.name)
    assert names == [
        "looper-2026-03-01_09-00-08.750.log",
        "looper-2026-03-01_09-00-14.500.log",
        "looper-2026-03-01_09-00-22.500.log",
        "looper-2026-03-01_09-00-28.000.log",
        "looper-2026-03-01_09-00-29.000.log",
        "looper-2026-03-01_09-00-40.000.log",
        "droidcanary.json",
    ]
