"""``python -m device_fixtures``."""

from device_fixtures.cli import main

if __name__ == "__main__":
    main()
