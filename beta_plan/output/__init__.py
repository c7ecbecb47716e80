"""The directory that a run leaves behind: what is in it, and how it is written."""
