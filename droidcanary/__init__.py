"""Find what blocks an Android app's main thread, live, from the computer, without rebuilding the app."""

from __future__ import annotations

__version__ = "0.1.0"
