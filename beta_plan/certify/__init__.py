"""The independent witness: plans are replayed over the written PDDL text, with semantics of its own.

Nothing here knows the grounder, SAS+, the search or pattern databases: what they got wrong must not be able to hide.
Only the parser of parentheses is shared.
"""
