"""A fake adb server on a real socket, speaking the host protocol, with scripted devices behind it."""

from tests.fake_adb.device import FakeDevice, Reply
from tests.fake_adb.phone import phone
from tests.fake_adb.server import FakeAdbServer

__all__ = ["FakeAdbServer", "FakeDevice", "Reply", "phone"]
