"""The SAS+ task as values: invariants, variables, inverse actions, goal states, graphs."""
