"""What droidcanary itself costs on this computer. The only importer of psutil."""

from __future__ import annotations

import psutil

from droidcanary.model import HostLoad


class HostLoadSampler:
    """Each ``read`` covers the time since the one before (the first: since this was made)."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self._process.cpu_percent(None)

    def read(self, at_ns: int) -> HostLoad | None:
        """None where the system does not tell."""
        try:
            cpu_pct = self._process.cpu_percent(None)
            rss_mb = self._process.memory_info().rss / (1024 * 1024)
        except psutil.Error:
            return None
        return HostLoad(at_ns=at_ns, cpu_pct_core=round(cpu_pct, 2), rss_mb=round(rss_mb, 2))
