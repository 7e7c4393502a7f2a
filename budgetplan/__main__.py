"""Run the command line as ``python -m budgetplan``."""

from budgetplan.cli.main import main

if __name__ == "__main__":
    main()
