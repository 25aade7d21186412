"""The project's own app: it blocks its main thread by a script and writes down what it really did.

jar = build(cache, print)                      # runs on every runtime of the fixtures
truth = read_truth(Path("truth.jsonl"))        # what it wrote, as records
"""

from __future__ import annotations

from device_fixtures.jank.build import build
from device_fixtures.jank.truth import Block, Burst, Snapshot, Truth, TruthError, parse_truth, read_truth

MAIN_CLASS = "com.example.jank.Main"
PACKAGE = "com.example.jank"

__all__ = [
    "MAIN_CLASS",
    "PACKAGE",
    "Block",
    "Burst",
    "Snapshot",
    "Truth",
    "TruthError",
    "build",
    "parse_truth",
    "read_truth",
]
