"""Backward best-first search over any state space, guided by an ordering."""
