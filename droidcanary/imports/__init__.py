"""What other tools wrote down → events of ours. One file a format, and one that makes a session of what it found."""
