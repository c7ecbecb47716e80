"""Experiments: methods times tasks times seeds, as jobs that can be resumed, and tables of what they gave."""
