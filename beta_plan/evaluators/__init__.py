"""Numbers of a state: h^PDBk, conflicts kC, and the orderings made of them."""
