"""An emulated Android device put together from real parts, for droidcanary's tests. See README.md."""
