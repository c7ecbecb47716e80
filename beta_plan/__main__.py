"""Lets ``python -m beta_plan`` do what ``beta-plan`` does."""

from beta_plan.cli.main import main

if __name__ == "__main__":
    main()
