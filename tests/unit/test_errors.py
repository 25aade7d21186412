"""Every error has a code and a name of its own."""

from __future__ import annotations

from droidcanary import errors
from droidcanary.errors import CanaryError, UsageError


def test_codes_and_names_are_unique() -> None:
    classes = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, CanaryError)]
    assert len(classes) == 13
    assert len({kind.code for kind in classes}) == len({kind.name for kind in classes}) == len(classes)
    assert all(kind.__name__ in (errors.__doc__ or "") for kind in classes)


def test_what_an_error_carries() -> None:
    error = UsageError("no such app", hint="try another", candidates=("a", "b"), detail="E5")
    assert (str(error), error.message, error.hint, error.candidates, error.detail, error.code) == (
        "no such app",
        "no such app",
        "try another",
        ("a", "b"),
        "E5",
        2,
    )
