"""What a search may ask of a state space, and the space of a SAS+ task."""
