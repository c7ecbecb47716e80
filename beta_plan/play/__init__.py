"""Sokoban in the terminal."""
