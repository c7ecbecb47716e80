"""Pattern databases: projections of a task, their distances, and collections of them."""
