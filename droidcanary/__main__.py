"""``python -m droidcanary``"""

from droidcanary.cli import main

if __name__ == "__main__":
    main()
