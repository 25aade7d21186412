"""One file a verb: what a command does once its flags are settings. Only ``cli.py`` knows the flags."""
