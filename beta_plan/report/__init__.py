"""Reports: what a run has left behind as one page that needs nothing else."""
