"""Where jobs run: each module maps the same function ``run(job, folder)`` over jobs in a place of its own."""
