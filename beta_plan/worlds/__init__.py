"""Tasks with all that the pipeline asks of them, whatever they were read from and whatever space they live in."""
