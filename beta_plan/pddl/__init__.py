"""From PDDL text to the ground task, and from states back to text. The only package that knows tarski."""
