"""What droidcanary costs, measured on real parts beside its peers; see README.md in this folder."""
