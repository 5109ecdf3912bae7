"""`python -m handrail`: the command, where its script is not on the path."""

from handrail.cli import main

if __name__ == "__main__":
    main()
