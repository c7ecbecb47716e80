"""Sokoban: mazes and levels, and the state space of a maze as a fast path behind ``beta_plan.spaces.protocol``."""
