"""The whole product against the emulated device: real adb server and adbd, real Frida, the framework's own Looper."""
