"""``demo``: the whole product on a simulated device."""

from __future__ import annotations

from pathlib import Path

from droidcanary import __version__
from droidcanary.commands.outputs import ClaimedBundle, conclude, make_sink, progress_to_stderr
from droidcanary.config import JudgeConfig, SessionConfig
from droidcanary.device import simulated
from droidcanary.inbox import Inbox
from droidcanary.sample.host_load import HostLoadSampler
from droidcanary.session import Session, Subject
from droidcanary.stopper import Stopper


def run(*, duration_ns: int, judge: JudgeConfig, output: Path | None, force: bool, json: bool) -> None:
    """Raises CanaryError."""
    config = SessionConfig(package=simulated.PACKAGE, duration_ns=duration_ns, force=force, judge=judge)
    subject = Subject(
        device=simulated.DEVICE,
        app=simulated.APP,
        versions={"droidcanary": __version__},
        clocks=simulated.clocks,
        diagnose=lambda why: ("link-lost", why),
    )
    inbox = Inbox()
    with Stopper() as stopper:
        bundle = None if output is None else ClaimedBundle(output, config, progress_to_stderr(json=json))
        try:
            session = Session(
                config,
                subject,
                simulated.SimulatedLink(config, inbox.put),
                inbox,
                sinks=[make_sink(json=json)],
                recorder=None if bundle is None else bundle.recorder,
                samplers=[simulated.SimulatedProc(inbox.put_events)],
                host_load=HostLoadSampler().read,
                stopper=stopper,
            )
            outcome = session.run()
        finally:
            if bundle is not None:
                bundle.discard()
        conclude(outcome, process=simulated.PACKAGE, json=json)
