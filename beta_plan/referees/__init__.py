"""Planners and solvers as outside judges of hardness: what an instance costs them, as anybody can check.

A referee gets an instance as text, runs as a process of its own under limits that we enforce, and every plan that it
gives is replayed over the text before it counts. Nothing here knows how an instance was found.
"""
