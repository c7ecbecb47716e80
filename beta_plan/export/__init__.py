"""Levels and states in the formats of learning environments: boards, solutions and numbers, nothing of the search."""
