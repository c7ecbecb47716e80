"""A task from a domain alone: objects, static facts, goal; mazes for Sokoban."""
